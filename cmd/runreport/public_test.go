package main

import (
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"runreport/unit/tier"
)

// privateTexts writes logs whose errors, reasons, operators and paths are marked, and gives
// the folder.
func privateTexts(t *testing.T) string {
	t.Helper()
	dir := filepath.Join(t.TempDir(), "privatefolder")
	for _, logs := range []string{demoLogs, filepath.Join("..", "..", "testdata", "small"), hostileRun} {
		err := os.CopyFS(filepath.Join(dir, "privatepath", filepath.Base(logs)), os.DirFS(logs))
		if err != nil {
			t.Fatal(err)
		}
	}
	early, err := filepath.Glob(filepath.Join(dir, "*", "*", "shop-builds", "2026-0[23]-[02]*")) // builds like the others
	if err != nil || len(early) < 30 {
		t.Fatalf("%d builds: %v", len(early), err)
	}
	for _, build := range early {
		if err := os.RemoveAll(build); err != nil {
			t.Fatal(err)
		}
	}
	for i, word := range []string{"error", "reason"} {
		put(t, filepath.Join(dir, "privatepath", "made", fmt.Sprint(i), "runs.json"), strings.ReplaceAll(`{"cardId":"CY-9`+fmt.Sprint(i)+`","runs":[
			{"id":"r1","cardId":"CY-9`+fmt.Sprint(i)+`","status":"failed","runtime":"container","createdAt":"2026-03-11T09:00:00Z","startedAt":"2026-03-11T09:00:00Z",
			"endedAt":"2026-03-11T09:10:00Z","error":"privateerror in WORD","operator":"privateoperator","logPath":"/srv/privatepath/x.log"}]}`, "WORD", word))
	}
	return dir
}

// None of what a public report leaves out stands in any of its files.
func TestPublicLeavesOut(t *testing.T) {
	tier.Slow(t, "builds every format twice")
	tier.Seconds(t)
	logs, out := privateTexts(t), t.TempDir()
	private := regexp.MustCompile(`(?i)private(folder|path|error|operator|reason)|412 kB|Timeout 30000|operator marked|heartbeat timeout|the index was still being built|\botter\b|\bheron\b|convinced me|transitions\.jsonl|ledger\.jsonl|run_state\.jsonl|PROGRESS\.md:|node_transition"|"event":`)
	var counts [2]string
	for i, args := range [][]string{{}, {"--public"}} {
		dir := filepath.Join(out, fmt.Sprint(i))
		code, stdout, stderr := call(t, append([]string{"build", logs, "-o", filepath.Join(dir, "r"), "--format", "all", "--tables", filepath.Join(dir, "tables"), "--baseline", demoLogs, "-v"}, args...)...)
		if code != exitOK && code != exitInput {
			t.Fatalf("exit %d: %s", code, stderr)
		}
		s := summaryOf(t, filepath.Join(dir, "r"))
		counts[i] = fmt.Sprint(dig(s, "verdict", "state"), dig(s, "runs_total"), dig(s, "failures_total"), dig(s, "findings_total"), dig(s, "cycles_total"), len(dig(s, "changes").([]any)))
		files := tree(t, dir)
		files["stdout"] = stdout
		found := 0
		for name, content := range files {
			for _, at := range private.FindAllStringIndex(content, -1) {
				found++
				if i == 1 {
					t.Errorf("%s holds …%q…", name, content[max(0, at[0]-60):min(len(content), at[1]+40)])
					break
				}
			}
			if i == 1 && private.MatchString(name) {
				t.Errorf("a file is called %s", name)
			}
		}
		if i == 0 && found < 200 {
			t.Errorf("only %d texts are private without --public", found)
		}
	}
	if counts[0] != counts[1] {
		t.Errorf("the public report counts %s, the other one %s", counts[1], counts[0])
	}
}
