package main

import (
	"bytes"
	"context"
	"os"
	"path/filepath"
	"runreport/render/publish"
	"strings"
	"testing"
	"time"
)

// A build into a folder that another writes to waits, says so, and gives up with exit
// code 6; the report that was there stays. When the other is done in time it goes on.
func TestBuildWaitsForAnother(t *testing.T) {
	defer func(was time.Duration) { claimWait = was }(claimWait)
	dir := t.TempDir()
	build := func() (int, string) {
		var out, err bytes.Buffer
		code := run([]string{"build", "../../testdata/demo/shop-builds", "-o", dir, "--format", "json"}, strings.NewReader(""), &out, &err)
		return code, err.String()
	}
	if code, text := build(); code != exitOK {
		t.Fatal(code, text)
	}
	before, err := os.ReadFile(filepath.Join(dir, "summary.json"))
	if err != nil {
		t.Fatal(err)
	}
	other, err := publish.OpenFolder(context.Background(), dir, 0, nil)
	if err != nil {
		t.Fatal(err)
	}
	claimWait = 50 * time.Millisecond
	code, text := build()
	if code != exitOutput || !strings.Contains(text, "waiting for another runreport that writes to "+dir) || !strings.Contains(text, "another runreport is writing there, for more than 50ms") {
		t.Errorf("exit %d: %s", code, text)
	}
	if after, err := os.ReadFile(filepath.Join(dir, "summary.json")); err != nil || !bytes.Equal(before, after) {
		t.Error("the old report is not as it was")
	}
	claimWait = time.Minute
	closed := make(chan error, 1)
	time.AfterFunc(300*time.Millisecond, func() { closed <- other.Close() })
	if code, text := build(); code != exitOK {
		t.Errorf("after the other is done: exit %d: %s", code, text)
	}
	if err := <-closed; err != nil {
		t.Error(err)
	}
	if left, err := filepath.Glob(filepath.Join(dir, ".runreport*")); err != nil || len(left) > 0 {
		t.Errorf("left over: %v %v", left, err)
	}
}
