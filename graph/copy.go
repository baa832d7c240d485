package graph

import (
	"context"
	"strconv"
)

// A CopyProgress says how far a Copy is.
type CopyProgress struct {
	Editions, AllEditions  int    // of the journal: there now, and in the end
	Revision, LastRevision uint64 // likewise
}

// Copy makes one store say all that another says and ever said. It replays the journal of from through
// Apply of to, whatever backends they are: each edition with its facts, bytes, time and revisions, in
// the same order. from is only read. progress, which may be nil, is told what is there already, and then
// after every Apply.
//
// The target must be empty or hold the beginning of the same journal, as a Copy leaves it that was
// stopped at any moment; then it goes on from there. In the end Copy reads both journals and compares
// them whole. Memory is bounded by what came with one Apply and by the number of origins.
//
// Not all that a journal holds can be said again by the verbs of a Store:
//
//   - Seq leaves no gaps for what was forgotten or purged; equal order is all that is promised.
//   - What is operational is of the store that noted it, and stays there.
//   - Where two origins that were there at once stand under one location, because one was renamed since,
//     the copy is refused as Invalid before anything is written.
//
// Errors: Conflict when the target holds anything else, or when the journals differ in the end; Invalid
// also for facts that this program no longer accepts; what the stores return.
func Copy(ctx context.Context, from, to Store, progress func(CopyProgress)) error {
	if progress == nil {
		progress = func(CopyProgress) {}
	}
	c := &copier{from: from, to: to, tell: progress, current: map[string]*Edition{}, refused: map[string]*Edition{},
		holders: map[string]int{}, paths: map[string]int{}}
	var err error
	if c.done.LastRevision, err = from.Revision(ctx); err != nil {
		return err
	}
	if err := c.survey(ctx); err != nil {
		return err
	}
	if err := c.resume(ctx); err != nil {
		return err
	}
	c.tell(c.done)
	for revision := max(c.done.Revision, 1); revision <= c.done.LastRevision; revision++ {
		if err := c.replay(ctx, revision); err != nil {
			return err
		}
	}
	if c.done.Revision < c.done.LastRevision {
		nobody := Batch{Origin: Origin{Location: "revision:" + strconv.FormatUint(c.done.LastRevision, 10)}}
		if err := c.say(ctx, []Batch{nobody}, []Result{NotThere}, c.done.LastRevision); err != nil {
			return err
		}
	}
	return compareJournals(ctx, from, to)
}

// A copier knows what the live origins of the target hold, in the words of the source: an edition here
// has the Until that it will get.
type copier struct {
	from, to Store
	tell     func(CopyProgress)
	done     CopyProgress
	seq      uint64 // of the source's edition that the target has last

	current, refused map[string]*Edition // by location
	holders          map[string]int      // current editions by digest
	paths            map[string]int      // current and refused editions by path
}

// holds tells whether the target has the edition as a current one.
func (c *copier) holds(e *Edition) bool {
	held := c.current[e.Origin.Location]
	return held != nil && held.Seq == e.Seq
}

// enter notes that an edition is current, in the place of another.
func (c *copier) enter(e *Edition) Result {
	result := Added
	if old := c.current[e.Origin.Location]; old != nil {
		c.leave(old)
		result = Replaced
	}
	own := *e // or it would keep its whole page
	c.current[e.Origin.Location] = &own
	c.holders[e.Origin.Digest]++
	c.paths[e.Origin.Path]++
	c.note(e)
	return result
}

// lose notes that an edition is refused.
func (c *copier) lose(e *Edition) {
	own := *e
	c.refused[e.Origin.Location] = &own
	c.paths[e.Origin.Path]++
	c.note(e)
}

// note notes that the target has an edition.
func (c *copier) note(e *Edition) {
	c.seq = e.Seq
	c.done.Editions++
}

func (c *copier) leave(e *Edition) {
	delete(c.current, e.Origin.Location)
	c.holders[e.Origin.Digest]--
	c.paths[e.Origin.Path]--
}

// batches reads editions that follow each other in the source's journal, as batches to be applied again.
func (c *copier) batches(ctx context.Context, es []*Edition) ([]Batch, error) {
	if len(es) == 0 {
		return nil, nil
	}
	full, err := c.from.History(ctx, HistoryQuery{AfterSeq: es[0].Seq - 1, Limit: len(es), Facts: true, Content: true})
	if err != nil {
		return nil, err
	}
	bs := make([]Batch, len(es))
	for i, e := range es {
		if i >= len(full) || full[i].Seq != e.Seq {
			return nil, Errorf(Conflict, "the source changed while it was copied; copy again to go on")
		}
		if bs[i], err = full[i].again(); err != nil {
			return nil, err
		}
		bs[i].At, bs[i].Refused = e.At, e.Conflict
	}
	return bs, nil
}

// withhold takes away the paths by which the target would take a new origin for a known one that moved:
// several may have been loaded from one path. It gives the paths by the number of the batch.
func (c *copier) withhold(bs []Batch) map[int]string {
	withheld := map[int]string{}
	for i := range bs {
		o := &bs[i].Origin
		if o.Path != "" && c.paths[o.Path] > 0 && c.current[o.Location] == nil && c.refused[o.Location] == nil {
			withheld[i] = o.Path
			o.Path = ""
		}
	}
	return withheld
}

// give says the batches again whose paths were withheld; now that their origins are known that renames nobody.
func (c *copier) give(ctx context.Context, bs []Batch, withheld map[int]string) error {
	for i, path := range withheld {
		bs[i].Origin.Path = path
		want := Unchanged
		if c.refused[bs[i].Origin.Location] != nil {
			want = RefusedResult
		}
		if err := c.say(ctx, bs[i:i+1], []Result{want}, c.done.Revision); err != nil {
			return err
		}
	}
	return nil
}

// say applies batches and makes sure that what became of them is what is meant.
func (c *copier) say(ctx context.Context, bs []Batch, want []Result, revision uint64) error {
	for i := range bs {
		bs[i].Revision = revision
	}
	change, err := c.to.Apply(ctx, bs)
	if err != nil {
		return err
	}
	for i, o := range change.Outcomes {
		meant := i < len(want) && (o.Result == want[i] || o.Result == Copied && want[i] == Added)
		if !meant || o.Was != "" {
			return Errorf(Conflict, "the target takes %s otherwise than the source did at revision %d: %s; did anything else write into it?", o.Location, revision, o.Result)
		}
	}
	if change.Revision != revision {
		return Errorf(Conflict, "the target is at revision %d where the source was at %d; did anything else write into it?", change.Revision, revision)
	}
	c.done.Revision = revision
	c.tell(c.done)
	return nil
}
