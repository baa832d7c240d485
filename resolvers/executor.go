package resolvers

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"log/slog"
	"runtime/debug"
	"slices"
	"strings"

	"github.com/99designs/gqlgen/graphql"
	"github.com/99designs/gqlgen/graphql/executor"
	"github.com/99designs/gqlgen/graphql/handler/extension"
	"github.com/vektah/gqlparser/v2/ast"
	"github.com/vektah/gqlparser/v2/formatter"
	"github.com/vektah/gqlparser/v2/gqlerror"

	"github.com/crosswalk-graph/crosswalk/graph"
	"github.com/crosswalk-graph/crosswalk/resolvers/gen"
)

// An Executor runs GraphQL documents in-process. It may be used by several goroutines at once.
type Executor struct {
	resolver *Resolver
	limits   Limits
	schema   *ast.Schema
	exec     *executor.Executor
}

// Schema is the schema that documents are validated against. It must not be changed.
func Schema() *ast.Schema { return gen.NewExecutableSchema(gen.Config{}).Schema() }

// SDL is the whole schema in the schema language, the hand-written and the generated part as one.
func SDL() string {
	var b strings.Builder
	formatter.NewFormatter(&b, formatter.WithIndent("  ")).FormatSchema(Schema())
	return b.String()
}

// New makes an Executor.
func New(r Resolver, limits Limits) *Executor {
	if r.Log == nil {
		r.Log = slog.Default()
	}
	r.revisions = newRevisionFeed(r.Graph.Revision, revisionEvery, r.Log)
	schema := gen.NewExecutableSchema(gen.Config{Resolvers: root{resolver: &r}})
	e := &Executor{resolver: &r, limits: limits.orDefault(), schema: schema.Schema(), exec: executor.New(schema)}
	if !e.limits.NoIntrospection {
		e.exec.Use(extension.Introspection{})
	}
	e.exec.SetDisableSuggestion(e.limits.NoSuggestions)
	e.exec.AroundRootFields(inTime)
	e.exec.AroundFields(metered)
	e.exec.SetErrorPresenter(func(ctx context.Context, err error) *gqlerror.Error {
		if meterOf(ctx).stopped(ctx) != nil {
			return nil // Run says why; every field that is left says the same
		}
		return e.present(ctx, err)
	})
	e.exec.SetRecoverFunc(func(_ context.Context, p any) error {
		return fmt.Errorf("panic: %v\n%s", p, debug.Stack())
	})
	return e
}

// A Request is a document to run. Variables are decoded JSON; they are not changed.
type Request struct {
	Query         string
	OperationName string
	Variables     map[string]any
}

// A Response is what became of a request. Data is nil when the document was refused or its run was stopped,
// by a limit, the deadline or the caller; it is JSON in the order of the selections otherwise, "null"
// included. Every error has a code out of Codes in its extensions. Extensions tell the cost of a valid
// document and the limit: {"cost": {"cost": 120, "limit": 250000}}.
type Response struct {
	Errors     gqlerror.List   `json:"errors,omitempty"`
	Data       json.RawMessage `json:"data,omitempty"`
	Extensions map[string]any  `json:"extensions,omitempty"`
}

// Code is the code of the response's first error; "" without one.
func (r *Response) Code() graph.Code {
	if len(r.Errors) == 0 {
		return ""
	}
	code, _ := r.Errors[0].Extensions["code"].(graph.Code)
	return code
}

// Err is the response's first error as an error with its code; nil without one.
func (r *Response) Err() error {
	if len(r.Errors) == 0 {
		return nil
	}
	return &graph.Error{Code: r.Code(), Message: r.Errors[0].Message, Err: r.Errors[0]}
}

// prepare parses and checks a document with its variables.
func (e *Executor) prepare(ctx context.Context, r Request) (*graphql.OperationContext, gqlerror.List) {
	if err := e.check(r); err != nil {
		return nil, gqlerror.List{gqlerror.Wrap(err)}
	}
	oc, errs := e.exec.CreateOperationContext(graphql.StartOperationTrace(ctx), &graphql.RawParams{
		Query: r.Query, OperationName: r.OperationName, Variables: copyObject(r.Variables), ReadTime: graphql.TraceTiming{}})
	return oc, errs
}

// check finds what the library would not refuse, or not with words that help. Errors: Limit, Invalid.
func (e *Executor) check(r Request) error {
	doc, err := e.limits.check(r.Query)
	if doc == nil {
		return err // of what is no document, the library says why
	}
	if op := doc.Operations.ForName(r.OperationName); op != nil {
		return strict{e.schema}.variables(op, r.Variables)
	}
	var names []string
	for _, op := range doc.Operations {
		names = append(names, op.Name)
	}
	switch {
	case len(names) == 0 || slices.Contains(names, ""): // the library says what is wrong
		return nil
	case r.OperationName == "":
		return graph.Errorf(graph.Invalid, "the document has several operations: name one of %s", strings.Join(names, ", "))
	}
	return graph.Errorf(graph.Invalid, "there is no operation %s: name one of %s", r.OperationName, strings.Join(names, ", "))
}

// refuse answers a document that is not run, or not to its end.
func (e *Executor) refuse(ctx context.Context, errs gqlerror.List, extensions map[string]any) *Response {
	for i, err := range errs {
		errs[i] = e.present(ctx, err)
	}
	return &Response{Errors: e.capped(errs), Extensions: extensions}
}

// capped cuts a list of errors, and says so in the last place.
func (e *Executor) capped(errs gqlerror.List) gqlerror.List {
	most := e.limits.Errors
	if most < 1 || len(errs) <= most {
		return errs
	}
	more := &gqlerror.Error{Message: fmt.Sprintf("and %d more errors", len(errs)-most+1),
		Extensions: map[string]any{"code": graph.Limit}}
	return append(errs[:most-1:most-1], more)
}

// present gives an error the code and the words that callers see. What has no code is a fault of ours:
// callers see the request id, and the log the rest.
func (e *Executor) present(ctx context.Context, err error) *gqlerror.Error {
	var shown *gqlerror.Error
	if !errors.As(err, &shown) {
		shown = gqlerror.WrapPath(graphql.GetPath(ctx), err)
	}
	out := *shown
	code := graph.CodeOf(err)
	if code == graph.Internal && shown.Err == nil && shown.Extensions["code"] != nil {
		code = graph.Invalid // the library's own complaints about a document
	}
	out.Message = clip(out.Message)
	if code == graph.Internal {
		id := RequestID(ctx)
		e.resolver.Log.ErrorContext(ctx, "internal error", "request", id, "path", out.Path.String(), "error", err)
		out.Message = "internal error, request " + id
	}
	out.Extensions = map[string]any{"code": code}
	return &out
}

// longestMessage bounds what an error says, in bytes: it may echo what came in.
const longestMessage = 500

// clip shortens a message to whole letters.
func clip(message string) string {
	if len(message) <= longestMessage {
		return message
	}
	return strings.ToValidUTF8(message[:longestMessage-len("…")], "") + "…"
}

// copyObject copies decoded JSON, because coercion writes into it.
func copyObject(m map[string]any) map[string]any {
	if m == nil {
		return nil
	}
	return copyValue(m).(map[string]any)
}

func copyValue(v any) any {
	switch v := v.(type) {
	case map[string]any:
		out := make(map[string]any, len(v))
		for k, item := range v {
			out[k] = copyValue(item)
		}
		return out
	case []any:
		out := make([]any, len(v))
		for i, item := range v {
			out[i] = copyValue(item)
		}
		return out
	}
	return v
}
