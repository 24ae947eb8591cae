package swebench

import (
	"cmp"
	"fmt"
	"path"
	"strings"

	"runreport/ingest/record"
	"runreport/ingest/table"
	"runreport/ingest/trial"
)

func assemble(u *record.Unit, t *table.Set) {
	run := &trial.Run{Unit: u, At: u.Records[0], Benchmark: system, Status: "reported",
		Meaning: record.Meaning{Result: table.Passed}}
	tasks := map[string]*trial.Task{}
	add := func(r *record.Record, id, fate string) *trial.Trial {
		if x := tasks[id]; x != nil {
			return nil
		}
		m := u.Meaning(t, fateWords, fate, r)
		y := &trial.Trial{At: r, N: 1, Status: fate, Meaning: m}
		if m.Result == table.Failed {
			y.Error = fate
		}
		x := &trial.Task{At: r, Kind: table.KindTask, Name: id, Trials: []*trial.Trial{y}}
		if ofTrial(r) {
			x.Kind = table.KindGroup
		}
		tasks[id] = x
		run.Tasks = append(run.Tasks, x)
		return y
	}
	var report *record.Record
	for _, r := range u.Records {
		if r.Is(runKind.Name) {
			u.Event(t, r, "", "", "")
			report, run.At = r, r
			continue
		}
		id := cmp.Or(r.Str("instance_id"), "(no name)")
		u.Event(t, r, id, "", "")
		if y := add(r, id, fateOf(r)); y != nil {
			y.Checks, y.Error = tests(r), cmp.Or(firstFailed(r), y.Error)
			checkResolved(u, t, r, y)
			if y.Meaning.Result == table.Passed {
				y.Error = ""
			}
		}
	}
	reports := len(run.Tasks)
	if report != nil {
		for _, list := range lists {
			for _, id := range report.List(list.key) {
				add(report, id, list.fate)
			}
		}
		run.Announced, _ = report.Int("submitted_instances")
	}
	run.Model = modelOf(u)
	for _, x := range run.Tasks {
		x.Trials[0].Model = run.Model
		if x.Trials[0].Meaning.Result == table.Open {
			run.Status, run.Meaning.Result = "pending", table.Open
		}
	}
	run.Fill(t)
	if report != nil {
		shares(run, t, report)
		check(u, t, report, run, reports)
	}
}

// ofTrial reports whether the report is that of a verifier beside the result of a trial: the
// trial is the item then, and the report only says which tests it was judged by.
func ofTrial(r *record.Record) bool {
	dir := r.File.Dir
	if path.Base(dir) != verifier || r.File.Beside == nil {
		return false
	}
	_, beside := r.File.Beside.Bytes(path.Join(path.Dir(dir), "result.json"))
	return beside
}

// lists are those of a run's report, and what an instance in them is. The first that has an
// instance decides.
var lists = []struct{ key, number, fate string }{
	{"resolved_ids", "resolved_instances", "resolved"},
	{"unresolved_ids", "unresolved_instances", "unresolved"},
	{"empty_patch_ids", "empty_patch_instances", "empty patch"},
	{"error_ids", "error_instances", "error"},
	{"failed_ids", "failed_instances", "failed"},
	{"pending_ids", "pending_instances", "pending"},
	{"submitted_ids", "submitted_instances", "submitted"},
}

// modelOf is the model by the name of the run's report, <model>.<run>.json, or the folder of
// its instances.
func modelOf(u *record.Unit) string {
	name := u.ID
	if i := strings.LastIndexByte(name, '.'); i > 0 {
		return name[:i]
	}
	if u.Records[0].Is(instanceKind.Name) {
		return path.Base(name)
	}
	return ""
}

// fateOf is what became of an instance.
func fateOf(r *record.Record) string {
	resolved, given := r.Bool("resolved")
	none, _ := r.Bool("patch_is_None")
	applied, said := r.Bool("patch_successfully_applied")
	switch {
	case given && resolved:
		return "resolved"
	case none:
		return "no patch"
	case given:
		return "unresolved"
	case said && !applied:
		return "error"
	}
	return "submitted"
}

// mustPass are the lists of tests that an instance is judged by.
var mustPass = []string{"FAIL_TO_PASS", "PASS_TO_PASS"}

// tests are the tests of an instance, each a check.
func tests(r *record.Record) (out []trial.Check) {
	status := map[string]record.Entry{}
	for _, e := range record.Entries(r.Raw("tests_status")) {
		status[e.Key] = e
	}
	for _, list := range mustPass {
		for _, e := range record.Entries(status[list].Raw) {
			verdict := map[string]string{"success": "pass", "failure": "fail"}[e.Key]
			if verdict == "" || e.Raw.Kind() != '[' {
				continue
			}
			for _, name := range record.Elements(e.Raw) {
				out = append(out, trial.Check{Kind: "test", Name: trial.Text(name), Verdict: verdict, Written: list + " " + e.Key})
			}
		}
	}
	return out
}

func firstFailed(r *record.Record) string {
	for _, c := range tests(r) {
		if c.Verdict == "fail" {
			return "failed: " + c.Name
		}
	}
	return ""
}

func checkResolved(u *record.Unit, t *table.Set, r *record.Record, y *trial.Trial) {
	failed := 0
	for _, c := range y.Checks {
		if c.Verdict == "fail" {
			failed++
		}
	}
	resolved, given := r.Bool("resolved")
	if given && len(y.Checks) > 0 && resolved == (failed > 0) {
		u.Finding(t, resolvedDiffers, r, fmt.Sprintf("resolved: %v", resolved), fmt.Sprintf("%d of %d tests failed", failed, len(y.Checks)))
	}
}

// shares writes the share of resolved instances of both denominators.
func shares(run *trial.Run, t *table.Set, report *record.Record) {
	resolved, given := report.Int("resolved_instances")
	if !given {
		resolved = int64(len(report.List("resolved_ids")))
	}
	for _, d := range []struct{ key, name string }{
		{"submitted_instances", "resolved of submitted"},
		{"total_instances", "resolved of all instances"},
	} {
		if n, _ := report.Int(d.key); n > 0 {
			run.ScoreRow(t, report, "", trial.Score{Scorer: d.name, Value: float64(resolved) / float64(n), Given: true,
				Unit: "ratio", Written: fmt.Sprintf("%d of %d", resolved, n)})
		}
	}
}

// check holds the numbers of a run's report against its lists, and its lists against the
// reports of its instances where all are here.
func check(u *record.Unit, t *table.Set, report *record.Record, run *trial.Run, reports int) {
	for _, list := range lists {
		n, given := report.Int(list.number)
		if have := report.List(list.key); given && report.Has(list.key) && n != int64(len(have)) {
			u.Finding(t, sums, report, fmt.Sprintf("%s: %d", list.number, n), fmt.Sprintf("%d names in %s", len(have), list.key))
		}
	}
	if reports == 0 {
		return
	}
	said := map[string]string{}
	for _, list := range lists {
		for _, id := range report.List(list.key) {
			if said[id] == "" {
				said[id] = list.fate
			}
		}
	}
	for _, x := range run.Tasks[:reports] {
		if want := said[x.Name]; want != "" && fateWords[want].Result != x.Trials[0].Meaning.Result {
			u.Finding(t, sums, report, x.Name+": "+want, x.Trials[0].Status+" by its own report")
		}
	}
	if n, _ := report.Int("completed_instances"); int64(reports) < n {
		u.Finding(t, missing, report, fmt.Sprintf("completed_instances: %d", n), fmt.Sprintf("%d reports of instances are here", reports))
	}
}
