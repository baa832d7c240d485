package neo4j

import (
	"cmp"
	"context"
	"fmt"
)

// Info is what there is to know of a store besides its content.
type Info struct {
	URL      string // holds no secrets
	User     string
	Database string // as the server names it
	ReadOnly bool   // opened to read
	Version  string // of the server: "5.26.12"
	Edition  string // of the server: "community" or "enterprise"
	Schema   int64  // version of the store's schema

	Nodes, Relationships, Contributions, Editions, Batches, Contents int64
	Others                                                           int64 // nodes in the database that are not the store's
}

// URL is where the store is; it holds no secrets.
func (s *Store) URL() string { return s.address }

// Info reads facts about the store for people to look at.
func (s *Store) Info(ctx context.Context) (Info, error) {
	return read(ctx, s, func(t *transaction) (Info, error) {
		i := Info{URL: s.address, User: s.options.User, ReadOnly: s.options.ReadOnly}
		counts := map[string]*int64{"Crosswalk": &i.Nodes, "CrosswalkContribution": &i.Contributions,
			"CrosswalkEdition": &i.Editions, "CrosswalkBatch": &i.Batches, "CrosswalkContent": &i.Contents}
		var err error
		if i.Others, err = t.others(); err != nil {
			return i, err
		}
		err = cmp.Or(
			t.each(statement{text: serverFacts}, func(r row) error {
				i.Version, i.Edition = r.str("version"), r.str("edition")
				return nil
			}),
			t.each(statement{text: readDatabase}, func(r row) error {
				i.Database = r.str("name")
				return nil
			}),
			t.each(statement{text: readMeta}, func(r row) error {
				i.Schema = r.num("schema")
				return nil
			}),
			t.each(statement{text: countLabels}, func(r row) error {
				if n := counts[r.str("label")]; n != nil {
					*n = r.num("n")
				}
				return nil
			}),
			t.each(statement{text: countRelationships}, func(r row) error {
				i.Relationships += r.num("n")
				return nil
			}))
		return i, err
	})
}

// Check looks for damage: constraints and indexes that are missing or cannot be used, and what does not
// fit together because somebody changed it behind the store's back. It gives what it found, in words, at
// most a hundred of each sort; nothing when all is well. It reads every node.
func (s *Store) Check(ctx context.Context) ([]string, error) {
	return read(ctx, s, func(t *transaction) ([]string, error) {
		var out, online []string
		err := t.each(statement{text: listRules}, func(r row) error {
			if r.str("state") == "ONLINE" {
				online = append(online, r.str("name"))
			}
			return nil
		})
		for _, r := range missing(online) {
			out = append(out, fmt.Sprintf("constraint or index that is missing or not online: %s", r.name))
		}
		for _, c := range checks {
			err = cmp.Or(err, t.each(statement{text: c.text}, func(r row) error {
				out = append(out, fmt.Sprintf(c.what, r.str("id")))
				return nil
			}))
		}
		return out, err
	})
}
