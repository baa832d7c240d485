package storetest

import (
	"context"
	"maps"
	"slices"
	"testing"

	"github.com/crosswalk-graph/crosswalk/graph"
)

// A modelJournal shows the model's journal to graph.Judge.
type modelJournal struct{ *Model }

func (j modelJournal) Editions(_ context.Context, locations, paths []string, documents []graph.ID, digests []string) ([]graph.Edition, error) {
	var out []graph.Edition
	for _, e := range j.journal {
		o := e.Origin
		if e.State != graph.Past && (slices.Contains(locations, o.Location) || slices.Contains(paths, o.Path) ||
			slices.Contains(documents, o.Document) || slices.Contains(digests, o.Digest)) {
			e.Batch, e.Content = nil, nil
			out = append(out, e)
		}
	}
	return out, nil
}

func (j modelJournal) Definers(_ context.Context, nodes []graph.ID) ([]graph.Definer, error) {
	var out []graph.Definer
	for _, b := range j.held() {
		for i := range b.Contributions {
			if c := &b.Contributions[i]; claims(c) && slices.Contains(nodes, c.Node) {
				out = append(out, graph.Definer{Node: c.Node, Digest: b.Origin.Digest, Facts: c.FactKey()})
			}
		}
	}
	return out, nil
}

// lines of the current and refused editions: where, what, and why refused.
func (j modelJournal) live() map[string]string {
	out := map[string]string{}
	for _, e := range j.journal {
		if e.State != graph.Past {
			out[string(e.State)+" "+e.Origin.Location] = e.Origin.Digest + " conflict=" + showConflict(e.Conflict)
		}
	}
	return out
}

// carryOut does to live editions what a judgement says, as a backend does.
func carryOut(live map[string]string, j *graph.Judgement, bs []graph.Batch) {
	for _, r := range j.Renames {
		for _, state := range []string{"CURRENT ", "REFUSED "} {
			if e, ok := live[state+r.From]; ok {
				delete(live, state+r.From)
				live[state+r.To] = e
			}
		}
	}
	for _, location := range j.Close {
		delete(live, "CURRENT "+location)
	}
	for _, location := range j.Forget {
		delete(live, "REFUSED "+location)
	}
	for _, i := range j.Open {
		live["CURRENT "+bs[i].Origin.Location] = bs[i].Origin.Digest + " conflict=none"
	}
	for _, r := range j.Refuse {
		live["REFUSED "+r.Location] = r.Digest + " conflict=" + showConflict(&r.Conflict)
	}
}

// The backends decide by graph.Judge, the model by trying: both must come to the same end state.
func TestJudgeAgreesWithModel(t *testing.T) {
	for seed := range 40 {
		model := NewModel()
		journal := modelJournal{model}
		g := &generator{chance: newChance(seed, 1), universe: newUniverse(), model: model}
		for step := range 30 {
			bs := g.step()
			j, err := graph.Judge(context.Background(), journal, bs)
			if err != nil {
				t.Fatal(err)
			}
			got := graph.Change{Revision: model.revision, Outcomes: j.Outcomes}
			if j.Revision(0) == 1 {
				got.Revision++
			}
			live, facts := journal.live(), model.digests()
			carryOut(live, j, bs)
			for _, i := range j.Enter {
				facts[bs[i].Origin.Digest] = true
			}
			for _, digest := range j.Leave {
				delete(facts, digest)
			}
			want, err := model.Apply(context.Background(), bs)
			if err != nil {
				t.Fatal(err)
			}
			for x, b := range model.held() {
				for y, c := range model.held() {
					if node := clash(b, c); node != "" {
						t.Fatalf("seed %d step %d: %s and %s both hold %s", seed, step, x, y, node)
					}
				}
			}
			if err := differ(showOutcomes(got), showOutcomes(want)); err != nil {
				t.Fatalf("seed %d step %d: %v\n%s", seed, step, err, showHistory([][]graph.Batch{bs}))
			}
			if !maps.Equal(facts, model.digests()) || !maps.Equal(live, journal.live()) {
				t.Fatalf("seed %d step %d: facts %v want %v, editions %v want %v", seed, step, facts, model.digests(), live, journal.live())
			}
		}
	}
}
