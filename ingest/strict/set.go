package strict

import (
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/crosswalk-graph/crosswalk/ingest"
	"github.com/crosswalk-graph/crosswalk/ingest/diag"
)

// A memberFile is the name that a member has in its set, by its role and what it verifies.
type memberFile struct {
	name, role, verifies string
	since                bool // in sets with a boundary only
}

// files are the members of a complete set (report-grammar 1.2).
var files = []memberFile{
	{"boundary.md", "boundary", "", true},
	{"overview.md", "overview", "", false},
	{"runtime.md", "runtime", "", false},
	{"memory.md", "memory", "", false},
	{"epistemic.md", "epistemic", "", false},
	{"reconciliation.md", "reconciliation", "", false},
	{"memory-profile.md", "memory-profile", "", false},
	{"synthesis.md", "synthesis", "", true},
	{"report-verification.md", "verification", "report", true},
	{"profile-verification.md", "verification", "profile", true},
	{"synthesis-verification.md", "verification", "synthesis", true},
}

// recordVerification is a second name of the verification of the reports.
const recordVerification = "record-verification.md"

// manifestFile pins the members.
const manifestFile = "ARTIFACT.yaml"

// A set is the members in one folder.
type set struct {
	dir     string
	members []*member
	files   []ingest.FileResult // all of the check in the folder, members included
	diags   diag.Collector
}

func newSet(dir string) *set { return &set{dir: dir} }

// member gives the member with a file name, nil where the check has not read it.
func (s *set) member(file string) *member {
	for _, m := range s.members {
		if m.file == file || m.file == recordVerification && file == "report-verification.md" {
			return m
		}
	}
	return nil
}

// there tells whether a file is in the folder, given or not. A folder that is none, within an archive,
// has what was given.
func (s *set) there(file string) bool {
	if s.member(file) != nil || slices.ContainsFunc(s.files, func(f ingest.FileResult) bool { return filepath.Base(f.Path) == file }) {
		return true
	}
	_, err := os.Lstat(filepath.Join(s.dir, file))
	return err == nil
}

func (s *set) add(code string, at diag.Range, summary, detail string, related ...diag.Related) {
	s.diags.Add(diag.Error, code, at, summary, detail, related...)
}

// check holds the members against each other. What names the set is its boundary, else its overview.
func (s *set) check() diag.List {
	head := s.member("boundary.md")
	if head == nil {
		head = s.member("overview.md")
	}
	s.diags = diag.Collector{Name: s.members[0].name, More: CodeMore}
	s.declarations()
	if head != nil {
		s.membership(head)
		s.identities(head)
		s.sources(head)
		s.links()
		s.limits()
		s.overview()
	}
	return s.diags.Finish()
}

// declarations finds ids that two members declare, and in the grammar of named ids without links those
// that go on from another.
func (s *set) declarations() {
	first := map[string]diag.Range{}
	for _, m := range s.members {
		for _, d := range m.declared {
			if at, twice := first[d.name]; twice && at.File != d.at.File {
				s.add(CodeDuplicate, d.at, diag.Clip(d.name)+" is declared in another member, too", "Keep one declaration and link it.",
					diag.Related{Message: "first declared here", Range: at})
				continue
			}
			first[d.name] = d.at
		}
	}
	for _, m := range s.members {
		for _, d := range m.declared {
			for at := strings.LastIndexByte(d.name, '-'); m.named && at > 0; at = strings.LastIndexByte(d.name[:at], '-') {
				if shorter, declared := first[d.name[:at]]; declared {
					s.add(CodeNameExtends, d.at, diag.Clip(d.name)+" goes on from the id of another record", "Give one of them a name of its own.",
						diag.Related{Message: "the other", Range: shorter})
					break
				}
			}
		}
	}
}

// membership asks for the members that the disposition requires, and for no others.
func (s *set) membership(head *member) {
	whole := diag.Range{File: head.name}
	disposition := head.keys["result-disposition"]
	if disposition.value == "" {
		disposition.at = whole
	}
	profiled := s.member("memory.md") != nil && s.inMemory()
	for _, f := range files {
		required := disposition.value == "complete" && (!f.since || head.role == "boundary")
		switch {
		case f.role == "memory-profile" && profiled && head.role == "overview": // in the memory report, in older sets
		case f.role == "boundary" || f.role == "overview" || required:
			if !s.there(f.name) && (f.role != "boundary" || head.role == "boundary") {
				s.add(CodeMemberMissing, disposition.at, "The set lacks "+f.name, "Add the member, or correct the disposition.")
			}
		}
	}
	if !s.there(manifestFile) {
		s.add(CodeManifestMissing, whole, "The set has no manifest", "Write "+manifestFile+" beside the members: the SHA-256 of each.")
	}
	for i := range s.files {
		at, base := diag.Range{File: s.files[i].Path}, filepath.Base(s.files[i].Path)
		known := base == recordVerification || slices.ContainsFunc(files, func(f memberFile) bool { return f.name == base })
		switch {
		case !known && strings.EqualFold(filepath.Ext(base), ".md"):
			s.add(CodeMemberUnknown, at, diag.Clip(base)+" is no member of a set", "Keep it in another folder.")
		case known && s.files[i].Outcome == ingest.Skipped:
			s.add(CodeMemberType, at, diag.Clip(base)+" does not have the type of a member", "Correct the type in its front matter.")
		}
	}
	for _, m := range s.members {
		f := slices.IndexFunc(files, func(f memberFile) bool {
			return f.name == m.file || m.file == recordVerification && f.verifies == "report"
		})
		if f >= 0 && (files[f].role != m.role || m.verifies != "" && files[f].verifies != m.verifies && m.verifies != "records") {
			s.add(CodeMemberType, m.keys["type"].at, diag.Clip(m.file)+" has the type of another member", "Correct the type, or the name of the file.")
		}
	}
}

// inMemory tells whether the memory report carries the profile.
func (s *set) inMemory() bool {
	_, profiled := s.member("memory.md").keys["memory-comparison"]
	return profiled
}

// identities compares what the members repeat of each other.
func (s *set) identities(head *member) {
	for _, m := range s.members {
		s.same(head, m, "run-id", "reviewed-boundary")
		if m.role == "overview" {
			s.same(head, m, "result-disposition", "target-class", "boundary-kind", "analysis-cutoff", "evidence-tier")
		}
	}
	if memory, profile := s.member("memory.md"), s.member("memory-profile.md"); memory != nil && profile != nil {
		s.same(memory, profile, "source-identity")
	}
}

func (s *set) same(a, b *member, names ...string) {
	for _, name := range names {
		first, second := a.keys[name], b.keys[name]
		if a != b && first.value != second.value && first.value != "" && second.value != "" {
			s.add(CodeIdentity, second.at, fmt.Sprintf("Another %s than in %s", name, a.file), "Make them the same.",
				diag.Related{Message: "there", Range: first.at})
		}
	}
}

// sources holds what members cite and quote against the set's register. A document with a register of its
// own has been held against that.
func (s *set) sources(head *member) {
	if len(head.register) == 0 {
		return
	}
	for _, m := range s.members {
		said := map[string]bool{}
		for _, c := range m.cited {
			if len(m.register) == 0 && !head.register[c.name] && !said[c.name] {
				said[c.name] = true
				s.add(CodeUnregistered, c.at, diag.Clip(c.name)+" is not in the register of "+head.file, "Add a row for it there, or cite a source that has one.")
			}
		}
		for _, q := range m.quoted {
			if !pinned(q.name, head) {
				s.add(CodeQuotationRevision, q.at, "A quotation from a revision that is not reviewed", "Quote a revision of the register of "+head.file+", or leave it out.")
			}
		}
	}
}

// pinned tells whether a revision is the reviewed one, or one of the register.
func pinned(revision string, head *member) bool {
	return head.keys["reviewed-boundary"].value == revision || head.revisions[revision]
}

// links asks whether linked members are there.
func (s *set) links() {
	for _, m := range s.members {
		said := map[string]bool{}
		for _, l := range m.links {
			file, ok := linkedFile(l.name)
			known := slices.ContainsFunc(files, func(f memberFile) bool { return f.name == file })
			if ok && known && !said[file] && !s.there(file) {
				said[file] = true
				s.add(CodeLinkAbsent, l.at, file+" is linked and is not there", "Add the member, or take the link out.")
			}
		}
	}
}

// limits asks of each limit of the verifications that the synthesis can know whether it is carried on.
func (s *set) limits() {
	synthesis := s.member("synthesis.md")
	if synthesis == nil || synthesis.limited == nil {
		return
	}
	carried := func(record string) bool { return synthesis.limited[record] }
	for _, m := range s.members {
		if m.verifies == "synthesis" {
			continue
		}
		for _, l := range m.limits {
			if len(l.records) > 0 && !slices.ContainsFunc(l.records, carried) {
				s.add(CodeLimit, l.at, "A limit that the synthesis does not carry on", "Cite one of its records in the Limitations of "+synthesis.file+".")
			}
		}
	}
}

// overview holds the overview's index against the reconciliation, and its links against the members.
func (s *set) overview() {
	o := s.member("overview.md")
	if o == nil {
		return
	}
	if r := s.member("reconciliation.md"); r != nil {
		s.index(o, r)
	}
	linked := map[string]bool{}
	for _, l := range o.links {
		file, _ := linkedFile(l.name)
		linked[file] = true
	}
	for _, m := range s.members {
		if m != o && !linked[m.file] {
			s.add(CodeMemberUnlinked, diag.Range{File: o.name}, "The overview does not link "+diag.Clip(m.file), "Link each member once.")
		}
	}
}

// index compares the records that the overview says are amended with those that are.
func (s *set) index(o, r *member) {
	at, listed := diag.Range{File: o.name}, []string(nil)
	if o.index != nil {
		at, listed = o.index.at, o.index.records
	}
	amended := map[string]bool{}
	for _, a := range r.amendments {
		amended[a.name] = true
	}
	var wrong []string
	for _, name := range listed {
		if !amended[name] {
			wrong = append(wrong, "has "+name)
		}
		delete(amended, name)
	}
	for _, name := range slices.Sorted(maps.Keys(amended)) {
		wrong = append(wrong, "lacks "+name)
	}
	if len(wrong) > 0 {
		s.add(CodeAmendmentIndex, at, "The overview's index of amended records "+strings.Join(wrong, ", "),
			"List the first record of each amendment of "+r.file+", once.")
	}
}
