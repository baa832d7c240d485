package graph

import (
	"cmp"
	"slices"
)

// The checks of what a store is asked. Backends make them before they translate anything, and add bounds
// of their own where theirs are narrower.

// Validate checks a query. Errors: Invalid, Limit for a filter that is too large.
func (q *Query) Validate() error {
	if err := cmp.Or(atLeast(q.Limit, 1), knownKinds(q.Kinds), ValidateFilter(q.Filter), ValidateOrder(q.Order)); err != nil {
		return err
	}
	return ValidateKey(q.After, q.Order, false)
}

// Validate checks a step. Errors: as Query.Validate.
func (s *Step) Validate() error {
	err := cmp.Or(ValidateFilter(Linked{Types: s.Types, Direction: s.Direction, Far: s.Far}), atLeast(s.Limit, 0), knownKinds(s.FarKinds),
		ValidateOrder(s.Order))
	if err != nil {
		return err
	}
	return ValidateKey(s.After, s.Order, true)
}

// Validate checks a count, leaving out what it ignores. Errors: as Query.Validate.
func (q *CountQuery) Validate() error {
	switch q.Over {
	case OverNodes:
		return cmp.Or(knownKinds(q.Kinds), ValidateFilter(q.Filter), ValidateGroupBy(q.GroupBy))
	case OverLinks:
		step := q.Followed()
		return step.Validate()
	case OverRelationships:
		return nil
	}
	return Errorf(Invalid, "unknown thing %d to count", q.Over)
}

// Followed is the step whose links are counted: all of them, in no order.
func (q *CountQuery) Followed() Step {
	step := q.Step
	step.Order, step.After, step.Limit = nil, nil, 0
	return step
}

// Validate checks a text query. Errors: as Query.Validate.
func (q *TextQuery) Validate() error {
	if err := cmp.Or(atLeast(q.Limit, 1), knownKinds(q.Kinds), ValidateFilter(q.Filter)); err != nil {
		return err
	}
	if !slices.Contains(Tiers, q.Tier) {
		return Errorf(Invalid, "unknown tier %d", q.Tier)
	}
	return nil
}

// LinkDepth tells how many Linked are nested in a filter, by which backends bound what they translate.
func LinkDepth(f Filter) (deepest int) {
	switch f := f.(type) {
	case And:
		for _, g := range f {
			deepest = max(deepest, LinkDepth(g))
		}
	case Or:
		return LinkDepth(And(f))
	case Not:
		return LinkDepth(f.Filter)
	case Linked:
		return LinkDepth(f.Far) + 1
	}
	return deepest
}

func knownKinds(kinds []Kind) error { return ValidateFilter(InKinds(kinds)) }

func atLeast(limit, least int) error {
	if limit < least {
		return Errorf(Invalid, "a limit of %d is below %d", limit, least)
	}
	return nil
}
