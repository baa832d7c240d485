package rendered

import "github.com/crosswalk-graph/crosswalk/ingest/report"

// unknownMember stands for a document whose type is missing or unknown: no order of sections holds.
var unknownMember = report.UnknownMember()

// memberOf finds the member type of a Type line's value. A type without listed headings is of an era
// that was not rendered like this: there would be nothing to recognise its structure by.
func memberOf(typ string) (report.MemberType, bool) {
	m, ok := report.MemberOf(typ)
	return m, ok && len(m.Sections) > 0
}
