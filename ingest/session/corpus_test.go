package session_test

import (
	"fmt"
	"io/fs"
	"path/filepath"
	"strings"
	"testing"

	"runreport/ingest/claude"
	"runreport/ingest/codex"
	"runreport/ingest/ingesttest"
	"runreport/ingest/record"
	"runreport/ingest/table"
)

// sums are what reference/sums.py prints of the real sessions, by the last two parts of the
// path: records, rejected lines, tokens in, cached, out, dollars, calls, results, failures.
var sums = map[string]string{
	"26/rollout-tool-call.jsonl":                                "5 0 120 0 45 0 1 0 0",
	"malformed/truncated.jsonl":                                 "2 1 0 0 0 0 0 0 0",
	"sample-project/1af7fc5e-8455-4414-9ccd-011d40f70b2a.jsonl": "29 0 116010 103219 953 0 12 12 0",
	"sample-project/5c0375b4-57a5-4f26-b12d-d022ee4e51b7.jsonl": "53 0 372135 324259 3629 0 21 21 3",
	"sample-project/agent-test-hash-123.jsonl":                  "2 0 100 0 10 0 0 0 0",
	"test_data/edge_cases.jsonl":                                "16 3 488 0 435 0 3 1 1",
	"test_data/representative_messages.jsonl":                   "12 0 218 0 445 0 2 2 0",
	"fixtures/agent-atest01.jsonl":                              "4 0 200 0 60 0 1 1 0",
	"fixtures/agent_session.jsonl":                              "4 0 300 0 80 0 1 1 0",
	"fixtures/compaction_session.jsonl":                         "6 0 180 0 40 0 0 0 0",
	"fixtures/tool_call_conversation.jsonl":                     "4 0 600 50 90 0 1 1 0",
	"session-alpha/chat.jsonl":                                  "3 0 745 70 250 1.02 0 0 0",
	"project-alpha/session-alpha.jsonl":                         "3 0 3500 750 425 0 0 0 0",
	"tests/sample_session.jsonl":                                "8 0 0 0 0 0 2 2 0",
	"codex/function_calls.jsonl":                                "4 0 0 0 0 0 2 0 0",
}

// TestCorpus reads the real sessions that lie beside the project, where they do. Each is
// recognised by its own format alone, its ledger adds up, and its numbers are those of an
// independent program.
func TestCorpus(t *testing.T) {
	root := filepath.Join("..", "..", "..", "shared", "corpus", "open", "claude-session")
	var paths []string
	err := filepath.WalkDir(root, func(p string, d fs.DirEntry, err error) error {
		if err == nil && filepath.Ext(p) == ".jsonl" {
			paths = append(paths, p)
		}
		return err
	})
	if err != nil || len(paths) == 0 {
		t.Skip("no corpus here")
	}
	got := map[string]string{}
	for _, system := range []*record.System{claude.System, codex.System} {
		res := &ingesttest.Result{}
		for _, p := range paths {
			shown, _ := filepath.Rel(root, p)
			res.Read(t, system, p, filepath.ToSlash(shown))
		}
		res.Assemble(t, system)
		for name, line := range numbers(res) {
			if got[name] != "" {
				t.Errorf("%s: two formats claim it", name)
			}
			got[name] = line
		}
	}
	if len(got) != len(paths) {
		t.Errorf("%d of %d files are recognised", len(got), len(paths))
	}
	for name, want := range sums {
		if got[name] != want {
			t.Errorf("%s: %s, want %s", name, got[name], want)
		}
	}
}

// numbers are the numbers of each file, as sums.py prints them.
func numbers(res *ingesttest.Result) map[string]string {
	out := map[string]string{}
	s := res.Set
	for source := range s.Sources.Len() {
		var in, cached, outs, calls, results, failed int64
		cost := 0.0
		at := &s.Attempts
		for row := range at.Len() {
			if own(at.Place(row), source) {
				in, cached, outs = in+at.TokensIn.At(row), cached+at.TokensCache.At(row), outs+at.TokensOut.At(row)
				cost += at.CostUSD.At(row)
			}
		}
		for row := range s.Checks.Len() {
			if own(s.Checks.Place(row), source) {
				calls++
				if v := s.Checks.Verdict.At(row); v != "open" {
					results++
					if v == "fail" {
						failed++
					}
				}
			}
		}
		parts := strings.Split(s.Sources.Path.At(source), "/")
		out[strings.Join(parts[max(0, len(parts)-2):], "/")] = fmt.Sprintf("%d %d %d %d %d %.4g %d %d %d",
			s.Sources.Kept.At(source), s.Sources.Rejected.At(source), in, cached, outs, cost, calls, results, failed)
	}
	return out
}

func own(p table.Place, source int) bool { return p.Source == source }
