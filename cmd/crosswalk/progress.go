package main

import (
	"fmt"
	"strings"
	"time"

	"github.com/crosswalk-graph/crosswalk/ingest"
)

// progress shows how far something is: a bar that is drawn over on a terminal, a line a second otherwise.
type progress struct {
	a     *app
	began time.Time
	last  time.Time
	drawn bool
}

func (a *app) progress() *progress { return &progress{a: a, began: time.Now(), last: time.Now()} }

// files shows how far a load is.
func (p *progress) files(at ingest.Progress) {
	megabytes := float64(at.Bytes) / 1e6
	p.show(at.Done, at.Files, fmt.Sprintf("%d of %d files, %.1f MB, %.1f MB/s", at.Done, at.Files, megabytes, megabytes/time.Since(p.began).Seconds()))
}

// show shows that so many of all are done, unless it did so just now.
func (p *progress) show(done, all int, text string) {
	every := time.Second
	if p.a.ErrTTY {
		every = 100 * time.Millisecond
	}
	if time.Since(p.last) < every || all == 0 {
		return
	}
	p.last = time.Now()
	if !p.a.ErrTTY {
		p.a.say("%s", text)
		return
	}
	const width = 30
	full := width * done / all
	fmt.Fprintf(p.a.Err, "\r\x1b[K[%s%s] %s", strings.Repeat("=", full), strings.Repeat(" ", width-full), text)
	p.drawn = true
}

// clear removes the bar before anything else is printed.
func (p *progress) clear() {
	if p.drawn {
		fmt.Fprint(p.a.Err, "\r\x1b[K")
		p.drawn = false
	}
}
