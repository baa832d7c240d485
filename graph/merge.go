package graph

import (
	"maps"
	"slices"
	"strings"
)

// MergeNode computes the node that a set of contributions makes, whatever order they came in
// (graph-model 2). A record or document that nothing defines is a stub; a node of another kind is an
// ordinary one all the same. Either has the properties that its id implies and those that references
// agree on, and amendments of it wait. Whether such a node exists is for the store to say: it does while
// a relationship touches it.
func MergeNode(id ID, contributions []Contribution) Node {
	kind := KindOf(id.Kind())
	n := Node{ID: id, Kind: id.Kind()}
	defines, refers, amends := split(contributions)
	if len(defines) > 0 {
		n.Declared = true
		n.Props, n.Disagreements = kind.merge(defines)
		n.fill(kind, refers)
		n.amend(amends)
		return n
	}
	n.Declared = !kind.stubs()
	n.Props, n.Disagreements = kind.merge(refers)
	maps.Copy(n.Props, implied(id))
	return n
}

// fill takes from references what the node's own document leaves open, where they agree on it.
func (n *Node) fill(kind *KindInfo, refers []Contribution) {
	for i := range kind.Properties {
		p := &kind.Properties[i]
		if p.Open == "" || n.Props.String(p.Name) != p.Open {
			continue
		}
		var values []any
		for _, c := range refers {
			if v, ok := c.Props[p.Name]; ok {
				values = append(values, v)
			}
		}
		if len(values) == 0 {
			continue
		}
		if v, disagree := p.merge(values); disagree {
			n.Disagreements = append(n.Disagreements, p.Name)
			slices.Sort(n.Disagreements)
		} else {
			n.Props[p.Name] = v
		}
	}
}

// split parts contributions by role, each part in merging order.
func split(contributions []Contribution) (defines, refers, amends []Contribution) {
	for _, c := range contributions {
		switch c.Role {
		case Defines:
			defines = append(defines, c)
		case Refers:
			refers = append(refers, c)
		case Amended:
			amends = append(amends, c)
		}
	}
	for _, part := range [][]Contribution{defines, refers, amends} {
		slices.SortStableFunc(part, func(c, d Contribution) int { return c.compare(&d) })
	}
	return defines, refers, amends
}

// merge joins contributions property by property, by each property's rule.
func (k *KindInfo) merge(cs []Contribution) (Props, []string) {
	if len(cs) == 1 {
		if cs[0].Props == nil {
			return Props{}, nil
		}
		return maps.Clone(cs[0].Props), nil
	}
	out, differ := Props{}, map[string]bool{}
	for i := range k.Properties {
		p := &k.Properties[i]
		var values []any
		for _, c := range cs {
			if v, ok := c.Props[p.Name]; ok {
				values = append(values, v)
			}
		}
		if len(values) == 0 {
			continue
		}
		v, disagree := p.merge(values)
		out[p.Name] = v
		if disagree {
			differ[p.Name] = true
		}
	}
	return out, sortedKeys(differ)
}

// merge joins at least one value, given in order of precedence.
func (p *Property) merge(values []any) (v any, disagree bool) {
	switch p.Merge {
	case Union:
		set := map[string]bool{}
		for _, v := range values {
			for _, s := range v.([]string) {
				set[s] = true
			}
		}
		return sortedKeys(set), false
	case Max:
		best := values[0]
		for _, v := range values[1:] {
			if Compare(v, best) > 0 {
				best = v
			}
		}
		return best, false
	case Frequent:
		return mostFrequent(values), false
	}
	for _, v := range values[1:] {
		if !equalValues(v, values[0]) {
			return values[0], true
		}
	}
	return values[0], false
}

func mostFrequent(values []any) any {
	count := map[string]int{}
	for _, v := range values {
		count[v.(string)]++
	}
	best := values[0].(string)
	for s, n := range count {
		if n > count[best] || n == count[best] && s < best {
			best = s
		}
	}
	return best
}

func equalValues(a, b any) bool {
	if b == nil { // another amendment cleared it
		return false
	}
	if x, isList := a.([]string); isList {
		return slices.Equal(x, b.([]string))
	}
	return Compare(a, b) == 0
}

// amend lays amendments over the stated values: a higher rank over a lower one, the least document
// first within a rank.
func (n *Node) amend(cs []Contribution) {
	if len(cs) == 0 {
		return
	}
	changed, disagree, rankOf := map[string]bool{}, map[string]bool{}, map[string]int{}
	for _, d := range n.Disagreements {
		disagree[d] = true
	}
	n.Stated = Props{}
	for _, c := range cs {
		for name := range c.Props {
			if !(changed[name] && rankOf[name] == c.Rank) {
				n.clear(name, changed)
			}
		}
		for name, v := range c.Props {
			if changed[name] && rankOf[name] == c.Rank {
				if !equalValues(v, n.Props[name]) {
					disagree[name] = true
				}
				continue
			}
			if old, had := n.Props[name]; had && !changed[name] {
				n.Stated[name] = old
			}
			n.Props[name] = v
			changed[name], rankOf[name] = true, c.Rank
			delete(disagree, name)
		}
	}
	n.Amended, n.Disagreements = sortedKeys(changed), sortedKeys(disagree)
}

// clear takes away what only qualifies a property, before an amendment of it.
func (n *Node) clear(name string, changed map[string]bool) {
	for _, p := range KindOf(n.Kind).Properties {
		v, had := n.Props[p.Name]
		if p.Qualifies != name || !had {
			continue
		}
		if !changed[p.Name] {
			n.Stated[p.Name], changed[p.Name] = v, true
		}
		delete(n.Props, p.Name)
	}
}

// implied gives the properties that follow from an id alone: all of an intrinsic node's, and the run
// and handle of a stub. A cut id implies nothing: what it has lost only references can say.
func implied(id ID) Props {
	p := Props{}
	if id.cut() {
		return p
	}
	switch kind := KindOf(id.Kind()); {
	case kind.Record:
		p["run"], p["handle"] = string(NewID(Run, id.Scope())), id.Local()
	case kind.Kind == Document:
		p["run"] = string(NewID(Run, id.Scope()))
	case kind.Kind == File:
		p["run"], p["path"] = string(NewID(Run, id.Scope())), id.Local()
	case kind.Kind == Repository:
		address := unescape(id.rest())
		host, path, _ := strings.Cut(address, "/")
		p["url"], p["host"] = "https://"+address, host
		if i := strings.LastIndexByte(path, '/'); i >= 0 {
			p["owner"] = path[:i]
		}
		if name := path[strings.LastIndexByte(path, '/')+1:]; name != "" {
			p["name"] = name
		}
	}
	return p
}

func sortedKeys(set map[string]bool) []string { return slices.Sorted(maps.Keys(set)) }
