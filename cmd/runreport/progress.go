package main

import (
	"fmt"
	"io"
	"strings"
	"sync"
	"time"
)

// progress draws a bar on a terminal for work that takes longer than a second, and tells
// the stages apart for whoever measures them.
type progress struct {
	mu     sync.Mutex
	w      io.Writer // nil: draw nothing
	start  time.Time
	last   time.Time
	drawn  bool
	stages *stages // nil: nobody measures
}

const (
	quietFor  = time.Second
	redrawAt  = 100 * time.Millisecond
	barLength = 30
)

// newProgress draws on w when it is a terminal.
func newProgress(w io.Writer) *progress {
	p := &progress{start: time.Now()}
	if isTerminal(w) {
		p.w = w
	}
	return p
}

// step is told that done of total things of the stage are done.
func (p *progress) step(stage string, done, total int) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.stages != nil && p.stages.measuring() {
		p.stages.begin(stage)
	}
	now := time.Now()
	if p.w == nil || total == 0 || now.Sub(p.start) < quietFor || now.Sub(p.last) < redrawAt {
		return
	}
	p.last, p.drawn = now, true
	full := barLength * done / total
	fmt.Fprintf(p.w, "\r%-18s [%s%s] %d of %d\x1b[K", stage, strings.Repeat("=", full), strings.Repeat(" ", barLength-full), done, total)
}

// clear takes the bar away.
func (p *progress) clear() {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.drawn {
		fmt.Fprint(p.w, "\r\x1b[K")
		p.drawn = false
	}
}
