package early

import (
	"bytes"
	"path"
	"strings"
	"unicode/utf8"

	"github.com/crosswalk-graph/crosswalk/ingest/mdtext"
	"github.com/crosswalk-graph/crosswalk/ingest/report"
)

// headWindow is how much of a file Match looks at, in bytes.
const headWindow = 64 << 10

// Match tells by a file's path and at most its first 64 KiB whether it is a single-file result or a file
// of a trial. Front matter decides by its type. Without a type, a single file shows by its register and
// its records, both as sections and with an id between; a trial's file by ids like CMP-01 and either the
// run that its title or a labelled line names, or a table of such ids under the heading of their kind. A
// heading that declares a record of a set's member is in neither, so no such member is taken.
func (Format) Match(name string, head []byte) bool {
	switch strings.ToLower(path.Ext(path.Base(name))) {
	case "", ".md", ".markdown", ".txt":
	default:
		return false
	}
	head = bytes.TrimPrefix(head[:min(len(head), headWindow)], []byte(mdtext.ByteOrderMark))
	if typ, _ := mdtext.FrontKey(head, "type"); typ != "" {
		member, known := report.MemberOf(typ)
		return known && member.Role == roleResult
	}
	var s signs
	fence := ""
	for raw := range bytes.SplitSeq(head, []byte("\n")) {
		line := strings.TrimRight(string(raw), " \t\r")
		switch mark := fenceMark(line); {
		case mark != "" && fence == "":
			fence = mark
		case mark != "" && strings.HasPrefix(mark, fence):
			fence = ""
		case fence == "" && !strings.HasPrefix(line, ">"):
			s.read(line)
		}
	}
	return s.tell() && isText(head)
}

// signs are what tells a file apart that has no type.
type signs struct {
	register, records, cites bool // of a single file
	run, kindTable           bool // of a trial
	member                   bool // a record heading of a set's member
	heading                  bool // record headings of level 4, which trials have not
	kind                     string
}

func (s *signs) tell() bool {
	switch {
	case s.member || !s.cites:
		return false
	case s.register && s.records:
		return true
	}
	return !s.heading && (s.run || s.kindTable)
}

// read takes one line outside of fences and quotations.
func (s *signs) read(line string) {
	ids := report.ScanHandles(line)
	for _, h := range ids {
		s.cites = s.cites || h.Class == report.HandleNumbered || h.Class == report.HandleSource
	}
	title := strings.TrimLeft(line, "#")
	level := len(line) - len(title)
	title = strings.TrimSpace(title)
	switch {
	case level == 0 || level > levelRecord:
		s.row(line)
		_, value, labelled := strings.Cut(line, ":")
		s.run = s.run || labelled && isRunLabel(line) && runIn(value) != ""
	case level == levelTitle:
		s.run = s.run || runIn(title) != ""
	default:
		s.register, s.records = s.register || title == registerTitle, s.records || title == report.SharedRecords
		if at := kindOf(title); at >= 0 {
			s.kind = report.KindTypes[at].Kind
		}
		if len(ids) > 0 && ids[0].Start == strings.Index(line, title) && level == levelRecord {
			s.heading = true
			s.member = s.member || ids[0].Class == report.HandleNamed || !isRecordID(ids[0].Text) && ids[0].Class != report.HandleSource
		}
	}
}

// row notes a table's row that begins with an id of the kind that the heading above names.
func (s *signs) row(line string) {
	rest, table := strings.CutPrefix(line, "|")
	first, _, _ := strings.Cut(rest, "|")
	id := strings.Trim(first, " *`")
	s.kindTable = s.kindTable || table && s.kind != "" && isRecordID(id) && strings.HasPrefix(id, s.kind)
}

// isRunLabel tells whether a line begins with a label of a run's id.
func isRunLabel(line string) bool {
	label, _, _ := strings.Cut(strings.TrimLeft(line, "-* "), ":")
	return identityLabels[report.NormalLabel(label)] == identifiesRun
}

// fenceMark returns the marks that open or close fenced code on a line, or "".
func fenceMark(line string) string {
	line = strings.TrimLeft(line, " ")
	for _, mark := range []string{"```", "~~~"} {
		if strings.HasPrefix(line, mark) {
			return line[:len(line)-len(strings.TrimLeft(line, mark[:1]))]
		}
	}
	return ""
}

// isText tells whether the first bytes of a file are text; they may end within a character.
func isText(b []byte) bool {
	for cut := 0; cut < utf8.UTFMax && cut < len(b); cut++ {
		if utf8.Valid(b[:len(b)-cut]) {
			return bytes.IndexByte(b, 0) < 0
		}
	}
	return false
}
