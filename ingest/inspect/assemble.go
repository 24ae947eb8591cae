package inspect

import (
	"cmp"
	"fmt"
	"strings"
	"time"

	"github.com/go-json-experiment/json/jsontext"

	"runreport/ingest/record"
	"runreport/ingest/table"
	"runreport/ingest/trial"
)

func assemble(u *record.Unit, t *table.Set) {
	run := &trial.Run{Unit: u, At: u.Records[0]}
	var head *record.Record
	for _, r := range u.Records {
		if r.Is(logKind.Name) {
			head, run.At = r, r
		}
	}
	described(run, head)
	if head != nil {
		run.Status = head.Str("status")
	}
	byID := map[string]*trial.Task{}
	grades := gradingScorers(u.Records)
	records := 0
	for _, r := range u.Records {
		if !r.Is(sampleKind.Name) && !r.Is(summaryKind.Name) {
			u.Event(t, r, "", "", "")
			continue
		}
		records++
		id := sampleID(r)
		u.Event(t, r, id, "", "")
		x := byID[id]
		if x == nil {
			x = &trial.Task{At: r, Kind: table.KindSample, Name: id}
			byID[id] = x
			run.Tasks = append(run.Tasks, x)
		}
		x.Trials = append(x.Trials, readEpoch(u, t, r, run, grades))
	}
	ended(u, t, run, head)
	run.Fill(t)
	if head != nil {
		metrics(u, t, run, head, records)
	}
}

// described takes over what the head says of the eval.
func described(run *trial.Run, head *record.Record) {
	run.Benchmark = system
	if head == nil {
		return
	}
	e := head.Item("eval")
	if e == nil {
		return
	}
	run.Benchmark = cmp.Or(e.Str("task"), system)
	if v := trial.Text(e.Raw("task_version")); v != "" && v != "0" {
		run.Benchmark += "@" + v
	}
	if d := e.Item("dataset"); d != nil {
		if name := d.Str("name"); name != "" && !strings.HasSuffix(e.Str("task"), name) {
			run.Benchmark += " on " + name
		}
		run.Announced = int64(len(record.Elements(d.Raw("sample_ids"))))
	}
	run.Agent, run.Model = e.Str("solver"), e.Str("model")
	if p := e.Item("packages"); p != nil {
		run.Version = p.Str("inspect_ai")
	}
	run.Start, run.End = statTime(head, "started_at"), completed(head)
	if run.Start.IsZero() {
		run.Start = e.Time("created")
	}
}

// ended says how the eval ended. Without a header it runs, or was killed.
func ended(u *record.Unit, t *table.Set, run *trial.Run, head *record.Record) {
	switch {
	case head != nil && head.Str("status") != "":
		run.Status = head.Str("status")
		run.Meaning = u.Meaning(t, statusWords, run.Status, head)
		if x := head.Item("error"); x != nil {
			run.Reason = x.Str("message")
		}
	case head != nil:
		run.Status, run.Meaning.Result = "unfinished", table.Open
	default: // samples alone do not tell
		run.Status, run.Meaning.Result = "samples only", table.Unknown
	}
	if run.Meaning.Result == table.Open {
		run.End = time.Time{}
	}
}

// sampleID is the id of a sample, a number or a text.
func sampleID(r *record.Record) string { return cmp.Or(trial.Text(r.Raw("id")), "(no id)") }

func readEpoch(u *record.Unit, t *table.Set, r *record.Record, run *trial.Run, grades map[string]bool) *trial.Trial {
	y := &trial.Trial{At: r, N: 1, ID: r.Str("uuid"), Agent: run.Agent, Model: run.Model,
		Start: r.Time("started_at"), End: r.Time("completed_at")}
	if n, ok := r.Int("epoch"); ok && n > 0 {
		y.N = n
	}
	y.DurationS, _ = r.Float("total_time")
	y.Usage = usage(r.Raw("model_usage"), run.Model)
	y.Meaning.Result = table.Unknown
	for _, e := range record.Entries(r.Raw("scores")) {
		for _, s := range scores(e) {
			y.Scores = append(y.Scores, s)
			c := trial.Check{Kind: "scorer", Name: s.Scorer, Written: s.Written}
			m, known := yesOrNo(s.Written, grades[s.Scorer])
			if known {
				c.Verdict = "pass"
				if m.Result == table.Failed {
					c.Verdict = "fail"
				}
				if y.Meaning.Result != table.Failed {
					y.Meaning = m
				}
			}
			y.Checks = append(y.Checks, c)
		}
	}
	y.Status = "scored"
	if len(y.Scores) == 1 {
		y.Status = y.Scores[0].Written
	} else if len(y.Scores) == 0 {
		y.Status = "not scored"
	}
	limited(u, t, r, y)
	errored(r, y, run.Status)
	if y.Error == "" && r.Is(summaryKind.Name) {
		if done, given := r.Bool("completed"); given && !done {
			y.Status, y.Meaning = "running", record.Meaning{Result: table.Open}
		}
	}
	return y
}

// limited gives the trial the cause that its limit is, whatever the outcome.
func limited(u *record.Unit, t *table.Set, r *record.Record, y *trial.Trial) {
	word := ""
	if r.Is(summaryKind.Name) {
		word = r.Str("limit")
	} else if l := r.Item("limit"); l != nil {
		word = l.Str("type")
	}
	if word == "" {
		return
	}
	y.Meaning.Cause = u.Meaning(t, limitWords, word, r).Cause
	y.Status, y.Error = y.Status+", limit "+word, word+" limit"
}

// errored says of a trial that an error ended that it failed for that reason. One that was still
// going on when somebody canceled the eval did not fail: its error says no more than that.
func errored(r *record.Record, y *trial.Trial, status string) {
	message, given := "", false
	if r.Is(summaryKind.Name) {
		message, given = r.Str("error"), r.Str("error") != ""
		if n, _ := r.Int("retries"); n > 0 {
			y.Errored = make([]string, min(n, 100))
		}
	} else {
		if x := r.Item("error"); x != nil {
			message, given = x.Str("message"), true
		}
		for _, x := range r.Items("error_retries") {
			y.Errored = append(y.Errored, x.Str("message"))
		}
	}
	if given {
		y.Status, y.Error = "error", record.Cut(cmp.Or(message, "error"), 600)
		y.Meaning = record.Meaning{Result: table.Failed, Cause: table.CauseInfrastructure}
		if m, _ := statusWords.Of(status); m.Result == table.Canceled && strings.HasPrefix(message, "CancelledError(") {
			y.Status, y.Meaning = "canceled", m
		}
	}
}

// usage is what the model of the eval used; what graders used is in model_usage too.
func usage(raw jsontext.Value, model string) (x trial.Usage) {
	all := record.Entries(raw)
	for _, e := range all {
		if e.Key != model && len(all) > 1 {
			continue
		}
		for _, n := range record.Entries(e.Raw) {
			v := int64(trial.Number(n.Raw, 1e12))
			switch n.Key {
			case "input_tokens":
				x.In = v
			case "output_tokens":
				x.Out = v
			case "total_tokens":
				x.Total = v
			case "input_tokens_cache_read", "input_tokens_cache_write":
				x.Cache += v
			case "total_cost":
				if c := trial.Number(n.Raw, 1e9); c > 0 {
					x.Cost, x.CostGiven = c, true
				}
			}
		}
	}
	return x
}

// metrics writes the scores of the whole eval, and holds what the head states against the
// samples.
func metrics(u *record.Unit, t *table.Set, run *trial.Run, head *record.Record, records int) {
	res := head.Item("results")
	if res == nil {
		return
	}
	total, given := res.Int("total_samples")
	if given && total != int64(records) {
		u.Finding(t, totals, head, fmt.Sprintf("total_samples: %d", total), fmt.Sprintf("%d records of samples", records))
	}
	means := meansOf(run)
	for _, raw := range record.Elements(res.Raw("scores")) {
		m := members(raw)
		name := cmp.Or(trial.Text(m["name"]), trial.Text(m["scorer"]))
		for _, e := range record.Entries(m["metrics"]) {
			value := members(e.Raw)["value"]
			s := trial.NewScore(strings.Trim(name+"/"+e.Key, "/"), value)
			run.ScoreRow(t, head, "", s)
			mean, ok := means[name]
			if e.Key == "accuracy" && s.Given && ok && given && total == int64(records) && abs(mean-s.Value) > 0.0005 {
				u.Finding(t, metricDiffers, head, name+": "+s.Written, fmt.Sprintf("%.4g over %d samples", mean, records))
			}
		}
	}
}

func abs(x float64) float64 { return max(x, -x) }

// meansOf is the mean of each scorer over all samples, where every sample has a number.
func meansOf(run *trial.Run) map[string]float64 {
	sum, n, all := map[string]float64{}, map[string]int{}, 0
	for _, x := range run.Tasks {
		for _, y := range x.Trials {
			all++
			for _, s := range y.Scores {
				if s.Given {
					sum[s.Scorer] += s.Value
					n[s.Scorer]++
				}
			}
		}
	}
	out := map[string]float64{}
	for name, total := range sum {
		if n[name] == all {
			out[name] = total / float64(all)
		}
	}
	return out
}

func members(raw jsontext.Value) map[string]jsontext.Value {
	out := map[string]jsontext.Value{}
	for _, e := range record.Entries(raw) {
		out[e.Key] = e.Raw
	}
	return out
}
