package report

import "strings"

// A Target is what the attribution of a quotation points at (report-grammar 2.8): a path with the
// line ranges and the revision that the attribution names, or an address, which is a path of its own.
type Target struct{ Path, Ranges, Revision string }

// ParseTarget reads an attribution's target, with or without code marks. It reports false for
// anything else. The blob address of a forge is taken apart into its path, lines and revision.
func ParseTarget(text string) (Target, bool) {
	word, revision, pinned := strings.Cut(strings.TrimSpace(text), " @ ")
	if at := strings.LastIndexByte(word, '@'); !pinned && at > 0 && IsRevision(word[at+1:]) { // a renderer glues code
		word, revision = word[:at], word[at+1:]
	}
	word = strings.Trim(strings.TrimSpace(word), "`")
	t := Target{Path: word, Revision: strings.Trim(strings.TrimSpace(revision), "`")}
	if strings.ContainsAny(t.Revision, " \t") {
		return Target{}, false
	}
	if strings.Contains(word, "://") {
		return blobTarget(t)
	}
	if at := strings.LastIndexByte(word, ':'); at > 0 && isRanges(word[at+1:]) {
		t.Path, t.Ranges = word[:at], word[at+1:]
	}
	if !isTarget(t.Path) {
		return Target{}, false
	}
	return t, true
}

// IsRevision tells whether a word pins a source: a full commit, or the hash of a capture's content
// (report-grammar 1.4).
func IsRevision(word string) bool {
	digest, content := strings.CutPrefix(word, "sha256:")
	return (content && len(digest) == 64 || !content && len(digest) == 40) && strings.Trim(digest, "0123456789abcdef") == ""
}

func blobTarget(t Target) (Target, bool) {
	if !isTarget(t.Path) {
		return Target{}, false
	}
	_, rest, ok := strings.Cut(t.Path, "/blob/")
	revision, path, found := strings.Cut(rest, "/")
	if !ok || !found || path == "" {
		return t, true
	}
	path, lines, _ := strings.Cut(path, "#")
	return Target{path, strings.ReplaceAll(lines, "L", ""), revision}, true
}

// isRanges accepts "10-24" and lists of such, "10-12,40".
func isRanges(s string) bool {
	return s != "" && isDigit(s[0]) && strings.Trim(s, "0123456789-,") == ""
}

// CutRange takes a line range off the end of a path: "pkg/a.go:10-24".
func CutRange(path string) (clean string, ranged bool) {
	if at := strings.LastIndexByte(path, ':'); at > 0 && isRanges(path[at+1:]) {
		return path[:at], true
	}
	return path, false
}

// ProvenPaths keeps the paths that a document shows to be files of its source: those in a source
// list, those of coverage rows, and others only where their first directory is one that a list, a
// coverage row or an attribution names. The rest are files of the system at work (report-grammar
// 5.4). Without any such directory nothing is dropped. It filters in place.
func ProvenPaths(paths []PathCite, passages []Passage) []PathCite {
	roots := map[string]bool{}
	root := func(path string) string { first, _, _ := strings.Cut(path, "/"); return first }
	sure := func(c *PathCite) bool { return c.InSourceList || c.Owner.Kind == OwnerCoverage }
	for i := range paths {
		if sure(&paths[i]) && strings.Contains(paths[i].Path, "/") {
			roots[root(paths[i].Path)] = true
		}
	}
	for i := range passages {
		roots[root(passages[i].Path)] = true
	}
	kept := paths[:0]
	for i := range paths {
		if sure(&paths[i]) || roots[root(paths[i].Path)] || len(roots) == 0 {
			kept = append(kept, paths[i])
		}
	}
	return kept
}
