package resolvers

import (
	"encoding/json"
	"errors"
	"net/http"
	"time"

	"github.com/vektah/gqlparser/v2/ast"

	"github.com/crosswalk-graph/crosswalk/graph"
	"github.com/crosswalk-graph/crosswalk/resolvers/auth"
)

// uploadTime is how long the body of a document may take to arrive.
const uploadTime = 2 * time.Minute

// uploadDocument is the mutation that an upload is. The answer to it is the answer to the upload.
const uploadDocument = `mutation($input: IngestInput!) {
  ingest(input: $input) {
    outcome
    revision
    document { id title }
    job {
      id state error
      counts { found added replaced unchanged copied refused failed skipped checked }
      diagnostics { severity code summary hint file line column }
    }
  }
}`

// uploadParameters are what stands in the query string of an upload, and what it is in the mutation's input.
var uploadParameters = map[string]string{"name": "name", "as": "format", "system": "system", "run": "run", "repository": "repository", "revision": "revision"}

// ingest loads the document in the body (interfaces 3): POST /ingest?name=…&as=…. What is wrong with the
// document is data; the status is 422, or 409 for a conflict, when it was not loaded for it.
func (s *server) ingest(w http.ResponseWriter, r *http.Request) {
	w.Header().Add("Vary", "Authorization, X-API-Key")
	if !allowed(w, r, http.MethodPost) {
		return
	}
	if err := (&mutation{s.exec.resolver}).mayWrite(r.Context(), auth.Write); err != nil {
		s.turnAway(w, r, err)
		return
	}
	leave, no := s.requests.enter(r.Context())
	if no != nil {
		s.busy(w, r, no)
		return
	}
	defer leave()
	input, no := s.readUpload(w, r)
	if no != nil {
		writeError(w, no.status, no.err)
		return
	}
	arrived(w)
	var answer *Response
	s.counts.operation(ast.Mutation, func() graph.Code {
		answer = s.exec.Run(r.Context(), Request{Query: uploadDocument, Variables: map[string]any{"input": input}})
		return answer.Code()
	})
	if err := answer.Err(); err != nil {
		writeJSON(w, InfoOf(graph.CodeOf(err)).Status, &Response{Errors: answer.Errors})
		return
	}
	var data struct{ Ingest json.RawMessage }
	var loaded struct{ Outcome string }
	if err := errors.Join(json.Unmarshal(answer.Data, &data), json.Unmarshal(data.Ingest, &loaded)); err != nil {
		panic(err) // without an error there are data
	}
	status := http.StatusOK
	switch loaded.Outcome {
	case "REFUSED":
		status = http.StatusConflict
	case "FAILED", "SKIPPED":
		status = http.StatusUnprocessableEntity
	}
	writeJSON(w, status, data.Ingest)
}

// readUpload reads the document and what the query string says of it.
func (s *server) readUpload(w http.ResponseWriter, r *http.Request) (map[string]any, *refusal) {
	input := map[string]any{}
	for name, values := range r.URL.Query() {
		field, ok := uploadParameters[name]
		if !ok || len(values) != 1 {
			return nil, refused(http.StatusBadRequest, "an upload takes name, as, system, run, repository and revision, each once")
		}
		input[field] = values[0]
	}
	if input["name"] == nil || input["name"] == "" {
		return nil, refused(http.StatusBadRequest, "name is missing: say what the document is called, as ?name=…")
	}
	_ = http.NewResponseController(w).SetReadDeadline(time.Now().Add(uploadTime)) // a test has no connection
	body, no := readBody(w, r, s.MaxUpload)
	input["content"] = string(body)
	return input, no
}
