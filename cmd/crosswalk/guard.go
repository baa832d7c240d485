package main

import (
	"context"
	"encoding/json"
	"log/slog"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/vektah/gqlparser/v2"

	"github.com/crosswalk-graph/crosswalk/graph"
	"github.com/crosswalk-graph/crosswalk/questions"
	"github.com/crosswalk-graph/crosswalk/resolvers"
	"github.com/crosswalk-graph/crosswalk/resolvers/auth"
)

// gate makes what tells a server's callers apart, as it is configured: a file of keys, an issuer of tokens, or
// neither. Where neither is, whoever reaches the server may do all that the server does.
func (a *app) gate(ctx context.Context) (*auth.Gate, error) {
	gate := &auth.Gate{}
	path, said, err := a.config.keysFile()
	if err == nil {
		gate.Keys, err = auth.OpenKeyring(path, time.Now)
	}
	switch {
	case err == nil:
		a.say("Keys: %s", tilde(path))
	case said || graph.CodeOf(err) != graph.NotFound && path != "":
		return nil, err
	default:
		gate.Keys = nil
	}
	if a.config.OIDCIssuer != "" {
		gate.Tokens, err = auth.OpenOIDC(ctx, auth.Issuer{URL: a.config.OIDCIssuer, Audience: a.config.OIDCAudience,
			Claim: a.config.OIDCClaim, Prefix: a.config.OIDCPrefix}, time.Now)
		if err != nil {
			return nil, err
		}
	}
	if !gate.Closed() {
		gate.Anonymous = auth.Read
		if a.config.AllowWrites {
			gate.Anonymous = auth.All
		}
	}
	return gate, nil
}

// auditLog opens the log of what was written and who was refused: lines of JSON, only ever added to.
func (a *app) auditLog() (log *slog.Logger, closing func() error, err error) {
	if a.config.Audit == "" {
		return slog.New(slog.NewJSONHandler(a.Err, nil)), func() error { return nil }, nil
	}
	file, err := os.OpenFile(a.config.Audit, os.O_CREATE|os.O_APPEND|os.O_WRONLY, 0o600)
	if err != nil {
		return nil, nil, graph.Errorf(graph.Invalid, "the audit log cannot be written: %w", err)
	}
	return slog.New(slog.NewJSONHandler(file, nil)), file.Close, nil
}

// persisted gives the documents that can be asked for by id: the questions by name, and what is configured.
// Errors: Invalid for a document that the schema does not allow, naming it.
func (a *app) persisted(engine *questions.Engine) (map[string]string, error) {
	out := map[string]string{}
	for _, q := range engine.Questions.All() {
		out[q.Name] = q.Text
	}
	if a.config.Persisted == "" {
		return out, nil
	}
	own, err := readPersisted(a.config.Persisted)
	if err != nil {
		return nil, err
	}
	for id, text := range own {
		if _, taken := out[id]; taken {
			return nil, graph.Errorf(graph.Invalid, "%s: there is a question of the name %q already", a.config.Persisted, id)
		}
		if _, errs := gqlparser.LoadQueryWithRules(resolvers.Schema(), text, nil); len(errs) > 0 {
			return nil, graph.Errorf(graph.Invalid, "%s: document %q: %w", a.config.Persisted, id, errs[0])
		}
		out[id] = text
	}
	return out, nil
}

// readPersisted reads a folder of *.graphql files, each a document by the name of its file, or a JSON file: an
// object of documents by id.
func readPersisted(path string) (map[string]string, error) {
	if info, err := os.Stat(path); err == nil && info.IsDir() {
		files, err := filepath.Glob(filepath.Join(path, "*.graphql"))
		if err != nil {
			return nil, graph.Errorf(graph.Invalid, "the persisted documents cannot be read: %w", err)
		}
		slices.Sort(files)
		out := map[string]string{}
		for _, file := range files {
			text, err := os.ReadFile(file)
			if err != nil {
				return nil, graph.Errorf(graph.Invalid, "the persisted documents cannot be read: %w", err)
			}
			out[strings.TrimSuffix(filepath.Base(file), ".graphql")] = string(text)
		}
		return out, nil
	}
	text, err := os.ReadFile(path)
	if err != nil {
		return nil, graph.Errorf(graph.Invalid, "the persisted documents cannot be read: %w", err)
	}
	var out map[string]string
	if err := json.Unmarshal(text, &out); err != nil {
		return nil, graph.Errorf(graph.Invalid, "%s is no object of documents by id: %w", path, err)
	}
	return out, nil
}
