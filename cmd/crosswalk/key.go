package main

import (
	"fmt"
	"slices"
	"time"

	"github.com/spf13/cobra"

	"github.com/crosswalk-graph/crosswalk/graph"
	"github.com/crosswalk-graph/crosswalk/resolvers/auth"
)

func (a *app) keyCommand() *cobra.Command {
	cmd := &cobra.Command{
		Use:   "key",
		Short: "Make, list and revoke keys for serve",
		Long: `Keys say who asks a server, and what they may do. As soon as there is a file of keys, serve wants one of
everybody. The file holds no key, only what a key can be recognised by; a running server notices when it changes.

Scopes are read (ask anything), write (load documents, and take back those that came over the network) and admin (take back any
document). None includes another.`,
		Example: `  crosswalk key create grafana
  crosswalk key create loader --scope read,write --expires 90d
  crosswalk key list
  crosswalk key revoke grafana`,
		Args: args(cobra.NoArgs),
		RunE: func(cmd *cobra.Command, _ []string) error { return cmd.Help() },
	}
	cmd.PersistentFlags().String("keys", "", "file of keys (default keys.json in the folder of the configuration file)")
	cmd.AddCommand(a.keyCreate(), a.keyList(), a.keyRevoke())
	return cmd
}

func (a *app) keyCreate() *cobra.Command {
	var scopes []string
	var expires string
	cmd := &cobra.Command{
		Use:   "create NAME",
		Short: "Make a key, and print it this once",
		Example: `  crosswalk key create grafana
  crosswalk key create loader --scope read,write --expires 90d
  crosswalk key create visitor --expires 2027-01-31`,
		Args: args(cobra.ExactArgs(1)),
		RunE: func(_ *cobra.Command, given []string) error {
			rights, err := auth.ParseRights(scopes)
			if err != nil {
				return err
			}
			now := time.Now()
			until, err := expiry(expires, now)
			if err != nil {
				return err
			}
			return a.changeKeys(func(path string, keys []auth.Key) ([]auth.Key, error) {
				if slices.ContainsFunc(keys, func(k auth.Key) bool { return k.Name == given[0] }) {
					return nil, graph.Errorf(graph.Conflict, "there is a key %q already: revoke it first, or take another name", given[0])
				}
				k, secret, err := auth.NewKey(given[0], rights, now, until)
				if err != nil {
					return nil, err
				}
				a.say("Key %s, %s, %s; noted in %s. It is shown this once:", k.ID, rights, ends(&k), tilde(path))
				_, err = fmt.Fprintln(a.Out, secret)
				return append(keys, k), err
			})
		},
	}
	cmd.Flags().StringSliceVar(&scopes, "scope", []string{"read"}, "what it may do: read, write, admin")
	cmd.Flags().StringVar(&expires, "expires", "", "when it ends: a time from now, such as 12h or 90d, or a day (default never)")
	return cmd
}

func (a *app) keyList() *cobra.Command {
	return &cobra.Command{
		Use:     "list",
		Short:   "List the keys there are",
		Example: "  crosswalk key list",
		Args:    args(cobra.NoArgs),
		RunE: func(*cobra.Command, []string) error {
			path, _, err := a.config.keysFile()
			if err != nil {
				return err
			}
			keys, err := auth.ReadKeys(path)
			if err != nil {
				return err
			}
			w := a.rows()
			for i := range keys {
				k := &keys[i]
				fmt.Fprintf(w, "%s\t%s\t%s\tmade %s\t%s\n", k.ID, k.Name, k.Rights(), k.Created.Format(time.DateOnly), ends(k))
			}
			return w.Flush()
		},
	}
}

func (a *app) keyRevoke() *cobra.Command {
	return &cobra.Command{
		Use:     "revoke NAME…",
		Short:   "Make keys worthless, by name or id",
		Example: "  crosswalk key revoke grafana",
		Args:    args(cobra.MinimumNArgs(1)),
		RunE: func(_ *cobra.Command, given []string) error {
			return a.changeKeys(func(_ string, keys []auth.Key) ([]auth.Key, error) {
				for _, name := range given {
					i := slices.IndexFunc(keys, func(k auth.Key) bool { return k.Name == name || k.ID == name })
					if i < 0 {
						return nil, graph.Errorf(graph.NotFound, "there is no key %q; 'crosswalk key list' shows them", name)
					}
					keys = slices.Delete(keys, i, i+1)
				}
				return keys, nil
			})
		},
	}
}

// changeKeys reads the file of keys, where there is one, and writes what becomes of it.
func (a *app) changeKeys(change func(path string, keys []auth.Key) ([]auth.Key, error)) error {
	path, _, err := a.config.keysFile()
	if err != nil {
		return err
	}
	keys, err := auth.ReadKeys(path)
	if err != nil && graph.CodeOf(err) != graph.NotFound {
		return err
	}
	if keys, err = change(path, keys); err != nil {
		return err
	}
	return auth.WriteKeys(path, keys)
}

// ends says when a key ends.
func ends(k *auth.Key) string {
	switch {
	case k.Expires == nil:
		return "never ends"
	case k.Expired(time.Now()):
		return "ended " + k.Expires.UTC().Format(time.RFC3339)
	}
	return "ends " + k.Expires.UTC().Format(time.RFC3339)
}

// expiry reads when a key is to end: a time from now, in days too, or the end of a day in UTC. Errors: Invalid.
func expiry(text string, now time.Time) (*time.Time, error) {
	if text == "" {
		return nil, nil
	}
	until, err := time.Parse(time.DateOnly, text)
	if err == nil {
		until = until.AddDate(0, 0, 1)
	} else {
		var days int
		var rest string
		if n, _ := fmt.Sscanf(text, "%d%s", &days, &rest); n == 2 && rest == "d" {
			until = now.AddDate(0, 0, days)
		} else if d, err := time.ParseDuration(text); err == nil {
			until = now.Add(d)
		}
	}
	if until = until.UTC().Truncate(time.Second); !until.After(now) {
		return nil, graph.Errorf(graph.Invalid, "--expires %s: give a time from now, such as 12h or 90d, or a day to come, such as %s",
			text, now.AddDate(1, 0, 0).Format(time.DateOnly))
	}
	return &until, nil
}
