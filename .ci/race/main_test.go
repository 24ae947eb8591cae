package main

import (
	"os/exec"
	"slices"
	"strings"
	"testing"
)

func TestStartsGoroutines(t *testing.T) {
	for code, want := range map[string]bool{
		"func f() { go f() }":                                   true,
		"func f() { if true { go func() {}() } }":               true,
		"var group sync.WaitGroup; func f() { group.Go(f) }":    true,
		"func TestF(t *testing.T) { t.Parallel() }":             true,
		"func F(b *testing.B) { b.RunParallel(nil) }":           true,
		"func f() { time.AfterFunc(1, f) }":                     true,
		"func f() { httptest.NewServer(nil) }":                  true,
		`import "runreport/unit/parallel"; var _ = parallel.X`:  true,
		`import "runreport/unit/parallels"; var _ = parallel.X`: false,
		"func f() { Go() }; // go f()":                          false,
		"const text = `go f()`":                                 false,
	} {
		got, err := startsGoroutines("x.go", []byte("package p\n"+code))
		if err != nil || got != want {
			t.Errorf("%s: %v, %v", code, got, err)
		}
	}
	if _, err := startsGoroutines("x.go", []byte("package")); err == nil {
		t.Error("a file that cannot be parsed starts no goroutines")
	}
}

// What reads and draws at once is looked at, and what only computes is not. A package without
// goroutines is used by one that has them, or there is no race to look for: so is every format.
func TestPackages(t *testing.T) {
	t.Chdir("../..")
	list, err := packages()
	if err != nil {
		t.Fatal(err)
	}
	for name, want := range map[string]bool{
		"cmd/runreport": true, "ingest": true, "ingest/dataset": true, "ingest/table": true, "analyze": true,
		"analyze/change": true, "render": true, "render/chart": true, "unit/parallel": true,
		"ingest/kahn": false, "unit": false,
	} {
		if got := slices.Contains(list, "runreport/"+name); got != want {
			t.Errorf("%s: %v, want %v", name, got, want)
		}
	}
	tests, err := alone(list)
	if err != nil || len(tests) == 0 {
		t.Errorf("tests without a race: %v, %v", tests, err)
	}
	if _, err := alone([]string{"runreport/ingest"}); err == nil {
		t.Error("tests of packages that do not run may be left out")
	}
	out, err := exec.Command("go", append([]string{"list", "-deps", "-test"}, list...)...).Output()
	if err != nil {
		t.Fatal(err)
	}
	reached := strings.Fields(string(out))
	formats, err := exec.Command("go", "list", "-deps", "./ingest", "./analyze", "./render").Output()
	if err != nil {
		t.Fatal(err)
	}
	for _, path := range strings.Fields(string(formats)) {
		if strings.HasPrefix(path, "runreport/") && !slices.Contains(reached, path) {
			t.Errorf("no test with goroutines reaches %s", path)
		}
	}
}
