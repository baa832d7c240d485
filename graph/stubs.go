package graph

import "context"

// A StubReason says why a record is a stub.
type StubReason string

// NotLoaded: no loaded document of its run has the role that would declare it. Undefined: one has, and is silent.
const (
	NotLoaded StubReason = "NOT_LOADED"
	Undefined StubReason = "UNDEFINED"
)

// StubReasons tells why each of the given stubs is one, in one store call. Declared nodes have no entry.
func (g *Graph) StubReasons(ctx context.Context, nodes []Node) (map[ID]StubReason, error) {
	runs := map[string]bool{}
	for i := range nodes {
		if !nodes[i].Declared {
			runs[nodes[i].Props.String("run")] = true
		}
	}
	if len(runs) == 0 {
		return nil, nil
	}
	groups, err := g.store.Count(ctx, CountQuery{Kinds: []Kind{Document},
		Filter: Cond{"run", AnyOf, sortedKeys(runs)}, GroupBy: []string{"run", "role"}})
	if err != nil {
		return nil, err
	}
	loaded := map[[2]string]bool{}
	for _, c := range groups {
		run, _ := c.Keys[0].(string)
		role, _ := c.Keys[1].(string)
		loaded[[2]string{run, role}] = true
	}
	out := map[ID]StubReason{}
	for i := range nodes {
		n := &nodes[i]
		if n.Declared {
			continue
		}
		out[n.ID] = NotLoaded
		if loaded[[2]string{n.Props.String("run"), n.Props.String("member")}] {
			out[n.ID] = Undefined
		}
	}
	return out, nil
}
