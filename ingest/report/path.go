package report

import (
	"path"
	"strings"
	"unicode"
	"unicode/utf8"
)

// A PathToken is a source path in running text. Start and End are the bytes it covers.
type PathToken struct {
	Path   string
	Start  int
	End    int
	InList bool // stands in the list that follows an SRC-n token (report-grammar 5.4), or that one in parentheses ends
}

// ScanPaths returns what looks like a path in text: at least two segments of which the last has a
// known file extension; a directory with its trailing slash; and, in the list after an SRC-n token
// alone, a bare file name. handles are the ids of the same text, in order.
//
// Outside a list the shape proves little (a system's own runtime files look the same), so a reader
// should hold such a path against the ones that lists and attributions name.
func ScanPaths(text string, handles []HandleToken) []PathToken {
	var tokens []PathToken
	ids := handles
	listEnd, listed := 0, false // where the current source list stands
	for i := 0; i < len(text); {
		start, end := markedWord(text, i)
		i = end
		for len(handles) > 0 && handles[0].End <= end {
			if handles[0].Class == HandleSource {
				listEnd, listed = handles[0].End, true
			}
			handles = handles[1:]
		}
		clean, isPath, bare := readPath(text[start:end])
		if !isPath {
			continue
		}
		inList := listed && listEnd <= start && start-listEnd <= maxListGap && listGap(text[listEnd:start])
		if bare && !inList {
			continue
		}
		at := start + strings.Index(text[start:end], clean)
		tokens = append(tokens, PathToken{clean, at, at + len(clean), inList})
		if inList {
			listEnd = at + len(clean)
		} else {
			listed = false
		}
	}
	listBefore(text, tokens, ids)
	return tokens
}

// listBefore marks the paths of a list that a source in parentheses ends: "a.go; b.go (SRC-1)".
func listBefore(text string, tokens []PathToken, handles []HandleToken) {
	next := 0 // the first token behind the source
	for _, h := range handles {
		for next < len(tokens) && tokens[next].End <= h.Start {
			next++
		}
		if h.Class != HandleSource || next == 0 || !strings.HasPrefix(strings.TrimLeft(text[h.End:min(len(text), h.End+2)], "`"), ")") {
			continue
		}
		from := tokens[next-1].End
		if h.Start-from > maxListGap || strings.Trim(text[from:h.Start], " `") != "(" {
			continue
		}
		for i := next - 1; i >= 0 && !tokens[i].InList; i-- {
			tokens[i].InList = true
			if i > 0 && (tokens[i].Start-tokens[i-1].End > maxListGap || !listGap(text[tokens[i-1].End:tokens[i].Start])) {
				break
			}
		}
	}
}

// markedWord finds the next run of bytes between delimiters, at or after from, that holds a mark which a path
// needs: a slash, or a stop that does not end a word. Where there is none it is the end of the text.
func markedWord(text string, from int) (start, end int) {
	mark := from
	for mark < len(text) && text[mark] != '/' && (text[mark] != '.' || mark+1 == len(text) || text[mark+1] == ' ') {
		mark++
	}
	if mark == len(text) {
		return mark, mark
	}
	for start = mark; start > from; {
		r, size := rune(text[start-1]), 1
		if r >= utf8.RuneSelf {
			r, size = utf8.DecodeLastRuneInString(text[from:start])
		}
		if delimits(r) {
			break
		}
		start -= size
	}
	for end = mark; end < len(text); {
		r, size := rune(text[end]), 1
		if r >= utf8.RuneSelf {
			r, size = utf8.DecodeRuneInString(text[end:])
		}
		if delimits(r) {
			break
		}
		end += size
	}
	return start, end
}

// delimits tells whether a character stands between words and in none.
func delimits(r rune) bool {
	if r < utf8.RuneSelf {
		return delimiter[r]
	}
	return !unicode.IsLetter(r) && !unicode.IsMark(r) && !unicode.IsDigit(r)
}

var delimiter = func() (set [utf8.RuneSelf]bool) {
	for _, c := range []byte(" \t\r\n,;()[]{}<>|`\"'=") {
		set[c] = true
	}
	return set
}()

// readPath takes sentence punctuation and a line range off a word and judges what remains.
func readPath(word string) (clean string, isPath, bare bool) {
	if len(word) < 3 || strings.Contains(word, "://") {
		return "", false, false
	}
	clean = strings.TrimRight(strings.TrimPrefix(word, "./"), ".:!?*")
	if at := strings.IndexByte(clean, ':'); at > 0 {
		if clean[at+1:] == "" || !isDigit(clean[at+1]) {
			return "", false, false
		}
		clean = clean[:at]
	}
	if clean == "" || clean[0] == '/' || clean[0] == '~' || strings.Contains(clean, "//") || strings.Contains(clean, "..") {
		return "", false, false
	}
	if strings.HasSuffix(clean, "/") {
		return clean, len(clean) > 1, false
	}
	return clean, extensions[strings.ToLower(strings.TrimPrefix(path.Ext(clean), "."))], !strings.Contains(clean, "/")
}

// maxListGap bounds, in bytes, what may stand between two members of a source list.
const maxListGap = 64

// listGap tells whether the text between two members of a source list only separates them.
func listGap(gap string) bool {
	switch strings.Trim(gap, " `") {
	case "", ",", ":", ";", "and", ", and", "; and", "&", "at", "(", "in":
		return true
	}
	return false
}

// isTarget tells whether s can be the target of a quotation's attribution: a path, with less proof
// than running text needs, since the marker before it is proof enough. A path with blanks must begin
// with a directory and end in a known extension.
func isTarget(s string) bool {
	const mostWords = 6
	if s == "" || strings.ContainsAny(s, "\t,;\"'`<>|") || strings.HasPrefix(s, "-") {
		return false
	}
	if words := strings.Split(s, " "); len(words) > 1 {
		_, isPath, _ := readPath("x/" + words[len(words)-1])
		return isPath && len(words) <= mostWords && strings.Contains(words[0], "/")
	}
	if _, isPath, _ := readPath(s); isPath || strings.Contains(s, "://") {
		return true
	}
	return strings.Contains(s, "/") && !strings.HasSuffix(s, "/") || wellKnownFiles[s]
}

var wellKnownFiles = wordSet("Makefile Dockerfile Justfile Procfile Rakefile Gemfile LICENSE NOTICE README CHANGELOG")

// extensions are the file name endings, lower case, that make a word with a slash a path.
var extensions = wordSet(`
	rs go py pyi pyx ts tsx mts cts js jsx mjs cjs vue svelte astro java kt kts scala groovy clj cljs swift m mm dart
	c h cc cpp cxx hpp hh cs fs vb rb php pl pm lua r jl ex exs erl hrl hs ml mli nim zig nix el vim
	sh bash zsh fish ps1 bat cmd awk sql proto thrift graphql gql prisma wasm wat
	md mdx rst adoc tex txt html htm css scss sass less xml svg ipynb csv tsv parquet
	json jsonl json5 jsonc toml yaml yml ini cfg conf env properties lock mod sum gradle tf hcl mk cmake
	j2 jinja jinja2 tmpl tpl hbs ejs mustache prompt service plist`)

func wordSet(words string) map[string]bool {
	set := map[string]bool{}
	for _, w := range strings.Fields(words) {
		set[w] = true
	}
	return set
}
