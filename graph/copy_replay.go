package graph

import (
	"context"
	"slices"
)

// replay takes the target from the end of one revision, or from wherever in this one it is, to the end
// of this one.
//
// What came with a revision came in one Apply or more: the first changed the set of facts, the others
// added copies, took them back or exchanged documents between origins. The journal does not say where one
// ended, so the editions are applied in the smallest groups after which the set of facts is what it was
// at this revision; where an Apply ended it was, so there is always such a group. What was taken back
// goes with the first group when its facts went, else at the end.
func (c *copier) replay(ctx context.Context, revision uint64) error {
	changed, err := c.from.History(ctx, HistoryQuery{Revision: revision})
	if err != nil {
		return err
	}
	changed = slices.DeleteFunc(changed, func(e Edition) bool { return e.Seq <= c.seq && e.Until != revision })
	s := c.begin(changed, revision)
	for i := range changed {
		e := &changed[i]
		switch {
		case e.Seq <= c.seq:
			continue
		case e.State == Refused:
			err = s.refuse(ctx, e)
		default:
			err = s.open(ctx, e)
		}
		if err != nil {
			return err
		}
	}
	if err := s.apply(ctx); err != nil {
		return err
	}
	for i := range changed {
		if e := &changed[i]; e.Until == revision && c.holds(e) {
			s.takeBack(e)
		}
	}
	return s.apply(ctx)
}

// A stretch is the part of a revision that is being replayed.
type stretch struct {
	*copier
	revision uint64
	after    map[string]int // how many hold each digest when the revision is over
	now      map[string]int // how many would hold it if what is gathered were applied
	missing  int            // digests that should have a holder and would have none

	coming, going []*Edition // gathered for the next Apply
}

// begin counts holders and gathers what has to go first.
func (c *copier) begin(changed []Edition, revision uint64) *stretch {
	s := &stretch{copier: c, revision: revision, after: map[string]int{}, now: map[string]int{}}
	for i := range changed {
		e := &changed[i]
		if e.State == Refused {
			continue
		}
		d := e.Origin.Digest
		s.now[d] = c.holders[d]
		if _, seen := s.after[d]; !seen {
			s.after[d] = c.holders[d]
		}
		if c.holds(e) {
			s.after[d]--
		} else if e.Seq > c.seq && e.Until != revision {
			s.after[d]++
		}
	}
	for d, n := range s.after {
		if n > 0 && s.now[d] == 0 {
			s.missing++
		}
	}
	for i := range changed {
		if e := &changed[i]; c.holds(e) && e.Until == revision && s.after[e.Origin.Digest] == 0 {
			s.takeBack(e)
		}
	}
	return s
}

// open gathers an edition, and applies what is gathered when the set of facts would be right. An origin
// that says again what it still says was taken back in between, or there would be no new edition.
func (s *stretch) open(ctx context.Context, e *Edition) error {
	if old := s.current[e.Origin.Location]; old != nil && old.Origin.Digest == e.Origin.Digest {
		between := &stretch{copier: s.copier, revision: s.revision, going: []*Edition{old}}
		s.count(old, -1)
		if err := between.apply(ctx); err != nil {
			return err
		}
	}
	if s.add(e); s.missing > 0 {
		return nil
	}
	return s.apply(ctx)
}

// refuse replays a refusal: the batch is applied once more, and loses as it did.
func (s *stretch) refuse(ctx context.Context, e *Edition) error {
	if len(s.coming) > 0 {
		return Errorf(Invalid, "revision %d of the source cannot be said again: a refusal of %s stands between documents that came together", s.revision, e.Origin.Location)
	}
	// Its origin's facts went before, or taking them back would take back the refusal.
	if held := s.current[e.Origin.Location]; held != nil && held.Until == s.revision {
		s.takeBack(held)
	}
	if err := s.apply(ctx); err != nil {
		return err
	}
	bs, err := s.batches(ctx, []*Edition{e})
	if err != nil {
		return err
	}
	withheld := s.withhold(bs)
	s.lose(e)
	if err := s.say(ctx, bs, []Result{RefusedResult}, s.revision); err != nil {
		return err
	}
	return s.give(ctx, bs, withheld)
}

// add gathers an edition, which takes the place of what its origin holds.
func (s *stretch) add(e *Edition) {
	s.coming = append(s.coming, e)
	s.count(e, 1)
	if old := s.current[e.Origin.Location]; old != nil {
		s.takeBack(old)
		s.going = s.going[:len(s.going)-1] // replacing it is enough
	}
}

// takeBack gathers an edition to be taken back, once.
func (s *stretch) takeBack(e *Edition) {
	was := len(s.going)
	s.going = slices.DeleteFunc(s.going, func(b *Edition) bool { return b.Seq == e.Seq })
	if s.going = append(s.going, e); len(s.going) > was {
		s.count(e, -1)
	}
}

// count counts a holder of the edition's facts, or one less.
func (s *stretch) count(e *Edition, by int) {
	d := e.Origin.Digest
	had := s.now[d] > 0
	s.now[d] += by
	switch has := s.now[d] > 0; {
	case s.after[d] == 0 || had == has:
	case has:
		s.missing--
	default:
		s.missing++
	}
}

// apply makes one Apply of what is gathered.
func (s *stretch) apply(ctx context.Context) error {
	if len(s.coming)+len(s.going) == 0 {
		return nil
	}
	bs, err := s.batches(ctx, s.coming)
	if err != nil {
		return err
	}
	withheld := s.withhold(bs)
	want := make([]Result, 0, len(bs)+len(s.going))
	for i := range bs {
		want = append(want, s.enter(s.coming[i]))
	}
	for _, e := range s.going {
		bs = append(bs, Batch{Origin: Origin{Location: e.Origin.Location}})
		s.leave(e)
		want = append(want, Removed)
	}
	if err := s.say(ctx, bs, want, s.revision); err != nil {
		return err
	}
	s.coming, s.going = nil, nil
	return s.give(ctx, bs, withheld)
}
