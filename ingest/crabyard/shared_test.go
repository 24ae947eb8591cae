package crabyard

import (
	"encoding/json"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"runreport/ingest/ingesttest"
)

// shared is where real input lies beside the project; tests that want it are
// skipped where it is absent.
const shared = "../../../shared"

func TestCorpus(t *testing.T) {
	root := filepath.Join(shared, "corpus", "crabyard")
	if _, err := os.Stat(root); err != nil {
		t.Skip("no corpus here")
	}
	res := &ingesttest.Result{}
	err := filepath.WalkDir(root, func(p string, d fs.DirEntry, err error) error {
		if err == nil && !d.IsDir() {
			below, _ := filepath.Rel(filepath.Dir(root), p)
			if f := res.Read(t, System, p, filepath.ToSlash(below)); f.Format == nil {
				t.Errorf("%s: nobody claims it", f.Path)
			}
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	res.Assemble(t, System)
	equal(t, "findings", fmt.Sprint(res.Codes()), "map[]")
	equal(t, "fates", res.Fates(), [4]int64{23, 0, 0, 0})
	equal(t, "units", len(res.Units), 9)
	equal(t, "events", res.Set.Events.Len(), 23)

	a := &res.Set.Attempts
	byStatus := map[string]int{}
	var lags []time.Duration
	for row := range a.Len() {
		byStatus[a.Status.At(row)]++
		if a.Status.At(row) == "stalled" {
			lags = append(lags, a.EndedAt.At(row).Sub(a.HeartbeatAt.At(row)).Truncate(time.Minute))
		}
		if _, ok := a.DurationS.Get(row); !ok {
			t.Errorf("%s has no duration", a.ID.At(row))
		}
	}
	equal(t, "attempts", fmt.Sprint(byStatus), "map[review:3 stalled:14]")
	equal(t, "longest detection lag", slices.Max(lags), 2*time.Hour+37*time.Minute)
	equal(t, "shortest detection lag", slices.Min(lags), 0)
	r := &res.Set.Runs
	equal(t, "first card", r.Key.At(0), "crabyard:crabyard/CY-104")
	last := r.Len() - 1
	equal(t, "session", r.ID.At(last)+" "+r.Kind.At(last)+" "+r.Outcome.At(last), "session-events session stopped")
}

// TestReferenceCase holds the rows of the reference case against its expected counts.
func TestReferenceCase(t *testing.T) {
	text, err := os.ReadFile(filepath.Join(shared, "reference", "statistics.json"))
	if err != nil {
		t.Skip("no reference cases here")
	}
	var all struct {
		Cases []struct {
			ID     string
			Inputs struct {
				Rows []map[string]json.RawMessage
			}
			Expected json.RawMessage
		}
	}
	if err := json.Unmarshal(text, &all); err != nil {
		t.Fatal(err)
	}
	for _, c := range all.Cases {
		if c.ID != "log-crabyard-attempts" {
			continue
		}
		var want struct {
			StatusCounts map[string]int         `json:"status_counts"`
			Rate         struct{ Num, Den int } `json:"card_flake_rate"`
			NDurations   int                    `json:"n_durations"`
			NEvents      int                    `json:"n_events"`
			NCensored    int                    `json:"n_censored"`
			Findings     []string
		}
		if err := json.Unmarshal(c.Expected, &want); err != nil {
			t.Fatal(err)
		}
		for _, naming := range []func(string) string{camel, func(s string) string { return s }} {
			res := load(t, named{"case/runs.json", rows(t, c.Inputs.Rows, naming)})
			statuses, durations, events, flaked, passed := map[string]int{}, 0, 0, 0, 0
			a, s := &res.Set.Attempts, &res.Set.Steps
			for row := range a.Len() {
				statuses[a.Status.At(row)]++
				_, ended := a.DurationS.Get(row)
				if ended || a.Cut.At(row) == "open" && !a.StartedAt.At(row).IsZero() {
					durations++
				}
				if ended && a.Cut.At(row) == "" {
					events++
				}
			}
			for row := range s.Len() {
				if !s.Converged.Is(row) {
					continue
				}
				passed++
				for i := range a.Len() {
					if done, said := a.Converged.Get(i); a.Run.At(i) == s.Run.At(row) && a.Attempt.At(i) < s.Attempts.At(row) && said && !done {
						flaked++
						break
					}
				}
			}
			equal(t, "statuses", fmt.Sprint(statuses), fmt.Sprint(want.StatusCounts))
			equal(t, "durations", durations, want.NDurations)
			equal(t, "events", events, want.NEvents)
			equal(t, "cut off", durations-events, want.NCensored)
			equal(t, "flaked", flaked, want.Rate.Num)
			equal(t, "passed", passed, want.Rate.Den)
			f := &res.Set.Findings
			for _, code := range want.Findings {
				code, about, _ := strings.Cut(code, ":")
				found := false
				for row := range f.Len() {
					found = found || f.Code.At(row) == code && strings.HasPrefix(f.Seen.At(row), about)
				}
				if !found {
					t.Errorf("no finding %s about %s", code, about)
				}
			}
		}
		return
	}
	t.Error("the reference case is gone")
}

func rows(t *testing.T, list []map[string]json.RawMessage, naming func(string) string) string {
	var out []map[string]json.RawMessage
	for _, r := range list {
		o := map[string]json.RawMessage{}
		for k, v := range r {
			o[naming(k)] = v
		}
		out = append(out, o)
	}
	text, err := json.Marshal(map[string]any{"runs": out})
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

// camel spells a column's name as the API does.
func camel(column string) string {
	parts := strings.Split(column, "_")
	for i, p := range parts[1:] {
		parts[i+1] = strings.ToUpper(p[:1]) + p[1:]
	}
	return strings.Join(parts, "")
}
