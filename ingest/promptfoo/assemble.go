package promptfoo

import (
	"cmp"
	"fmt"
	"time"

	"runreport/ingest/record"
	"runreport/ingest/table"
	"runreport/ingest/trial"
)

func assemble(u *record.Unit, t *table.Set) {
	run := &trial.Run{Unit: u, At: u.Records[0], Benchmark: system, Status: "finished", Meaning: record.Meaning{Result: table.Passed}}
	var rows []*record.Record
	for _, r := range u.Records {
		if r.Is(evalKind.Name) {
			u.Event(t, r, "", "", "")
			continue
		}
		rows = append(rows, r)
	}
	var head *record.Record
	if len(u.Related) > 0 {
		head = u.Related[0]
		described(run, head)
	}
	if len(rows) > 0 {
		run.Model, run.Variant = providerOf(rows[0]), promptOf(rows[0])
	}
	names := namesOf(rows)
	byName := map[string]*trial.Task{}
	for i, r := range rows {
		u.Event(t, r, names[i], "", "")
		x := byName[names[i]]
		if x == nil {
			x = &trial.Task{At: r, Kind: table.KindSample, Name: names[i]}
			byName[names[i]] = x
			run.Tasks = append(run.Tasks, x)
		}
		y := readRow(u, t, r)
		y.N, y.Model = int64(len(x.Trials)+1), run.Model
		x.Trials = append(x.Trials, y)
	}
	run.Fill(t)
	if head != nil && u.Records[0] == head {
		checkSums(u, t, head)
	}
}

func described(run *trial.Run, head *record.Record) {
	if c := head.Item("config"); c != nil {
		run.Benchmark = cmp.Or(c.Str("description"), system)
	}
	if m := head.Item("metadata"); m != nil {
		run.Version = m.Str("promptfooVersion")
	}
	x := head.Item("results")
	if x == nil {
		return
	}
	run.Start = x.Time("timestamp")
	if s := x.Item("stats"); s != nil && !run.Start.IsZero() {
		if ms, ok := s.Float("durationMs"); ok && ms >= 0 && ms < 1e10 {
			run.End = run.Start.Add(time.Duration(ms * float64(time.Millisecond)))
		}
	}
}

// namesOf are the names of the tests: the description, and a hash of the variables where
// there is none, or where tests of one description have different variables.
func namesOf(rows []*record.Record) []string {
	vars := map[string]map[string]bool{}
	said := make([]string, len(rows))
	for i, r := range rows {
		if c := r.Item("testCase"); c != nil {
			said[i] = c.Str("description")
		}
		said[i] = cmp.Or(said[i], r.Str("description"))
		if vars[said[i]] == nil {
			vars[said[i]] = map[string]bool{}
		}
		vars[said[i]][r.Str("vars_hash")] = true
	}
	for i, r := range rows {
		switch {
		case said[i] == "":
			said[i] = "test " + r.Str("vars_hash")
		case len(vars[said[i]]) > 1:
			said[i] += " " + r.Str("vars_hash")
		}
	}
	return said
}

func readRow(u *record.Unit, t *table.Set, r *record.Record) *trial.Trial {
	y := &trial.Trial{At: r, ID: r.Str("id")}
	said := "null"
	if v, ok := r.Bool("success"); ok {
		said = fmt.Sprint(v)
	}
	y.Meaning = u.Meaning(t, successWords, said, r)
	y.Status = map[table.Result]string{table.Passed: "success", table.Failed: "failure"}[y.Meaning.Result]
	if y.Meaning.Result == table.Failed {
		y.Error = record.Cut(r.Str("error"), 200)
		reason := trial.Text(r.Raw("failureReason"))
		switch {
		case reason != "" && reason != "0":
			y.Meaning = u.Meaning(t, reasonWords, reason, r)
		case reason == "" && y.Error != "" && r.Item("gradingResult") == nil:
			y.Meaning.Cause = table.CauseInfrastructure
		}
		if y.Meaning.Cause == table.CauseInfrastructure {
			y.Status = "error"
		}
	}
	if ms, ok := r.Float("latencyMs"); ok && ms > 0 {
		y.DurationS = ms / 1000
	}
	y.Usage = usage(r)
	if x, ok := r.Float("score"); ok {
		y.Scores = append(y.Scores, trial.Score{Scorer: "score", Value: x, Given: true, Unit: ratio(x), Written: r.Value("score").Text})
	}
	for _, e := range record.Entries(r.Raw("namedScores")) {
		y.Scores = append(y.Scores, trial.NewScore(e.Key, e.Raw))
	}
	y.Checks = assertions(r)
	return y
}

func ratio(x float64) string {
	if x >= 0 && x <= 1 {
		return "ratio"
	}
	return ""
}

// usage is what the answer used. One from the cache used nothing, whatever it states.
func usage(r *record.Record) (x trial.Usage) {
	if p := r.Item("response"); p != nil {
		if cached, _ := p.Bool("cached"); cached {
			return x
		}
		if k := p.Item("tokenUsage"); k != nil {
			x = tokens(k)
		}
	}
	if k := r.Item("tokenUsage"); k != nil && x == (trial.Usage{}) {
		x = tokens(k)
	}
	if cost, ok := r.Float("cost"); ok && (cost > 0 || x.Total > 0) {
		x.Cost, x.CostGiven = cost, true
	}
	return x
}

func tokens(k *record.Record) (x trial.Usage) {
	x.In, _ = k.Int("prompt")
	x.Out, _ = k.Int("completion")
	x.Total, _ = k.Int("total")
	return x
}

func assertions(r *record.Record) (out []trial.Check) {
	g := r.Item("gradingResult")
	if g == nil || len(g.Raw("componentResults")) == 0 || g.Raw("componentResults").Kind() != '[' {
		return nil
	}
	for _, raw := range record.Elements(g.Raw("componentResults")) {
		c := trial.Check{Kind: "assertion", Name: cmp.Or(trial.Text(member(member(raw, "assertion"), "type")), "assertion"),
			Written: trial.Text(member(raw, "pass"))}
		switch c.Written {
		case "true":
			c.Verdict = "pass"
		case "false":
			c.Verdict = "fail"
			c.Reason = record.Cut(trial.Text(member(raw, "reason")), 200)
		}
		out = append(out, c)
	}
	return out
}

// checkSums holds the sums of the eval against all of its rows.
func checkSums(u *record.Unit, t *table.Set, head *record.Record) {
	x := head.Item("results")
	if x == nil || x.Item("stats") == nil {
		return
	}
	passed, all := int64(0), int64(0)
	for _, r := range head.File.Records {
		if !r.Is(rowKind.Name) {
			continue
		}
		all++
		if ok, _ := r.Bool("success"); ok {
			passed++
		}
	}
	s := x.Item("stats")
	if n, ok := s.Int("successes"); ok && n != passed {
		u.Finding(t, sums, head, fmt.Sprintf("successes: %d", n), fmt.Sprintf("%d of %d rows", passed, all))
	}
	failures, ok := s.Int("failures")
	errors, _ := s.Int("errors")
	if ok && failures+errors != all-passed {
		u.Finding(t, sums, head, fmt.Sprintf("failures and errors: %d", failures+errors), fmt.Sprintf("%d of %d rows", all-passed, all))
	}
}
