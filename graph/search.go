package graph

import (
	"context"
	"strconv"
	"strings"
)

// A SearchQuery asks for nodes by words.
type SearchQuery struct {
	Text  string
	Kinds []Kind // none: all
	Where Filter
	First *int
	After *string
	Stubs Stubs
	Runs  Runs
	Want  Want
}

// A Hit is a found node and the best tier in which it matches.
type Hit struct {
	Node Node
	Tier Tier
}

// Search answers: which nodes speak of these words? Best tier first, by id within a tier; each node
// once. Errors: Invalid for a text without words or a bad cursor, Limit for a page that is too large.
func (g *Graph) Search(ctx context.Context, q SearchQuery) (*Page[Hit], error) {
	words := QueryWords(q.Text)
	if len(words) == 0 {
		return nil, Errorf(Invalid, "there is no word to search for in %q", clip(q.Text, 80))
	}
	scope := CursorScope("search:"+q.Text+" "+string(q.Stubs)+" "+string(q.Runs), q.Kinds, q.Where, nil)
	w, err := g.window(PageArgs{First: q.First}, scope, nil, false)
	if err != nil {
		return nil, err
	}
	tier, after, err := decodeHit(q.After, scope)
	if err != nil {
		return nil, err
	}
	f, err := g.scoped(ctx, q.Kinds, q.Where, q.Stubs, q.Runs)
	if err != nil {
		return nil, err
	}
	ctx, cancel := context.WithTimeout(ctx, g.limits.Timeout)
	defer cancel()
	out := &Page[Hit]{HasPrevious: q.After != nil}
	tq := TextQuery{Raw: q.Text, Words: words, Kinds: q.Kinds, Filter: f, Want: q.Want}
	p := &hitPage{Page: out, limit: w.limit, scope: scope, tier: tier, after: after}
	for _, group := range tierGroups {
		if group[len(group)-1] < tier {
			continue
		}
		if done, err := g.searchGroup(ctx, tq, group, p); err != nil || done {
			return out, err
		}
	}
	return out, nil
}

// tierGroups are the tiers, each with those better ones that match nothing besides: whoever matches
// an earlier tier of a group matches its last. So one call for the last usually serves all.
var tierGroups = [][]Tier{{TierHandle}, {TierLabel, TierLabelPrefix}, {TierLabelWords, TierPhrase, TierText}}

// searchBatch is how many hits are read at once. Hits of better tiers come again and are passed over,
// so a small page reads on by many, too.
const searchBatch = 200

// hitPage is a page of hits in the making: what is up to the cursor (tier, after) is left out.
type hitPage struct {
	*Page[Hit]
	limit int
	scope string
	tier  Tier
	after ID
}

// add takes a hit that comes after the cursor; it reports whether the page is full and this is one more.
func (p *hitPage) add(n *Node, t Tier) (full bool) {
	if t < p.tier || t == p.tier && p.after != "" && n.ID <= p.after {
		return false
	}
	if len(p.Edges) == p.limit {
		p.HasNext = true
		return true
	}
	p.Edges = append(p.Edges, Edge[Hit]{encodeHit(t, n.ID, p.scope), Hit{*n, t}})
	return false
}

// searchGroup adds the hits of a group of tiers. When there are few, one call gets them all; else tier
// by tier is read, and page by page within it.
func (g *Graph) searchGroup(ctx context.Context, tq TextQuery, group []Tier, p *hitPage) (full bool, err error) {
	tq.Tier, tq.Limit = group[len(group)-1], max(p.limit+1, searchBatch)
	if tq.Tier == TierText {
		tq.Want = Full // the text tells the last tiers apart
	}
	found, err := g.store.Search(ctx, tq)
	if err != nil {
		return false, err
	}
	if len(found) == tq.Limit {
		for _, t := range group {
			if full, err := g.searchTier(ctx, tq, t, p); err != nil || full {
				return full, err
			}
		}
		return false, nil
	}
	for _, t := range group {
		for i := range found {
			if BestTier(&found[i], &tq) == t && p.add(&found[i], t) {
				return true, nil
			}
		}
	}
	return false, nil
}

// searchTier adds the nodes whose best tier this is until the page is full and one more is seen.
func (g *Graph) searchTier(ctx context.Context, tq TextQuery, t Tier, p *hitPage) (full bool, err error) {
	if t < p.tier {
		return false, nil
	}
	if tq.Tier = t; t == p.tier {
		tq.After = p.after
	}
	for {
		found, err := g.store.Search(ctx, tq)
		if err != nil {
			return false, err
		}
		for i := range found {
			if BestTier(&found[i], &tq) == t && p.add(&found[i], t) {
				return true, nil
			}
		}
		if len(found) < tq.Limit {
			return false, nil
		}
		tq.After = found[len(found)-1].ID
	}
}

// BestTier gives the best tier in which a node matches a text query, or the one after the last when it
// matches in none. It is the specification of the tiers. The node's text must be there for the last two.
func BestTier(n *Node, q *TextQuery) Tier {
	for _, t := range Tiers {
		if MatchesTier(n, q, t) {
			return t
		}
	}
	return Tier(len(Tiers))
}

// MatchesTier tells whether a node matches a text query in one tier.
func MatchesTier(n *Node, q *TextQuery, t Tier) bool {
	kind := KindOf(n.Kind)
	if t == TierHandle {
		return string(n.ID) == q.Raw || n.Props.String("handle") == q.Raw && q.Raw != ""
	}
	if len(q.Words) == 0 {
		return false
	}
	label := n.Props.String(kind.Label)
	inLabel := Words(label)
	if t == TierLabel || t == TierLabelPrefix {
		have, want := strings.Join(inLabel, " "), strings.Join(q.Words, " ")
		return have == want || t == TierLabelPrefix && strings.HasPrefix(have, want)
	}
	if t == TierLabelWords {
		return hasAllWords(inLabel, q.Words)
	}
	inText := Words(n.Props.String(kind.Text))
	if t == TierPhrase {
		return hasPhrase(inLabel, q.Words) || hasPhrase(inText, q.Words)
	}
	return hasAllWords(append(inLabel, inText...), q.Words)
}

func hasAllWords(have, want []string) bool {
	set := make(map[string]bool, len(have))
	for _, w := range have {
		set[w] = true
	}
	for _, w := range want {
		if !set[w] {
			return false
		}
	}
	return true
}

func hasPhrase(have, want []string) bool {
	for i := 0; i+len(want) <= len(have); i++ {
		match := true
		for j := range want {
			if have[i+j] != want[j] {
				match = false
				break
			}
		}
		if match {
			return true
		}
	}
	return false
}

func encodeHit(t Tier, id ID, scope string) string {
	return seal([]byte(strconv.Itoa(int(t)) + " " + scope + " " + string(id)))
}

func decodeHit(s *string, scope string) (Tier, ID, error) {
	if s == nil {
		return 0, "", nil
	}
	damaged := Errorf(Invalid, "the cursor is damaged, or comes from another search")
	body, ok := unseal(*s)
	parts := strings.SplitN(string(body), " ", 3)
	if !ok || len(parts) != 3 || parts[1] != scope {
		return 0, "", damaged
	}
	t, err := strconv.Atoi(parts[0])
	if err != nil || t < 0 || t >= len(Tiers) {
		return 0, "", damaged
	}
	return Tier(t), ID(parts[2]), nil
}

func clip(s string, n int) string {
	if len(s) <= n {
		return s
	}
	return strings.ToValidUTF8(s[:n], "") + "…"
}
