package analyze

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"runreport/analyze/recall"
	"runreport/analyze/recall/recalltest"
	"runreport/analyze/report"
	"runreport/ingest/table"
)

// fourBugs is a reference list.
var fourBugs = []recalltest.Bug{
	"BUG-001 | lib/queue.go:10-20 | Queue drops the last message",
	"BUG-002 | lib/queue.go:40-45 | Wakeup is lost when the queue is full",
	"BUG-003 | lib/lease.go:5 | Lease renewal comes too late",
	"BUG-004 | api/header.go:7 | Header case is changed",
}

// recomputed is a cycle with one linked measurement of chi, which says that recall
// is as given, and the lists that fill adds.
func recomputed(t *testing.T, recall string, fill func(s *table.Set)) (report.RecallRun, *report.Report) {
	t.Helper()
	s := cycleOf("ship", nil, nil, nil)
	m := addMeasurement(t, s, "chi pre-lever 10:00 11:00")
	s.Measurements.Literal.Set(m, recall)
	s.Measurements.Baseline.Set(m, "archive/chi/BUGS.md")
	addRun(t, s, "run", "chi pre-lever 10:05 claude 1.5.6")
	fill(s)
	got, r := first(t, s)
	return got.Benchmarks[0].RecallPre.Runs[0], r
}

func TestRecomputedRecall(t *testing.T) {
	own := func(bugs ...recalltest.Bug) func(*table.Set) {
		return func(s *table.Set) {
			recalltest.AddList(s, "cycles/archive/chi/BUGS.md", "archive", recalltest.Document, fourBugs...)
			recalltest.AddList(s, "cycles/chi/quality/BUGS.md", "run", recalltest.Document, bugs...)
		}
	}
	const queue, wakeup, lease = "BUG-009 | lib/queue.go:12 | Messages are dropped", "BUG-002 | lib/queue.go:41-44 | Full queue", "BUG-001 | lib/lease.go:90 | The lease renewal is too late"
	for _, c := range []struct {
		name, recall string
		fill         func(*table.Set)
		want         string // num of den, check, at most
		keys         string
		unmatched    []string
		saw          string
	}{
		{"both agree", "0.5", own(queue, wakeup), "2 of 4, agree, +0", "2 file_lines", []string{"BUG-003 file_not_in_run", "BUG-004 file_not_in_run"}, ""},
		{"by two keys", "0.75", own(queue, wakeup, lease), "3 of 4, agree, +0", "2 file_lines, 1 file_title", []string{"BUG-004 file_not_in_run"}, ""},
		{"the log says more", "1.0", own(queue, wakeup, lease), "3 of 4, differ, +0", "2 file_lines, 1 file_title", []string{"BUG-004 file_not_in_run"}, "chi pre-lever: recall 1.0"},
		{"the log says less", "0.25", own(queue, wakeup, lease), "3 of 4, differ, +0", "2 file_lines, 1 file_title", []string{"BUG-004 file_not_in_run"}, "chi pre-lever: recall 0.25"},
		{"what is missing can explain it", "0.5", own(queue, "BUG-5 | lib/lease.go"), "1 of 4, explained_by_missing_data, +1", "1 file_lines",
			[]string{"BUG-002 matched_others", "BUG-003 no_lines", "BUG-004 file_not_in_run"}, ""},
		{"what is missing cannot explain it", "1.0", own(queue, "BUG-5 | lib/lease.go"), "1 of 4, differ, +1", "1 file_lines",
			[]string{"BUG-002 matched_others", "BUG-003 no_lines", "BUG-004 file_not_in_run"}, "chi pre-lever: recall 1.0"},
		{"a bug without a file may be any", "0.5", own(queue, "BUG-5 | | Something", "BUG-6 | other.go:1"), "1 of 4, explained_by_missing_data, +1", "1 file_lines",
			[]string{"BUG-002 run_bug_without_file", "BUG-003 run_bug_without_file", "BUG-004 run_bug_without_file"}, ""},
		{"the log reports none", "", own(queue), "1 of 4, cannot_check, +0", "1 file_lines", nil, ""},
		{"the log reports no share", "50", own(queue), "1 of 4, cannot_check, +0", "1 file_lines", nil, ""},
		{"an empty list finds nothing", "0", own(), "0 of 4, agree, +0", "", nil, ""},
		{"dismissed bugs count on neither side", "0.25", func(s *table.Set) {
			recalltest.AddList(s, "cycles/archive/chi/BUGS.md", "archive", recalltest.Document, append(slices.Clone(fourBugs), "BUG-008 | a.go:1 | Not one | retracted")...)
			recalltest.AddList(s, "cycles/chi/quality/BUGS.md", "run", recalltest.Document, queue, wakeup+" | false positive")
		}, "1 of 4, agree, +0", "1 file_lines", nil, ""},
		{"other lists do not count", "0.25", func(s *table.Set) {
			own(queue)(s)
			recalltest.Bug(wakeup).Add(s, "run", "tdd-results", table.Place{Source: 2})
			recalltest.Bug(lease).Add(s, "run", "tracker", table.Place{Source: 2})
		}, "1 of 4, agree, +0", "1 file_lines", nil, ""},
		{"a manifest beside each list", "0.75", func(s *table.Set) {
			own(queue, wakeup, lease)(s)
			recalltest.AddList(s, "cycles/archive/chi/bugs_manifest.json", "archive", recalltest.Manifest, "BUG-001 | lib/queue.go:10-20", "BUG-002 | lib/queue.go:40", "BUG-003 | lib/lease.go:5", "BUG-004 | api/header.go:7")
			recalltest.AddList(s, "cycles/chi/quality/bugs_manifest.json", "run", recalltest.Manifest, "BUG-009 | lib/queue.go:12", "BUG-002 | lib/queue.go:41", "BUG-001 | lib/lease.go:90")
		}, "3 of 4, agree, +0", "2 file_lines, 1 file_title", []string{"BUG-004 file_not_in_run"}, ""},
		{"a manifest that dismisses a bug", "0.5", func(s *table.Set) {
			own(queue, wakeup, lease)(s)
			recalltest.AddList(s, "cycles/chi/quality/bugs_manifest.json", "run", recalltest.Manifest, "BUG-009 | lib/queue.go:12 | | duplicate", "BUG-002", "BUG-001")
		}, "2 of 4, agree, +0", "1 file_lines, 1 file_title", []string{"BUG-001 matched_others", "BUG-004 file_not_in_run"}, ""},
		{"an older snapshot of the run itself", "0.25", func(s *table.Set) {
			recalltest.AddList(s, "cycles/archive/chi/BUGS.md", "run", recalltest.Document, fourBugs...)
			recalltest.AddList(s, "cycles/chi/quality/BUGS.md", "run", recalltest.Document, "BUG-003 | renamed.go:1", "BUG-900 | a.go:1")
		}, "1 of 4, agree, +0", "1 id", nil, ""},
	} {
		t.Run(c.name, func(t *testing.T) {
			m, r := recomputed(t, c.recall, c.fill)
			x := m.Recomputed
			if got := fmt.Sprintf("%d of %d, %s, +%d", x.Num, x.Den, x.Check, x.CouldMatch); got != c.want {
				t.Errorf("got %s, want %s", got, c.want)
			}
			var keys, unmatched []string
			for _, k := range x.ByKey {
				keys = append(keys, fmt.Sprintf("%d %s", k.Count, k.Key))
			}
			for _, u := range x.Unmatched {
				unmatched = append(unmatched, u.Bug+" "+u.Reason)
			}
			if got := strings.Join(keys, ", "); got != c.keys {
				t.Errorf("by %s, want %s", got, c.keys)
			}
			if c.unmatched != nil && !slices.Equal(unmatched, c.unmatched) {
				t.Errorf("unmatched %q, want %q", unmatched, c.unmatched)
			}
			if got := sawOf(r, recall.CodeRecomputed); got != c.saw {
				t.Errorf("the finding saw %q, want %q", got, c.saw)
			}
			if int64(len(x.Matches)) != x.Num || int64(len(x.Matches)+len(x.Unmatched)) != x.Den || x.Reference.Bugs != x.Den {
				t.Errorf("%d matched and %d not, of %d", len(x.Matches), len(x.Unmatched), x.Den)
			}
			if !x.Value.OK || x.Lo.Value > x.Value.Value || x.Hi.Value < x.Value.Value {
				t.Errorf("share %+v", x.Rate)
			}
		})
	}
}

func TestNoRecomputedRecall(t *testing.T) {
	reference := func(s *table.Set) {
		recalltest.AddList(s, "cycles/archive/chi/BUGS.md", "archive", recalltest.Document, fourBugs...)
	}
	long := make([]recalltest.Bug, 1001)
	for i := range long {
		long[i] = recalltest.Bug(fmt.Sprintf("BUG-%d | a.go:%d", i, i+1))
	}
	for _, c := range []struct {
		why  string
		den  int64
		fill func(*table.Set)
	}{
		{recall.NoOwnList, 4, reference},
		{recall.ReferenceNotRead, 0, func(s *table.Set) {
			recalltest.AddList(s, "cycles/chi/quality/BUGS.md", "run", recalltest.Document, fourBugs...)
		}},
		{recall.ReferenceEmpty, 0, func(s *table.Set) {
			recalltest.AddList(s, "cycles/archive/chi/BUGS.md", "archive", recalltest.Document)
		}},
		{recall.ReferenceIsOwn, 4, func(s *table.Set) {
			recalltest.AddList(s, "cycles/archive/chi/BUGS.md", "run", recalltest.Document, fourBugs...)
		}},
		{recall.ReferenceLater, 4, func(s *table.Set) { reference(s); addRun(t, s, "archive", "chi post-lever 12:00") }},
		{recall.ListTooLong, 4, func(s *table.Set) {
			reference(s)
			recalltest.AddList(s, "cycles/chi/quality/BUGS.md", "run", recalltest.Document, long...)
		}},
	} {
		t.Run(c.why, func(t *testing.T) {
			m, r := recomputed(t, "0.5", c.fill)
			x := m.Recomputed
			if x.Value.OK || x.Value.Reason != c.why || x.Lo.OK || x.Hi.OK || x.Check != recall.RecallUnchecked || x.Den != c.den || len(x.Matches) > 0 {
				t.Errorf("got %+v", x)
			}
			if saw := sawOf(r, recall.CodeRecomputed); saw != "" {
				t.Errorf("a finding without a number: %s", saw)
			}
			if m.Run != "run" || m.Runner != "claude" || m.Version != "1.5.6" {
				t.Errorf("run %s by %s %s", m.Run, m.Runner, m.Version)
			}
		})
	}
}

// TestRecomputedEvidence follows a match to both of its lines.
func TestRecomputedEvidence(t *testing.T) {
	m, r := recomputed(t, "1.0", func(s *table.Set) {
		recalltest.AddList(s, "cycles/archive/chi/BUGS.md", "archive", recalltest.Document, fourBugs...)
		recalltest.AddList(s, "cycles/chi/quality/BUGS.md", "run", recalltest.Document, "BUG-7 | x.go:1", "BUG-8 | lib/queue.go:42 | Lost wakeups in a full queue")
		s.Measurements.Missed.Set(0, []string{"BUG-002", "BUG-003"})
		s.Measurements.Found.Set(0, []string{"BUG-001", "BUG-003", "BUG-004"})
	})
	match := m.Recomputed.Matches[0]
	if got := fmt.Sprintf("%s %s:%d, %s %s:%d, %d apart, the log: %s", match.Bug, match.Reference.File, *match.Reference.Line,
		match.RunBug, match.Run.File, *match.Run.Line, match.LinesApart.Value, match.Logged); got != "BUG-002 cycles/archive/chi/BUGS.md:20, BUG-8 cycles/chi/quality/BUGS.md:20, 0 apart, the log: missed" {
		t.Error(got)
	}
	var logged []string
	for _, u := range m.Recomputed.Unmatched {
		logged = append(logged, u.Bug+" "+u.Logged)
	}
	if want := []string{"BUG-001 found", "BUG-003 ", "BUG-004 found"}; !slices.Equal(logged, want) {
		t.Errorf("%q, want %q", logged, want)
	}
	row := recomputedTable(t, r).Rows[0]
	text := strings.Join(row.Detail, "\n")
	for _, want := range []string{
		"Before: 1 of 4 (25 %, 95 % CI 5–70 %) of the reference list's bugs are in the run's list; the log reports 1.00.",
		"The reference list is cycles/archive/chi/BUGS.md with 4 bugs, the run's list cycles/chi/quality/BUGS.md with 2 bugs.",
		"BUG-002 “Wakeup is lost when the queue is full” (line 20) is the run's BUG-8 “Lost wakeups in a full queue” (line 20), by file and lines, though the log calls it missed.",
		"BUG-004 “Header case is changed” (line 40) is not matched: no bug of the run in its file, though the log calls it found.",
	} {
		if !strings.Contains(text, want) {
			t.Errorf("the row lacks %q:\n%s", want, text)
		}
	}
	if len(row.Evidence) != 5 || row.Role != report.RoleWarn {
		t.Errorf("evidence %+v, role %s", row.Evidence, row.Role)
	}
}

// recomputedTable is the folded table of recomputed recall.
func recomputedTable(t *testing.T, r *report.Report) *report.Table {
	t.Helper()
	for _, s := range r.Sections {
		for _, b := range s.Blocks {
			if b.Table != nil && strings.HasPrefix(b.Table.ID, "recomputed-") {
				if !b.Fold || s.ID != "recall" {
					t.Errorf("folded %v, in section %s", b.Fold, s.ID)
				}
				return b.Table
			}
		}
	}
	t.Fatal("no table of recomputed recall")
	return nil
}
