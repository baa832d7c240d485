package graph

import (
	"slices"
	"strings"
)

// A ReadBackVerdict says what a route's answer to "Later read-back" amounts to (report-grammar 4.3).
type ReadBackVerdict string

// The verdicts; ReadBackVerdicts says what each means.
const (
	VerdictNotStated           ReadBackVerdict = "NOT_STATED"
	VerdictUninspected         ReadBackVerdict = "UNINSPECTED"
	VerdictInapplicable        ReadBackVerdict = "INAPPLICABLE"
	VerdictCapabilityOnly      ReadBackVerdict = "CAPABILITY_ONLY"
	VerdictNoneStated          ReadBackVerdict = "NONE_STATED"
	VerdictInherited           ReadBackVerdict = "INHERITED"
	VerdictExternalConditional ReadBackVerdict = "EXTERNAL_CONDITIONAL"
	VerdictStaticOnly          ReadBackVerdict = "STATIC_ONLY"
	VerdictCurrentRunOnly      ReadBackVerdict = "CURRENT_RUN_ONLY"
	VerdictWithdrawalEffect    ReadBackVerdict = "WITHDRAWAL_EFFECT"
	VerdictDeferred            ReadBackVerdict = "DEFERRED"
	VerdictPositive            ReadBackVerdict = "POSITIVE"
)

// A TriState is a truth value in an open world: what no document settles is unknown, never false.
type TriState string

// The three states.
const (
	TriTrue    TriState = "TRUE"
	TriFalse   TriState = "FALSE"
	TriUnknown TriState = "UNKNOWN"
)

// A ReadBackFlag qualifies a verdict without changing it.
type ReadBackFlag string

// The flags; ReadBackFlags says what each means.
const (
	FlagAfforded       ReadBackFlag = "AFFORDED"
	FlagUnobserved     ReadBackFlag = "UNOBSERVED"
	FlagAlsoWithdrawal ReadBackFlag = "ALSO_WITHDRAWAL"
	FlagMalformed      ReadBackFlag = "MALFORMED"
	FlagContestable    ReadBackFlag = "CONTESTABLE"
)

// A ReadBackDirection says who starts a later read (report-grammar 4.2 and 10.8j).
type ReadBackDirection string

// The directions; ReadBackDirections says what each means.
const (
	ReadBackPull             ReadBackDirection = "PULL"
	ReadBackPush             ReadBackDirection = "PUSH"
	ReadBackBoth             ReadBackDirection = "BOTH"
	ReadBackDirectionUnknown ReadBackDirection = "UNKNOWN"
)

// A ConclusionStatus says how far evidence of one layer carries a conclusion (report-grammar 3.1).
type ConclusionStatus string

// The conclusion statuses; the last five are positive, weakest first.
const (
	StatusAbsent            ConclusionStatus = "ABSENT"
	StatusInapplicable      ConclusionStatus = "INAPPLICABLE"
	StatusUninspected       ConclusionStatus = "UNINSPECTED"
	StatusClaimed           ConclusionStatus = "CLAIMED"
	StatusAfforded          ConclusionStatus = "AFFORDED"
	StatusWired             ConclusionStatus = "WIRED"
	StatusObserved          ConclusionStatus = "OBSERVED"
	StatusCausallySupported ConclusionStatus = "CAUSALLY_SUPPORTED"
)

// A ReadBackVerdictInfo describes one verdict.
type ReadBackVerdictInfo struct {
	Verdict     ReadBackVerdict
	Established TriState // whether a later read-back is established
	Doc         string
}

// ReadBackVerdicts lists every verdict once (graph-model 5).
var ReadBackVerdicts = []ReadBackVerdictInfo{
	{VerdictPositive, TriTrue, "a later invocation receives what the route retains"},
	{VerdictCapabilityOnly, TriFalse, "it could be fetched, but nobody is known to do so"},
	{VerdictNoneStated, TriFalse, "the answer denies a later read, within the scope that it names"},
	{VerdictInapplicable, TriFalse, "the question does not arise: the route retains nothing for later use"},
	{VerdictStaticOnly, TriFalse, "what is read was shipped or configured, not built up by use"},
	{VerdictCurrentRunOnly, TriFalse, "the material does not outlive the run that made it"},
	{VerdictWithdrawalEffect, TriFalse, "the answer says only what can no longer be read"},
	{VerdictExternalConditional, TriUnknown, "it depends on a caller or host outside the system"},
	{VerdictUninspected, TriUnknown, "nobody looked"},
	{VerdictDeferred, TriUnknown, "the answer only says where else the question is treated"},
	{VerdictNotStated, TriUnknown, "the report gives no answer"},
	{VerdictInherited, TriUnknown, "the answer is that of the route it names"},
}

// Established says whether the verdict establishes a later read-back. INHERITED is UNKNOWN here:
// ResolveInherited follows it. So is a value that is no verdict.
func (v ReadBackVerdict) Established() TriState {
	for _, info := range ReadBackVerdicts {
		if info.Verdict == v {
			return info.Established
		}
	}
	return TriUnknown
}

// TriStates describes the three states.
var TriStates = []EnumValue{
	{string(TriTrue), "yes"},
	{string(TriFalse), "no, and a document says so"},
	{string(TriUnknown), "no loaded document settles it"},
}

// ReadBackFlags describes the flags.
var ReadBackFlags = []EnumValue{
	{string(FlagAfforded), "the clause says that it can happen, not that it does"},
	{string(FlagUnobserved), "the clause says that nobody saw it happen"},
	{string(FlagAlsoWithdrawal), "beside the later read, the answer says what can no longer be read"},
	{string(FlagMalformed), "the uncertainty is not in the form 'uninspected — reason' or 'inapplicable — reason'"},
	{string(FlagContestable), "an expert could argue for another verdict, which is named"},
}

// ReadBackDirections describes the directions.
var ReadBackDirections = []EnumValue{
	{string(ReadBackPull), "a consumer asks for it"},
	{string(ReadBackPush), "it is supplied without being asked for"},
	{string(ReadBackBoth), "both occur"},
	{string(ReadBackDirectionUnknown), "the answer does not say"},
}

// A ReadBack is the assessment of one answer to "Later read-back" (graph-model 5).
type ReadBack struct {
	Verdict     ReadBackVerdict
	Established TriState
	// Strength is the route's implementation status, or AFFORDED where the answer's first clause is
	// weaker than it; "" when the route has no such status.
	Strength ConclusionStatus
	// Flags are sorted, without repeats. AFFORDED and UNOBSERVED are those of the first clause, up to
	// ";" or "."; later clauses give LaterFlags. The other flags are about the whole answer.
	Flags, LaterFlags []ReadBackFlag
	Direction         ReadBackDirection
	Names             []string        // handles of the routes that the answer names, in order, each once
	Inherits          string          // for INHERITED: the handle of the route whose answer counts; the first of several
	Reading           ReadBackVerdict // for CONTESTABLE: the verdict that could be argued for instead
	Rule              string          // id of the row of ReadBackRules that decided
	Sentence          string          // the clause the verdict rests on, as written; "" for NOT_STATED
}

// AssessReadBack reads a route's answer to "Later read-back". present says whether the report has that
// label on the route at all. implementation is the route's implementation conclusion status as
// the report spells it, "" for none. rendering says that the text comes from a plain-text rendering,
// which writes the dash of an uncertainty as a hyphen. Any text is assessed; the work is linear in it.
//
// The first row of ReadBackRules that decides gives the verdict. Flags are read off the wording,
// whatever the verdict, because a report may well say "capability only — it can be reloaded".
func AssessReadBack(answer string, present bool, implementation string, rendering bool) ReadBack {
	if !present {
		answer = ""
	}
	a := newReadBackAnswer(answer, rendering)
	rb := ReadBack{Direction: ReadBackDirectionUnknown, Names: readBackRoutes(answer)}
	for _, rule := range ReadBackRules {
		if sentence, ok := rule.decide(a); ok {
			rb.Verdict, rb.Rule, rb.Sentence = rule.Verdict, rule.ID, sentence
			break
		}
	}
	rb.Established = rb.Verdict.Established()
	for i, c := range a.clauses {
		if i == 0 {
			rb.Flags = c.flags()
		} else {
			rb.LaterFlags = append(rb.LaterFlags, c.flags()...)
		}
	}
	switch rb.Verdict {
	case VerdictUninspected, VerdictInapplicable:
		if !a.wellFormed() {
			rb.Flags = append(rb.Flags, FlagMalformed)
		}
	case VerdictInherited:
		rb.Inherits = a.inherits
	case VerdictPositive, VerdictCapabilityOnly, VerdictExternalConditional:
		// The other verdicts describe no read that could have a direction.
		rb.Direction = a.direction(rb.Verdict)
	}
	if rb.Verdict == VerdictPositive && a.withdrawal() >= 0 {
		rb.Flags = append(rb.Flags, FlagAlsoWithdrawal)
	}
	if rb.Reading = a.otherReading(rb.Verdict); rb.Reading != "" {
		rb.Flags = append(rb.Flags, FlagContestable)
	}
	rb.Flags, rb.LaterFlags = sortedReadBackFlags(rb.Flags), sortedReadBackFlags(rb.LaterFlags)
	rb.Strength = readBackStrength(implementation, rb.Flags)
	return rb
}

func sortedReadBackFlags(flags []ReadBackFlag) []ReadBackFlag {
	slices.Sort(flags)
	return slices.Compact(flags)
}

// readBackStrength is the weaker of a status and the wording of the first clause (report-grammar 10.7).
// Without a status there is nothing that the wording could weaken.
func readBackStrength(implementation string, flags []ReadBackFlag) ConclusionStatus {
	name := strings.ToUpper(strings.Join(strings.FieldsFunc(implementation, func(r rune) bool {
		return r == ' ' || r == '_' || r == '`' || r == '.'
	}), "_"))
	switch status := ConclusionStatus(name); status {
	case StatusWired, StatusObserved, StatusCausallySupported:
		if slices.Contains(flags, FlagAfforded) {
			return StatusAfforded
		}
		return status
	case StatusAbsent, StatusInapplicable, StatusUninspected, StatusClaimed, StatusAfforded:
		return status
	}
	return ""
}

// An InheritedStep is what a route's own answer says when answers are followed from route to route.
type InheritedStep struct {
	Established TriState
	Inherits    ID // the route whose answer counts instead; "" when the route's own does
}

// Resolved is what following "as <route>" answers came to.
type Resolved struct {
	Established TriState
	From        ID   // the route whose own answer decides; "" when none does
	Chain       []ID // the routes followed, from the first to the last reached, each once
	Cycle       bool // the chain came back to a route it had passed
	Stub        bool // the chain ended at a route that no loaded document declares
}

// maxInherited routes are followed; a longer chain is no answer that a person could check.
const maxInherited = 64

// ResolveInherited follows the answers of routes that take over another's, starting with the route id
// itself. lookup gives a route's own answer, false for a stub or a route that is not there. A cycle,
// a stub and a chain of more than 64 routes leave the answer UNKNOWN (graph-model 5).
func ResolveInherited(id ID, lookup func(ID) (InheritedStep, bool)) Resolved {
	r := Resolved{Established: TriUnknown}
	for len(r.Chain) < maxInherited {
		if slices.Contains(r.Chain, id) {
			r.Cycle = true
			return r
		}
		r.Chain = append(r.Chain, id)
		step, ok := lookup(id)
		switch {
		case !ok:
			r.Stub = true
			return r
		case step.Inherits == "":
			r.Established, r.From = step.Established, id
			return r
		}
		id = step.Inherits
	}
	return r
}
