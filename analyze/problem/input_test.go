package problem

import (
	"context"
	"fmt"
	"slices"
	"testing"
	"time"

	"runreport/analyze/change"
	"runreport/analyze/failure"
	"runreport/analyze/metric"
	"runreport/analyze/report"
	"runreport/ingest/table"
)

func day(n int) time.Time { return time.Date(2026, 3, n, 0, 0, 0, 0, time.UTC) }

// input is what problems are found in, of a report without logs.
func input(d *report.Data) *Input {
	line := int64(1)
	return &Input{Data: d, Samples: metric.Measure(context.Background(), &table.Set{}, nil, metric.Metrics), Stable: change.StableNames(d.Runs), Failed: &failure.Found{},
		Place: func(run int) report.Evidence { return report.Evidence{File: d.Runs[run].Key, Line: &line} }}
}

// found are the problems of one kind, each as "severity names: title | text".
func found(in *Input, k *Kind) (out []string) {
	k.find(in, func(p report.Problem) {
		out = append(out, fmt.Sprintf("%s %q: %s | %s", p.Severity, p.Names, p.Title, p.Text))
	})
	return out
}

func compare(t *testing.T, name string, got, want []string) {
	t.Helper()
	if !slices.Equal(got, want) {
		t.Errorf("%s:\ngot  %q\nwant %q", name, got, want)
	}
}

func whole(n int64) report.Whole { return report.Whole{Value: n, OK: true} }

func rate(num, den int64) report.Rate {
	return report.Rate{Num: num, Den: den, Value: report.Known(float64(num) / float64(den)), Lo: report.Known(0.1), Hi: report.Known(0.9)}
}

func TestStopped(t *testing.T) {
	stable := "shop"
	d := &report.Data{Runs: []report.Run{
		{System: "kahn", Unit: "b1", StartedAt: day(3), RunSetup: &report.RunSetup{Subject: "shop-1", StableSubject: &stable}, RunEnd: &report.RunEnd{Cause: "canceled", Result: "canceled"}},
		{System: "kahn", Unit: "b2", StartedAt: day(2), RunSetup: &report.RunSetup{Subject: "shop-1", StableSubject: &stable}, RunEnd: &report.RunEnd{Cause: "canceled", Result: "canceled"}},
		{System: "kahn", Unit: "b3", StartedAt: day(4), RunSetup: &report.RunSetup{Subject: "shop-1", StableSubject: &stable}, RunEnd: &report.RunEnd{Cause: "", Result: "passed"}},
		{System: "kahn", Unit: "b4", StartedAt: day(5), RunSetup: &report.RunSetup{Subject: "shop-1", StableSubject: &stable}, RunEnd: &report.RunEnd{Cause: "canceled", Result: "failed"}},
		{System: "kahn", Unit: "b5", StartedAt: day(5), RunSetup: &report.RunSetup{Subject: "shop-1", StableSubject: &stable}, RunEnd: &report.RunEnd{Cause: "canceled", Result: "stalled"}},
		{System: "kahn", Unit: "b6", StartedAt: day(5), RunSetup: &report.RunSetup{Subject: "shop-1", StableSubject: &stable}, RunEnd: &report.RunEnd{Cause: "canceled", Result: "blocked"}},
		{System: "cadre", Unit: "w1", StartedAt: day(6), RunSetup: &report.RunSetup{}, RunEnd: &report.RunEnd{Cause: metric.CauseUnknown, Result: "open"}},
	}}
	in := input(d)
	var all []report.Problem
	problemStopped.find(in, func(p report.Problem) { all = append(all, p) })
	if len(all) != 2 || all[0].Since != day(2) || all[0].At != day(3) || len(all[0].Evidence) != 2 || !slices.Equal(all[0].Names, []string{"kahn", "shop", "canceled"}) {
		t.Fatalf("%+v", all)
	}
	if all[1].Title != "Runs of cadre are unfinished" || all[1].Text != "No end record and no reason: w1." || all[0].Title != "Runs of shop-1 stop: canceled" {
		t.Errorf("%q %q, %q", all[1].Title, all[1].Text, all[0].Title)
	}
	for _, c := range []struct {
		names []string
		want  string
	}{
		{[]string{"kahn", "shop", "canceled"}, "none of 6 runs stopped so"}, {[]string{"cadre", "", "unknown"}, "0 of 1 run stopped so"},
		{[]string{"kahn", "shop-1", "canceled"}, ""}, {[]string{"kahn", "shop"}, ""},
	} {
		if got := problemStopped.seen(in, c.names); got != c.want {
			t.Errorf("seen of %q: %q, want %q", c.names, got, c.want)
		}
	}
	if got := problemStale.seen(in, []string{"kahn", "shop"}); got != "none of 6 runs is missing any more" {
		t.Errorf("stale: %q", got)
	}
	if got := problemStale.seen(in, []string{"kahn"}); got != "" {
		t.Errorf("stale of one name: %q", got)
	}
}

func TestStale(t *testing.T) {
	runs := func(starts ...time.Time) (out []report.Run) {
		for _, at := range starts {
			out = append(out, report.Run{System: "kahn", StartedAt: at, RunSetup: &report.RunSetup{Subject: "shop"}, RunEnd: &report.RunEnd{}})
		}
		return out
	}
	h := time.Hour
	three := []time.Time{day(1), day(2), day(3)}
	for _, c := range []struct {
		name   string
		starts []time.Time
		asOf   time.Time
		from   string
		want   string
	}{
		{"a day", three, day(4), report.AsOfGiven, ""},
		{"more than a day", three, day(4).Add(time.Second), report.AsOfGiven, report.SeverityInfo},
		{"two days", three, day(5), report.AsOfGiven, report.SeverityInfo},
		{"more than two days", three, day(5).Add(time.Second), report.AsOfGiven, report.SeverityWarning},
		{"not given", three, day(9), report.AsOfLogs, ""},
		{"two dates", three[:2], day(9), report.AsOfGiven, ""},
		{"two dates, three runs", []time.Time{day(1), day(2), day(2).Add(h)}, day(9), report.AsOfGiven, ""},
		{"as long as a pause before", []time.Time{day(1), day(4), day(5)}, day(8), report.AsOfGiven, ""},
		{"longer than a pause before", []time.Time{day(1), day(4), day(5)}, day(8).Add(h), report.AsOfGiven, report.SeverityWarning},
		{"a run without a start is none", []time.Time{day(1), day(2), {}}, day(9), report.AsOfGiven, ""},
	} {
		d := &report.Data{Runs: runs(c.starts...), AsOf: c.asOf, AsOfFrom: c.from}
		got := ""
		problemStale.find(input(d), func(p report.Problem) { got += p.Severity })
		if got != c.want {
			t.Errorf("%s: %q, want %q", c.name, got, c.want)
		}
	}
	other := runs(three...)
	for i := range other {
		other[i].Subject = ""
		other[i].System = []string{"b", "b", "b"}[i]
	}
	d := &report.Data{Runs: append(append(runs(three...), other...), func() []report.Run {
		more := runs(three...)
		for i := range more {
			more[i].Subject = "api"
		}
		return more
	}()...), AsOf: day(9), AsOfFrom: report.AsOfGiven}
	const text = " has not run for 6 d 0 h: last on 2026-03-03 00:00:00, as of 2026-03-09 00:00:00. Its longest pause before was 1 d 0 h, over 3 run dates."
	compare(t, "by name", found(input(d), problemStale), []string{
		`warning ["b" ""]: b did not run | b` + text, `warning ["kahn" "api"]: api did not run | api` + text, `warning ["kahn" "shop"]: shop did not run | shop` + text,
	})
}

func TestFlakes(t *testing.T) {
	d := &report.Data{
		ChangeTests: []report.ChangeTest{{What: "flake_rate", Last: "2026-03-31"}, {What: "duration", Last: "2026-03-31"}},
		Changes: []report.SeriesChange{
			{What: "flake_rate", System: "kahn", Subject: "shop", Step: "new", State: report.ChangeNew, From: report.Known(0), To: report.Known(0.5), Since: "2026-03-31", Text: "New."},
			{What: "flake_rate", System: "kahn", Subject: "shop", Step: "less", State: report.ChangeNew, From: report.Known(0.5), To: report.Known(0.1), Since: "2026-03-31", Text: "Less."},
			{What: "flake_rate", System: "kahn", Subject: "", Step: "fresh", State: report.ChangeStanding, From: report.Known(0), To: report.Known(0.5), Since: "2026-03-01", Text: "Fresh."},
			{What: "flake_rate", System: "kahn", Subject: "shop", Step: "old", State: report.ChangeStanding, From: report.Known(0), To: report.Known(0.5), Since: "2026-02-28", Text: "Old."},
			{What: "flake_rate", System: "kahn", Subject: "shop", Step: "undated", State: report.ChangeStanding, From: report.Known(0), To: report.Known(0.5), Text: "Undated."},
			{What: "flake_rate", System: "kahn", Subject: "shop", Step: "suspected", State: report.ChangeSuspected, From: report.Known(0), To: report.Known(0.5), Since: "2026-03-31"},
			{What: "duration", System: "kahn", Subject: "shop", Step: "slow", State: report.ChangeNew, From: report.Known(1), To: report.Known(5), Since: "2026-03-31", Text: "Slow."},
			{What: "common_duration", System: "kahn", Subject: "shop", State: report.ChangeNew, From: report.Known(0), To: report.Known(0.3), Since: "2026-03-30", Text: "All."},
			{What: "common_duration", System: "kahn", State: report.ChangeStanding, From: report.Known(0), To: report.Known(0.3), Since: "2026-03-01", Text: "Fresh."},
			{What: "common_duration", System: "kahn", Subject: "old", State: report.ChangeStanding, From: report.Known(0), To: report.Known(0.3), Since: "2026-02-28", Text: "Old."},
			{What: "common_duration", System: "kahn", Subject: "quicker", State: report.ChangeNew, From: report.Known(0), To: report.Known(-0.3), Since: "2026-03-30"},
			{What: "common_duration", System: "kahn", Subject: "same", State: report.ChangeNew, From: report.Known(0), To: report.Known(0), Since: "2026-03-30"},
		},
		Flakes: report.Flakes{ByNode: []report.FlakeNode{
			{System: "kahn", Subject: "shop", Node: "new", Rate: rate(5, 10)},
			{System: "kahn", Subject: "shop", Node: "often", Rate: rate(2, 10), FirstSeen: day(1), LastSeen: day(9)},
			{System: "kahn", Subject: "", Node: "once", Rate: rate(1, 10)},
			{System: "kahn", Subject: "shop", Node: "never", Rate: rate(0, 10)},
			{System: "kahn", Subject: "shop", Node: "not run"},
		}},
		Durations: report.Durations{
			Shifts: []report.Shift{
				{System: "kahn", Subject: "shop", Step: "slow", Call: "slower"},
				{System: "kahn", Subject: "", Step: "since", Call: "slower", ShiftS: report.Known(20), LoS: report.Known(10), HiS: report.Known(30), Confidence: report.Known(0.95), NNew: 1, NOld: 12},
				{System: "kahn", Subject: "shop", Step: "quicker", Call: "quicker"},
			},
			Attempts: []report.AttemptDuration{
				{System: "kahn", Subject: "shop", Step: "slow", Converged: false, P50S: report.Known(1), N: 1},
				{System: "kahn", Subject: "shop", Step: "slow", Converged: true, P50S: report.Known(61), N: 7},
			},
		},
	}
	in := input(d)
	compare(t, "new flakes", found(in, problemNewFlake), []string{
		`warning ["kahn" "shop" "new"]: new of shop became flaky | New.`, `warning ["kahn" "" "fresh"]: fresh of kahn became flaky | Fresh.`,
	})
	compare(t, "flakes", found(in, problemFlake), []string{
		`warning ["kahn" "shop" "often"]: often of shop is flaky | often needed a retry in 2 of the 10 times it passed (20 %, 95 % CI 10–90 %).`,
		`info ["kahn" "" "once"]: once of kahn is flaky | once needed a retry in 1 of the 10 times it passed (10 %, 95 % CI 10–90 %).`,
	})
	compare(t, "slower", found(in, problemSlower), []string{
		`warning ["kahn" "shop" "slow"]: slow of shop became slower | Slow.`,
		`warning ["kahn" "" "since"]: since of kahn became slower | since is slower since the baseline: by 20 s (95 % CI 10 s to 30 s), 1 attempt against 12 before.`,
	})
	compare(t, "common", found(in, problemCommonSlowDown), []string{
		`warning ["kahn" "shop"]: All steps of shop became slower | All.`, `warning ["kahn" ""]: All steps of kahn became slower | Fresh.`,
	})
	var rates, since []string
	problemNewFlake.find(in, func(p report.Problem) {
		if p.Rate != nil {
			rates = append(rates, fmt.Sprint(p.Rate.Num))
		}
		since = append(since, p.Since.Format(time.DateOnly))
	})
	compare(t, "rates of new flakes", rates, []string{"5"})
	compare(t, "dates of new flakes", since, []string{"2026-03-31", "2026-03-01"})
	for _, c := range []struct {
		kind  *Kind
		names []string
		want  string
	}{
		{problemFlake, []string{"kahn", "shop", "often"}, "flaky in 2 of 10 (20 %, 95 % CI 10–90 %)"},
		{problemFlake, []string{"kahn", "shop", "not run"}, ""}, {problemFlake, []string{"kahn", "api", "often"}, ""},
		{problemNewFlake, []string{"kahn", "shop", "never"}, "flaky in 0 of 10 (0 %, 95 % CI 10–90 %)"},
		{problemSlower, []string{"kahn", "shop", "slow"}, "its median is 1 min 01 s (n = 7), and it is not called slower"},
		{problemSlower, []string{"kahn", "shop", "other"}, ""},
	} {
		if got := c.kind.seen(in, c.names); got != c.want {
			t.Errorf("%s %q: %q, want %q", c.kind.Name, c.names, got, c.want)
		}
	}
}
