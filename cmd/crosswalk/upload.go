package main

import (
	"context"
	"fmt"
	"strings"
	"sync"
	"time"

	"github.com/crosswalk-graph/crosswalk/graph"
	"github.com/crosswalk-graph/crosswalk/ingest"
	"github.com/crosswalk-graph/crosswalk/resolvers"
)

const (
	uploadLimit = 10 * time.Minute // how long loading one document may take
	maxUploads  = 16               // that are loaded or wait for their turn
)

// An uploader loads what comes through the API as if it came from standard input: alone, and from no path.
type uploader struct {
	g       *graph.Graph
	stop    context.Context // ends loads that go on
	room    chan struct{}   // an element for each load that goes on or waits
	turn    sync.Mutex      // one load at a time
	running sync.WaitGroup
}

func newUploader(stop context.Context, g *graph.Graph) *uploader {
	return &uploader{g: g, stop: stop, room: make(chan struct{}, maxUploads)}
}

// Load implements resolvers.Loader.
func (u *uploader) Load(ctx context.Context, d resolvers.Upload, wait bool) (resolvers.Loaded, error) {
	type ending struct {
		resolvers.Loaded
		err error
	}
	select {
	case u.room <- struct{}{}:
	default:
		return resolvers.Loaded{}, graph.Errorf(graph.Unavailable, "%d documents are being loaded or wait for it: try again when some are through", maxUploads)
	}
	begun, ended := make(chan graph.ID, 1), make(chan ending, 1)
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), uploadLimit)
	stopped := context.AfterFunc(u.stop, cancel)
	u.running.Go(func() {
		defer func() { <-u.room }()
		defer cancel()
		defer stopped()
		loaded, err := u.load(ctx, d, func(job graph.ID) { begun <- job })
		ended <- ending{loaded, err}
	})
	if !wait {
		select {
		case job := <-begun:
			return resolvers.Loaded{Job: job}, nil
		case e := <-ended:
			return e.Loaded, e.err
		}
	}
	e := <-ended
	return e.Loaded, e.err
}

// load loads one document when it is its turn.
func (u *uploader) load(ctx context.Context, d resolvers.Upload, begun func(graph.ID)) (resolvers.Loaded, error) {
	u.turn.Lock()
	defer u.turn.Unlock()
	sum, err := ingest.Load(ctx, u.g, formats, []string{"-"}, ingest.Options{Name: d.Location, Stdin: strings.NewReader(d.Content), As: d.Format,
		System: d.System, Run: d.Run, Repository: d.Repository, Revision: d.Revision, Begun: begun})
	if err != nil {
		return resolvers.Loaded{}, err
	}
	if len(sum.Files) != 1 {
		return resolvers.Loaded{}, fmt.Errorf("loading one document, %d came out of it", len(sum.Files))
	}
	file := &sum.Files[0]
	return resolvers.Loaded{Job: sum.Job, Outcome: string(file.Outcome), Document: file.Document, Revision: sum.After}, nil
}
