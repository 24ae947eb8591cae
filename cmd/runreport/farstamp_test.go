package main

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"runreport/unit/tier"
)

// A cycle's end that is far away, or only later than a cycle can take, does not make that
// cycle the latest: the gate goes on failing over the one that is.
func TestAFarTimeHidesNoCycleFromTheGate(t *testing.T) {
	tier.Seconds(t)
	t.Parallel()
	for _, stamp := range []string{"2026-02-17T12:29:01Z", "2026-12-01T10:00:00Z", "2093-04-02T10:00:00Z", "9999-12-31T23:59:59Z", "9999-12-31T23:59:59-02:00", "0000-01-01T00:00:00Z"} {
		dir := t.TempDir()
		logs := filepath.Join(dir, "logs")
		if err := os.CopyFS(logs, os.DirFS(filepath.Join(demoLogs, "playbook-calibration"))); err != nil {
			t.Fatal(err)
		}
		path := filepath.Join(logs, "Calibration Cycles", "2026-02-16-wider-exploration", "run_state.jsonl")
		text, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		const end = `{"event":"cycle_end","ts":"2026-02-17T12:29:01Z"`
		if !bytes.Contains(text, []byte(end)) {
			t.Fatal("the log has no such end")
		}
		changed := strings.Replace(string(text), end, `{"event":"cycle_end","ts":"`+stamp+`"`, 1)
		if err := os.WriteFile(path, []byte(changed), 0o600); err != nil {
			t.Fatal(err)
		}
		out := filepath.Join(dir, "report")
		var said bytes.Buffer
		if code := run([]string{"build", logs, "-o", out, "-q", "--format", "json"}, nil, &said, &said); code != exitOK {
			t.Errorf("%s: build: exit %d: %s", stamp, code, &said)
			continue
		}
		if code := run([]string{"gate", out, "--no-config"}, nil, &said, &said); code != exitFailed {
			t.Errorf("the end at %s: gate: exit %d, want %d\n%s", stamp, code, exitFailed, &said)
		}
	}
}
