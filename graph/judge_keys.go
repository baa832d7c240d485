package graph

import (
	"crypto/sha256"
	"encoding/hex"
	"sort"
)

// exclusive tells whether a contribution claims its node for its document alone.
func (c *Contribution) exclusive() bool {
	return c.Role == Defines && KindOf(c.Kind).Sharing == Exclusive
}

// FactKey condenses what a contribution says; two that define one exclusive node must have one key.
func (c *Contribution) FactKey() string {
	sum := sha256.Sum256(c.Facts())
	return hex.EncodeToString(sum[:16])
}

// claims gives what a batch must have for itself: its document's content and its exclusive nodes.
func (b *Batch) claims() map[ID]string {
	out := map[ID]string{}
	for i := range b.Contributions {
		if c := &b.Contributions[i]; c.exclusive() {
			out[c.Node] = c.FactKey()
		}
	}
	out[b.Origin.Document] = b.Origin.Digest
	return out
}

func sortIDs(ids []ID) InIDs {
	sort.Slice(ids, func(i, j int) bool { return ids[i] < ids[j] })
	return ids
}

func sortedIDs(m map[ID]string) []ID {
	out := make([]ID, 0, len(m))
	for id := range m {
		out = append(out, id)
	}
	sort.Slice(out, func(i, j int) bool { return out[i] < out[j] })
	return out
}

func sortedLocations(m map[string]ConflictInfo) []string {
	out := make([]string, 0, len(m))
	for l := range m {
		out = append(out, l)
	}
	sort.Strings(out)
	return out
}

func sortedDigests(c digestCount) []string {
	out := make([]string, 0, len(c))
	for d := range c {
		out = append(out, d)
	}
	sort.Strings(out)
	return out
}
