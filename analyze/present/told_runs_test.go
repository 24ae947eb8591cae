package present

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"runreport/analyze/change"
	"runreport/analyze/metric"
	"runreport/analyze/report"
	"runreport/analyze/report/reporttest"
)

// A run page says how the run ended, what it did, why it stopped and what it had to try again.
func TestSentencesOfARun(t *testing.T) {
	num, n := report.Known, report.Count
	ended := func(r report.Run) report.Run {
		r = reporttest.Whole(r)
		r.StartedAt, r.EndedAt, r.Status = on26(1), on26(2), "clean"
		return r
	}
	for _, c := range []struct {
		name string
		run  report.Run
		want []string
	}{
		{"no end", report.Run{}, []string{"It has no end record."}},
		{"no end, but documents", report.Run{RunEnd: &report.RunEnd{Outcome: "BLOCK"}}, []string{"It has no end record; its documents say: BLOCK."}},
		{"an end", ended(report.Run{}), []string{"Ended as clean."}},
		{"an end by its documents", ended(report.Run{DurationS: num(90), RunEnd: &report.RunEnd{Outcome: "BLOCK"}}), []string{"Ended as BLOCK after 1 min 30 s."}},
		{"all done", ended(report.Run{RunDetails: &report.RunDetails{Done: n(3), Failed: n(0), Blocked: n(0)}}), []string{"Ended as clean; 3 of 5 steps done."}},
		{"one failed", ended(report.Run{RunDetails: &report.RunDetails{Done: n(3), Failed: n(1), Blocked: n(1)}}), []string{"Ended as clean; 3 of 5 steps done, 1 failed, 1 blocked."}},
		{"failed, of how many", ended(report.Run{RunDetails: &report.RunDetails{Failed: n(1)}}), []string{"Ended as clean."}},
		{"stopped", report.Run{RunEnd: &report.RunEnd{Cause: metric.CauseUnknown}}, []string{"It has no end record.", "Unfinished, for a reason that no log gives."}},
		{"stopped by", report.Run{RunEnd: &report.RunEnd{Cause: "quota"}}, []string{"It has no end record.", "Stopped because of quota."}},
		{"stopped, perhaps by", report.Run{RunDetails: &report.RunDetails{Reason: "limit."}, RunEnd: &report.RunEnd{Cause: "quota", CauseInferred: true}}, []string{"It has no end record.", "Stopped because of quota (inferred: no log states it). In the words of the log: limit."}},
		{"failed at its end", ended(report.Run{RunEnd: &report.RunEnd{Cause: "time-limit", Result: "failed"}}), []string{"Ended as clean.", "Failed because of time-limit."}},
		{"stopped before its end", report.Run{RunEnd: &report.RunEnd{Cause: "time-limit", Result: "failed"}}, []string{"It has no end record.", "Stopped because of time-limit."}},
		{"failed, and no more is known", ended(report.Run{RunEnd: &report.RunEnd{Cause: "failure", Result: "failed"}}), []string{"Ended as clean."}},
		{"failed, in the words of the log", ended(report.Run{RunDetails: &report.RunDetails{Reason: "2 gates"}, RunEnd: &report.RunEnd{Cause: "failure", Result: "failed"}}), []string{"Ended as clean.", "In the words of the log: 2 gates."}},
		{"flaked", report.Run{DurationS: num(90), RunDetails: &report.RunDetails{Flaked: []string{"a"}, WithoutFlakesS: num(90)}}, []string{"It has no end record.", "Needed a retry: a."}},
		{"flaked, and took longer", report.Run{DurationS: num(90), RunDetails: &report.RunDetails{Flaked: []string{"a", "b"}, WithoutFlakesS: num(60)}},
			[]string{"It has no end record.", "Needed a retry: a and b; without that the run would have taken 1 min at best."}},
		{"flaked, five", report.Run{RunDetails: &report.RunDetails{Flaked: []string{"a", "b", "c", "d", "e"}, WithoutFlakesS: num(60)}}, []string{"It has no end record.", "Needed a retry: a, b, c, d and 1 more."}},
		{"flaked, and took longer, five", report.Run{DurationS: num(90), RunDetails: &report.RunDetails{Flaked: []string{"a", "b", "c", "d", "e"}, WithoutFlakesS: num(60)}},
			[]string{"It has no end record.", "Needed a retry: a, b, c, d and 1 more; without that the run would have taken 1 min at best."}},
	} {
		run := reporttest.Whole(c.run)
		if got := runSentences(&run, 5); !slices.Equal(got, c.want) {
			t.Errorf("%s: %q, want %q", c.name, got, c.want)
		}
	}
	path := &report.Run{RunDetails: &report.RunDetails{CriticalPath: []report.PathStep{{Step: "a", Share: num(0.25)}, {Step: "b", Share: num(0.75)}}}}
	none := reporttest.Whole(report.Run{})
	want := "It waited for a (25 %), then b (75 %): the critical path, inferred, since the log has no edges"
	if got := pathSentences(path); len(got) != 1 || got[0] != want+"." || pathSentences(&none) != nil {
		t.Errorf("%q", got)
	}
	path.PathLabel = "ambiguous"
	if got := pathSentences(path); got[0] != want+", and in doubt, since more than a second passed between two of them." {
		t.Errorf("%q", got)
	}
}

// The detail of a run in the table of all.
func TestDetailOfARun(t *testing.T) {
	num := report.Known
	for _, c := range []struct {
		run  report.Run
		want []string
	}{
		{report.Run{RunDetails: &report.RunDetails{Files: []string{"a"}}}, nil},
		{report.Run{RunDetails: &report.RunDetails{CriticalPath: []report.PathStep{{Step: "a", Share: num(1)}}, PathLabel: "inferred"}, RunEnd: &report.RunEnd{Cause: "quota"}}, []string{"Stopped because of quota.", "Critical path (inferred): a 100 %."}},
		{report.Run{DurationS: num(90), RunDetails: &report.RunDetails{Flaked: []string{"a"}, WithoutFlakesS: num(60)}}, []string{"Without its flakes it would have taken 1 min at best instead of 1 min 30 s."}},
		{report.Run{DurationS: num(90), RunDetails: &report.RunDetails{Flaked: []string{"a"}, WithoutFlakesS: num(90)}}, nil},
		{report.Run{DurationS: num(90), RunDetails: &report.RunDetails{WithoutFlakesS: num(60)}}, nil},
		{report.Run{DurationS: num(90), RunDetails: &report.RunDetails{Flaked: []string{"a"}}}, nil},
		{report.Run{RunDetails: &report.RunDetails{Checks: []report.Check{{Name: "lint", Verdict: "pass"}, {Name: "size", Verdict: "fail", Reason: "too large"}, {Name: "docs", Verdict: "warn"}}}}, []string{"Gate size: fail. too large", "Gate docs: warn."}},
		{report.Run{RunDetails: &report.RunDetails{Files: []string{"a", "b", "c"}, StitchedBy: "the run id"}}, []string{"Assembled from 3 files, by the run id: a, b and 1 more."}},
		{report.Run{RunDetails: &report.RunDetails{SupersededFiles: []string{"a"}}}, []string{"Older snapshots, not counted: a."}},
	} {
		if got := runDetail(reporttest.Whole(c.run)); !slices.Equal(got, c.want) {
			t.Errorf("%+v: %q, want %q", c.run, got, c.want)
		}
	}
	for want, r := range map[string]report.Run{"": {}, "E": {RunDetails: &report.RunDetails{Error: "E"}}, "s: E": {RunDetails: &report.RunDetails{Error: "E", ErrorStep: "s"}}} {
		r = reporttest.Whole(r)
		if got := runError(&r); got != want {
			t.Errorf("%q, want %q", got, want)
		}
	}
	step := reporttest.Whole(report.Run{RunDetails: &report.RunDetails{ErrorStep: "s"}})
	if got := runError(&step); got != "" {
		t.Errorf("%q", got)
	}
}

// The night's sentences count runs by their result, the most frequent first, and retries.
func TestSentencesOfADate(t *testing.T) {
	whole := func(runs ...report.Run) (out []*report.Run) {
		for _, r := range runs {
			r = reporttest.Whole(r)
			out = append(out, &r)
		}
		return out
	}
	runs := func(results ...string) (out []*report.Run) {
		for _, r := range results {
			out = append(out, whole(report.Run{RunEnd: &report.RunEnd{Result: r}})...)
		}
		return out
	}
	flaked := func(steps ...string) report.Run { return report.Run{RunDetails: &report.RunDetails{Flaked: steps}} }
	for _, c := range []struct {
		runs []*report.Run
		want []string
	}{
		{runs("passed"), []string{"1 run started on this date (UTC): 1 passed.", "No step needed a second try."}},
		{runs("failed", "passed", "", "passed", "blocked"), []string{"5 runs started on this date (UTC): 2 passed, 1 blocked, 1 failed and 1 unknown.", "No step needed a second try."}},
		{whole(flaked("a"), report.Run{}), []string{"2 runs started on this date (UTC): 2 unknown.", "1 step needed more than one try, in 1 run."}},
		{whole(flaked("a", "b"), flaked("a")), []string{"2 runs started on this date (UTC): 2 unknown.", "3 steps needed more than one try, in 2 runs."}},
	} {
		if got := nightSentences(c.runs); !slices.Equal(got, c.want) {
			t.Errorf("%q, want %q", got, c.want)
		}
	}
	node := func(first, last int) report.FlakeNode {
		n := report.FlakeNode{Node: "e", Rate: rateOf(1, 4)}
		if first > 0 {
			n.FirstSeen, n.LastSeen = on26(first), on26(last)
		}
		return n
	}
	for _, c := range []struct {
		node report.FlakeNode
		want []string
	}{{node(0, 0), nil}, {node(3, 3), []string{"It flaked on 2026-03-03."}}, {node(3, 5), []string{"It flaked first on 2026-03-03 and last on 2026-03-05."}}} {
		if got := stepSentences(c.node, report.Flakes{}); !slices.Equal(got[1:], c.want) {
			t.Errorf("%q, want %q", got, c.want)
		}
	}
	facts := nightFacts(whole(report.Run{System: "b", DurationS: report.Known(60)}, report.Run{System: "a"}, report.Run{System: "b", DurationS: report.Known(30)}))
	if got := fmt.Sprint(facts); got != "[{Runs 3} {Systems 1 of a, 2 of b} {Total 1 min 30 s}]" {
		t.Errorf("%s", got)
	}
	if got := fmt.Sprint(nightFacts(whole(report.Run{System: "a"}))); got != "[{Runs 1} {Systems 1 of a}]" {
		t.Errorf("%s", got)
	}
}

// pagesOf are the pages of that many runs, a second apart and all passed.
func pagesOf(n int, spoil func(i int, r *report.Run)) report.Pages {
	d := &report.Data{}
	for i := range n {
		r := report.Run{Key: fmt.Sprintf("r%05d", i), Unit: fmt.Sprint("u", i), System: "kahn", StartedAt: on26(1).Add(time.Duration(i) * time.Second), RunSetup: &report.RunSetup{Subject: "s"}, RunEnd: &report.RunEnd{Result: "passed"}}
		r = reporttest.Whole(r)
		if spoil != nil {
			spoil(i, &r)
		}
		d.Runs = append(d.Runs, r)
	}
	return Pages(&View{Data: d, Detail: func(int) (metric.Detail, error) { return metric.Detail{}, nil }})
}

// Lists of 500 runs, the latest first; the last one of them holds what is over, and leads to the others.
func TestListsOfManyRuns(t *testing.T) {
	for n, want := range map[int]string{
		0: "", 1: "index All runs 1;", 999: "index All runs 999;", 1000: "index The latest runs 500; list-001 Runs 1 to 500 500;",
		1600: "index The latest runs 600; list-002 Runs 501 to 1000 500; list-001 Runs 1 to 500 500;",
	} {
		pages := pagesOf(n, nil)
		got := ""
		for i, ref := range pages.Refs {
			if ref.Kind != report.PageList {
				continue
			}
			p, err := pages.Make(i)
			if err != nil {
				t.Fatal(err)
			}
			table := p.Sections[0].Blocks[0].Table
			got += fmt.Sprintf("%s %s %d; ", ref.Key, ref.Title, len(table.Rows))
			first := table.Rows[0].Cells[0].Text
			switch {
			case ref.Key == "index" && (first != fmt.Sprint("u", n-1) || p.Next != nil || len(p.Lead) != 1 || len(p.Related) != max(1, n/500)-1):
				t.Errorf("%d runs: %s begins with %s, %q, %d related", n, ref.Key, first, p.Lead, len(p.Related))
			case ref.Key == "list-001" && (first != "u499" || p.Previous != nil || p.Next == nil || !ref.At.Equal(on26(1)) || p.Lead != nil):
				t.Errorf("%d runs: %s begins with %s", n, ref.Key, first)
			case ref.Key == "list-002" && (first != "u999" || p.Previous.Key != "list-001" || p.Next.Key != "index"):
				t.Errorf("%d runs: %s begins with %s", n, ref.Key, first)
			}
		}
		if got = strings.TrimSuffix(got, " "); got != want {
			t.Errorf("%d runs: %s, want %s", n, got, want)
		}
	}
}

// Of very many runs the newest have a page, and of the others those that failed or flaked first.
func TestRunsWithPages(t *testing.T) {
	const n = MaxRunPages + 100
	pages := pagesOf(n, func(i int, r *report.Run) {
		switch i {
		case 7:
			r.Result = "failed"
		case 8:
			r.Result = "flaky"
		case 9:
			r.Flaked = []string{"a"}
		case 10:
			r.Result = "blocked"
		}
	})
	own := map[string]bool{}
	var order []string
	for _, ref := range pages.Refs {
		if ref.Kind == report.PageRun {
			own[ref.Key] = true
			order = append(order, ref.Key)
		}
	}
	if len(order) != MaxRunPages || order[0] != fmt.Sprintf("r%05d", n-1) || !slices.IsSortedFunc(order, func(a, b string) int { return strings.Compare(b, a) }) {
		t.Errorf("%d pages, from %s on", len(order), order[0])
	}
	for i, want := range map[int]bool{6: false, 7: true, 8: true, 9: true, 10: false, 99: false, 102: false, 103: true, n / 2: true} {
		if key := fmt.Sprintf("r%05d", i); own[key] != want {
			t.Errorf("run %d has a page: %t", i, !want)
		}
	}
	list := pages.Refs[1]
	p, err := pages.Make(1)
	if err != nil || list.Key != "index" {
		t.Fatal(list, err)
	}
	if want := "10,100 runs, the latest first. 10,000 of them have a page of their own: the latest 5,000, then those that failed or flaked. The rest is in these lists and in the exported tables."; p.Lead[0] != want {
		t.Errorf("%s\nwant %s", p.Lead[0], want)
	}
	exactly := 0
	for _, ref := range pagesOf(MaxRunPages, nil).Refs {
		if ref.Kind == report.PageRun {
			exactly++
		}
	}
	if exactly != MaxRunPages {
		t.Errorf("%d pages", exactly)
	}
}

// A run date is red where a run failed, yellow where one flaked.
func TestLooksOfDates(t *testing.T) {
	for _, c := range []struct {
		runs []report.Run
		want string
	}{
		{[]report.Run{{RunEnd: &report.RunEnd{Result: "passed"}}, {RunEnd: &report.RunEnd{Result: "blocked"}}}, "good 2 runs"}, {[]report.Run{{RunDetails: &report.RunDetails{Flaked: []string{"a"}}, RunEnd: &report.RunEnd{Result: "passed"}}}, "warn 1 run, 1 flaky"},
		{[]report.Run{{RunEnd: &report.RunEnd{Result: "flaky"}}, {RunDetails: &report.RunDetails{Flaked: []string{"a"}}, RunEnd: &report.RunEnd{Result: "failed"}}, {RunEnd: &report.RunEnd{Result: "failed"}}}, "bad 3 runs, 1 flaky, 2 failed"},
	} {
		d := &report.Data{Runs: c.runs}
		for i := range d.Runs {
			d.Runs[i] = reporttest.Whole(d.Runs[i])
			d.Runs[i].StartedAt = on26(1)
		}
		ref := Pages(&View{Data: d}).Refs[0]
		if got := string(ref.Role) + " " + ref.Note; got != c.want || ref.Key != "2026-03-01" || ref.Title != "2026-03-01" {
			t.Errorf("%s, want %s", got, c.want)
		}
	}
}

// A step has a page if it flaked, changed, or fails at random, and says how often.
func TestPagesOfSteps(t *testing.T) {
	d := &report.Data{Flakes: report.Flakes{ByNode: []report.FlakeNode{{System: "kahn", Subject: "s", Node: "flaked", Rate: rateOf(1, 4)}, {System: "kahn", Subject: "s", Node: "steady", Rate: rateOf(0, 4)},
		{System: "kahn", Subject: "s", Node: "changed", Rate: rateOf(0, 4)}, {System: "kahn", Subject: "s", Node: "random", Rate: rateOf(0, 1)}, {System: "kahn", Subject: "s", Node: "both", Rate: rateOf(1, 1)}}},
		Changes:    []report.SeriesChange{{System: "kahn", Subject: "s", Step: "changed"}},
		KnownFlaky: []report.KnownFlaky{{System: "kahn", Subject: "s", Test: "random", Rate: rateOf(2, 9)}, {System: "kahn", Subject: "s", Test: "both", Rate: rateOf(1, 1)}},
		Durations: report.Durations{Attempts: []report.AttemptDuration{{System: "kahn", Subject: "s", Step: "flaked", Converged: true, N: 3, P50S: report.Known(2)},
			{System: "kahn", Subject: "s", Step: "flaked", N: 1, P50S: report.Known(4)}}}}
	pages := Pages(&View{Data: d})
	var got []string
	for i, ref := range pages.Refs {
		p, err := pages.Make(i)
		if err != nil {
			t.Fatal(err)
		}
		s := ref.Title + ": " + ref.Note
		for _, section := range p.Sections {
			s += "; " + section.ID
		}
		if strings.HasPrefix(p.Lead[0], "Known flaky") {
			s += "; " + p.Lead[0]
		}
		got = append(got, s)
	}
	same(t, "steps", got, []string{"s: flaked: flaked 1 of 4 times; nights; runs; durations", "s: changed: flaked 0 of 4 times; changes",
		"s: random: failed in 2 of 9 runs; Known flaky: it failed or needed a retry in 2 of 9 (22 %, 95 % CI 11–61 %) of its runs in 30 days.",
		"s: both: flaked 1 of 1 time; nights; runs; Known flaky: it failed or needed a retry in 1 of 1 (100 %) of its runs in 30 days."})
	p, _ := pages.Make(0)
	same(t, "durations", toldRows(p.Sections[2].Blocks[0].Table), []string{"passed|3|2.0 s|n/a|n/a|n/a", "failed|1|4.0 s|n/a|n/a|n/a"})
	if got := StepsWithPages(d, change.StableNames(nil)); len(got) != 4 {
		t.Errorf("%v", got)
	}
}
