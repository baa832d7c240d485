package relate

import (
	"maps"
	"slices"
	"strings"

	"github.com/crosswalk-graph/crosswalk/ingest/report"
)

// A verb is a word of the list in report-grammar 10.8a with the type that it decides.
type verb struct {
	kind string
	form form
	prep wordSet // words of which one must stand between the verb and its object; 0 for none
	deny bool    // the verb counts in denials only
}

// A form is how a verb is inflected.
type form uint8

const (
	base       form = iota // consume
	present                // consumes
	participle             // consumed
)

// verbs maps each inflected form to its verb. A word that is base form and participle (read) is here
// as base form; asParticiple tells.
var verbs = func() map[string]verb {
	table := map[string]verb{}
	for _, line := range []struct {
		kind, prep string
		deny       bool
		words      string
	}{
		{Consumes, "", false, "consume consumes consumed|use uses used"},
		{Reads, "", false, "read reads read|retrieve retrieves retrieved|load loads loaded|reload reloads reloaded"},
		{Reads, "from", false, "take takes taken|copy copies copied|extract extracts extracted|select selects selected"},
		{Reads, "from", false, "draw draws drawn|fetch fetches fetched|gather gathers gathered|collect collects collected"},
		{Produces, "", false, "produce produces produced|generate generates generated"},
		{Produces, "in", false, "result results resulted"},
		{Writes, "", false, "write writes written|persist persists persisted|store stores stored"},
		{Writes, "", false, "update updates updated|register registers registered"},
		{Writes, "in into", false, "retain retains retained"},
		{LeadsTo, "to", false, "lead leads led"},
		{LeadsTo, "", false, "precede precedes preceded|invoke invokes invoked"},
		{Feeds, "", false, "feed feeds fed"},
		{Feeds, "to", false, "supply supplies supplied|deliver delivers delivered"},
		{Feeds, "to", true, "wire wires wired"},
	} {
		var prep wordSet
		if line.prep != "" {
			prep = words(line.prep)
		}
		for lemma := range strings.SplitSeq(line.words, "|") {
			for f, w := range strings.Fields(lemma) {
				if _, ok := table[w]; !ok {
					table[w] = verb{line.kind, form(f), prep, line.deny}
				}
			}
		}
	}
	return table
}()

// verbForms are the words of the table.
var verbForms = keys(verbs)

// verb gives the verb that a word is a form of.
func (t token) verb() (v verb, ok bool) {
	if !t.in(verbForms) {
		return verb{}, false
	}
	return verbs[t.text], true
}

func (v verb) asParticiple(w string) bool { return v.form == participle || w == "read" }

// objectPreps are the prepositions that may stand inside the object of a verb of each type: it reads
// rows from A, it stores the row in A.
var objectPreps = map[string]wordSet{
	Consumes: words("of from"),
	Reads:    words("of from in"),
	Produces: words("of"),
	Writes:   words("of in into to"),
	Feeds:    words("into to"),
	LeadsTo:  words(""),
}

// A wordSet is one bit for each list of words that a word is in, or the bits of several lists.
type wordSet uint64

// lexicon has the words of all lists, in lower case, with the lists that each is in: a token is looked up
// once, however many rules ask. lists is how many there are. sizes has, by the first two letters of such a
// word, a bit for each length that one has.
var (
	lexicon = map[string]wordSet{}
	lists   int
	sizes   [26][26]uint32
)

// listsOf gives the lists that a word is in.
func listsOf(w string) wordSet {
	if len(w) > 1 && w[0]-'a' < 26 && w[1]-'a' < 26 && sizes[w[0]-'a'][w[1]-'a']&(1<<len(w)) == 0 {
		return 0 // as most words
	}
	return lexicon[w]
}

// words makes a list.
func words(list string) wordSet {
	set := wordSet(1) << lists
	lists++
	for _, w := range strings.Fields(list) {
		lexicon[w] |= set
		if len(w) > 1 {
			sizes[w[0]-'a'][w[1]-'a'] |= 1 << len(w)
		}
	}
	return set
}

// keys makes a list of the words that a table has.
func keys[V any](table map[string]V) wordSet {
	return words(strings.Join(slices.Collect(maps.Keys(table)), " "))
}

var (
	// between a subject and its verb
	modals    = words("can may will do does did")
	auxiliary = words("is are was were be been being gets get")
	adverbs   = words(`then later also only still now first itself themselves often always sometimes again thus therefore
		already even optionally longer`)
	determiner = words(`the a an this these its their supplied existing shipped later next subsequent future same inspected
		deployed both either other retained every each all any`)
	// kindNouns name the kind of the record that "this route" or "that object" means.
	kindNouns = map[string]string{
		"route": report.KindRoute, "routes": report.KindRoute, "object": report.KindObject, "objects": report.KindObject,
		"component": report.KindComponent, "components": report.KindComponent, "claim": report.KindClaim,
		"path": report.KindAuthorityPath, "absence": report.KindAbsence, "record": "", "records": "",
	}
	resultNouns = words("result results output outputs product products")
	// textNouns are things of the report: what they do is no flow of the system.
	textNouns = words(`annotation annotations amendment amendments account accounts passage passages quotation quotations quote quotes
		finding findings description sentence statement claim claims report reports evidence distinction condition comparison
		assessment conclusion declaration qualification record's wording comment citation section paragraph inventory ledger`)
	// otherActors act on their own account: what the caller of a route does is not what the route does.
	otherActors = words(`caller callers consumer consumers reader readers user users author authors owner owners host hosts
		operator operators analyst analysts`)
	prepositions = words(`unlike of in by from with to on for under through via after before than between like as at into per over about within
		without against during until beside across toward towards onto upon`)
	relatives    = words("which that whose who where what when how")
	connectors   = words("and or nor")
	breaks       = words("but while whereas although though because since so")
	negators     = words("no not never none nothing nobody neither nor cannot without")
	softNegation = words("only merely just simply necessarily more less fewer doubt other further second additional")
	denying      = words("not never cannot no")
	deontic      = words("must should need may might would ought")
	doubts       = words(`if whether unless would could should might must ought perhaps possibly uninspected unresolved
		unknown unclear prevent prevents prevented preventing formerly planned`)
	reporting = words(`imply implies infer inferred establish establishes show shows shown prove proves demonstrate demonstrates
		mean means suggest suggests confirm confirms justify justifies`)
	hearsay  = words("says said claims claimed promises promised states stated documents alleges advertises")
	identity = words(`distinct differs differ different closest duplicate duplicates duplicating compared counterpart distinguish distinguishes`)
	reaching = words(`affect affects shape shapes reach reaches enter enters inform informs influence influences serve
		serves supply supplies feed feeds`)
)

// partyNouns name an end of a relationship in labels, columns, copulas and denials: "Consumers are A".
var partyNouns = map[string]string{
	"consumer": Consumes, "consumers": Consumes, "caller": Consumes, "callers": Consumes,
	"reader": Reads, "readers": Reads, "producer": Produces, "producers": Produces, "writer": Writes, "writers": Writes,
}

var (
	partyWords = keys(partyNouns)
	kindWords  = keys(kindNouns)
	// telling are the other words that some rule begins with. In a text without one of them, without an arrow
	// and without a verb, a party or a negation nothing is told that its label or answer does not tell.
	telling = words("under governed see result results output outputs input inputs")
)

// finite tells whether a word after an id begins a predicate, given the word after it: an id with a
// predicate of its own ends the list before it.
func finite(w, next token) bool {
	if w.kind != word {
		return false
	}
	if v, ok := w.verb(); ok && v.form != participle || w.in(modals) || w.in(auxiliary) || w.text == "has" || w.text == "have" {
		return true
	}
	return strings.HasSuffix(w.text, "s") && (next.kind == id || next.in(determiner) || next.text == "it" || next.text == "them" || next.text == "no")
}

func adverb(t token) bool { return t.in(adverbs) || strings.HasSuffix(t.text, "ly") }
