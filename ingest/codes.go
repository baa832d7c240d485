package ingest

import (
	"bytes"

	"github.com/crosswalk-graph/crosswalk/ingest/diag"
)

// The codes of this package's diagnostics; those of a format begin with its name. They are stable:
// tests and documentation key on them, the wording beside them is free.
const (
	CodePathNotFound   = "path-not-found"
	CodeUnreadable     = "unreadable"
	CodeNotAFile       = "not-a-file"
	CodeLinkOutside    = "link-outside"
	CodeLinkBroken     = "link-broken"
	CodeNoFormat       = "no-format"
	CodeNoLongerReport = "no-longer-a-report"
	CodeNotUTF8        = "skipped-not-utf8"
	CodeTooLarge       = "too-large"
	CodeLocationTaken  = "location-taken"
	CodeArchiveClosed  = "archive-not-opened"
	CodeUnsafeName     = "unsafe-name"
	CodeIgnoreFile     = "ignore-invalid"

	CodeSidecar     = "sidecar-invalid"
	CodeSidecarName = "sidecar-name-taken"

	CodeManifest        = "manifest-invalid"
	CodeManifestDigest  = "manifest-digest"
	CodeManifestMissing = "manifest-member-missing"
	CodeManifestUnnamed = "manifest-unnamed"

	CodeSystemUnknown    = "system-unknown"
	CodeRepositoryForm   = "repository-form"
	CodeRevisionDiffers  = "revision-differs"
	CodeSystemAmbiguous  = "system-ambiguous"
	CodeConflictDocument = "conflict-document"
	CodeConflictRecord   = "conflict-record"
	CodeUndefined        = "undefined-record"
	CodeMore             = "more-diagnostics"
	CodeDisplaced        = "displaced"
	CodeEntryKind        = "entry-kind"
	CodeEntryID          = "entry-id"
	CodeEntryEnd         = "entry-end"
	CodeEntryProperty    = "entry-property"
	CodeEntryValue       = "entry-value"
	CodeNotStorable      = "not-storable"
	CodePruneWithheld    = "prune-withheld"
)

// textLines are the lines of a text, as diagnostics point at them.
type textLines struct {
	file   string
	text   []byte
	starts []int // byte offset of each line
}

func linesOf(file string, text []byte) textLines {
	l := textLines{file, text, []int{0}}
	for i, c := range text {
		if c == '\n' {
			l.starts = append(l.starts, i+1)
		}
	}
	return l
}

// at is the range of a line, counted from 1; the whole file for a line that is not there.
func (l *textLines) at(line int) diag.Range {
	if line < 1 || line > len(l.starts) {
		return diag.Range{File: l.file}
	}
	start, next := l.starts[line-1], len(l.text)
	if line < len(l.starts) {
		next = l.starts[line]
	}
	end := len(bytes.TrimRight(l.text[start:next], " \t\r\n"))
	return diag.Range{File: l.file, Start: diag.Pos{Line: line, Column: 1, Byte: start}, End: diag.Pos{Line: line, Column: end + 1, Byte: start + end}}
}

// lineOf is the range of one line of a text.
func lineOf(file string, text []byte, line int) diag.Range {
	l := linesOf(file, text)
	return l.at(line)
}

// about makes a diagnostic about a whole file.
func about(s diag.Severity, code, file, summary, detail string, related ...diag.Related) diag.Diagnostic {
	return diag.Diagnostic{Severity: s, Code: code, Summary: summary, Detail: detail,
		Subject: diag.Range{File: file}, Related: related}
}

// Codes says of each code what it means and what to do. A code that is added has its entry here.
var Codes = diag.Catalogue{
	{Code: CodePathNotFound, Severity: diag.Error,
		Cause:   "A path that was given does not exist.",
		Cure:    "Check the spelling.",
		Example: diag.Command("crosswalk check nowhere")},
	{Code: CodeUnreadable, Severity: diag.Error,
		Cause:   "A file or folder cannot be opened or read.",
		Cure:    "Check the permissions of the file and of the folders above it.",
		Example: diag.Command("chmod 000 set/memory.md; crosswalk check set")},
	{Code: CodeNotAFile, Severity: diag.Error,
		Cause:   "A pipe, socket or device; it is never opened.",
		Cure:    "Give a file, a folder, or - for standard input.",
		Example: diag.Command("mkfifo pipe; crosswalk check pipe")},
	{Code: CodeLinkOutside, Severity: diag.Warning,
		Cause:   "A link leads out of the folders that were given; it is not followed.",
		Cure:    "Name what it leads to beside the folder, to have it read too.",
		Example: diag.Command("mkdir links; ln -s ../set links/set; crosswalk check links")},
	{Code: CodeLinkBroken, Severity: diag.Warning,
		Cause:   "A link leads nowhere, or in a circle.",
		Cure:    "Remove the link, or correct it.",
		Example: diag.Command("ln -s nowhere set/link.md; crosswalk check set")},
	{Code: CodeNoFormat, Severity: diag.Error,
		Cause:   "No format reads a file that was named.",
		Cure:    "Give a report. In a folder other files are passed over.",
		Example: diag.Command("echo hello > note.txt; crosswalk check note.txt")},
	{Code: CodeNoLongerReport, Severity: diag.Error,
		Cause:   "No format reads a file that was loaded before; its facts stay.",
		Cure:    "Restore the report and load it again, or take back what it said with documents remove.",
		Example: diag.Command("crosswalk ingest set; echo hello > set/memory.md; crosswalk ingest set")},
	{Code: CodeNotUTF8, Severity: diag.Warning,
		Cause:   "A text file in a folder that no format reads is not in UTF-8.",
		Cure:    "Convert the file to UTF-8, should it be a report; it may be UTF-16 or Windows-1252.",
		Example: diag.Command(`printf 'caf\351' > set/old.txt; crosswalk check set`)},
	{Code: CodeTooLarge, Severity: diag.Error,
		Cause:   "A document is over the size cap, or states more than one document may; or an archive or a git tree is over its caps.",
		Cure:    "Split the document, or raise the cap with --max-bytes; for an archive with --max-entries or --max-unpacked, or unpack it.",
		Example: diag.Command("crosswalk check set --max-bytes 1000")},
	{Code: CodeLocationTaken, Severity: diag.Error,
		Cause:   "Standard input is given no name, or that of a file of the same load; or a repository is given at two revisions.",
		Cure:    "Give standard input a name of its own with --name.",
		Example: diag.Command("crosswalk check - < set/memory.md")},
	{Code: CodeArchiveClosed, Severity: diag.Info,
		Cause:   "An archive was found in a folder or in another archive; only what is named is opened.",
		Cure:    "Name the archive to load what is in it.",
		Example: diag.Command("tar -cf set/old.tar set/memory.md; crosswalk check set")},
	{Code: CodeUnsafeName, Severity: diag.Warning,
		Cause:   "A file in an archive or a git tree has a name that leads elsewhere, that some systems cannot have, or that another has; such a file is not read, and of two with one name the later is.",
		Cure:    "Rename the file where the archive comes from.",
		Example: diag.Command("tar -cPf up.tar set/../set/memory.md; crosswalk check up.tar")},
	{Code: CodeIgnoreFile, Severity: diag.Error,
		Cause:   "A .crosswalkignore cannot be read, and nothing in its folder is loaded; or a line of it is no pattern, and is left out.",
		Cure:    "Check its permissions and size; close the brackets of the pattern.",
		Example: diag.Command("head -c 300000 /dev/zero > set/.crosswalkignore; crosswalk check set")},
	{Code: CodeSidecar, Severity: diag.Error,
		Cause:   "A sidecar cannot be read or breaks its schema; the files below it fail.",
		Cure:    "Correct the place that the message names: a sidecar has name and sources.",
		Example: diag.Command("echo 'colour: red' > set/crosswalk.sources.yaml; crosswalk check set")},
	{Code: CodeSidecarName, Severity: diag.Error,
		Cause:   "Another folder that exists has the sidecar's name already.",
		Cure:    "Give one of the two sidecars another name.",
		Example: diag.Command("cp -r set other; for d in set other; do echo 'name: lamp' > $d/crosswalk.sources.yaml; done; crosswalk check set other")},
	{Code: CodeManifest, Severity: diag.Warning, Rule: "23",
		Cause:   "The manifest of a set cannot be read, or an entry of it.",
		Cure:    "Write members as a mapping of file names to sha256 and its 64 hexadecimal digits.",
		Example: diag.Edit("set/ARTIFACT.yaml", "${memory.md}", "»5c0ffee«")},
	{Code: CodeManifestDigest, Severity: diag.Warning, Rule: "23",
		Cause: "A member has other bytes than its manifest says.",
		Cure:  "Write the SHA-256 of the member that the message gives, should the change be meant.",
		Example: diag.Edit("set/ARTIFACT.yaml",
			"${memory.md}",
			"»0000000000000000000000000000000000000000000000000000000000000000«")},
	{Code: CodeManifestMissing, Severity: diag.Warning, Rule: "23",
		Cause: "A manifest names a member that is not there.",
		Cure:  "Put the member beside the manifest, or take its name out.",
		Example: diag.Edit("set/ARTIFACT.yaml", `members:
`, `members:
  »minutes.md«: {}
`)},
	{Code: CodeManifestUnnamed, Severity: diag.Info, Rule: "23",
		Cause: "A document stands beside a manifest that does not name it.",
		Cure:  "Add the document to the members, or move it elsewhere.",
		Example: diag.Edit("set/ARTIFACT.yaml", `  synthesis.md:
    sha256: ${synthesis.md}
`, "")},
	{Code: CodeSystemUnknown, Severity: diag.Error,
		Cause:   "Neither the document nor the person who loads it names the system, or only in a text too long for a name.",
		Cure:    "Name the system with system: in a sidecar, or with --system.",
		Example: diag.Command("sed -i '/^# /d' set/memory.md; crosswalk check set/memory.md")},
	{Code: CodeRepositoryForm, Severity: diag.Warning,
		Cause: "A source identity is no address of a repository.",
		Cure:  "Write the address with its host, or state it with repository: in a sidecar.",
		Example: diag.Edit("set/memory.md",
			"source-identity: https://example.org/lamp/stand",
			"source-identity: the lamp")},
	{Code: CodeRevisionDiffers, Severity: diag.Warning,
		Cause:   "Another revision is stated of a document than it states itself.",
		Cure:    "Correct what is stated of it, should the document be right.",
		Example: diag.Command("crosswalk check set --revision 0123456789abcdef0123456789abcdef01234567")},
	{Code: CodeSystemAmbiguous, Severity: diag.Warning,
		Cause: "One system name stands for two repositories.",
		Cure:  "If they are two systems, name one with system: in a sidecar. If they are one, state one repository.",
		Example: diag.Edit("set/memory-profile.md",
			"source-identity: https://example.org/lamp/stand",
			"source-identity: https://example.org/lamp/other")},
	{Code: CodeConflictDocument, Severity: diag.Error,
		Cause:   "Another origin holds the same document with other facts.",
		Cure:    "Remove one of the two, or give it a run of its own; --replace takes over what a store holds.",
		Example: diag.Command("cp -r set other; sed -i 's/Label: Page mark/Label: Mark/' other/memory.md; crosswalk check set other")},
	{Code: CodeConflictRecord, Severity: diag.Error,
		Cause:   "Another origin declares the same record with other facts.",
		Cure:    "Declare the record in one document; --replace takes over what a store holds.",
		Example: diag.Command("sed 's/memory-report/epistemic-report/; s/Label: Page mark/Label: Mark/' set/memory.md > other.md; crosswalk check set/memory.md other.md")},
	{Code: CodeUndefined, Severity: diag.Warning, Rule: "8, 10",
		Cause: "A document names a record that the member which ought to declare it, and was read in the same load, does not declare.",
		Cure:  "Declare the record in its member, or correct the name; the message has the nearest one.",
		Example: diag.Edit("set/memory.md",
			"A turn writes the mark.",
			"A turn writes [»RT-OBJ-page-file«](runtime.md#rt-obj-page-file).")},
	{Code: CodeMore, Severity: diag.Info,
		Cause:   "There were more diagnostics of one kind than are listed.",
		Cure:    "Correct those that are listed, and check again.",
		Example: diag.Command(`for i in $(seq 300); do echo "[RT-OBJ-x$i](runtime.md#rt-obj-x$i)"; done >> set/memory.md; crosswalk check set`)},
	{Code: CodeDisplaced, Severity: diag.Warning,
		Cause:   "An origin lost its facts to one that replaces it.",
		Cure:    "Remove the document, or load it with --replace to have it back.",
		Example: diag.Command("crosswalk ingest set; cp -r set other; sed -i 's/Label: Page mark/Label: Mark/' other/memory.md; crosswalk ingest other --replace")},
	{Code: CodeEntryKind, Severity: diag.Error,
		Cause:   "An entry of a record file is of no kind or type that there is, or of none at all.",
		Cure:    "Correct it; the message has the nearest one. A node has kind and id, a relationship type, source and target.",
		Example: diag.Edit("records/notes.jsonl", `"kind":"object"`, `"kind":»"objct"«`)},
	{Code: CodeEntryID, Severity: diag.Error,
		Cause:   "An entry of a record file has no id that can be one, or one that another has.",
		Cure:    "Give it an id of its own, without a slash.",
		Example: diag.Edit("records/parts.csv", "component,foot", "component,»hall/foot«")},
	{Code: CodeEntryEnd, Severity: diag.Error,
		Cause:   "An end of a relationship in a record file denotes nothing, or a node of a kind that the type does not join.",
		Cure:    "Write the id of a node of the file, or kind and id of any of the run.",
		Example: diag.Edit("records/notes.jsonl", `"target":"lamp"`, `"target":»"lmp"«`)},
	{Code: CodeEntryProperty, Severity: diag.Warning,
		Cause:   "A key of a record file is none that its entry can have, or nearly one that it can.",
		Cure:    "Correct it, should it be meant for a property.",
		Example: diag.Edit("records/notes.jsonl", `"label":"Lamp"`, `»"labl"«:"Lamp"`)},
	{Code: CodeEntryValue, Severity: diag.Warning,
		Cause:   "A value in a record file is of another type than its property, or none of its enum.",
		Cure:    "Write it as the message says.",
		Example: diag.Edit("records/notes.jsonl", `"noCounterpart":true`, `"noCounterpart":»"yes"«`)},
	{Code: CodeNotStorable, Severity: diag.Error,
		Cause:   "What a document states breaks a rule of the graph.",
		Cure:    "Shorten or correct what the message names.",
		Example: diag.Command(`label=$(head -c 100000 /dev/zero | tr '\0' a); sed -i "s/Label: Lamp loop/Label: $label/" set/runtime.md; crosswalk check set/runtime.md`)},
	{Code: CodePruneWithheld, Severity: diag.Warning,
		Cause:   "Nothing is pruned below a folder that could not be read whole.",
		Cure:    "Correct what could not be read, and load again.",
		Example: diag.Command("mkdir set/shut; chmod 000 set/shut; crosswalk ingest set --prune")},
}
