package neo4j

import (
	"context"
	"sync/atomic"

	"golang.org/x/sync/semaphore"
)

// A gate keeps the reads of one process from seeing half of a commit of the same process. Neo4j applies
// a commit record by record while others read. So a read that overlaps with a commit is made again, and
// after several tries holds commits up for once.
type gate struct {
	turns   *semaphore.Weighted
	commits atomic.Uint64 // odd while a commit is under way
}

// everybody is how many reads may hold commits up at once.
const everybody = 1 << 20

// readTries is how often a read is made without holding commits up.
const readTries = 3

func newGate() *gate { return &gate{turns: semaphore.NewWeighted(everybody)} }

// open begins a commit and close ends it, when it is known to be done or not to be.
func (g *gate) open(ctx context.Context) error {
	if err := g.turns.Acquire(ctx, everybody); err != nil {
		return err
	}
	g.commits.Add(1)
	return nil
}

func (g *gate) close() {
	g.commits.Add(1)
	g.turns.Release(everybody)
}

// read runs a read until no commit overlapped with it.
func (g *gate) read(ctx context.Context, read func() error) error {
	for range readTries {
		before := g.commits.Load()
		if before%2 == 1 {
			break
		}
		if err := read(); err != nil || g.commits.Load() == before {
			return err
		}
	}
	if err := g.turns.Acquire(ctx, 1); err != nil {
		return err
	}
	defer g.turns.Release(1)
	return read()
}
