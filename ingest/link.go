package ingest

import (
	"context"
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/crosswalk-graph/crosswalk/graph"
	"github.com/crosswalk-graph/crosswalk/ingest/diag"
)

// links is what is checked across the documents of one load. Documents with errors of their own take
// no part: what they say is not known well enough.
type links struct {
	repositories map[graph.ID]map[string]string // by system: who names each repository, as the user knows it
	holders      map[graph.ID]holder            // by document and record, for Check
	references   references
}

// A holder is the file that states a document or record first, and its facts.
type holder struct{ location, facts string }

func newLinks() links {
	return links{map[graph.ID]map[string]string{}, map[graph.ID]holder{}, newReferences()}
}

func (k *links) add(p *prepared) {
	k.references.add(p)
	if p.id.Repository != "" {
		k.name(p.id.SystemID(), p.id.Repository, p.file.shown)
	}
}

func (k *links) name(system graph.ID, repository, by string) {
	if k.repositories[system] == nil {
		k.repositories[system] = map[string]string{}
	}
	if _, known := k.repositories[system][repository]; !known {
		k.repositories[system][repository] = by
	}
}

// conflict judges a file against those before it as a store would: one document, and one declaration
// of a record, have one set of facts.
func (k *links) conflict(p *prepared) *graph.ConflictInfo {
	claims := map[graph.ID]string{p.batch.Origin.Document: p.batch.Origin.Digest}
	for i := range p.batch.Contributions {
		if c := &p.batch.Contributions[i]; c.Role == graph.Defines && graph.KindOf(c.Kind).Record {
			claims[c.Node] = c.FactKey()
		}
	}
	if h, held := k.holders[p.batch.Origin.Document]; held {
		if h.facts == p.batch.Origin.Digest {
			return nil
		}
		return &graph.ConflictInfo{Location: h.location, Node: p.batch.Origin.Document}
	}
	for _, node := range slices.Sorted(maps.Keys(claims)) {
		if h, held := k.holders[node]; held && h.facts != claims[node] {
			return &graph.ConflictInfo{Location: h.location, Node: node}
		}
	}
	for node, facts := range claims {
		k.holders[node] = holder{p.file.location, facts}
	}
	return nil
}

// conflictDiagnostic says why a file was refused, and what to do.
func conflictDiagnostic(p *prepared) diag.Diagnostic {
	c := p.result.Conflict
	code := CodeConflictRecord
	summary := fmt.Sprintf("%s is declared with other facts in %s", c.Node.Local(), c.Location)
	if c.Node.Kind() == graph.Document {
		code = CodeConflictDocument
		summary = fmt.Sprintf("%s holds the same document with other facts (%s)", c.Location, c.Node)
	}
	d := about(diag.Error, code, p.file.shown, summary,
		"If this one is right, load it with --replace, or remove the other. If both are, give one of them a run of its own.",
		diag.Related{Message: "the other", Range: diag.Range{File: c.Location}})
	for i := range p.batch.Contributions {
		if b := &p.batch.Contributions[i]; b.Node == c.Node && b.Line > 0 {
			d.Subject = lineOf(p.file.shown, p.batch.Content, b.Line)
			break
		}
	}
	return d
}

// maxNamed caps the repositories that one message names.
const maxNamed = 10

// ambiguous warns of systems that stand for more than one repository, in this load and, where there
// is a store, in the runs it holds.
func (k *links) ambiguous(ctx context.Context, g *graph.Graph) (diags diag.List, err error) {
	if g != nil && len(k.repositories) > 0 {
		if err := k.stored(ctx, g); err != nil {
			return nil, fmt.Errorf("reading the runs of the systems loaded: %w", err)
		}
	}
	for _, system := range slices.Sorted(maps.Keys(k.repositories)) {
		named := k.repositories[system]
		if len(named) < 2 {
			continue
		}
		var list []string
		var related []diag.Related
		repositories := slices.Sorted(maps.Keys(named))
		for _, r := range repositories[:min(len(repositories), maxNamed)] {
			list = append(list, fmt.Sprintf("%s (%s)", diag.Clip(r), named[r]))
			related = append(related, diag.Related{Message: "names " + diag.Clip(r), Range: diag.Range{File: named[r]}})
		}
		if more := len(repositories) - len(list); more > 0 {
			list = append(list, fmt.Sprintf("and %d more", more))
		}
		diags = append(diags, about(diag.Warning, CodeSystemAmbiguous, named[repositories[0]],
			fmt.Sprintf("The system %q stands for %d repositories: %s", system.Scope(), len(named), strings.Join(list, ", ")),
			"If they are two systems, name one with system: in "+sidecarFile+". If they are one, state one repository.", related...))
	}
	return diags, nil
}

// stored adds what the store's runs say of the systems of this load.
func (k *links) stored(ctx context.Context, g *graph.Graph) error {
	systems := make([]string, 0, len(k.repositories))
	for s := range k.repositories {
		systems = append(systems, string(s))
	}
	slices.Sort(systems)
	first := g.Limits().PageMax
	query := graph.ListQuery{Field: "ingest", Kinds: []graph.Kind{graph.Run}, Runs: graph.AllRuns,
		Where: graph.Cond{Prop: "system", Op: graph.AnyOf, Value: systems}, Page: graph.PageArgs{First: &first}}
	for {
		page, err := g.List(ctx, query)
		if err != nil {
			return err
		}
		for i := range page.Edges {
			n := &page.Edges[i].Item
			if repository := graph.ID(n.Props.String("repository")); repository != "" {
				_, address, _ := strings.Cut(string(repository), ":")
				k.name(graph.ID(n.Props.String("system")), address, "run "+n.Props.String("runId"))
			}
		}
		if !page.HasNext || len(page.Edges) == 0 {
			return nil
		}
		query.Page.After = &page.Edges[len(page.Edges)-1].Cursor
	}
}
