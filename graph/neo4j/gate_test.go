package neo4j

import (
	"context"
	"testing"
	"time"
)

func TestGate(t *testing.T) {
	ctx := context.Background()
	g := newGate()
	commit := func() {
		if err := g.open(ctx); err != nil {
			t.Error(err)
		}
		g.close()
	}
	reads := 0
	if err := g.read(ctx, func() error { reads++; return nil }); err != nil || reads != 1 {
		t.Errorf("undisturbed: %d reads, %v", reads, err)
	}
	reads = 0
	err := g.read(ctx, func() error {
		if reads++; reads == 1 {
			commit()
		}
		return nil
	})
	if err != nil || reads != 2 {
		t.Errorf("a commit meanwhile: %d reads, %v; want 2", reads, err)
	}
	// Commits that never end to come are held up at last.
	reads = 0
	var done chan struct{}
	err = g.read(ctx, func() error {
		if reads++; reads <= readTries {
			commit()
			return nil
		}
		done = make(chan struct{})
		go func() { commit(); close(done) }()
		select {
		case <-done:
			t.Error("a commit was not held up")
		case <-time.After(20 * time.Millisecond):
		}
		return nil
	})
	if err != nil || reads != readTries+1 {
		t.Errorf("commits all the time: %d reads, %v; want %d", reads, err, readTries+1)
	}
	<-done
	// While a commit is under way a read waits, as long as its context.
	if err := g.open(ctx); err != nil {
		t.Fatal(err)
	}
	short, cancel := context.WithTimeout(ctx, 10*time.Millisecond)
	defer cancel()
	if err := g.read(short, func() error { t.Error("read during a commit"); return nil }); err == nil {
		t.Error("a read did not wait")
	}
	g.close()
}
