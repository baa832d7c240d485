package graph

import (
	"crypto/sha256"
	"encoding/hex"
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
