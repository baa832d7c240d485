package questions

import (
	"bytes"
	"fmt"
	"strings"
)

const docHead = `# Questions

Generated from the question files. Ask one with ` + "`crosswalk ask NAME`" + `, vary it with ` + "`--var NAME=VALUE`" + `.

An answer holds what loaded reports state, with the sentence, document and line it rests on. What has no row is not
stated in anything that is loaded; it is never denied by that. Many things stand in one member of a set alone, such as
limitations in a synthesis: where an empty answer surprises, see what the question says about its sources, and
` + "`crosswalk documents list`" + `.

A question is a GraphQL query in a file. ` + "`@rows`" + ` marks the connection or list whose items are the rows,
` + "`@column`" + ` the fields that are the columns; comments at the head say what it is about and what its variables
mean. To make your own, copy one of these into a folder, change it, and name the folder with
` + "`--questions DIR`" + `. One of the same name takes the place of the one below.

`

// Doc makes the reference page of the questions, in Markdown: what each asks, what can be varied, what
// its columns are, and the query.
func Doc(questions []*Question) []byte {
	var b bytes.Buffer
	b.WriteString(docHead)
	for _, q := range questions {
		fmt.Fprintf(&b, "- [%s](#%s): %s\n", q.Name, strings.ToLower(q.Name), markdown(q.Title))
	}
	for _, q := range questions {
		fmt.Fprintf(&b, "\n## %s\n\n%s\n", q.Name, markdown(q.Title))
		if q.About != "" {
			fmt.Fprintf(&b, "\n%s\n", markdown(q.About))
		}
		if len(q.Params) > 0 {
			b.WriteString("\n| parameter | type | default | meaning |\n| --- | --- | --- | --- |\n")
		}
		for _, p := range q.Params {
			fallback := code(p.Default)
			if p.Required {
				fallback = "required"
			}
			fmt.Fprintf(&b, "| %s | %s | %s | %s |\n", code(p.Name), code(p.Type), fallback, markdown(p.Meaning))
		}
		b.WriteString("\n| column | type | meaning |\n| --- | --- | --- |\n")
		for _, c := range q.Columns {
			of := ""
			if c.List {
				of = "list of "
			}
			fmt.Fprintf(&b, "| %s | %s%s | %s |\n", code(c.Name), of, code(c.Type), markdown(c.Meaning))
		}
		fence := "```"
		for strings.Contains(q.Text, fence) {
			fence += "`"
		}
		fmt.Fprintf(&b, "\n%sgraphql\n%s\n%s\n", fence, strings.TrimSpace(q.Text), fence)
	}
	return b.Bytes()
}

// code shows a text as code in a cell of a table.
func code(s string) string {
	if s == "" || strings.Contains(s, "`") {
		return markdown(s)
	}
	return "`" + strings.ReplaceAll(s, "|", `\|`) + "`"
}
