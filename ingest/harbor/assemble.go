package harbor

import (
	"cmp"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"runreport/ingest/record"
	"runreport/ingest/table"
	"runreport/ingest/trial"
)

func assemble(u *record.Unit, t *table.Set) {
	run := &trial.Run{Unit: u, At: u.Records[0]}
	var job *record.Record
	var trials, configs []*record.Record
	for _, r := range u.Records {
		step := ""
		switch {
		case r.Is(trialKind.Name):
			trials, step = append(trials, r), r.Str("task_name")
		case r.Is(jobKind.Name):
			job = r
		case r.Is(lockKind.Name):
			if h := r.Item("harbor"); h != nil {
				run.Version = h.Str("version")
			}
		case r.Str("trial_name") != "":
			configs = append(configs, r)
		}
		u.Event(t, r, step, "", "")
	}
	// A job runs trials side by side: which of a task's is the first, their starts tell.
	slices.SortStableFunc(trials, func(a, b *record.Record) int { return a.Time("started_at").Compare(b.Time("started_at")) })
	tasks := &tasks{run: run, byName: map[string]*trial.Task{}, names: map[string]bool{}, versions: map[string][]*trial.Task{}}
	for _, r := range trials {
		tasks.add(u, t, r)
	}
	over := job != nil && job.Str("finished_at") != ""
	tasks.addBegun(configs, trials, over)
	run.Agent, run.Model = who(firstTrial(u))
	run.Benchmark = cmp.Or(tasks.source, system)
	tasks.end(job, over)
	run.Variant = jobName(u)
	run.Fill(t)
	if job == nil {
		return
	}
	if n, ok := job.Int("n_total_trials"); ok {
		if n != int64(len(trials)) && u.ID == job.Str("id") {
			u.Finding(t, total, job, fmt.Sprintf("n_total_trials: %d", n), fmt.Sprintf("%d results of trials", len(trials)))
		}
	}
}

// jobName is the folder of the job's trials, or the name that its configuration gives it.
func jobName(u *record.Unit) string {
	for _, r := range u.Records {
		c := r
		if r.Is(trialKind.Name) {
			c = r.Item("config")
		}
		if c == nil || c.Kind != configKind {
			continue
		}
		if name := cmp.Or(c.Str("job_name"), lastPart(c.Str("trials_dir"))); name != "" {
			return name
		}
	}
	return ""
}

// tasks are those of a run, by name.
type tasks struct {
	run    *trial.Run
	byName map[string]*trial.Task
	// versions are the tasks of one source and name, one for each checksum.
	versions map[string][]*trial.Task
	names    map[string]bool // names that tasks of the run have
	source   string
}

func (x *tasks) task(r *record.Record, source, name, checksum string) *trial.Task {
	x.source = cmp.Or(x.source, source)
	key := source + "\x00" + name + "\x00" + checksum
	task := x.byName[key]
	if task == nil {
		task = &trial.Task{At: r, Kind: table.KindTask, Name: name, Stable: name}
		if checksum != "" {
			task.Stable = name + "@" + checksum[:min(8, len(checksum))]
		}
		if source != "" && source != x.source {
			task.Name, task.Stable = source+"/"+task.Name, source+"/"+task.Stable
		}
		if x.names[task.Name] { // another version of the task
			task.Name = task.Stable
		}
		x.names[task.Name] = true
		x.byName[key] = task
		x.versions[source+"\x00"+name] = append(x.versions[source+"\x00"+name], task)
		x.run.Tasks = append(x.run.Tasks, task)
	}
	return task
}

// add adds a trial that has a result.
func (x *tasks) add(u *record.Unit, t *table.Set, r *record.Record) {
	source := r.Str("source")
	if c := r.Item("config"); source == "" && c != nil {
		if k := c.Item("task"); k != nil {
			source = k.Str("source")
		}
	}
	task := x.task(r, source, cmp.Or(r.Str("task_name"), r.Str("trial_name"), "(no name)"), r.Str("task_checksum"))
	y := readTrial(u, t, r)
	y.N = int64(len(task.Trials) + 1)
	task.Trials = append(task.Trials, y)
}

// addBegun adds trials that have no result: they run, or, in a job that is over, have no outcome.
func (x *tasks) addBegun(configs, trials []*record.Record, over bool) {
	result := table.Open
	if over {
		result = table.Unknown
	}
	known := map[string]bool{}
	for _, r := range trials {
		known[r.Str("trial_name")] = true
	}
	for _, c := range configs {
		k := c.Item("task")
		if known[c.Str("trial_name")] || k == nil {
			continue
		}
		task := x.begun(c, k.Str("source"), cmp.Or(k.Str("name"), lastPart(k.Str("path")), c.Str("trial_name")))
		task.Trials = append(task.Trials, &trial.Trial{At: c, N: int64(len(task.Trials) + 1), ID: c.Str("trial_name"),
			Status: "no result", Meaning: record.Meaning{Result: result}})
	}
}

// begun is the task of a trial without a result, which has no checksum: that of the other trials of
// the name, where they are of one version.
func (x *tasks) begun(c *record.Record, source, name string) *trial.Task {
	if same := x.versions[source+"\x00"+name]; len(same) == 1 {
		return same[0]
	}
	return x.task(c, source, name, "")
}

// end says how the job ended: its own file tells, else its trials.
func (x *tasks) end(job *record.Record, over bool) {
	run, open := x.run, false
	for _, task := range run.Tasks {
		for _, y := range task.Trials {
			open = open || y.Meaning.Result == table.Open
		}
	}
	switch {
	case over, job == nil && !open && len(run.Tasks) > 0:
		run.Status, run.Meaning.Result = "finished", table.Passed
	case job != nil || open:
		run.Status, run.Meaning.Result = "unfinished", table.Open
	default:
		run.Status, run.Meaning.Result = "no results", table.Unknown
	}
	if job != nil {
		run.Announced, _ = job.Int("n_total_trials")
	}
}

// phases are the parts of a trial that have times of their own, in their order.
var phases = []string{"environment_setup", "agent_setup", "agent_execution", "verifier"}

func readTrial(u *record.Unit, t *table.Set, r *record.Record) *trial.Trial {
	y := &trial.Trial{At: r, ID: r.Str("trial_name"), Start: r.Time("started_at"), End: r.Time("finished_at")}
	y.Agent, y.Model = who(r)
	word, scores := reward(r)
	y.Scores = scores
	y.Meaning, y.Status = u.Meaning(t, rewardWords, word, r), "reward "+word
	if len(scores) > 0 {
		y.Status = "reward " + scores[0].Written
	}
	if x := r.Item("exception_info"); x != nil {
		kind := x.Str("exception_type")
		m, known := exceptionWords.Of(kind)
		if !known {
			m = trial.Exception(kind)
		}
		if y.Meaning.Result == table.Passed {
			m.Result = table.Passed
		} else if len(scores) > 0 {
			u.Finding(t, bothEnds, r, kind+": reward "+scores[0].Written, "one of them")
		}
		y.Meaning, y.Status = m, cmp.Or(kind, "exception")
		y.Error = record.Cut(kind+": "+x.Str("exception_message"), 600)
	} else if word == "absent" {
		y.Status = "no reward"
		if y.End.IsZero() {
			y.Meaning.Result = table.Open
		}
	}
	for _, key := range phases {
		if p := r.Item(key); p != nil {
			y.Phases = append(y.Phases, trial.Phase{Name: strings.ReplaceAll(key, "_", " "), Start: p.Time("started_at"), End: p.Time("finished_at")})
		}
	}
	if a := r.Item("agent_result"); a != nil {
		y.Usage.In, _ = a.Int("n_input_tokens")
		y.Usage.Cache, _ = a.Int("n_cache_tokens")
		y.Usage.Out, _ = a.Int("n_output_tokens")
		// An agent that does not count writes 0 for all of them.
		if cost, ok := a.Float("cost_usd"); ok && (cost > 0 || y.Usage.In+y.Usage.Out > 0) {
			y.Usage.Cost, y.Usage.CostGiven = cost, true
		}
	}
	return y
}

// reward is what the rewards come to: full where the one called reward is, or all where there
// is none of that name.
func reward(r *record.Record) (word string, scores []trial.Score) {
	v := r.Item("verifier_result")
	if v == nil {
		return "absent", nil
	}
	least, most, only := 0.0, 0.0, false
	for _, e := range record.Entries(v.Raw("rewards")) {
		x, err := strconv.ParseFloat(string(e.Raw), 64)
		if err != nil {
			continue
		}
		s := trial.Score{Scorer: e.Key, Value: x, Given: true, Written: string(e.Raw)}
		if x >= 0 && x <= 1 {
			s.Unit = "ratio"
		}
		switch {
		case e.Key == "reward":
			scores, least, most, only = append([]trial.Score{s}, scores...), x, x, true
			continue
		case only:
		case len(scores) == 0:
			least, most = x, x
		default:
			least, most = min(least, x), max(most, x)
		}
		scores = append(scores, s)
	}
	switch {
	case len(scores) == 0:
		return "absent", nil
	case least >= 1:
		return "full", scores
	case most > 0:
		return "partial", scores
	}
	return "none", scores
}
