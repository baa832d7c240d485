package graph

import (
	"strings"
	"testing"
	"unicode"
	"unicode/utf8"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"
)

func TestWords(t *testing.T) {
	tests := []struct {
		name, text string
		want       []string
	}{
		{"nothing", "", nil},
		{"punctuation alone", " -- / … \t\"\"\n", nil},
		{"sentence", `The shelf, "once" read; stays.`, []string{"the", "shelf", "once", "read", "stays"}},
		{"repeats stay", "to and to", []string{"to", "and", "to"}},
		{"camel case", "httpServer2X", []string{"http", "server2", "x"}},
		{"acronym before a word", "HTTPServer", []string{"http", "server"}},
		{"acronym after a word", "parseJSON", []string{"parse", "json"}},
		{"plural of an acronym", "URLs URLsOf IDs.", []string{"urls", "urls", "of", "ids"}},
		{"acronym before an s word", "DBstate", []string{"d", "bstate"}},
		{"digits stay with the letters before them", "sha256sum v2Beta", []string{"sha256sum", "v2", "beta"}},
		{"handle", "MEM-RTE-recall-search", []string{"mem", "rte", "recall", "search"}},
		{"numeric handle", "RTE-4", []string{"rte", "4"}},
		{"path", "pkg/shelf_index/readAll.go:12-18", []string{"pkg", "shelf", "index", "read", "all", "go", "12", "18"}},
		{"shouting snake", "MAX_SHELF_AGE", []string{"max", "shelf", "age"}},
		{"apostrophes", "shelf's don’t", []string{"shelf", "s", "don", "t"}},
		{"composed and combining accents", "Caf\u00e9 Cafe\u0301 NA\u00cfVE", []string{"cafe", "cafe", "naive"}},
		{"an accent before a capital", "cafe\u0301Society", []string{"cafe", "society"}},
		{"Vietnamese", "Nguyễn", []string{"nguyen"}},
		{"Greek, with final sigma", "ΟΔΌΣ οδός", []string{"οδοσ", "οδοσ"}},
		{"Cyrillic", "Ёлка МойСервер", []string{"елка", "мои", "сервер"}},
		{"sharp s", "Straße STRAẞE STRASSE", []string{"strasse", "strasse", "strasse"}},
		{"Turkish i", "İstanbul ISTANBUL ıstanbul istanbul", []string{"istanbul", "istanbul", "istanbul", "istanbul"}},
		{"Hindi keeps its vowel signs", "हिन्दी भाषा", []string{"हिन्दी", "भाषा"}},
		{"Hindi nukta in either form", "\u0958 \u0915\u093c", []string{"\u0915\u093c", "\u0915\u093c"}},
		{"a joiner inside a Hindi word is not seen", "क्\u200dष", []string{"क्ष"}},
		{"Thai keeps tone marks", "ที่นี่ น้ำ", []string{"ที่นี่", "น้ำ"}},
		{"Thai split by zero-width space", "ที่\u200bนี่", []string{"ที่", "นี่"}},
		{"Japanese", "検索エンジン、ガイド・カ\u3099", []string{"検索エンジン", "ガイド", "ガ"}},
		{"Japanese beside Latin", "日本語Text", []string{"日本語text"}},
		{"Hangul, composed and conjoining", "한글 \u1112\u1161\u11ab", []string{"한글", "한"}},
		{"Arabic and Hebrew keep marks", "كِتَاب שָׁלוֹם", []string{"كِتَاب", "שָׁלוֹם"}},
		{"astral letters", "𐐀𐐨 𠀀𠀁", []string{"𐐨𐐨", "𠀀𠀁"}},
		{"astral capital after a small letter", "𐐨𐐀", []string{"𐐨", "𐐨"}},
		{"capitals without a small form", "A𝐁0 a𝐁", []string{"a𝐁0", "a𝐁"}},
		{"emoji separate", "fast🚀lane 👩\u200d💻 ❤\ufe0f 1\ufe0f\u20e3", []string{"fast", "lane", "1"}},
		{"a mark on a letter of no script", "𝐁\u0301", []string{"𝐁"}},
		{"a mark without a letter", "\u0301 \u0301a 7\u0301", []string{"a", "7"}},
		{"compatibility signs that are letters", "5 \u212a 3 \u212b µm", []string{"5", "k", "3", "a", "μm"}},
		{"symbols that decompose", "a≮b", []string{"a", "b"}},
		{"soft hyphen and byte-order mark", "\ufeffshelf\u00admark", []string{"shelfmark"}},
		{"other white space", "a\u00a0b\u3000c\u2028d", []string{"a", "b", "c", "d"}},
		{"numbers of other scripts", "१२ ٣ ²", []string{"१२", "٣", "²"}},
		{"broken UTF-8", "ab\xffcd \xc3", []string{"ab", "cd"}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			if diff := cmp.Diff(tt.want, Words(tt.text)); diff != "" {
				t.Errorf("Words(%q) (-want +got):\n%s", tt.text, diff)
			}
			wordsCheck(t, tt.text)
		})
	}
}

func TestWordsCutsLongRuns(t *testing.T) {
	tests := []struct {
		name, text string
		want       []int // bytes of each word
	}{
		{"ASCII", strings.Repeat("a", 300), []int{128, 128, 44}},
		{"exactly full", strings.Repeat("a", 128), []int{128}},
		{"three bytes a letter", strings.Repeat("本", 50), []int{126, 24}},
		{"never before a mark", "अ" + strings.Repeat("का", 22), []int{123, 12}}, // byte 126 starts a vowel sign
		{"marks without end", "क" + strings.Repeat("\u093c", 500), []int{27}},   // the letter and eight marks
	}
	for _, tt := range tests {
		var got []int
		for _, w := range Words(tt.text) {
			got = append(got, len(w))
		}
		if diff := cmp.Diff(tt.want, got); diff != "" {
			t.Errorf("%s (-want +got):\n%s", tt.name, diff)
		}
		wordsCheck(t, tt.text)
	}
}

// TestWordsOfEveryRune holds the promises of Words for every assigned code point, between and after
// letters of scripts that fold and of scripts that keep their marks. Of the great uniform blocks,
// Han, Hangul and Tangut, it takes every 31st.
func TestWordsOfEveryRune(t *testing.T) {
	for r := rune(0); r <= unicode.MaxRune; r++ {
		if !unicode.In(r, unicode.L, unicode.M, unicode.N, unicode.P, unicode.S, unicode.Z, unicode.Cc, unicode.Cf) ||
			unicode.In(r, unicode.Han, unicode.Hangul, unicode.Tangut) && r%31 != 0 {
			continue
		}
		s := string(r)
		if !wordsCheck(t, s+" a"+s+"B"+s+"c क"+s) {
			t.Fatalf("at %U", r)
		}
	}
}

func TestQueryWords(t *testing.T) {
	if diff := cmp.Diff([]string{"shelf", "read", "back", "shelf", "read"}, QueryWords("Shelf read-back, SHELF read")); diff != "" {
		t.Errorf("repeats included, in order (-want +got):\n%s", diff)
	}
	var many strings.Builder
	for i := range 100 {
		many.WriteString(strings.Repeat("x", i%50+1) + " ")
	}
	got := QueryWords(many.String())
	if len(got) != 32 || got[0] != "x" || len(got[31]) != 32 {
		t.Errorf("a long query gives %d words, the last %q; want the first 32", len(got), got[len(got)-1])
	}
}

func FuzzWords(f *testing.F) {
	for _, s := range []string{
		"httpServer2X MEM-RTE-recall-search", "Straße İı ς", "हिन्दी ที่ 한글 ガ", "𐐀🚀\u0301\u200d", "\xff\xc3(", "URLs≮𝐀𝐁s",
		strings.Repeat("क\u093c", 90), strings.Repeat("A", 257) + "s",
	} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, text string) { wordsCheck(t, text) })
}

// wordsCheck reports whether the words of text keep every promise of Words and QueryWords.
func wordsCheck(t *testing.T, text string) bool {
	t.Helper()
	words := Words(text)
	for _, w := range words {
		if w == "" || len(w) > 128 || !utf8.ValidString(w) {
			t.Errorf("Words(%q): %q is empty, too long or not UTF-8", text, w)
			return false
		}
		for _, r := range w {
			ascii := r < utf8.RuneSelf
			if ascii && !('a' <= r && r <= 'z' || '0' <= r && r <= '9') || !ascii && !unicode.In(r, unicode.L, unicode.M, unicode.N) {
				t.Errorf("Words(%q): %q holds %U", text, w, r)
				return false
			}
		}
	}
	if again := Words(strings.Join(words, " ")); !cmp.Equal(words, again) {
		t.Errorf("Words(%q) = %q, but its own words are %q", text, words, again)
		return false
	}
	query := QueryWords(text)
	if len(query) != min(32, len(words)) || !cmp.Equal(query, words[:len(query)], cmpopts.EquateEmpty()) {
		t.Errorf("QueryWords(%q) = %q", text, query)
		return false
	}
	return true
}

func BenchmarkWords(b *testing.B) {
	for _, bb := range []struct{ name, text string }{
		{"ascii", "The MEM-RTE-shelf-lookup route reads pkg/shelf_index/readAll.go and supplies a later httpServer call. "},
		{"hindi", "हिन्दी भाषा में लिखा गया एक छोटा वाक्य, "},
	} {
		text := strings.Repeat(bb.text, 1000)
		b.Run(bb.name, func(b *testing.B) {
			b.SetBytes(int64(len(text)))
			for b.Loop() {
				eachWord(text, func(string) bool { return true })
			}
		})
	}
}
