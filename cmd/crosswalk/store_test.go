package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/crosswalk-graph/crosswalk/graph"
)

func TestStoreURLs(t *testing.T) {
	for _, good := range []string{"sqlite:shelf.db", "sqlite:/var/lib/a@b/shelf.db", "sqlite:/100%/shelf.db", "bolt://shelf:7687", "bolt+s://shelf",
		"bolt+ssc://shelf", "neo4j://shelf", "neo4j+s://shelf:7687", "neo4j+ssc://[::1]:7687"} {
		if _, err := (&Config{}).opener(good); err != nil {
			t.Errorf("%s: %v", good, err)
		}
	}
	for _, bad := range []string{"", "shelf.db", "sqlite:", "bolt:", "bolt://", "http://shelf", "postgres://me:hush@shelf", "neo4j://me:hush@shelf",
		"neo4j+s://me@shelf", "bolt://me:hush%zz@shelf", "bolt:me:hush@shelf", "bolt:///me:hush@shelf", "sqlite://me:hush@shelf/x"} {
		_, err := (&Config{}).opener(bad)
		if graph.CodeOf(err) != graph.Invalid || strings.Contains(err.Error(), "hush") {
			t.Errorf("%s: %v", bad, err)
		}
	}
}

func TestNeo4jPassword(t *testing.T) {
	dir := t.TempDir()
	file := func(name, text string) string {
		path := filepath.Join(dir, name)
		if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
		return path
	}
	for _, c := range []struct {
		config Config
		want   string
		bad    bool
	}{
		{Config{}, "", false},
		{Config{Neo4jPassword: "hush"}, "hush", false},
		{Config{Neo4jPasswordFile: file("plain", "hush")}, "hush", false},
		{Config{Neo4jPasswordFile: file("lines", " hush hush \r\nmore\n")}, " hush hush ", false},
		{Config{Neo4jPasswordFile: file("empty", "\nhush")}, "", true},
		{Config{Neo4jPasswordFile: filepath.Join(dir, "none")}, "", true},
		{Config{Neo4jPasswordFile: dir}, "", true},
	} {
		got, err := c.config.neo4jPassword()
		if got != c.want || (graph.CodeOf(err) == graph.Invalid) != c.bad {
			t.Errorf("%q from file %q: %q, %v", string(c.config.Neo4jPassword), c.config.Neo4jPasswordFile, got, err)
		}
	}
}

func TestConfigHidesPasswords(t *testing.T) {
	var out strings.Builder
	if err := (&Config{Neo4jPassword: "hush", Hosts: []string{"a", "b"}}).print(&out); err != nil {
		t.Fatal(err)
	}
	if got := out.String(); strings.Contains(got, "hush") || !strings.Contains(got, "neo4j-password: (set)\n") || !strings.Contains(got, "hosts: [a, b]\n") {
		t.Errorf("printed\n%s", got)
	}
}
