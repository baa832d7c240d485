package bench

import "github.com/crosswalk-graph/crosswalk/graph"

// An operation is one question, put in three ways: as a document to our API, as one to its peer, and as Cypher by
// hand. All have one variable, of, the id of a node of a kind; none when there is no kind. What makes answers
// comparable is that all call ids "id" and counts "n".
type operation struct {
	name, ours, peer, hand string
	of                     graph.Kind
}

// apiOperations are the six that are measured. Runs that a newer one replaces are taken in, and stubs where they are
// not told apart by a relationship: the peer knows neither.
var apiOperations = []operation{
	{
		name: "Node", of: graph.Route,
		ours: `query($of: ID!) { node(id: $of) { id ... on Route { handle label implementationStatus } } }`,
		peer: `query($of: ID!) { routes(where: {id: {eq: $of}}) { id handle label implementationStatus } }`,
		hand: `MATCH (r:Crosswalk {id: $of}) RETURN r.id AS id, r.handle, r.label, r.implementationStatus`,
	},
	{
		name: "Page", of: graph.Document,
		ours: `query($of: ID!) { routes(first: 50, runs: ALL, stubs: INCLUDE, where: {document: {eq: $of}}) { nodes { id handle label system { name } } } }`,
		peer: `query($of: ID!) { routes(limit: 50, sort: [{id: ASC}], where: {documentId: {eq: $of}}) { id handle label system { name } } }`,
		hand: `MATCH (r:Route {document: $of}) WITH r ORDER BY r.id LIMIT 50 MATCH (s:Crosswalk {id: r.system}) RETURN r.id AS id, r.handle, r.label, s.name`,
	},
	{
		name: "Nested", of: graph.Document,
		ours: `query($of: ID!) { routes(first: 20, runs: ALL, stubs: INCLUDE, where: {document: {eq: $of}}) {
			nodes { id reads { nodes { id label readBy { nodes { id label } } } } } } }`,
		peer: `query($of: ID!) { routes(limit: 20, sort: [{id: ASC}], where: {documentId: {eq: $of}}) { id reads { id label readBy { id label } } } }`,
		hand: `MATCH (r:Route {document: $of}) WITH r ORDER BY r.id LIMIT 20
			RETURN r.id AS id, COLLECT { MATCH (r)-[:READS]->(o) WITH DISTINCT o
				RETURN {id: o.id, label: o.label, readBy: COLLECT { MATCH (o)<-[:READS]-(b) WITH DISTINCT b RETURN {id: b.id, label: b.label} }} }`,
	},
	{
		name: "List", of: graph.System,
		ours: `query($of: ID!) { routes(first: 50, runs: ALL, stubs: INCLUDE, where: {system: {eq: $of}, implementationStatus: {eq: WIRED}}, orderBy: [{field: LABEL}]) {
			n: totalCount nodes { id label } } }`,
		peer: `query($of: ID!) { routesConnection(first: 50, sort: [{label: ASC}], where: {systemId: {eq: $of}, implementationStatus: {eq: "WIRED"}}) {
			n: totalCount edges { node { id label } } } }`,
		hand: `CALL { MATCH (r:Route {system: $of, implementationStatus: 'WIRED'}) RETURN count(*) AS n }
			MATCH (r:Route {system: $of, implementationStatus: 'WIRED'}) WITH n, r ORDER BY r.label, r.id LIMIT 50
			RETURN n, collect({id: r.id, label: r.label})`,
	},
	{
		name: "Lineage", of: graph.Object,
		ours: `query($of: ID!) { lineage(of: $of, direction: DOWNSTREAM, depth: 3) { nodes { id label } } }`,
		peer: `query($of: ID!) { lineage(of: $of) { id label } }`,
		hand: `MATCH (:Crosswalk {id: $of}) ((x)-[r:PRODUCES|WRITES|FEEDS|LEADS_TO|FLOWS_TO|CONSUMES|READS]-(y)
			WHERE (type(r) IN ['CONSUMES', 'READS']) = (startNode(r) = y)){0,3} (n) RETURN DISTINCT n.id AS id, n.label`,
	},
	{
		name: "Aggregate",
		ours: `{ aggregate(kind: [COMPONENT, OBJECT, ROUTE, ISSUE, PASSAGE], groupBy: [KIND], runs: ALL, stubs: INCLUDE) { kind n: count } }`,
		peer: `{ components: componentsConnection { aggregate { count { n: nodes } } } objects: operativeObjectsConnection { aggregate { count { n: nodes } } }
			routes: routesConnection { aggregate { count { n: nodes } } } issues: issuesConnection { aggregate { count { n: nodes } } }
			passages: passagesConnection { aggregate { count { n: nodes } } } }`,
		hand: `MATCH (c:Component) WITH count(*) AS c MATCH (o:OperativeObject) WITH c, count(*) AS o MATCH (r:Route) WITH c, o, count(*) AS r
			MATCH (i:Issue) WITH c, o, r, count(*) AS i MATCH (p:Passage) WITH c, o, r, i, count(*) AS p RETURN c + o + r + i + p AS n`,
	},
}
