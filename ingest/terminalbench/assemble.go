package terminalbench

import (
	"cmp"
	"fmt"
	"math"
	"path"
	"strings"

	"runreport/ingest/record"
	"runreport/ingest/table"
	"runreport/ingest/trial"
)

func assemble(u *record.Unit, t *table.Set) {
	run := &trial.Run{Unit: u, At: u.Records[0], Benchmark: system}
	var sum, metadata *record.Record
	byTask := map[string]*trial.Task{}
	for _, r := range u.Records {
		switch {
		case r.Is(metadataKind.Name):
			u.Event(t, r, "", "", "")
			metadata = r
		case r.Is(runKind.Name):
			u.Event(t, r, "", "", "")
			sum = r
		default:
			u.Event(t, r, r.Str("task_id"), "", "")
			x := byTask[r.Str("task_id")]
			if x == nil {
				x = &trial.Task{At: r, Kind: table.KindTask, Name: cmp.Or(r.Str("task_id"), r.Str("trial_name"), "(no name)")}
				byTask[r.Str("task_id")] = x
				run.Tasks = append(run.Tasks, x)
			}
			x.Trials = append(x.Trials, readTry(u, t, r, int64(len(x.Trials)+1)))
		}
	}
	described(run, metadata)
	ended(run, sum, metadata)
	for _, x := range run.Tasks {
		for _, y := range x.Trials {
			y.Agent, y.Model = run.Agent, run.Model
		}
	}
	run.Fill(t)
	if sum != nil {
		checkSums(u, t, run, sum)
	}
	if metadata != nil {
		checkAccuracy(u, t, run, metadata, sum)
	}
}

// described takes over what the metadata say of the run.
func described(run *trial.Run, m *record.Record) {
	if m == nil {
		return
	}
	run.Agent, run.Model, run.Version = m.Str("agent_name"), m.Str("model_name"), m.Str("commit_hash")
	run.Start, run.End = m.Time("start_time"), m.Time("end_time")
	if name := cmp.Or(m.Str("dataset_name"), base(m.Str("dataset_path"))); name != "" {
		run.Benchmark = name
		if v := m.Str("dataset_version"); v != "" {
			run.Benchmark += "@" + v
		}
	}
	run.Announced = int64(len(m.List("task_ids")))
}

// base is the last part of a path, whatever slashes it has.
func base(p string) string {
	if p == "" {
		return ""
	}
	return path.Base(strings.ReplaceAll(p, `\`, "/"))
}

// ended says whether the run is over: it has an end, or sums, which are written last.
func ended(run *trial.Run, sum, m *record.Record) {
	switch {
	case m != nil && !m.Has("end_time"), m == nil && (sum == nil || !sum.Has("accuracy") && !sum.Has("n_resolved")):
		run.Status = "unfinished"
		run.Meaning.Result = table.Open
		if m == nil && sum == nil { // files of trials alone do not tell of the run's end
			run.Status, run.Meaning.Result = "trials only", table.Unknown
		}
	default:
		run.Status, run.Meaning.Result = "finished", table.Passed
	}
}

// readTry is a trial. index is its number where its name has none.
func readTry(u *record.Unit, t *table.Set, r *record.Record, index int64) *trial.Trial {
	y := &trial.Trial{At: r, N: index, ID: r.Str("trial_name"), Start: r.Time("trial_started_at"), End: r.Time("trial_ended_at")}
	if n, _ := named(r); n > 0 {
		y.N = n
	}
	said := "null"
	if v, ok := r.Bool("is_resolved"); ok {
		said = fmt.Sprint(v)
	}
	y.Meaning = u.Meaning(t, outcomeWords, said, r)
	y.Status = map[table.Result]string{table.Passed: "resolved", table.Failed: "unresolved"}[y.Meaning.Result]
	if mode := r.Str("failure_mode"); mode != "" {
		y.Meaning.Cause = u.Meaning(t, modeWords, mode, r).Cause
		if !strings.EqualFold(mode, "unset") && !strings.EqualFold(mode, "none") {
			y.Status, y.Error = strings.TrimSpace(y.Status+" "+mode), mode
		}
	}
	y.Usage.In, _ = r.Int("total_input_tokens")
	y.Usage.Out, _ = r.Int("total_output_tokens")
	failed := ""
	for _, e := range record.Entries(r.Raw("parser_results")) {
		c := trial.Check{Kind: "test", Name: e.Key, Written: trial.Text(e.Raw)}
		c.Verdict = verdict(u.Meaning(t, testWords, c.Written, r).Result)
		if c.Verdict == "fail" {
			failed = cmp.Or(failed, "failed: "+e.Key)
		}
		y.Checks = append(y.Checks, c)
	}
	if y.Meaning.Result == table.Failed {
		y.Error = cmp.Or(y.Error, failed)
	}
	return y
}

func verdict(r table.Result) string {
	return map[table.Result]string{table.Passed: "pass", table.Failed: "fail", table.Skipped: "skip"}[r]
}

// checkSums holds what the run's file states against the trials.
func checkSums(u *record.Unit, t *table.Set, run *trial.Run, sum *record.Record) {
	all, resolved := counts(run)
	if n, ok := sum.Int("n_resolved"); ok && n != resolved {
		u.Finding(t, sums, sum, fmt.Sprintf("n_resolved: %d", n), fmt.Sprintf("%d resolved trials", resolved))
	}
	if n, ok := sum.Int("n_unresolved"); ok && n != all-resolved {
		u.Finding(t, sums, sum, fmt.Sprintf("n_unresolved: %d", n), fmt.Sprintf("%d of %d trials not resolved", all-resolved, all))
	}
	accuracyFits(u, t, sum, all, resolved)
}

// checkAccuracy holds the metadata's share against the trials, where all of them are known.
func checkAccuracy(u *record.Unit, t *table.Set, run *trial.Run, m, sum *record.Record) {
	all, resolved := counts(run)
	tries, _ := m.Int("n_attempts")
	if want := run.Announced * max(1, tries); sum == nil && (want == 0 || all < want) {
		return // only some files of trials are here
	}
	accuracyFits(u, t, m, all, resolved)
}

func accuracyFits(u *record.Unit, t *table.Set, r *record.Record, all, resolved int64) {
	if a, ok := r.Float("accuracy"); ok && all > 0 && math.Abs(a-float64(resolved)/float64(all)) > 1e-6 {
		u.Finding(t, sums, r, fmt.Sprintf("accuracy: %g", a), fmt.Sprintf("%d of %d", resolved, all))
	}
}

func counts(run *trial.Run) (all, resolved int64) {
	for _, x := range run.Tasks {
		for _, y := range x.Trials {
			all++
			if y.Meaning.Result == table.Passed {
				resolved++
			}
		}
	}
	return all, resolved
}
