package neo4j

import (
	"fmt"
	"slices"
	"strings"

	"github.com/crosswalk-graph/crosswalk/graph"
)

// wordsIndex is the full-text index of the words of labels and texts. The words are made by graph.Words
// and only have to be parted at spaces.
const wordsIndex = "crosswalk_words"

// A rule is a constraint or an index: its name and the statement that makes it.
type rule struct{ name, text string }

// unique are the constraints on what is not a relationship, and plainly indexed the other properties
// that statements seek by.
var (
	unique = [][2]string{{"Crosswalk", propID}, {"CrosswalkBody", propID}, {"CrosswalkContribution", "key"},
		{"CrosswalkEdition", "seq"}, {"CrosswalkBatch", "digest"}, {"CrosswalkContent", "digest"},
		{"CrosswalkMeta", "name"}, {"CrosswalkReceipt", "token"}}
	plainlyIndexed = [][2]string{{"Crosswalk", propStub}, {"CrosswalkBody", propLabelKey}, {"CrosswalkContribution", "node"}, {"CrosswalkReceipt", "at"},
		{"CrosswalkEdition", "location"}, {"CrosswalkEdition", "document"}, {"CrosswalkEdition", "digest"}, {"CrosswalkEdition", "byteDigest"},
		{"CrosswalkEdition", "since"}, {"CrosswalkEdition", "until"},
		{"CrosswalkLive", "location"}, {"CrosswalkLive", "path"}, {"CrosswalkLive", "document"}, {"CrosswalkLive", "digest"}}
)

// ownLabels are the labels that what is ours has, each node one of them.
var ownLabels = func() []string {
	out := make([]string, len(unique))
	for i, u := range unique {
		out[i] = u[0]
	}
	return out
}()

// rules gives the constraints and indexes that a store needs. Names say what the rule is about, so that
// one of a changed kinds table has another name.
func rules() []rule {
	var out []rule
	add := func(text string, about ...string) {
		name := "crosswalk_" + strings.ReplaceAll(strings.Join(about, "_"), ".", "_")
		out = append(out, rule{name, strings.Replace(text, "@", ident(name)+" IF NOT EXISTS", 1)})
	}
	for _, u := range unique {
		add(fmt.Sprintf("CREATE CONSTRAINT @ FOR (n:%s) REQUIRE n.%s IS UNIQUE", u[0], u[1]), u[0], u[1])
	}
	for _, t := range graph.RelTypes {
		add("CREATE CONSTRAINT @ FOR ()-[r:"+ident(string(t.Type))+"]-() REQUIRE r.id IS UNIQUE", string(t.Type), propID)
	}
	for _, p := range plainlyIndexed {
		add(fmt.Sprintf("CREATE INDEX @ FOR (n:%s) ON (n.%s)", p[0], p[1]), p[0], p[1])
	}
	for i := range graph.Kinds {
		k := &graph.Kinds[i]
		for j := range k.Properties {
			p := &k.Properties[j]
			if !sortable[p.Name] {
				continue
			}
			of := strings.ReplaceAll(indexed(p), "`", "")
			add("CREATE INDEX @ FOR (n:"+typeOf(k.Kind)+") ON (n."+strings.ReplaceAll(indexed(p), ", ", ", n.")+")", k.Type, strings.ReplaceAll(of, ", ", "_"))
		}
	}
	add("CREATE FULLTEXT INDEX @ FOR (b:CrosswalkBody) ON EACH [b."+propLabelWords+", b."+propTextWords+
		"] OPTIONS {indexConfig: {`fulltext.analyzer`: 'whitespace', `fulltext.eventually_consistent`: false}}", "words")
	return out
}

// missing gives the rules that are not among the names.
func missing(there []string) []rule {
	return slices.DeleteFunc(rules(), func(r rule) bool { return slices.Contains(there, r.name) })
}

// Statements about the database as a whole.
const (
	listRules    = "SHOW INDEXES YIELD name, state"
	awaitIndexes = "CALL db.awaitIndexes($seconds)"
	serverFacts  = "CALL dbms.components() YIELD name, versions, edition WHERE name = 'Neo4j Kernel' RETURN versions[0] AS version, edition"
	readDatabase = "CALL db.info() YIELD name RETURN name"
	readMeta     = "OPTIONAL MATCH (m:CrosswalkMeta {name: 'store'}) RETURN m.schema AS schema"
	makeMeta     = "MERGE (m:CrosswalkMeta {name: 'store'}) ON CREATE SET m.schema = $schema, m.revision = 0, m.seq = 0"
)

// countLabels counts nodes by label of ours, and all that there are; Neo4j looks at none of them.
var countLabels = func() string {
	text := "MATCH (n) WITH count(n) AS n RETURN 'all' AS label, n"
	for _, label := range ownLabels {
		text += " UNION ALL MATCH (n:" + label + ") WITH count(n) AS n RETURN '" + label + "' AS label, n"
	}
	return text
}()
