package resolvers

import (
	"context"
	"strings"
	"unicode/utf8"

	"github.com/crosswalk-graph/crosswalk/graph"
	"github.com/crosswalk-graph/crosswalk/resolvers/auth"
	"github.com/crosswalk-graph/crosswalk/resolvers/model"
)

// A Loader loads documents that come through the API. It must put them one after the other.
type Loader interface {
	// Load loads a document. What is wrong with it is noted with the job and is no error. Without wait it
	// answers as soon as the load has begun, and goes on whatever becomes of the context.
	// Errors: Invalid for an upload that cannot be meant, Unavailable.
	Load(ctx context.Context, u Upload, wait bool) (Loaded, error)
}

// An Upload is a document that came through the API. Nothing in it names anything of the server.
type Upload struct {
	Location                          string // uploaded and what the client calls it
	Content                           string
	Format                            string // "": to be told from the content
	System, Run, Repository, Revision string // "": what the document says
}

// Loaded is what came of an Upload: its job alone while the load goes on.
type Loaded struct {
	Job      graph.ID
	Outcome  string // as IngestOutcome spells it; "" while the load goes on
	Document graph.ID
	Revision uint64
}

// uploaded begins the location of everything that came through the API. No file and no sidecar's name
// begins so, hence no upload takes the place of what was loaded from files.
const uploaded = "upload/"

// maxUploadName bounds what an upload can be called, in bytes.
const maxUploadName = 200

// mutation resolves the fields of Mutation.
type mutation struct{ *Resolver }

// errReadOnly says why nothing can be written.
func errReadOnly() error {
	return graph.Errorf(auth.Forbidden, "this server only reads: it would have to be started with --allow-writes")
}

// mayWrite refuses callers who may not, and all of them where nothing is written. Errors: Unauthenticated,
// Forbidden.
func (m *mutation) mayWrite(ctx context.Context, wanted auth.Rights) error {
	if m.Loader == nil {
		return errReadOnly()
	}
	return auth.Require(ctx, wanted)
}

// Ingest loads a document.
func (m *mutation) Ingest(ctx context.Context, in model.IngestInput) (*model.IngestResult, error) {
	if err := m.mayWrite(ctx, auth.Write); err != nil {
		return nil, err
	}
	if in.Name == "" || len(in.Name) > maxUploadName || !utf8.ValidString(in.Name) {
		return nil, graph.Errorf(graph.Invalid, "input.name must have 1 to %d bytes", maxUploadName)
	}
	text := func(s *string) string {
		if s == nil {
			return ""
		}
		return *s
	}
	// What the load reads must not fix the revision that the answer goes by.
	loaded, err := m.Loader.Load(graph.Pin(ctx), Upload{Location: uploaded + in.Name, Content: in.Content, Format: text(in.Format),
		System: text(in.System), Run: text(in.Run), Repository: text(in.Repository), Revision: text(in.Revision)}, in.Wait)
	m.noteWrite(ctx, "ingest", err, "location", uploaded+in.Name, "bytes", len(in.Content),
		"job", loaded.Job, "outcome", loaded.Outcome, "document", loaded.Document, "revision", loaded.Revision)
	if err != nil {
		return nil, err
	}
	return model.NewIngestResult(m.Graph, loaded.Job, loaded.Document, loaded.Outcome, loaded.Revision), nil
}

// RemoveDocument takes back what a document says, wherever it says it.
func (m *mutation) RemoveDocument(ctx context.Context, id graph.ID) (*model.Change, error) {
	if err := m.mayWrite(ctx, auth.Write); err != nil {
		return nil, err
	}
	origins, err := m.Graph.Origins(ctx)
	if err != nil {
		return nil, err
	}
	var gone []graph.Batch
	wanted := auth.Write
	for _, o := range origins {
		if o.Origin.Document == id {
			gone = append(gone, graph.Batch{Origin: graph.Origin{Location: o.Origin.Location}})
			if !strings.HasPrefix(o.Origin.Location, uploaded) {
				wanted = auth.Admin
			}
		}
	}
	if len(gone) == 0 {
		return nil, graph.Errorf(graph.NotFound, "there is no loaded document %q", id)
	}
	if err := auth.Require(ctx, wanted); err != nil {
		return nil, err
	}
	change, err := m.Graph.Apply(ctx, gone)
	m.noteWrite(ctx, "removeDocument", err, "document", id, "revision", change.Revision)
	if err != nil {
		return nil, err
	}
	return model.NewChange(m.Graph, &change), nil
}

// noteWrite puts what was written, or was to be, into the audit log.
func (m *mutation) noteWrite(ctx context.Context, what string, err error, more ...any) {
	more = append([]any{"operation", what}, more...)
	if err != nil {
		more = append(more, "error", err.Error())
	}
	m.audit(ctx, "write", more...)
}

// audit writes a line of the audit log: who, from where, in which request.
func (r *Resolver) audit(ctx context.Context, event string, more ...any) {
	if r.Audit == nil {
		return
	}
	c := auth.CallerOf(ctx)
	more = append([]any{"request", RequestID(ctx), "client", clientOf(ctx), "caller", c.ID, "name", c.Name}, more...)
	r.Audit.InfoContext(ctx, event, more...)
}
