package main

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
)

// shared holds what several tests read and none changes: reports by the arguments of their
// build, and the hostile logs. Each is made once, by the first test that asks.
var shared struct {
	sync.Mutex
	dir     string
	reports map[string]func() (dir, failure string)
}

// withShared calls the tests with a folder for what they share, and removes it.
func withShared(tests func() int) (code int, err error) {
	if shared.dir, err = os.MkdirTemp("", "runreport-test-*"); err != nil {
		return 0, err
	}
	defer func() {
		if gone := os.RemoveAll(shared.dir); err == nil {
			err = gone
		}
	}()
	shared.reports = map[string]func() (dir, failure string){}
	return tests(), nil
}

// sharedReport is build for tests that only read what it writes: the same arguments give the
// same folder.
func sharedReport(t *testing.T, args ...string) (dir string) {
	t.Helper()
	key := strings.Join(args, "\x00")
	shared.Lock()
	once, made := shared.reports[key]
	if !made {
		dir := filepath.Join(shared.dir, fmt.Sprint("report-", len(shared.reports)))
		once = sync.OnceValues(func() (string, string) {
			code, _, stderr := call(t, append([]string{"build", "-o", dir, "--quiet"}, args...)...)
			if code != exitOK {
				return dir, fmt.Sprintf("exit %d: %s", code, stderr)
			}
			return dir, ""
		})
		shared.reports[key] = once
	}
	shared.Unlock()
	dir, failure := once()
	if failure != "" {
		t.Fatalf("build %v: %s", args, failure)
	}
	return dir
}

// hostileRun is one whole run of the playbook with hostile texts in every field, as a log
// of today would have it.
const hostileRun = "../../testdata/hostile"

// hostileLogs is a folder of logs with hostile texts in every field.
func hostileLogs(t *testing.T) (dir string) {
	t.Helper()
	shared.Lock()
	defer shared.Unlock()
	dir = filepath.Join(shared.dir, "hostile")
	if _, err := os.Stat(dir); err != nil {
		made, _ := hostileTree(t, hostile)
		for _, from := range []string{made, hostileRun} {
			if err := os.CopyFS(dir, os.DirFS(from)); err != nil {
				t.Fatal(err)
			}
		}
	}
	return dir
}
