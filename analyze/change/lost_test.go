package change

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"runreport/analyze/report"
)

// day is the beginning of a day of May 2026.
func day(n int) time.Time { return time.Date(2026, 5, n, 0, 0, 0, 0, time.UTC) }

// runOn is a run that began and ended on a day, and lies in files.
func runOn(key string, n int, files ...string) report.Run {
	return report.Run{Key: key, Unit: key, System: "kahn", StartedAt: day(n), EndedAt: day(n).Add(time.Hour), RunDetails: &report.RunDetails{Files: files, Evidence: report.Evidence{File: strings.Join(files, " ")}}, RunSetup: &report.RunSetup{Subject: "shop"}, RunEnd: &report.RunEnd{}}
}

func cycleOn(key string, n int, file string) report.Cycle {
	return report.Cycle{Key: key, Cycle: key, StartedAt: day(n), EndedAt: day(n).Add(time.Hour), Evidence: report.Evidence{File: file}}
}

// logOf is a file with so many lines, of which so many were rejected.
func logOf(path string, lines, rejected int64) report.LedgerFile {
	kahn := "kahn"
	return report.LedgerFile{Path: path, Format: &kahn, Lines: &lines, Records: lines, Fates: report.Fates{Kept: lines - rejected, Rejected: rejected}}
}

// documentOf is a file that is read as a whole.
func documentOf(path string, records, rejected int64) report.LedgerFile {
	f := logOf(path, 0, rejected)
	f.Lines, f.Records, f.Kept = nil, records, records-rejected
	return f
}

func unclaimed(path string) report.LedgerFile { return report.LedgerFile{Path: path} }

func reportOf(runs []report.Run, cycles []report.Cycle, files ...report.LedgerFile) *report.Data {
	return &report.Data{Definitions: report.Definitions, Version: "1", AsOf: day(20), Runs: runs, Cycles: cycles, Ledger: report.Ledger{Files: files}}
}

// found are findings, as "code file: seen; expected".
func found(all []report.Finding) string {
	var out []string
	for _, f := range all {
		out = append(out, fmt.Sprintf("%s %s: %s; %s", f.Code, f.File, f.Seen, f.Expected))
	}
	return strings.Join(out, "\n")
}

// What the baseline read of the runs that both reports have, and this one did not.
func TestLogsThatAreLost(t *testing.T) {
	one, two, three := runOn("1", 1, "a/1.log"), runOn("2", 2, "a/2.log"), runOn("3", 3, "b/3.log")
	cycle := cycleOn("c", 2, "c/cycle.jsonl")
	runs := func(all ...report.Run) []report.Run { return all }
	for _, c := range []struct {
		name        string
		before, now *report.Data
		want        string
	}{
		{"nothing", reportOf(runs(one), nil, logOf("a/1.log", 9, 0)), reportOf(runs(one), nil, logOf("a/1.log", 9, 0)), ""},
		{"more lines", reportOf(runs(one), nil, logOf("a/1.log", 9, 0)), reportOf(runs(one), nil, logOf("a/1.log", 10, 1)), ""},
		{"fewer lines", reportOf(runs(one), nil, logOf("a/1.log", 9, 0)), reportOf(runs(one), nil, logOf("a/1.log", 8, 0)),
			"log_shorter_than_baseline a/1.log: 8 lines; as in the baseline: 9 lines at least"},
		{"a line that cannot be read any more", reportOf(runs(one), nil, logOf("a/1.log", 9, 1)), reportOf(runs(one), nil, logOf("a/1.log", 9, 2)),
			"log_shorter_than_baseline a/1.log: 7 lines; as in the baseline: 8 lines at least"},
		{"lines no more", reportOf(runs(one), nil, logOf("a/1.log", 9, 0)), reportOf(runs(one), nil, documentOf("a/1.log", 3, 1)),
			"log_shorter_than_baseline a/1.log: 2 records; as in the baseline: 9 lines at least"},
		{"a document of fewer records", reportOf(runs(one), nil, documentOf("a/1.log", 9, 0)), reportOf(runs(one), nil, documentOf("a/1.log", 3, 0)), ""},
		{"no format any more", reportOf(runs(one), nil, logOf("a/1.log", 9, 0)), reportOf(runs(one), nil, unclaimed("a/1.log")),
			"log_shorter_than_baseline a/1.log: no format claims it; as in the baseline: 9 lines"},
		{"no format before", reportOf(runs(one), nil, unclaimed("a/1.log")), reportOf(runs(one), nil), ""},
		{"a file of a run that has others", reportOf(runs(runOn("1", 1, "a/1.log", "a/more.log")), nil, logOf("a/1.log", 9, 0), logOf("a/more.log", 5, 0)),
			reportOf(runs(one), nil, logOf("a/1.log", 9, 0)), "log_missing a/more.log: no such file; as in the baseline: 5 lines"},
		{"one of which nothing was kept", reportOf(runs(runOn("1", 1, "a/1.log", "a/more.log")), nil, logOf("a/1.log", 9, 0), logOf("a/more.log", 5, 5)),
			reportOf(runs(one), nil, logOf("a/1.log", 9, 0)), ""},
		{"one that is packed now", reportOf(runs(one), nil, logOf("a/1.log", 9, 0)), reportOf(runs(runOn("1", 1, "old/1.log.gz")), nil, logOf("old/1.log.gz", 9, 0)), ""},
		{"one of that name that no format claims", reportOf(runs(one), nil, logOf("a/1.log", 9, 0)), reportOf(runs(runOn("1", 1, "x")), nil, unclaimed("old/1.log.gz")),
			"log_missing a/1.log: no such file; as in the baseline: 9 lines"},
		{"one of that name that was there before", reportOf(runs(one), nil, logOf("a/1.log", 9, 0), logOf("b/1.log", 9, 0)), reportOf(runs(runOn("1", 1, "x")), nil, logOf("b/1.log", 9, 0)),
			"log_missing a/1.log: no such file; as in the baseline: 9 lines"},
		{"the log of a run that went", reportOf(runs(one, two), nil, logOf("a/1.log", 9, 0), logOf("a/2.log", 9, 0)), reportOf(runs(two), nil, logOf("a/2.log", 9, 0)), ""},
		{"a log that lost its oldest run", reportOf(runs(runOn("1", 1, "a.log"), runOn("2", 2, "a.log")), nil, logOf("a.log", 9, 0)), reportOf(runs(runOn("2", 2, "a.log")), nil, logOf("a.log", 5, 0)), ""},
		{"a log that lost its latest run", reportOf(runs(runOn("1", 1, "a.log"), runOn("2", 2, "a.log")), nil, logOf("a.log", 9, 0)), reportOf(runs(runOn("1", 1, "a.log")), nil, logOf("a.log", 5, 0)),
			"log_shorter_than_baseline a.log: 5 lines; as in the baseline: 9 lines at least"},
		{"a companion of runs that are here", reportOf(runs(one, two), nil, logOf("a/BUGS.md", 9, 0)), reportOf(runs(one, two), nil),
			"log_missing a/BUGS.md: no such file; as in the baseline: 9 lines"},
		{"a companion in a folder below", reportOf(runs(one), nil, logOf("a/x/y/BUGS.md", 9, 0)), reportOf(runs(one), nil),
			"log_missing a/x/y/BUGS.md: no such file; as in the baseline: 9 lines"},
		{"a companion of runs of which one is here", reportOf(runs(one, two), nil, logOf("a/BUGS.md", 9, 0)), reportOf(runs(two), nil), ""},
		{"a companion of nothing", reportOf(runs(three), nil, logOf("a/BUGS.md", 9, 0)), reportOf(runs(three), nil), ""},
		{"the log of a cycle", reportOf(nil, []report.Cycle{cycle}, logOf("c/cycle.jsonl", 9, 0)), reportOf(nil, []report.Cycle{cycle}),
			"log_missing c/cycle.jsonl: no such file; as in the baseline: 9 lines"},
		{"the log of a cycle that went", reportOf(nil, []report.Cycle{cycle, cycleOn("d", 3, "d.jsonl")}, logOf("c/cycle.jsonl", 9, 0)), reportOf(nil, []report.Cycle{cycleOn("d", 3, "d.jsonl")}), ""},
	} {
		got := LostInput(NewEarlier(&Baseline{Data: c.before}), c.now)
		if found(got) != c.want {
			t.Errorf("%s:\n%s\nwant\n%s", c.name, found(got), c.want)
		}
	}
}

// Without a baseline, or with one of other definitions, only what was passed over is told.
func TestWhatIsToldOfLogsPassedOver(t *testing.T) {
	now := reportOf(nil, nil)
	now.Ledger.PassedOver = []report.PassedOver{
		{Folder: "x", Why: "--exclude", Files: 9, Logs: 3, First: []string{"x/a.log", "x/b.log"}},
		{Folder: "y", Why: "node_modules", Files: 9},
		{Folder: "z", Why: "output", Files: 1, Logs: 1, First: []string{"z/a.log"}},
	}
	passed := "log_passed_over x: 3 files by --exclude: x/a.log, x/b.log and 1 more; \nlog_passed_over z: 1 file by output: z/a.log; "
	later := reportOf(nil, nil)
	later.AsOf = day(21)
	other := reportOf(nil, nil)
	other.Definitions, other.AsOf = report.Definitions-1, day(21)
	for name, c := range map[string]struct {
		e    *Earlier
		want string
	}{
		"no baseline":          {NewEarlier(nil), passed},
		"one of the same time": {NewEarlier(&Baseline{Data: reportOf(nil, nil)}), passed},
		"a later one":          {NewEarlier(&Baseline{Data: later}), passed + "\nas_of_before_baseline : 2026-05-20 00:00:00; not before 2026-05-21 00:00:00"},
		"other definitions":    {NewEarlier(&Baseline{Data: other}), passed},
		"a part of one":        {NewEarlier(&Baseline{Data: later, Partial: "cut"}), passed},
	} {
		if got := found(LostInput(c.e, now)); got != c.want {
			t.Errorf("%s:\n%s\nwant\n%s", name, got, c.want)
		}
	}
}

// Logs without any time are not older than the baseline: they have no latest event.
func TestUndatedLogsAreNotOlder(t *testing.T) {
	before, now := reportOf(nil, nil), reportOf(nil, nil)
	now.AsOf = time.Time{}
	if got := found(LostInput(NewEarlier(&Baseline{Data: before}), now)); got != "" {
		t.Error(got)
	}
}

// A run that had ended does not change any more. The first fact that differs is told.
func TestRunsThatAreRewritten(t *testing.T) {
	was := runOn("1", 1, "a.log")
	was.Status, was.Flaked, was.Counts = "done", []string{"pay"}, []report.RunCount{{Name: "bugs", By: "severity", Part: "high", Value: 2}}
	was.DurationS, was.Attempts = report.Known(60), report.Count(3)
	was.Checks = []report.Check{{Name: "lint", Step: "pay", Verdict: "pass"}}
	for name, c := range map[string]struct {
		change func(r *report.Run)
		want   string
	}{
		"nothing":                    {func(*report.Run) {}, ""},
		"the status":                 {func(r *report.Run) { r.Status = "failed" }, "1, status: failed; as in the baseline: done"},
		"the duration":               {func(r *report.Run) { r.DurationS = report.Known(60.002) }, "1, duration: 60.002; as in the baseline: 60"},
		"less than can be told":      {func(r *report.Run) { r.DurationS = report.Known(60.0004) }, ""},
		"no duration any more":       {func(r *report.Run) { r.DurationS = report.Missing("x") }, "1, duration: n/a; as in the baseline: 60"},
		"attempts":                   {func(r *report.Run) { r.Attempts = report.Whole{} }, "1, attempts: n/a; as in the baseline: 3"},
		"flaky steps":                {func(r *report.Run) { r.Flaked = []string{"pay", "ship"} }, "1, flaky steps: pay, ship; as in the baseline: pay"},
		"checks":                     {func(r *report.Run) { r.Checks = nil }, "1, checks: ; as in the baseline: lint pay pass"},
		"counts":                     {func(r *report.Run) { r.Counts = []report.RunCount{{Name: "bugs", Value: 2}} }, "1, counts: bugs 2; as in the baseline: bugs severity high 2"},
		"an earlier end":             {func(r *report.Run) { r.EndedAt = r.EndedAt.Add(-time.Minute) }, "1, end: 2026-05-01 00:59:00; as in the baseline: 2026-05-01 01:00:00"},
		"a later end: it went on":    {func(r *report.Run) { r.EndedAt, r.Status = r.EndedAt.Add(1), "failed" }, ""},
		"another file of it":         {func(r *report.Run) { r.Files, r.Status = []string{"a.log", "b.log"}, "failed" }, ""},
		"a file less":                {func(r *report.Run) { r.Files, r.Status = nil, "failed" }, "1, status: failed; as in the baseline: done"},
		"another run":                {func(r *report.Run) { r.Key, r.Status = "2", "failed" }, ""},
		"a reason, which is no fact": {func(r *report.Run) { r.Reason = "x" }, ""},
	} {
		now, end, details := was, *was.RunEnd, *was.RunDetails
		now.RunEnd, now.RunDetails = &end, &details
		c.change(&now)
		got := found(changedRuns(NewEarlier(&Baseline{Data: reportOf([]report.Run{was}, nil)}), reportOf([]report.Run{now}, nil)))
		if strings.TrimPrefix(got, "ended_run_changed a.log: ") != c.want {
			t.Errorf("%s: %s, want %s", name, got, c.want)
		}
	}
	failed := was
	failed.RunEnd = &report.RunEnd{Status: "failed"}
	open := was
	open.EndedAt = time.Time{}
	other := reportOf([]report.Run{was}, nil)
	other.Version = "2"
	for name, before := range map[string]*report.Data{"by another version": other, "of a run that had not ended": reportOf([]report.Run{open}, nil)} {
		if got := found(changedRuns(NewEarlier(&Baseline{Data: before}), reportOf([]report.Run{failed}, nil))); got != "" {
			t.Errorf("%s: %s", name, got)
		}
	}
}

// The same of cycles, with the recall of their benchmarks.
func TestCyclesThatAreRewritten(t *testing.T) {
	benchmark := func(pre, post float64, lost ...string) report.Benchmark {
		return report.Benchmark{Benchmark: "chi", RunsPre: 1, RunsPost: 2, RecallPre: report.Recall{Value: report.Known(pre)}, RecallPost: report.Recall{Value: report.Known(post)}, Lost: lost}
	}
	was := cycleOn("one", 1, "c.jsonl")
	was.Lever, was.Benchmarks = "prompts", []report.Benchmark{benchmark(0.5, 0.6, "BUG-1")}
	for name, c := range map[string]struct {
		change func(x *report.Cycle)
		want   string
	}{
		"nothing":          {func(*report.Cycle) {}, ""},
		"the lever":        {func(x *report.Cycle) { x.Lever = "model" }, "one, lever: model; as in the baseline: prompts"},
		"the verdict":      {func(x *report.Cycle) { x.Verdict.Logged = "ship" }, "one, verdict: ship; as in the baseline: "},
		"a recall":         {func(x *report.Cycle) { x.Benchmarks = []report.Benchmark{benchmark(0.5, 0.7, "BUG-1")} }, "one, chi: recall 0.5 of 1, 0.7 of 2; as in the baseline: recall 0.5 of 1, 0.6 of 2"},
		"a bug":            {func(x *report.Cycle) { x.Benchmarks = []report.Benchmark{benchmark(0.5, 0.6, "BUG-2")} }, "one, chi, lost and gained: BUG-2 /; as in the baseline: BUG-1 /"},
		"a benchmark less": {func(x *report.Cycle) { x.Benchmarks = nil }, "one, chi: nothing; as in the baseline: recall 0.5 of 1, 0.6 of 2"},
		"a later end":      {func(x *report.Cycle) { x.EndedAt, x.Lever = x.EndedAt.Add(1), "model" }, ""},
		"another cycle":    {func(x *report.Cycle) { x.Key, x.Lever = "two", "model" }, ""},
		"the end itself":   {func(x *report.Cycle) { x.EndedAt = x.StartedAt }, "one, end: 2026-05-01 00:00:00; as in the baseline: 2026-05-01 01:00:00"},
		"one benchmark more": {func(x *report.Cycle) {
			x.Benchmarks = append(slices.Clone(x.Benchmarks), report.Benchmark{Benchmark: "till"})
		}, "one, till: recall n/a of 0, n/a of 0; as in the baseline: nothing"},
		"the noise floor": {func(x *report.Cycle) { x.NoiseFloor = report.Known(0.05) }, "one, noise floor: 0.05; as in the baseline: n/a"},
	} {
		now := was
		c.change(&now)
		got := found(changedRuns(NewEarlier(&Baseline{Data: reportOf(nil, []report.Cycle{was})}), reportOf(nil, []report.Cycle{now})))
		if strings.TrimPrefix(got, "ended_run_changed c.jsonl: ") != c.want {
			t.Errorf("%s: %s, want %s", name, got, c.want)
		}
	}
	open := was
	open.EndedAt = time.Time{}
	was.Lever = "model"
	if got := found(changedRuns(NewEarlier(&Baseline{Data: reportOf(nil, []report.Cycle{open})}), reportOf(nil, []report.Cycle{was}))); got != "" {
		t.Errorf("a cycle that had not ended: %s", got)
	}
}

// Runs and cycles of the baseline that are not here, though later ones are.
func TestWhatIsMissing(t *testing.T) {
	before := reportOf([]report.Run{runOn("1", 1), runOn("2", 2), runOn("3", 3)}, []report.Cycle{cycleOn("c", 1, ""), cycleOn("d", 2, ""), cycleOn("e", 3, "")})
	now := reportOf([]report.Run{runOn("1", 1), runOn("3", 3)}, []report.Cycle{cycleOn("d", 2, "")})
	e := NewEarlier(&Baseline{Data: before})
	if got := fmt.Sprint(e.MissingRuns(now)); got != "map[kahn:[2]]" {
		t.Errorf("runs: %s", got)
	}
	keys := func(d *report.Data) (out []string) {
		for _, c := range e.MissingCycles(d) {
			out = append(out, c.Key)
		}
		return out
	}
	if got := keys(now); !slices.Equal(got, []string{"e"}) {
		t.Errorf("cycles: %v", got)
	}
	if got := keys(reportOf(nil, nil)); !slices.Equal(got, []string{"c", "d", "e"}) {
		t.Errorf("cycles where there is none: %v", got)
	}
	if n := older(before, now); n != 1 {
		t.Errorf("%d are older, want the cycle c", n)
	}
	renamed := reportOf([]report.Run{{Key: "other", Unit: "1", System: "kahn", StartedAt: day(1), RunSetup: &report.RunSetup{}, RunEnd: &report.RunEnd{}}, runOn("2", 2), runOn("3", 3)}, nil)
	if got := e.MissingRuns(renamed); len(got) != 0 {
		t.Errorf("a run whose folder has another name is missing: %v", got)
	}
}

// What the key figures are held against: the same benchmarks, and the same jobs on the last
// run date.
func TestKeyFiguresOfABaseline(t *testing.T) {
	stableOwner := func(r report.Run, name string) report.Run { r.Subject, r.StableSubject = "logs/"+name, &name; return r }
	before := reportOf([]report.Run{runOn("0", 1), stableOwner(runOn("1", 2), "shop"), {Key: "x", System: "kahn", RunSetup: &report.RunSetup{Subject: "undated"}, RunEnd: &report.RunEnd{}}}, nil)
	before.KeyFigures = []report.KeyFigure{{Name: "recall"}, {Name: "pass_rate"}, {Name: "cost", JobsTotal: 1}}
	names := func(all []report.KeyFigure) string {
		var out []string
		for _, f := range all {
			out = append(out, f.Name)
		}
		return strings.Join(out, " ")
	}
	whole, part := &report.Baseline{Compared: []string{"recall", "flakes"}}, &report.Baseline{Compared: []string{"flakes"}}
	for name, c := range map[string]struct {
		b    *report.Baseline
		runs []report.Run
		want string
	}{
		"the same job by its lasting name": {whole, []report.Run{stableOwner(runOn("2", 9), "shop")}, "recall pass_rate cost"},
		"and an earlier one of another":    {whole, []report.Run{runOn("1", 8), stableOwner(runOn("2", 9), "shop")}, "recall pass_rate cost"},
		"another benchmark":                {part, []report.Run{stableOwner(runOn("2", 9), "shop")}, "pass_rate cost"},
		"another job":                      {whole, []report.Run{stableOwner(runOn("2", 9), "till")}, "recall cost"},
		"another job beside it":            {whole, []report.Run{stableOwner(runOn("2", 9), "shop"), stableOwner(runOn("3", 9), "till")}, "recall cost"},
		"no run":                           {part, nil, "cost"},
		"another job, of a figure that says of which it is": {whole, []report.Run{stableOwner(runOn("2", 9), "lint")}, "recall cost"},
	} {
		if got := names(NewEarlier(&Baseline{Data: before}).KeyFigures(c.b, c.runs)); got != c.want {
			t.Errorf("%s: %s, want %s", name, got, c.want)
		}
	}
	if got := NewEarlier(&Baseline{Data: before, Partial: "cut"}).KeyFigures(whole, nil); got != nil {
		t.Errorf("figures of a baseline that does not compare: %v", got)
	}
}

// Each benchmark's latest recall is held against the baseline's, the greatest loss first.
func TestRecallsOfABaseline(t *testing.T) {
	cycle := func(key string, all ...report.Benchmark) report.Cycle {
		return report.Cycle{Key: key, Cycle: key, Benchmarks: all}
	}
	of := func(name string, pre, post float64) report.Benchmark {
		b := report.Benchmark{Benchmark: name}
		for side, v := range map[*report.Recall]float64{&b.RecallPre: pre, &b.RecallPost: post} {
			if v >= 0 {
				side.Value = report.Known(v)
			}
		}
		return b
	}
	before := []report.Cycle{cycle("c1", of("chi", 0.2, 0.3), of("till", 0.5, 0.6), of("gone", 1, 1)), cycle("c2", of("chi", 0.4, -1))}
	now := []report.Cycle{cycle("c3", of("chi", 0.5, 0.9), of("till", 0.4, 0.1)), cycle("c4", of("chi", -1, -1), of("new", 1, 1))}
	var got []string
	for _, c := range recallChanges(before, now) {
		got = append(got, fmt.Sprintf("%s %s %s %g, %s %s %g", c.Benchmark, c.Before.Cycle, c.Before.Side, c.Before.Value.Value, c.Now.Cycle, c.Now.Side, c.Now.Value.Value))
	}
	want := []string{"till c1 post 0.6, c3 post 0.1", "chi c2 pre 0.4, c3 post 0.9"}
	if !slices.Equal(got, want) {
		t.Errorf("%q, want %q", got, want)
	}
	for name, c := range map[string]struct {
		cycles []report.Cycle
		want   string
	}{"the latest": {now, "new"}, "a side is enough": {before, "chi"}, "none": {nil, ""}, "the one before, where the latest has none": {[]report.Cycle{cycle("a", of("till", 0, -1), of("chi", -1, 0)), cycle("b", of("x", -1, -1))}, "chi till"}} {
		if got := strings.Join(MeasuredLatest(c.cycles), " "); got != c.want {
			t.Errorf("%s: measured %s, want %s", name, got, c.want)
		}
	}
	e := NewEarlier(&Baseline{Data: &report.Data{Definitions: report.Definitions, Cycles: before}})
	b := e.Compare(&report.Data{Cycles: now}, nil, StableNames(nil))
	if b.Status != "not_comparable" || slices.Contains(b.Compared, "recall") || !slices.Contains(b.Compared, "flakes") || len(b.Recall) != 0 ||
		!strings.Contains(b.Why, "chi only before, new only now") {
		t.Errorf("other benchmarks: %+v", b)
	}
	if b := e.Compare(&report.Data{Cycles: before}, nil, StableNames(nil)); b.Status != "compared" || !slices.Contains(b.Compared, "recall") || len(b.Recall) != 3 || b.Why != "" {
		t.Errorf("the same benchmarks: %+v", b)
	}
	e = NewEarlier(&Baseline{Data: &report.Data{Definitions: report.Definitions - 1, Cycles: before}})
	if b := e.Compare(&report.Data{Cycles: before}, nil, StableNames(nil)); b.Status != "not_comparable" || len(b.Compared) != 0 || b.Why == "" || len(b.Recall) != 0 {
		t.Errorf("other definitions: %+v", b)
	}
	if b := (*Earlier)(nil).Compare(&report.Data{}, nil, nil); b != nil {
		t.Errorf("no baseline: %+v", b)
	}
}

// What a baseline is called: as asked, else by labels or title, with its time.
func TestLabelsOfABaseline(t *testing.T) {
	for want, b := range map[string]*Baseline{
		"main": {Label: "main", Data: &report.Data{Title: "x", AsOf: day(1)}},
		"branch main, os linux, as of 2026-05-01 00:00:00": {Data: &report.Data{Title: "x", AsOf: day(1), Labels: []report.Label{{Name: "branch", Value: "main"}, {Name: "os", Value: "linux"}}}},
		"nightly, as of 2026-05-01 00:00:00":               {Data: &report.Data{Title: "nightly", AsOf: day(1)}},
		"the earlier report":                               {Data: &report.Data{}},
	} {
		if got := NewEarlier(b).label(); got != want {
			t.Errorf("%q, want %q", got, want)
		}
	}
}

// Medians of the steps that both reports have are held against each other: slower steps first.
func TestDurationsOfABaseline(t *testing.T) {
	of := func(step string, p50 float64, converged bool) report.AttemptDuration {
		return report.AttemptDuration{System: "kahn", Subject: "shop", Step: step, Converged: converged, N: 3, P50S: report.Known(p50)}
	}
	before := &report.Data{Definitions: report.Definitions, Durations: report.Durations{Attempts: []report.AttemptDuration{
		of("a", 10, true), of("b", 10, true), of("c", 10, true), of("failed", 10, false), of("gone", 10, true), of("zero", 0, true)}}}
	now := report.Durations{Attempts: []report.AttemptDuration{of("a", 20, true), of("b", 5, true), of("c", 40, true), of("failed", 9, false), of("a", 99, false), of("new", 9, true), of("zero", 5, true)}}
	for _, s := range []struct{ step, window, call string }{{"b", WindowBaseline, "faster"}, {"c", WindowBaseline, "slower"}, {"a", "other", "slower"}} {
		now.Shifts = append(now.Shifts, report.Shift{System: "kahn", Subject: "shop", Step: s.step, Window: s.window, Call: s.call})
	}
	var got []string
	for _, c := range NewEarlier(&Baseline{Data: before}).durationChanges(now, StableNames(nil)) {
		got = append(got, fmt.Sprintf("%s %g %g %s", c.Step, c.P50BeforeS.Value, c.P50NowS.Value, c.Call))
	}
	if want := []string{"c 10 40 slower", "b 10 5 faster", "a 10 20 too_few", "zero 0 5 too_few"}; !slices.Equal(got, want) {
		t.Errorf("%q, want %q", got, want)
	}
}
