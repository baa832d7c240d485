package ingest

import (
	"cmp"
	"crypto/sha256"
	"encoding/hex"
	"net/url"
	"path/filepath"
	"strings"
	"time"
	"unicode"

	"golang.org/x/text/unicode/norm"

	"github.com/crosswalk-graph/crosswalk/graph"
	"github.com/crosswalk-graph/crosswalk/ingest/report"
)

// An Identity is what a document's facts are filed under: where it was loaded from, and which system
// and run it is about (graph-model 1). Nothing in it is invented: what neither the document nor the
// person who loads it says stays empty. A review's run is named after its system and edition, a
// matrix's after its file and a record file's after its system, or its file where it is about several, apart
// from the runs of analyses.
type Identity struct {
	Location    string   // of the origin
	Path        string   // absolute, links resolved; "" for standard input
	System      string   // display name
	Slug        string   // the name folded; "" for a document about several systems
	Aliases     []string // other names of the system
	Run         string   // run id
	Provisional bool     // nobody states a run id, so the run is named after the slug
	Repository  string   // host and path: "example.org/quill/store"; "" when unknown
	Revision    string   // pinned revision; "" when unknown
}

// maxName caps the names that ids are made of, in bytes. Every id of a document repeats them.
const maxName = maxValue

// Identify works out the identity of a document from what it says and from what is stated of it;
// what is stated wins. The location is left to the caller. It reports false when neither names the
// system, or not in words short enough for names: such a document cannot be placed.
func Identify(doc *report.Document, s Stated) (Identity, bool) {
	id := Identity{
		System:   strings.TrimSpace(cmp.Or(s.System, doc.System, doc.Title)),
		Aliases:  s.Aliases,
		Run:      strings.TrimSpace(cmp.Or(s.Run, doc.Run)),
		Revision: cmp.Or(s.Revision, doc.Revision),
	}
	id.Repository, _ = repositoryAddress(cmp.Or(s.Repository, doc.Source))
	several := doc.Matrix != nil
	if doc.RecordFile != nil {
		id.System, several = recordSystem(doc, s)
	}
	if several {
		id.System, id.Aliases = "", nil // each row or entry names its own
	}
	if id.System == "" && !several || max(len(id.System), len(id.Run)) > maxName || (doc.Role == "" || doc.Matrix != nil) && len(doc.Title) > maxName {
		return id, false
	}
	if id.System != "" {
		id.Slug = slug(id.System)
	}
	switch {
	case id.Run != "":
	case doc.Review != nil:
		id.Run = id.Slug + "-review" + doc.Review.Edition
	case doc.Matrix != nil:
		id.Run = slug(doc.Title) + "-matrix"
	case doc.RecordFile != nil:
		id.Run = cmp.Or(id.Slug, slug(doc.Title)) + "-records"
	default:
		id.Run, id.Provisional = id.Slug, true
	}
	return id, true
}

// SystemID, RunID and RepositoryID are the ids of the shared nodes that a document belongs to;
// SystemID is "" for a document about several systems, RepositoryID when the repository is unknown.
func (id *Identity) SystemID() graph.ID {
	if id.Slug == "" {
		return "" // a document about several
	}
	return graph.NewID(graph.System, id.Slug)
}

// RunID is the id of the run.
func (id *Identity) RunID() graph.ID { return graph.NewID(graph.Run, id.Run) }

// RepositoryID is the id of the repository, "" when it is unknown.
func (id *Identity) RepositoryID() graph.ID {
	if id.Repository == "" {
		return ""
	}
	host, path, _ := strings.Cut(id.Repository, "/")
	if path == "" {
		return graph.NewID(graph.Repository, host)
	}
	return graph.NewPathID(graph.Repository, host, path)
}

// documentPart is what identifies a document within its run: its role, with what it verifies where
// that is what tells members of one role apart, else its title's slug.
func documentPart(doc *report.Document) string {
	if doc.Role != "" && doc.Verifies != "" {
		return slug(doc.Verifies) + "-" + doc.Role
	}
	if doc.Role != "" {
		return doc.Role
	}
	return slug(doc.Title)
}

// slug folds case and punctuation of a name: letters, marks and digits of any script in lower case,
// runs of anything else as one hyphen. A name without any becomes a hash of itself.
func slug(name string) string {
	var b strings.Builder
	gap := false
	for _, r := range norm.NFKC.String(name) {
		if !unicode.IsLetter(r) && !unicode.IsDigit(r) && !unicode.IsMark(r) {
			gap = b.Len() > 0
			continue
		}
		if gap {
			b.WriteByte('-')
			gap = false
		}
		b.WriteRune(unicode.ToLower(r))
	}
	if b.Len() == 0 {
		sum := sha256.Sum256([]byte(name))
		return hex.EncodeToString(sum[:6])
	}
	return b.String()
}

// runDate is the first date in a run id, YYYY-MM-DD; "" without one.
func runDate(run string) string {
	for i := 0; i+len(time.DateOnly) <= len(run); i++ {
		end := i + len(time.DateOnly)
		if i > 0 && isDigit(run[i-1]) || end < len(run) && isDigit(run[end]) {
			continue
		}
		if _, err := time.Parse(time.DateOnly, run[i:end]); err == nil {
			return run[i:end]
		}
	}
	return ""
}

// repositoryAddress folds the spellings of a repository's address into host and path: any scheme,
// git@host:path, user names, ports that are the scheme's own, a trailing slash or ".git", and the
// case of the host. It reports false for what has no host.
func repositoryAddress(address string) (string, bool) {
	address = strings.TrimSpace(address)
	if !strings.Contains(address, "://") {
		scheme := "https://"
		if user, rest, ok := strings.Cut(address, "@"); ok && !strings.ContainsAny(user, "/:") {
			scheme, address = "ssh://", strings.Replace(rest, ":", "/", 1)
		}
		address = scheme + address
	}
	u, err := url.Parse(address)
	if err != nil || !strings.Contains(strings.Trim(u.Hostname(), "."), ".") && u.Hostname() != "localhost" {
		return "", false
	}
	host := strings.ToLower(u.Hostname())
	if port := u.Port(); port != "" && port != defaultPort[u.Scheme] {
		host += ":" + port
	}
	path := strings.TrimSuffix(strings.Trim(u.Path, "/"), ".git")
	if path == "" {
		return host, true
	}
	return host + "/" + path, true
}

var defaultPort = map[string]string{"https": "443", "http": "80", "ssh": "22", "git": "9418"}

// originLocation is the location of a file: NAME:path below a sidecar that has a name, else its path.
func originLocation(path string, sc *sidecar) string {
	if sc != nil && sc.name != "" {
		if rel, ok := relative(sc.dir, path); ok {
			return sc.name + ":" + rel
		}
	}
	return path
}

// splitLocation takes a location below a named sidecar apart; false for any other.
func splitLocation(location string) (name, rel string, ok bool) {
	name, rel, ok = strings.Cut(location, ":")
	return name, rel, ok && isName(name)
}

// folderAbove gives the folder that a path stands in at the relative path given.
func folderAbove(path, rel string) (string, bool) {
	dir, ok := strings.CutSuffix(filepath.ToSlash(path), "/"+rel)
	if dir == "" {
		dir = "/"
	}
	return filepath.FromSlash(dir), ok
}

// isName tells whether s can be the name of a sidecar.
func isName(s string) bool {
	for i := 0; i < len(s); i++ {
		c := s[i]
		word := isDigit(c) || 'a' <= c && c <= 'z' || 'A' <= c && c <= 'Z'
		if !word && (i == 0 || c != '.' && c != '_' && c != '-') {
			return false
		}
	}
	return s != ""
}

func isDigit(c byte) bool { return '0' <= c && c <= '9' }
