package resolvers

import (
	"bytes"
	"encoding/json"
	"errors"
	"io"
	"mime"
	"net/http"
	"strings"
	"time"

	"github.com/vektah/gqlparser/v2/ast"

	"github.com/crosswalk-graph/crosswalk/graph"
	"github.com/crosswalk-graph/crosswalk/resolvers/auth"
)

// The media types of answers (GraphQL over HTTP). Under the newer one the status says whether the
// document could be run; under the older one a well-formed request is answered with 200 whatever came of it.
const (
	mediaJSON     = "application/json"
	mediaResponse = "application/graphql-response+json"
	mediaEvents   = "text/event-stream"
)

// graphql carries GraphQL over POST, and over GET for what changes nothing. What the library offers echoes
// bodies and has other status codes than the specification wants.
func (s *server) graphql(w http.ResponseWriter, r *http.Request) {
	w.Header().Add("Vary", "Accept, Authorization, X-API-Key")
	if strings.EqualFold(r.Header.Get("Upgrade"), "websocket") {
		s.websocket(w, r)
		return
	}
	media := acceptable(r.Header.Values("Accept"))
	if media == "" {
		writeError(w, http.StatusNotAcceptable, graph.Errorf(graph.Invalid, "answers come as %s, %s or %s", mediaResponse, mediaJSON, mediaEvents))
		return
	}
	if media != mediaEvents {
		w.Header().Set("Content-Type", media+"; charset=utf-8")
	}
	if !allowed(w, r, http.MethodGet, http.MethodHead, http.MethodPost) {
		return
	}
	if err := auth.Require(r.Context(), auth.Read); err != nil {
		s.turnAway(w, r, err)
		return
	}
	read := s.get
	if r.Method == http.MethodPost {
		read = s.post
	}
	request, ref, no := read(w, r)
	if no == nil {
		request.Query, no = s.documents.find(ref)
	}
	if no != nil {
		s.answerRefusal(w, r, media, no)
		return
	}
	kind := s.exec.limits.kind(request)
	switch {
	case kind == ast.Mutation && r.Method != http.MethodPost, kind == ast.Subscription && r.Method != http.MethodPost && media != mediaEvents:
		w.Header().Set("Allow", http.MethodPost)
		writeError(w, http.StatusMethodNotAllowed, graph.Errorf(graph.Invalid, "GET is for queries; other operations need POST"))
		return
	}
	if err := s.mayRun(r.Context(), kind); err != nil {
		s.turnAway(w, r, err)
		return
	}
	arrived(w)
	if media == mediaEvents {
		s.events(w, r, request, kind)
		return
	}
	s.answer(w, r, request, ref, kind, media)
}

// answerRefusal answers a request that no document comes out of. A document that is not known is a matter
// of GraphQL, not of HTTP: under the older media type it comes with 200.
func (s *server) answerRefusal(w http.ResponseWriter, r *http.Request, media string, no *refusal) {
	switch {
	case no.err.Code == auth.Forbidden:
		s.turnAway(w, r, no.err)
		return
	case no.status == http.StatusNotFound && media == mediaJSON:
		no.status = http.StatusOK
	}
	writeError(w, no.status, no.err)
}

// answer runs a document and answers with its response.
func (s *server) answer(w http.ResponseWriter, r *http.Request, request Request, ref documentRef, kind ast.Operation, media string) {
	leave, no := s.requests.enter(r.Context())
	if no != nil {
		s.busy(w, r, no)
		return
	}
	defer leave()
	tag := ""
	if r.Method != http.MethodPost {
		tag = s.tag(r.Context(), request, media)
	}
	if tag != "" && hasTag(r.Header.Get("If-None-Match"), tag) {
		w.Header().Del("Content-Type")
		keep(w.Header(), tag)
		w.WriteHeader(http.StatusNotModified)
		return
	}
	var answer *Response
	s.counts.operation(kind, func() graph.Code {
		answer = s.exec.Run(r.Context(), request)
		return answer.Code()
	})
	status := http.StatusOK
	switch {
	case answer.Data != nil:
		s.documents.remember(ref)
		if tag != "" && len(answer.Errors) == 0 {
			keep(w.Header(), tag)
		}
	case media == mediaResponse:
		status = InfoOf(answer.Code()).Status
	}
	writeJSON(w, status, answer)
}

// keep lets a client keep an answer, and ask each time whether it still holds.
func keep(h http.Header, tag string) {
	h.Set("ETag", tag)
	h.Set("Cache-Control", "private, no-cache")
}

// innermost is the writer of net/http itself. It must hear of a body that is too large, so that the connection
// is closed in a way that lets the client read why.
func innermost(w http.ResponseWriter) http.ResponseWriter {
	for {
		outer, ok := w.(interface{ Unwrap() http.ResponseWriter })
		if !ok {
			return w
		}
		w = outer.Unwrap()
	}
}

// post reads a request from a JSON body.
func (s *server) post(w http.ResponseWriter, r *http.Request) (Request, documentRef, *refusal) {
	fail := func(status int, format string, args ...any) (Request, documentRef, *refusal) {
		return Request{}, documentRef{}, refused(status, format, args...)
	}
	media, params, err := mime.ParseMediaType(r.Header.Get("Content-Type"))
	if charset := params["charset"]; err != nil || media != mediaJSON || charset != "" && !strings.EqualFold(charset, "utf-8") {
		return fail(http.StatusUnsupportedMediaType, "the body must be %s in UTF-8", mediaJSON)
	}
	body, no := readBody(w, r, s.MaxBody)
	if no != nil {
		return Request{}, documentRef{}, no
	}
	return readRequest(body)
}

// arrived says that a request has been read to its end. What net/http still waits for is the end of the
// connection, and the time for that must not run out while a long answer is on its way.
func arrived(w http.ResponseWriter) {
	_ = http.NewResponseController(w).SetReadDeadline(time.Time{}) // where there is no connection, there is no deadline
}

// readBody reads a body of at most so many bytes.
func readBody(w http.ResponseWriter, r *http.Request, most int64) ([]byte, *refusal) {
	body, err := io.ReadAll(http.MaxBytesReader(innermost(w), r.Body, most))
	var tooLarge *http.MaxBytesError
	switch {
	case errors.As(err, &tooLarge):
		return nil, refused(http.StatusRequestEntityTooLarge, "the body is larger than %d bytes", most)
	case err != nil:
		return nil, refused(http.StatusBadRequest, "the body could not be read")
	}
	return body, nil
}

// get reads a request from the query string.
func (s *server) get(_ http.ResponseWriter, r *http.Request) (Request, documentRef, *refusal) {
	members := map[string]json.RawMessage{}
	q := r.URL.Query()
	for _, name := range []string{"query", "documentId", "operationName"} {
		if q.Has(name) {
			members[name], _ = json.Marshal(q.Get(name)) // text is always JSON
		}
	}
	for _, name := range []string{"variables", "extensions"} {
		if text := q.Get(name); text != "" {
			if !json.Valid([]byte(text)) {
				return Request{}, documentRef{}, refused(http.StatusBadRequest, "%s is no JSON", name)
			}
			members[name] = json.RawMessage(text)
		}
	}
	return readMembers(members)
}

// readRequest reads a request from JSON.
func readRequest(text []byte) (Request, documentRef, *refusal) {
	var members map[string]json.RawMessage
	if err := decode(text, &members); err != nil || members == nil {
		return Request{}, documentRef{}, refused(http.StatusBadRequest, "the body is no JSON object")
	}
	return readMembers(members)
}

// readMembers checks the members of a request. Null stands for absence; unknown members are ignored.
func readMembers(members map[string]json.RawMessage) (Request, documentRef, *refusal) {
	var r Request
	var ref documentRef
	var extensions map[string]json.RawMessage
	var persisted struct{ SHA256Hash string }
	for _, m := range []struct {
		name, shape string
		into        any
	}{
		{"query", "text", &ref.text},
		{"documentId", "text", &ref.id},
		{"operationName", "text", &r.OperationName},
		{"variables", "an object", &r.Variables},
		{"extensions", "an object", &extensions},
	} {
		if text, ok := members[m.name]; ok && decode(text, m.into) != nil {
			return Request{}, ref, refused(http.StatusBadRequest, "%s must be %s", m.name, m.shape)
		}
	}
	if text, ok := extensions["persistedQuery"]; ok && decode(text, &persisted) != nil {
		return Request{}, ref, refused(http.StatusBadRequest, "extensions.persistedQuery must be an object with the text sha256Hash")
	}
	ref.hash = persisted.SHA256Hash
	return r, ref, nil
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

// kind tells what kind of operation a request asks for. What cannot be parsed counts as a query: running it
// says what is wrong.
func (l Limits) kind(r Request) ast.Operation {
	if doc, _ := l.parse(r.Query); doc != nil {
		if op := doc.Operations.ForName(r.OperationName); op != nil {
			return op.Operation
		}
	}
	return ast.Query
}
