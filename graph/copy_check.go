package graph

import (
	"bytes"
	"context"
	"fmt"
	"strings"
)

// Editions of a page of a journal: without facts and bytes, and with them.
const (
	barePage = 500
	fullPage = 8
)

// journalPages reads a journal in order, page by page.
type journalPages struct {
	store Store
	query HistoryQuery
	rows  []Edition
	ended bool
}

// next gives the next edition, nil after the last.
func (p *journalPages) next(ctx context.Context) (*Edition, error) {
	if len(p.rows) == 0 && !p.ended {
		rows, err := p.store.History(ctx, p.query)
		if err != nil {
			return nil, err
		}
		p.rows, p.ended = rows, len(rows) < p.query.Limit
	}
	if len(p.rows) == 0 {
		return nil, nil
	}
	e := &p.rows[0]
	p.rows, p.query.AfterSeq = p.rows[1:], e.Seq
	return e, nil
}

// survey counts the editions of the source, and refuses a journal in which two live origins came to stand
// under one location.
func (c *copier) survey(ctx context.Context) error {
	pages := &journalPages{store: c.from, query: HistoryQuery{Limit: barePage}}
	last := map[string]Edition{}
	for {
		e, err := pages.next(ctx)
		if err != nil || e == nil {
			return err
		}
		c.done.AllEditions++
		before, known := last[e.Origin.Location]
		if known && (before.State == Refused || e.State != Refused && (before.Until == 0 || before.Until > e.Since)) {
			return Errorf(Invalid, "the journal cannot be replayed: two origins that were there at once at revision %d both stand under %s since one was renamed",
				e.Since, e.Origin.Location)
		}
		last[e.Origin.Location] = *e
	}
}

// resume finds out what the target has already, and finishes what was being said when a copy was stopped.
func (c *copier) resume(ctx context.Context) error {
	var err error
	if c.done.Revision, err = c.to.Revision(ctx); err != nil {
		return err
	}
	source := &journalPages{store: c.from, query: HistoryQuery{Limit: barePage}}
	target := &journalPages{store: c.to, query: HistoryQuery{Limit: barePage}}
	withheld := map[int]string{}
	var pathless []*Edition
	for {
		have, err := target.next(ctx)
		if err != nil {
			return err
		}
		said, err := source.next(ctx)
		if err != nil {
			return err
		}
		if have == nil {
			if said != nil && said.Since < c.done.Revision || c.done.Revision > c.done.LastRevision {
				return c.foreign("it is at revision %d", c.done.Revision)
			}
			break
		}
		if said == nil || !c.begins(have, said) {
			return c.foreign("what %s said at revision %d is not in the source", have.Origin.Location, have.Since)
		}
		switch have.State {
		case Current:
			c.enter(said)
		case Refused:
			c.lose(said)
		default:
			c.note(said)
		}
		if have.Origin.Path != said.Origin.Path && have.State != Past {
			withheld[len(pathless)] = said.Origin.Path
			pathless = append(pathless, said)
		}
	}
	for i, e := range pathless {
		bs, err := c.batches(ctx, []*Edition{e})
		if err != nil {
			return err
		}
		if err := c.give(ctx, bs, map[int]string{0: withheld[i]}); err != nil {
			return err
		}
	}
	return nil
}

func (c *copier) foreign(why string, args ...any) error {
	return Errorf(Conflict, "the target is not the beginning of a copy of the source: %s; name a store that is empty", fmt.Sprintf(why, args...))
}

// begins tells whether an edition of the target is what a copy that was stopped made of one of the source.
func (c *copier) begins(have, said *Edition) bool {
	origin := said.Origin
	if have.Origin.Path == "" {
		origin.Path = "" // it may have been withheld
	}
	if have.Origin != origin || have.Since != said.Since || !have.At.Equal(said.At) {
		return false
	}
	switch have.State {
	case Past:
		return said.State == Past && have.Until == said.Until
	case Current:
		return said.State == Current || said.State == Past && said.Until >= c.done.Revision
	}
	return said.State == Refused
}

// compareJournals reads two journals to the end, facts and bytes too, and lists in what they differ.
func compareJournals(ctx context.Context, from, to Store) error {
	var differences []string
	differ := func(format string, args ...any) {
		differences = append(differences, fmt.Sprintf(format, args...))
	}
	summary := func(s Store) (string, error) {
		revision, err := s.Revision(ctx)
		if err != nil {
			return "", err
		}
		fingerprint, err := New(s, Limits{}).Fingerprint(ctx)
		return fmt.Sprintf("revision %d and fingerprint %s", revision, fingerprint), err
	}
	a, err := summary(from)
	if err != nil {
		return err
	}
	b, err := summary(to)
	if err != nil {
		return err
	}
	if a != b {
		differ("the source has %s, the copy %s", a, b)
	}
	source := &journalPages{store: from, query: HistoryQuery{Limit: fullPage, Facts: true, Content: true}}
	target := &journalPages{store: to, query: source.query}
	for n := 1; len(differences) < maxDifferences; n++ {
		said, err := source.next(ctx)
		if err != nil {
			return err
		}
		have, err := target.next(ctx)
		if err != nil {
			return err
		}
		if said == nil && have == nil {
			break
		}
		if d := differenceOf(said, have); d != "" {
			differ("edition %d: %s", n, d)
		}
	}
	if len(differences) > 0 {
		return Errorf(Conflict, "the copy differs from the source:\n%s", strings.Join(differences, "\n"))
	}
	return nil
}

// differenceOf says in what the edition of a copy differs from the source's; "" when they are the same but for Seq.
func differenceOf(said, have *Edition) string {
	if said == nil || have == nil {
		return fmt.Sprintf("the source has %s, the copy %s", nameOf(said), nameOf(have))
	}
	show := func(e *Edition) string {
		conflict := ""
		if e.Conflict != nil {
			conflict = fmt.Sprintf(" by %s over %s", e.Conflict.Location, e.Conflict.Node)
		}
		return fmt.Sprintf("%+v %s%s from %d to %d at %d", e.Origin, e.State, conflict, e.Since, e.Until, e.At.UnixNano())
	}
	switch a, b := show(said), show(have); {
	case a != b:
		return fmt.Sprintf("the source has %s, the copy %s", a, b)
	case said.Batch == nil || have.Batch == nil || !bytes.Equal(said.Batch.Facts(), have.Batch.Facts()):
		return fmt.Sprintf("the facts of %s differ", nameOf(said))
	case !bytes.Equal(said.Content, have.Content):
		return fmt.Sprintf("the bytes of %s differ", nameOf(said))
	}
	return ""
}

func nameOf(e *Edition) string {
	if e == nil {
		return "nothing more"
	}
	return fmt.Sprintf("%s since %d", e.Origin.Location, e.Since)
}
