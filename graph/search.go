package graph

import (
	"context"
	"encoding/base64"
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
	for ; int(tier) < len(Tiers); tier, after = tier+1, "" {
		// The text decides the tier only between the last two, so only they need it.
		want := q.Want
		if tier >= TierPhrase {
			want = Full
		}
		tq := TextQuery{Tier: tier, Raw: q.Text, Words: words, Kinds: q.Kinds, Filter: f, After: after, Want: want}
		if done, err := g.searchTier(ctx, tq, w.limit, scope, out); err != nil || done {
			return out, err
		}
	}
	return out, nil
}

// searchTier adds the nodes whose best tier this is until the page is full and one more is seen.
func (g *Graph) searchTier(ctx context.Context, tq TextQuery, limit int, scope string, out *Page[Hit]) (done bool, err error) {
	// Hits of better tiers come again and are passed over, so a small page still reads on by many.
	tq.Limit = max(limit+1, 200)
	for {
		found, err := g.store.Search(ctx, tq)
		if err != nil {
			return false, err
		}
		for i := range found {
			if BestTier(&found[i], &tq) != tq.Tier {
				continue
			}
			if len(out.Edges) == limit {
				out.HasNext = true
				return true, nil
			}
			out.Edges = append(out.Edges, Edge[Hit]{encodeHit(tq.Tier, found[i].ID, scope), Hit{found[i], tq.Tier}})
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
	return base64.RawURLEncoding.EncodeToString(appendSum([]byte(strconv.Itoa(int(t)) + " " + scope + " " + string(id))))
}

func decodeHit(s *string, scope string) (Tier, ID, error) {
	if s == nil {
		return 0, "", nil
	}
	damaged := Errorf(Invalid, "the cursor is damaged, or comes from another search")
	raw, err := base64.RawURLEncoding.Strict().DecodeString(*s)
	if err != nil || len(raw) < 5 || len(raw) > maxCursor {
		return 0, "", damaged
	}
	body := raw[: len(raw)-4 : len(raw)-4]
	parts := strings.SplitN(string(body), " ", 3)
	if string(appendSum(body)) != string(raw) || len(parts) != 3 || parts[1] != scope {
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
