package resolvers

import (
	"bytes"
	"encoding/json"
	"errors"
	"io"
	"mime"
	"net/http"
	"strings"

	"github.com/vektah/gqlparser/v2/ast"

	"github.com/crosswalk-graph/crosswalk/graph"
)

// The media types of answers (GraphQL over HTTP). Under the newer one the status says whether the
// document could be run; under the older one a well-formed request is answered with 200 whatever came of it.
const (
	mediaJSON     = "application/json"
	mediaResponse = "application/graphql-response+json"
)

// transport carries GraphQL over POST, and over GET for queries. What the library offers echoes bodies and
// has other status codes than the specification wants.
type transport struct {
	exec    *Executor
	maxBody int64
}

// A refusal is a request that no document comes out of.
type refusal struct {
	status int
	err    *graph.Error
}

func refused(status int, format string, args ...any) *refusal {
	code := graph.Invalid
	if status == http.StatusRequestEntityTooLarge {
		code = graph.Limit
	}
	return &refusal{status, graph.Errorf(code, format, args...)}
}

// ServeHTTP answers a GraphQL request.
func (t *transport) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	media := acceptable(r.Header.Values("Accept"))
	if media == "" {
		writeError(w, http.StatusNotAcceptable, graph.Errorf(graph.Invalid, "answers come as %s or %s", mediaResponse, mediaJSON))
		return
	}
	w.Header().Set("Content-Type", media+"; charset=utf-8")
	var request Request
	var no *refusal
	switch r.Method {
	case http.MethodPost:
		request, no = t.post(w, r)
	case http.MethodGet:
		request, no = t.get(r)
		if no == nil && t.exec.limits.writes(request) {
			w.Header().Set("Allow", "POST")
			no = refused(http.StatusMethodNotAllowed, "GET is for queries; other operations need POST")
		}
	default:
		w.Header().Set("Allow", "GET, POST")
		no = refused(http.StatusMethodNotAllowed, "GraphQL is answered for GET and POST only")
	}
	if no != nil {
		writeError(w, no.status, no.err)
		return
	}
	answer := t.exec.Run(r.Context(), request)
	status := http.StatusOK
	if answer.Data == nil && media == mediaResponse {
		status = InfoOf(answer.Code()).Status
	}
	writeJSON(w, status, answer)
}

// post reads a request from a JSON body.
func (t *transport) post(w http.ResponseWriter, r *http.Request) (Request, *refusal) {
	media, params, err := mime.ParseMediaType(r.Header.Get("Content-Type"))
	if charset := params["charset"]; err != nil || media != mediaJSON || charset != "" && !strings.EqualFold(charset, "utf-8") {
		return Request{}, refused(http.StatusUnsupportedMediaType, "the body must be %s in UTF-8", mediaJSON)
	}
	body, err := io.ReadAll(http.MaxBytesReader(w, r.Body, t.maxBody))
	var tooLarge *http.MaxBytesError
	switch {
	case errors.As(err, &tooLarge):
		return Request{}, refused(http.StatusRequestEntityTooLarge, "the body is larger than %d bytes", t.maxBody)
	case err != nil:
		return Request{}, refused(http.StatusBadRequest, "the body could not be read")
	}
	var members map[string]json.RawMessage
	if err := decode(body, &members); err != nil || members == nil {
		return Request{}, refused(http.StatusBadRequest, "the body is no JSON object")
	}
	return readRequest(members)
}

// get reads a request from the query string.
func (t *transport) get(r *http.Request) (Request, *refusal) {
	members := map[string]json.RawMessage{}
	q := r.URL.Query()
	for _, name := range []string{"query", "operationName"} {
		if q.Has(name) {
			members[name], _ = json.Marshal(q.Get(name)) // text is always JSON
		}
	}
	for _, name := range []string{"variables", "extensions"} {
		if text := q.Get(name); text != "" {
			if !json.Valid([]byte(text)) {
				return Request{}, refused(http.StatusBadRequest, "%s is no JSON", name)
			}
			members[name] = json.RawMessage(text)
		}
	}
	return readRequest(members)
}

// readRequest checks the members of a request. Null stands for absence; unknown members are ignored.
func readRequest(members map[string]json.RawMessage) (Request, *refusal) {
	var r Request
	var extensions map[string]any
	for _, m := range []struct {
		name, shape string
		into        any
	}{
		{"query", "text", &r.Query},
		{"operationName", "text", &r.OperationName},
		{"variables", "an object", &r.Variables},
		{"extensions", "an object", &extensions},
	} {
		if text, ok := members[m.name]; ok && decode(text, m.into) != nil {
			return Request{}, refused(http.StatusBadRequest, "%s must be %s", m.name, m.shape)
		}
	}
	if r.Query == "" {
		return Request{}, refused(http.StatusBadRequest, "query is missing")
	}
	return r, nil
}

// decode reads one JSON value and nothing behind it; numbers stay as they are written.
func decode(text []byte, into any) error {
	d := json.NewDecoder(bytes.NewReader(text))
	d.UseNumber()
	if err := d.Decode(into); err != nil {
		return err
	}
	if _, err := d.Token(); !errors.Is(err, io.EOF) {
		return errors.New("something follows the value")
	}
	return nil
}

// writes tells whether a request asks for anything but a query. Of what cannot be parsed, running it
// says what is wrong.
func (l Limits) writes(r Request) bool {
	doc, _ := l.parse(r.Query)
	if doc == nil {
		return false
	}
	op := doc.Operations.ForName(r.OperationName)
	return op != nil && op.Operation != ast.Query
}
