package graph

import (
	"slices"
	"strings"
	"unicode/utf8"
)

// readBackRoutes gives the handles of routes in a text, in order, each once (report-grammar 2.1):
// RTE-4, MEM-RTE-3, RT-RTE-shelf-lookup. Fragments of links, families (RT-RTE) and names of more than
// three words are none.
func readBackRoutes(text string) []string {
	if !strings.Contains(text, "RTE-") {
		return nil // as in most answers
	}
	var routes []string
	seen := map[string]bool{}
	for run := range strings.FieldsFuncSeq(text, func(r rune) bool {
		return r != '-' && r != '_' && (r >= utf8.RuneSelf || wordASCIIClass[r] == wordBorder)
	}) {
		if !strings.Contains(run, "RTE-") {
			continue
		}
		for _, handle := range readBackHandles(run) {
			if !seen[handle] && readBackIsRoute(strings.Split(handle, "-")) {
				seen[handle] = true
				routes = append(routes, handle)
			}
		}
	}
	return routes
}

// readBackHandles splits a run where a prefixed handle starts inside it ("RT-RTE-a-RT-RTE-b").
func readBackHandles(run string) []string {
	var handles []string
	pieces := strings.Split(strings.Trim(run, "-"), "-")
	start := 0
	for i := 1; i+1 < len(pieces); i++ {
		if readBackLexicon[pieces[i]].in(readBackAnalysts) && len(pieces[i+1]) == 3 && strings.ToUpper(pieces[i+1]) == pieces[i+1] {
			handles = append(handles, strings.Join(pieces[start:i], "-"))
			start = i
		}
	}
	return append(handles, strings.Join(pieces[start:], "-"))
}

func readBackIsRoute(pieces []string) bool {
	prefixed := readBackLexicon[pieces[0]].in(readBackAnalysts)
	if prefixed {
		pieces = pieces[1:]
	}
	if len(pieces) < 2 || len(pieces) > 4 || pieces[0] != "RTE" {
		return false
	}
	if number := strings.TrimLeft(pieces[1], "0123456789"); len(pieces) == 2 && number != pieces[1] {
		return number == "" || len(number) == 1 && wordASCIIClass[number[0]] == wordSmall // RTE-4, RTE-4a
	}
	return prefixed && !slices.ContainsFunc(pieces[1:], func(w string) bool {
		return w == "" || wordASCIIClass[w[0]] != wordSmall || strings.Trim(w, "abcdefghijklmnopqrstuvwxyz0123456789") != ""
	})
}
