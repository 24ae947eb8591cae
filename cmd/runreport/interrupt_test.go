package main

import (
	"bytes"
	"context"
	"errors"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"syscall"
	"testing"
	"time"

	"runreport/ingest/table"
	"runreport/render"
	"runreport/unit/tier"
)

// An interruption at any moment of a build ends it and leaves the report
// that was there, byte for byte. RUNREPORT_LONG interrupts more often, in more logs.
func TestInterruptedAtAnyMoment(t *testing.T) {
	tier.Slow(t, "interrupts many builds")
	tier.Seconds(t)
	runs, times := "300", 4
	if os.Getenv("RUNREPORT_LONG") != "" {
		runs, times = "2000", 60
	}
	logs := filepath.Join(t.TempDir(), "made")
	if code := run([]string{"demo", "--runs", runs, "-o", logs}, nil, &bytes.Buffer{}, &bytes.Buffer{}); code != exitOK {
		t.Fatalf("demo: exit %d", code)
	}
	build := func(out string) *exec.Cmd {
		return child(t, "build", logs, "-o", out, "-q", "--format", "html,json", "--tables", filepath.Join(out, "..", "tables"))
	}
	began := time.Now()
	if err := build(filepath.Join(t.TempDir(), "whole")).Run(); err != nil {
		t.Fatal(err)
	}
	whole := time.Since(began)
	out := filepath.Join(t.TempDir(), "report")
	if code := run([]string{"build", filepath.Join(demoLogs, "fishbowl-duels"), "-o", out, "-q"}, nil, &bytes.Buffer{}, &bytes.Buffer{}); code != exitOK {
		t.Fatalf("the first report: exit %d", code)
	}
	before := tree(t, out)
	for i := range times {
		signal := []syscall.Signal{syscall.SIGTERM, syscall.SIGINT}[i%2]
		var said bytes.Buffer
		c := build(out)
		c.Stderr = &said
		if err := c.Start(); err != nil {
			t.Fatal(err)
		}
		at := whole * time.Duration(2*i+1) / time.Duration(2*times)
		time.Sleep(at)
		began := time.Now()
		_ = c.Process.Signal(signal) // it may be done
		err := c.Wait()
		if took := time.Since(began); took > hang && err != nil {
			t.Errorf("%s after %s of %s: it took %s to end", signal, at, whole, took)
		}
		// Interrupted among the tables or after the end, the new report is there.
		if err == nil || strings.Contains(said.String(), "the report is written") {
			t.Logf("%s after %s of %s: too late", signal, at, whole)
			break
		}
		// A process that has hardly begun does not listen yet, and ends as any other does.
		deaf := at < 100*time.Millisecond && c.ProcessState.Sys().(syscall.WaitStatus).Signaled()
		if code := c.ProcessState.ExitCode(); code != exitInterrupted && !deaf {
			t.Errorf("%s after %s of %s: exit %d: %s", signal, at, whole, code, &said)
		}
		if after := tree(t, out); !maps.Equal(after, before) {
			t.Fatalf("%s after %s of %s: the report that was there is another: files %v, not %v", signal, at, whole,
				slices.Sorted(maps.Keys(after)), slices.Sorted(maps.Keys(before)))
		}
	}
}

// A build that is interrupted when it has just locked its folder unlocks it: the lock is a file.
func TestInterruptedWithItsFolderOpen(t *testing.T) {
	o := &buildOptions{out: t.TempDir(), formats: []string{"json"}}
	s := streams{nil, &bytes.Buffer{}, &bytes.Buffer{}}
	bar := newProgress(s.err)
	res, r, err := o.read(context.Background(), s, bar, []string{filepath.Join(demoLogs, "fishbowl-duels")}, extras{})
	if err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	if err := o.publish(ctx, s, bar, res, r); !errors.Is(err, context.Canceled) {
		t.Errorf("the error is %v", err)
	}
	if left := tree(t, o.out); len(left) > 0 {
		t.Errorf("left over: %v", slices.Collect(maps.Keys(left)))
	}
}

// Who interrupts a build is told so, unless it has said what became of a report that is written.
func TestWhatAnInterruptionEndsIn(t *testing.T) {
	cancelled, cancel := context.WithCancel(context.Background())
	cancel()
	written := failure{code: exitInput, err: errors.New("it is written"), final: true}
	for _, c := range []struct {
		ctx     context.Context
		command string
		err     error
		code    int
		says    string
	}{
		{context.Background(), "build", fail(exitInput, "no such file"), exitInput, "no such file"},
		{context.Background(), "build", written, exitInput, "it is written"},
		{cancelled, "build", fail(exitInput, "no such file"), exitInterrupted, "interrupted; no report was written"},
		{cancelled, "build", context.Canceled, exitInterrupted, "interrupted; no report was written"},
		{cancelled, "build", errors.New("signal: killed"), exitInterrupted, "interrupted; no report was written"},
		{cancelled, "build", fail(exitInterrupted, "stopped"), exitInterrupted, "stopped"},
		{cancelled, "build", written, exitInput, "it is written"},
		{cancelled, "compact", context.Canceled, exitInterrupted, "interrupted; compact did not finish"},
		{cancelled, "completion bash", context.Canceled, exitInterrupted, "interrupted; completion bash did not finish"},
		{cancelled, "gate", fail(exitInput, "no such file"), exitInterrupted, "interrupted; gate did not finish"},
	} {
		if code, err := ended(c.ctx, c.command, c.err); code != c.code || err.Error() != c.says {
			t.Errorf("%v, interrupted %t: exit %d, %q", c.err, c.ctx.Err() != nil, code, err)
		}
	}
}

func TestFullName(t *testing.T) {
	root := newRoot(streams{})
	root.InitDefaultCompletionCmd()
	for _, name := range []string{"build", "completion bash"} {
		if c, _, err := root.Find(strings.Fields(name)); err != nil || fullName(c) != name {
			t.Errorf("%s: %q, %v", name, fullName(c), err)
		}
	}
}

// cancelling interrupts when it was written to so many times.
type cancelling struct {
	n, at  int
	cancel func()
}

func (c *cancelling) Write(b []byte) (int, error) {
	if c.n++; c.n > c.at {
		c.cancel()
	}
	return len(b), nil
}

// Tables that are not wanted any more leave those alone that are there.
func TestTablesThatAreInterrupted(t *testing.T) {
	dir := t.TempDir()
	var s table.Set
	for range 20_000 { // in CSV they are written in several pieces
		s.Runs.Key.Set(s.Runs.Add(table.Place{}), "a")
	}
	if err := exportTables(context.Background(), dir, &s, nil, 2); err != nil {
		t.Fatal(err)
	}
	before := tree(t, dir)
	s.Runs.Key.Set(s.Runs.Add(table.Place{}), "b")
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	if err := exportTables(ctx, dir, &s, nil, 2); !errors.Is(err, context.Canceled) {
		t.Errorf("the error is %v", err)
	}
	for _, e := range table.Encodings() {
		for at := range 3 {
			ctx, cancel := context.WithCancel(context.Background())
			w := &cancelling{at: at, cancel: cancel}
			err := e.Write(&interruptible{ctx, w}, s.Tables()[1])
			if w.n > at+1 || (err != nil || at == 0) && !errors.Is(err, context.Canceled) {
				t.Errorf("%s, interrupted at write %d: %v after %d writes", e.Name, at, err, w.n)
			}
			cancel()
		}
	}
	if after := tree(t, dir); len(before) < 3 || !maps.Equal(before, after) {
		t.Errorf("of %d files %d are left as they were", len(before), len(after))
	}
}

func TestAwaitLeavesWorkBehind(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	release := make(chan struct{})
	defer close(release)
	began := time.Now()
	time.AfterFunc(20*time.Millisecond, cancel)
	n, err := await(ctx, func() (int, error) { <-release; return 7, nil })
	if took := time.Since(began); !errors.Is(err, context.Canceled) || n != 0 || took > hang {
		t.Errorf("%d, %v after %s", n, err, took)
	}
	if n, err := await(context.Background(), func() (int, error) { return 7, nil }); n != 7 || err != nil {
		t.Errorf("%d, %v", n, err)
	}
	defer func() {
		if p, _ := recover().(string); !strings.HasPrefix(p, "no room\n") {
			t.Errorf("it panicked with %q", p)
		}
	}()
	_, _ = await(context.Background(), func() (int, error) { panic("no room") })
}

func TestWhileWanted(t *testing.T) {
	release := make(chan struct{})
	defer close(release)
	stuck := func(yield func(render.File, error) bool) {
		if yield(render.File{Path: "a"}, nil) {
			<-release // one that takes long
			yield(render.File{Path: "b"}, nil)
		}
	}
	ctx, cancel := context.WithCancel(context.Background())
	defer cancel()
	var got []string
	began := time.Now()
	for f, err := range whileWanted(ctx, stuck) {
		got = append(got, f.Path)
		if err != nil {
			got = append(got, err.Error())
		}
		cancel()
	}
	if took := time.Since(began); strings.Join(got, " ") != "a  context canceled" || took > hang {
		t.Errorf("%q after %s", got, took)
	}
	fault := errors.New("full")
	got = nil
	for f, err := range whileWanted(context.Background(), func(yield func(render.File, error) bool) {
		_ = yield(render.File{Path: "a"}, nil) && yield(render.File{Path: "b"}, fault) && yield(render.File{Path: "c"}, nil)
	}) {
		got = append(got, f.Path)
		if err != nil {
			got = append(got, err.Error())
		}
	}
	if strings.Join(got, " ") != "a b full" {
		t.Errorf("%q", got)
	}
	ended := false
	for range whileWanted(context.Background(), func(yield func(render.File, error) bool) {
		defer func() { ended = true }()
		_ = yield(render.File{Path: "a"}, nil) && yield(render.File{Path: "b"}, nil)
	}) {
		break
	}
	if !ended {
		t.Error("what makes the files goes on when nobody wants more")
	}
}
