package ingest

import (
	"fmt"
	"path"
	"strings"

	"github.com/bmatcuk/doublestar/v4"

	"github.com/crosswalk-graph/crosswalk/ingest/diag"
)

// ignoreFile is the name of a file that says what is passed over in its folder, in the syntax of .gitignore.
// Those in a folder that is given and in the folders below it count, the nearest first.
const ignoreFile = ".crosswalkignore"

// Caps of ignore files: every name found is held against every pattern in force.
const (
	maxIgnorePatterns = 1000 // in force for one folder
	maxIgnorePattern  = 256  // bytes
)

// ignoreRules are the patterns in force in a folder. The nil value has none.
type ignoreRules struct {
	above *ignoreRules
	dir   string // the folder's name below what was given
	shown string // the file they stand in
	rules []ignoreRule
	total int // with those above
}

// An ignoreRule says that what matches is passed over, or with keep that it is not.
type ignoreRule struct {
	pattern string
	keep    bool
	folders bool // it is about folders only
}

// passes tells whether a file or folder is passed over, and which file says so. Of the patterns that
// match the last one in the nearest file decides.
func (r *ignoreRules) passes(name string, folder bool) (shown string, over bool) {
	for ; r != nil; r = r.above {
		below := name
		if r.dir != "." {
			below = strings.TrimPrefix(name, r.dir+"/")
		}
		for i := len(r.rules) - 1; i >= 0; i-- {
			rule := &r.rules[i]
			if (folder || !rule.folders) && doublestar.MatchUnvalidated(rule.pattern, below) {
				return r.shown, !rule.keep
			}
		}
	}
	return "", false
}

// ignoring gives the rules in force in a folder, which its own ignore file adds to; false when there is one
// that cannot be read: what is to be passed over is unknown then.
func (d *discovery) ignoring(r *root, dir, name string, above *ignoreRules) (*ignoreRules, bool) {
	at := path.Join(dir, ignoreFile)
	info, err := r.tree.Lstat(at)
	if err != nil {
		return above, true
	}
	d.look(r.tree.Path(at), info)
	out := &ignoreRules{above: above, dir: name, shown: r.show(path.Join(name, ignoreFile))}
	data, err := readBeside(r.tree, at)
	if err != nil {
		r.failed = true
		d.add(diag.Error, CodeIgnoreFile, out.shown, "The ignore file cannot be read: "+cause(err),
			"What is to be passed over is unknown, so nothing in its folder is loaded. Check its permissions and size.")
		return nil, false
	}
	if above != nil {
		out.total = above.total
	}
	d.diags = append(d.diags, out.read(data)...)
	return out, true
}

// read takes the patterns from an ignore file.
func (r *ignoreRules) read(data []byte) (diags diag.List) {
	wrong := func(line int, summary, detail string) {
		d := about(diag.Warning, CodeIgnoreFile, r.shown, summary, detail)
		d.Subject = lineOf(r.shown, data, line)
		diags = append(diags, d)
	}
	line := 0
	for text := range strings.Lines(strings.TrimPrefix(string(data), "\ufeff")) {
		line++
		rule, ok := parseIgnore(strings.TrimRight(text, "\r\n"))
		switch {
		case !ok:
		case len(rule.pattern) > maxIgnorePattern || !doublestar.ValidatePattern(rule.pattern):
			wrong(line, "This is no pattern, or a very long one", "It is left out; the others count.")
		case r.total == maxIgnorePatterns:
			wrong(line, fmt.Sprintf("More than %d patterns are in force here", maxIgnorePatterns), "This one and those after it are left out: use fewer that match more.")
			return diags
		default:
			r.total++
			r.rules = append(r.rules, rule)
		}
	}
	return diags
}

// parseIgnore reads a line of an ignore file; false for one without a pattern.
func parseIgnore(line string) (rule ignoreRule, ok bool) {
	if strings.HasPrefix(line, "#") {
		return rule, false
	}
	for trimmed := strings.TrimSuffix(line, " "); trimmed != line && !strings.HasSuffix(trimmed, `\`); trimmed = strings.TrimSuffix(line, " ") {
		line = trimmed
	}
	line, rule.keep = strings.CutPrefix(line, "!")
	line, rule.folders = strings.CutSuffix(line, "/")
	if line == "" {
		return rule, false
	}
	anchored := strings.Contains(line, "/")
	line = strings.TrimPrefix(line, "/")
	if !anchored {
		line = "**/" + line
	}
	if inside, all := strings.CutSuffix(line, "/**"); all {
		line = inside + "/**/*" // what is in the folder, not the folder
	}
	rule.pattern = strings.NewReplacer("{", `\{`, "}", `\}`, `\{`, `\{`, `\}`, `\}`, `\\`, `\\`).Replace(line)
	return rule, true
}
