package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"
)

// A build that is asked for it prints its stages and writes profiles that pprof reads.
func TestBuildIsProfiled(t *testing.T) {
	dir := t.TempDir()
	cpu, heap := filepath.Join(dir, "cpu.pprof"), filepath.Join(dir, "heap.pprof")
	var stdout, stderr strings.Builder
	code := run([]string{"build", filepath.Join("..", "..", "testdata", "small"), "-o", filepath.Join(dir, "out"), "--format", "json", "-q",
		"--timings", "--cpuprofile", cpu, "--memprofile", heap}, nil, &stdout, &stderr)
	if code != exitOK {
		t.Fatalf("exit %d: %s", code, stderr.String())
	}
	for _, stage := range []string{"reading", "putting together", "analysing", "drawing", "total", "Processor time"} {
		if !strings.Contains(stderr.String(), stage) {
			t.Errorf("no line for the stage %s:\n%s", stage, stderr.String())
		}
	}
	for _, name := range []string{cpu, heap} {
		b, err := os.ReadFile(name)
		if err != nil || len(b) < 2 || b[0] != 0x1f || b[1] != 0x8b {
			t.Errorf("%s is no gzipped profile (%v)", filepath.Base(name), err)
		}
	}
	if code := run([]string{"build", filepath.Join("..", "..", "testdata", "small"), "-o", filepath.Join(dir, "out"), "-q",
		"--cpuprofile", filepath.Join(dir, "missing", "cpu.pprof")}, nil, &stdout, &stderr); code != exitOutput {
		t.Errorf("a profile that cannot be written: exit %d, want %d", code, exitOutput)
	}
}

// What the processors were used for is counted.
func TestProcessorTimeGoesOn(t *testing.T) {
	before := processorTime()
	for began := time.Now(); processorTime() == before; {
		if time.Since(began) > 20*time.Second {
			t.Fatalf("it stays %s", before)
		}
	}
}

// Reading a share and merging can be profiled as a build can.
func TestShardsAndMergesAreProfiled(t *testing.T) {
	dir := t.TempDir()
	part := filepath.Join(dir, "part")
	for _, args := range [][]string{
		{"ingest", filepath.Join("..", "..", "testdata", "small", "gotest"), "-o", part},
		{"merge", part, "-o", filepath.Join(dir, "merged")},
	} {
		profile := filepath.Join(dir, args[0]+".pprof")
		if code, _, stderr := call(t, append(args, "--cpuprofile", profile)...); code != exitOK {
			t.Fatalf("%s: exit %d: %s", args[0], code, stderr)
		}
		if b, err := os.ReadFile(profile); err != nil || len(b) < 2 || b[0] != 0x1f || b[1] != 0x8b {
			t.Errorf("%s wrote no gzipped profile (%v)", args[0], err)
		}
	}
}
