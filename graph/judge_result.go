package graph

import (
	"maps"
	"slices"
)

// result turns the verdicts into what a backend has to do.
func (j *judge) result() *Judgement {
	out := &Judgement{}
	before, after := j.digests(), j.digests()
	entering := map[string]int{}
	for i := range j.batches {
		b := &j.batches[i]
		location := b.Origin.Location
		if old, ok := j.renames[location]; ok {
			out.Renames = append(out.Renames, Rename{old, location})
		}
		out.least = max(out.least, b.Revision)
		o := Outcome{Location: location, Was: j.renames[location], Document: b.Origin.Document}
		was, had := j.current[location]
		refused, wasRefused := j.refused[location]
		conflict, lost := j.left[i]
		switch {
		case lost:
			o.Result, o.Conflict = RefusedResult, &conflict
			out.Refuse = append(out.Refuse, Refusal{Batch: i, Location: location, Digest: b.Origin.Digest, Conflict: conflict})
		case b.Empty() && !had && !wasRefused:
			o.Result = NotThere
		case b.Empty():
			o.Result, o.Document = Removed, refused
			if had {
				o.Document = was.Origin.Document
				out.Close = append(out.Close, location)
				after.drop(was.Origin.Digest)
			}
		case had && was.Origin.Digest == b.Origin.Digest:
			o.Result = Unchanged
			out.Touch = append(out.Touch, i)
		default:
			o.Result = j.openResult(had, after[b.Origin.Digest] > 0)
			if had {
				out.Close = append(out.Close, location)
				after.drop(was.Origin.Digest)
			}
			out.Open = append(out.Open, i)
			after[b.Origin.Digest]++
			entering[b.Origin.Digest] = i
		}
		if !lost && wasRefused {
			out.Forget = append(out.Forget, location)
		}
		out.Outcomes = append(out.Outcomes, o)
	}
	j.settleDisplaced(out, after)
	for _, digest := range slices.Sorted(maps.Keys(before)) {
		if after[digest] == 0 {
			out.Leave = append(out.Leave, digest)
			out.effective = out.effective || !j.operational(digest)
		}
	}
	for _, i := range out.Open {
		if o := &j.batches[i].Origin; before[o.Digest] == 0 && after[o.Digest] > 0 && entering[o.Digest] == i {
			out.Enter = append(out.Enter, i)
			out.effective = out.effective || !o.Document.Kind().Operational()
		}
	}
	j.purge(out)
	return out
}

// operational tells whether a digest is one of facts that the service notes of itself.
func (j *judge) operational(digest string) bool {
	for _, e := range j.current {
		if e.Origin.Digest == digest {
			return e.Origin.Document.Kind().Operational()
		}
	}
	return false
}

// purge lists the origins without a past: those that are purged, and what is operational.
func (j *judge) purge(out *Judgement) {
	for i := range j.batches {
		if b := &j.batches[i]; b.Purge || j.current[b.Origin.Location].Origin.Document.Kind().Operational() {
			out.Purge = append(out.Purge, b.Origin.Location)
		}
	}
}

func (j *judge) openResult(had, held bool) Result {
	switch {
	case had:
		return Replaced
	case held:
		return Copied
	}
	return Added
}

func (j *judge) settleDisplaced(out *Judgement, after digestCount) {
	refused := map[string]bool{}
	for _, r := range out.Refuse {
		refused[r.Location] = true
	}
	for _, location := range slices.Sorted(maps.Keys(j.displaced)) {
		conflict, e := j.displaced[location], j.current[location]
		out.Outcomes = append(out.Outcomes, Outcome{Location: location, Document: e.Origin.Document, Result: Displaced, Conflict: &conflict})
		out.Close = append(out.Close, location)
		// A batch that lost is newer than what its origin loses, and is what is kept as refused.
		if !refused[location] {
			out.Refuse = append(out.Refuse, Refusal{Batch: -1, Location: location, Digest: e.Origin.Digest, Conflict: conflict})
		}
		after.drop(e.Origin.Digest)
	}
}

// digestCount counts the current editions that hold each digest.
type digestCount map[string]int

func (c digestCount) drop(digest string) { c[digest]-- }

func (j *judge) digests() digestCount {
	c := digestCount{}
	for _, e := range j.current {
		c[e.Origin.Digest]++
	}
	return c
}
