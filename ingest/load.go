package ingest

import (
	"cmp"
	"context"
	"fmt"
	"maps"
	"path/filepath"
	"slices"
	"strings"

	"github.com/crosswalk-graph/crosswalk/graph"
	"github.com/crosswalk-graph/crosswalk/ingest/diag"
)

// Documents are applied in groups of at most so many, and of about so many bytes.
const (
	groupFiles = 64
	groupBytes = 16 << 20
)

// A loader is the work of one Load or Check.
type loader struct {
	g       *graph.Graph   // nil for Check
	preview *graph.Preview // of a dry run
	formats []Format
	opts    Options
	sum     *Summary

	found    *discovery
	sidecars sidecars
	origins  []graph.OriginInfo // what the store knew before
	known    map[string]bool    // paths of those whose facts count
	reached  map[string]bool    // locations of this load
	applied  map[string]bool    // those of them whose new facts count
	links    links
	refused  []*file // for the last Apply
	done     Progress
}

func newLoader(g *graph.Graph, formats []Format, opts Options) *loader {
	opts.MaxBytes = cmp.Or(opts.MaxBytes, DefaultMaxBytes)
	return &loader{g: g, formats: formats, opts: opts, found: &discovery{}, links: newLinks(),
		sum:      &Summary{Files: []FileResult{}, Formats: map[string]int{}, Diagnostics: diag.List{}},
		sidecars: sidecars{byDir: map[string]*sidecar{}}, known: map[string]bool{}, reached: map[string]bool{}, applied: map[string]bool{}}
}

func (l *loader) load(ctx context.Context, paths []string) (err error) {
	if err := l.checkOptions(paths); err != nil {
		return err
	}
	if err := l.begin(ctx); err != nil {
		return err
	}
	if err := l.discover(ctx, paths); err != nil {
		return err
	}
	// The next group is read while the one before is applied.
	groups := split(l.found.files)
	var ready <-chan []prepared
	for i := range groups {
		if i == 0 {
			ready = l.prepare(ctx, groups[i])
		}
		group := <-ready
		if i+1 < len(groups) {
			ready = l.prepare(ctx, groups[i+1])
		}
		if err := l.apply(ctx, group); err != nil {
			return err
		}
	}
	if err := l.last(ctx); err != nil {
		return err
	}
	l.checkManifests()
	l.sum.Diagnostics = append(l.sum.Diagnostics, l.links.references.undefined()...)
	ambiguous, err := l.links.ambiguous(ctx, l.g)
	l.sum.Diagnostics = append(l.sum.Diagnostics, ambiguous...)
	return err
}

// begin reads what the store knows before the load.
func (l *loader) begin(ctx context.Context) (err error) {
	if l.g == nil {
		return nil
	}
	if l.sum.Before, err = l.g.Revision(ctx); err != nil {
		return fmt.Errorf("reading the revision: %w", err)
	}
	l.sum.After = l.sum.Before
	if l.origins, err = l.g.Origins(ctx); err != nil {
		return fmt.Errorf("reading the known origins: %w", err)
	}
	if l.opts.DryRun {
		if l.preview, err = l.g.Preview(ctx); err != nil {
			return fmt.Errorf("reading the known origins: %w", err)
		}
	}
	for i := range l.origins {
		if l.origins[i].State == graph.Current && l.origins[i].Origin.Path != "" { // standard input has none
			l.known[l.origins[i].Origin.Path] = true
		}
	}
	return nil
}

// discover finds the files and works out what they are to be loaded as.
func (l *loader) discover(ctx context.Context, paths []string) error {
	found, err := discover(ctx, l.formats, paths, &l.opts)
	l.found, l.sum.Commits = found, found.commits
	if err != nil {
		return err
	}
	l.govern()
	return l.checkSystems(ctx)
}

// checkOptions refuses what could only make wrong facts.
func (l *loader) checkOptions(paths []string) error {
	for _, o := range []struct{ name, value string }{
		{"run", l.opts.Run}, {"system", l.opts.System}, {"repository", l.opts.Repository}, {"revision", l.opts.Revision}, {"name", l.opts.Name},
	} {
		if !printable(o.value) {
			return graph.Errorf(graph.Invalid, "the %s has control characters or is longer than %d bytes", o.name, maxValue)
		}
	}
	if _, ok := repositoryAddress(l.opts.Repository); l.opts.Repository != "" && !ok {
		return graph.Errorf(graph.Invalid, "%q is no address of a repository; give it with its host", diag.Clip(l.opts.Repository))
	}
	if err := l.opts.checkReading(l.formats); err != nil {
		return err
	}
	if l.opts.Name != "" && !slices.Contains(paths, "-") {
		return graph.Errorf(graph.Invalid, "the name %q is for what comes from standard input, and - is not among the paths", diag.Clip(l.opts.Name))
	}
	return nil
}

// govern gives every file its sidecar, its location and what is stated of it, and puts them in order
// of location.
func (l *loader) govern() {
	used := map[*sidecar]bool{}
	for _, f := range l.found.files {
		f.location = f.shown
		if f.path != "" {
			f.sidecar = l.sidecars.govern(f.tree, filepath.Dir(f.path))
		}
		if f.sidecar != nil {
			used[f.sidecar] = true
		}
	}
	byFolder := slices.SortedFunc(maps.Keys(used), func(a, b *sidecar) int { return strings.Compare(a.dir, b.dir) })
	l.sidecars.claimNames(byFolder, l.origins)
	stated := Stated{System: l.opts.System, Run: l.opts.Run, Repository: l.opts.Repository, Revision: l.opts.Revision}
	for _, f := range l.found.files {
		if f.path != "" {
			f.location = originLocation(f.path, f.sidecar)
		}
		if f.sidecar != nil {
			rel, _ := relative(f.sidecar.dir, f.path)
			f.beside = f.sidecar.of(rel)
		}
		f.stated = stated.over(f.beside)
	}
	slices.SortFunc(l.found.files, func(a, b *file) int { return strings.Compare(a.location, b.location) })
	for _, f := range l.found.files {
		l.done.Files++
		l.done.FileBytes += f.size
	}
}

// split cuts files into groups to be applied together.
func split(files []*file) (groups [][]*file) {
	bytes := int64(0)
	for _, f := range files {
		n := len(groups)
		if n == 0 || len(groups[n-1]) == groupFiles || bytes+f.size > groupBytes {
			groups, bytes, n = append(groups, nil), 0, n+1
		}
		groups[n-1] = append(groups[n-1], f)
		bytes += f.size
	}
	return groups
}

// apply settles a group: what failed is noted, what can be applied is.
func (l *loader) apply(ctx context.Context, group []prepared) error {
	if err := ctx.Err(); err != nil {
		return err
	}
	var batches []graph.Batch
	var files []*prepared
	for i := range group {
		p := &group[i]
		l.sum.Diagnostics = append(l.sum.Diagnostics, p.diags...)
		if p.result.Outcome == "" && l.reached[p.file.location] {
			p.fail(about(diag.Error, CodeLocationTaken, p.file.shown, "Another file of this load has this location",
				"Give standard input another name."))
			l.sum.Diagnostics = append(l.sum.Diagnostics, p.diags[len(p.diags)-1])
		}
		l.reached[p.file.location] = true
		if p.result.Outcome != "" {
			l.settle(p)
			continue
		}
		l.links.add(p)
		if l.g == nil {
			l.check(p)
			continue
		}
		batches, files = append(batches, p.batch), append(files, p)
	}
	if len(batches) == 0 {
		return nil
	}
	change, err := l.put(ctx, batches)
	if err != nil {
		return fmt.Errorf("applying %d documents: %w", len(batches), err)
	}
	l.sum.After = change.Revision
	for i, p := range files {
		p.outcome(&change.Outcomes[i])
		if err := l.compare(ctx, p); err != nil {
			return err
		}
		if p.result.Outcome == Refused {
			l.refused = append(l.refused, p.file)
		} else {
			l.applied[p.file.location] = true
		}
		l.settle(p)
	}
	return nil
}

// put applies batches, or says what that would do.
func (l *loader) put(ctx context.Context, bs []graph.Batch) (graph.Change, error) {
	if l.preview != nil {
		return l.preview.Apply(ctx, bs)
	}
	return l.g.Apply(ctx, bs)
}

// compare says of a file that a dry run would replace what would be different.
func (l *loader) compare(ctx context.Context, p *prepared) error {
	if l.preview == nil || p.result.Outcome != Replaced {
		return nil
	}
	was, err := l.g.Said(ctx, []string{cmp.Or(p.result.Was, p.result.Location)})
	if err != nil {
		return fmt.Errorf("comparing %s: %w", p.result.Location, err)
	}
	if len(was) == 1 { // else the load itself has brought what is replaced
		change := graph.Difference(was[0].Batch, &p.batch)
		p.result.Change = &change
	}
	return nil
}

// check settles a file that Check read: it conflicts with what files before it say, or it is fine.
func (l *loader) check(p *prepared) {
	p.result.Outcome = Checked
	if c := l.links.conflict(p); c != nil {
		p.result.Outcome, p.result.Conflict = Refused, c
		l.sum.Diagnostics = append(l.sum.Diagnostics, conflictDiagnostic(p))
	}
	l.settle(p)
}

// settle notes a file's result. A refused one comes again in the last Apply.
func (l *loader) settle(p *prepared) {
	if p.file.result.Outcome == "" {
		l.done.Done++
		l.done.Bytes += p.file.size
		l.done.Path = p.file.shown
		if l.opts.Progress != nil {
			l.opts.Progress(l.done)
		}
	}
	p.file.result, p.file.digest, p.file.manifest = p.result, p.batch.Origin.ByteDigest, p.manifest
}

// finish adds the summary up.
func (l *loader) finish() {
	l.sum.Diagnostics = append(l.sum.Diagnostics, l.found.diags...)
	l.sum.Diagnostics = append(l.sum.Diagnostics, l.sidecars.diags...)
	l.sum.Diagnostics.Sort()
	for _, f := range l.found.files {
		r := f.result
		if r.Outcome == "" {
			continue // the load ended before it
		}
		l.sum.Files = append(l.sum.Files, r)
		l.sum.Bytes += r.Bytes
		l.sum.Counts.add(r.Outcome)
		if r.Outcome != Failed && r.Outcome != Skipped {
			l.sum.Facts.add(r.Facts)
			l.sum.Formats[r.Format]++
		}
	}
}

func (c *Counts) add(o Outcome) {
	c.Found++
	switch o {
	case Added:
		c.Added++
	case Replaced:
		c.Replaced++
	case Unchanged:
		c.Unchanged++
	case Copied:
		c.Copied++
	case Refused:
		c.Refused++
	case Failed:
		c.Failed++
	case Skipped:
		c.Skipped++
	case Checked:
		c.Checked++
	}
}

func (f *Facts) add(g Facts) {
	f.Records += g.Records
	f.Mentioned += g.Mentioned
	f.Annotations += g.Annotations
	f.Passages += g.Passages
	f.Nodes += g.Nodes
	if f.Kinds == nil {
		f.Kinds = map[graph.Kind]int{}
	}
	for k, n := range g.Kinds {
		f.Kinds[k] += n
	}
	f.Relationships += g.Relationships
}
