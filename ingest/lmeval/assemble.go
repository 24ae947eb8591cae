package lmeval

import (
	"cmp"
	"fmt"
	"math"
	"path"
	"regexp"
	"strings"

	"github.com/go-json-experiment/json/jsontext"

	"runreport/ingest/record"
	"runreport/ingest/table"
	"runreport/ingest/trial"
)

func assemble(u *record.Unit, t *table.Set) {
	run := &trial.Run{Unit: u, At: u.Records[0], Benchmark: system}
	run.Status, run.Meaning.Result = "samples only", table.Unknown
	var head *record.Record
	for _, r := range u.Records {
		if r.Is(resultsKind.Name) {
			head, run.At = r, r
			described(run, r)
			break
		}
	}
	versions := members(head, "versions")
	sampled := map[string]*mean{}
	for _, r := range u.Records {
		if r.Is(resultsKind.Name) {
			u.Event(t, r, "", "", "")
			continue
		}
		task := taskOf(r.File)
		x := readSample(r, task)
		x.Of = withVersion(task, versions[task])
		x.Trials[0].Model = run.Model
		u.Event(t, r, x.Name, "", "")
		run.Tasks = append(run.Tasks, x)
		for _, s := range x.Trials[0].Scores {
			key := meanKey(task, s.Scorer)
			if sampled[key] == nil {
				sampled[key] = &mean{}
			}
			sampled[key].add(s)
		}
	}
	for _, x := range run.Tasks {
		judge(u, t, x.Trials[0], sampled)
	}
	tasks := record.Entries(resultsOf(head))
	for _, e := range tasks {
		run.Groups = append(run.Groups, trial.Group{At: head, Name: e.Key})
	}
	known := map[string]bool{}
	for _, g := range run.Groups {
		known[g.Name] = true
	}
	for _, x := range run.Tasks {
		if known[taskOf(x.At.File)] {
			x.Parent = taskOf(x.At.File)
		}
	}
	if len(tasks) == 1 {
		run.Benchmark = withVersion(tasks[0].Key, versions[tasks[0].Key])
	} else if len(tasks) == 0 && len(run.Tasks) > 0 {
		run.Benchmark = run.Tasks[0].Of
	}
	run.Fill(t)
	if head != nil {
		metrics(u, t, run, head, tasks, sampled)
	}
}

// described takes over what the results say of the run.
func described(run *trial.Run, r *record.Record) {
	run.Status, run.Meaning.Result = "finished", table.Passed
	run.Start, run.End = span(r)
	run.Version = cmp.Or(r.Str("lm_eval_version"), r.Str("git_hash"))
	run.Model = r.Str("model_name")
	if c := r.Item("config"); c != nil {
		run.Model = cmp.Or(run.Model, pretrained(c), c.Str("model"))
		if n := trial.Text(c.Raw("num_fewshot")); n != "" {
			run.Variant = n + "-shot"
		}
	}
}

// modelArg is where the arguments of a model name it.
var modelArg = regexp.MustCompile(`(?:^|,)(?:pretrained|model|engine|path)=([^,]+)`)

// pretrained is the model that the arguments name, by text or as an object.
func pretrained(c *record.Record) string {
	raw := c.Raw("model_args")
	if m := modelArg.FindStringSubmatch(trial.Text(raw)); m != nil {
		return strings.TrimSpace(m[1])
	}
	for _, e := range record.Entries(raw) {
		if e.Key == "pretrained" || e.Key == "model" {
			return trial.Text(e.Raw)
		}
	}
	return ""
}

func resultsOf(head *record.Record) jsontext.Value {
	if head == nil {
		return nil
	}
	return head.Raw("results")
}

func members(r *record.Record, key string) map[string]jsontext.Value {
	out := map[string]jsontext.Value{}
	if r != nil {
		for _, e := range record.Entries(r.Raw(key)) {
			out[e.Key] = e.Raw
		}
	}
	return out
}

// withVersion is a task with its version: "arc@1".
func withVersion(task string, version jsontext.Value) string {
	if v := trial.Text(version); v != "" {
		return task + "@" + strings.TrimSuffix(v, ".0")
	}
	return task
}

// hashLength is how much of the hash of a document tells it from the others of a task.
const hashLength = 12

func readSample(r *record.Record, task string) *trial.Task {
	id, filter := trial.Text(r.Raw("doc_id")), r.Str("filter")
	suffix := ""
	if filter != "" && filter != "none" {
		suffix = ", " + filter
	}
	x := &trial.Task{At: r, Kind: table.KindSample, Name: path.Join(task, cmp.Or(id, "(no id)")) + suffix}
	x.Stable = x.Name
	if h := r.Str("doc_hash"); h != "" {
		x.Stable = task + "/" + h[:min(hashLength, len(h))] + suffix
	}
	y := &trial.Trial{At: r, N: 1, Status: notScored, Meaning: record.Meaning{Result: table.Unknown}}
	x.Trials = []*trial.Trial{y}
	values := map[string]jsontext.Value{}
	for _, e := range record.Entries(r.Raw("values")) {
		values[e.Key] = e.Raw
	}
	for i, name := range r.List("metrics") {
		raw := values[name]
		if len(raw) == 0 {
			continue
		}
		delete(values, name) // a metric that is named twice is one
		s := trial.NewScore(metricName(name, filter), raw)
		y.Scores = append(y.Scores, s)
		if i == 0 && s.Given {
			y.Status = s.Written
		}
	}
	return x
}

// judge gives a sample the outcome that its first metric states, where that is yes or no for all
// samples of the task. Example: of F1 scores of 1, 0.4 and 1, none passed; otherwise the task
// would have passed 2 of 2.
func judge(u *record.Unit, t *table.Set, y *trial.Trial, sampled map[string]*mean) {
	if y.Status == notScored {
		return
	}
	first := y.Scores[0]
	if !sampled[meanKey(taskOf(y.At.File), first.Scorer)].grades {
		y.Meaning = u.Meaning(t, metricWords, fmt.Sprint(first.Value), y.At)
	}
}

// notScored is the status of a sample without a value of its first metric.
const notScored = "not scored"

// meanKey is the key of the mean of a metric over the samples of a task.
func meanKey(task, metric string) string { return task + "\x00" + metric }

// metricName is a metric with its filter, as the results name it.
func metricName(metric, filter string) string {
	if filter == "" {
		return metric
	}
	return metric + "," + filter
}

// mean is that of a metric over samples.
type mean struct {
	n, given int
	sum      float64
	grades   bool // some values are neither 0 nor 1
}

func (m *mean) add(s trial.Score) {
	m.n++
	if s.Given {
		m.given++
		m.sum += s.Value
		m.grades = m.grades || s.Value != 0 && s.Value != 1
	}
}

// metrics writes the metrics of each task, and holds them against the samples where all of
// them are here.
func metrics(u *record.Unit, t *table.Set, run *trial.Run, head *record.Record, tasks []record.Entry, sampled map[string]*mean) {
	sizes := members(head, "n-samples")
	for _, e := range tasks {
		values := map[string]jsontext.Value{}
		for _, m := range record.Entries(e.Raw) {
			values[m.Key] = m.Raw
		}
		for _, m := range record.Entries(e.Raw) {
			name, filter, _ := strings.Cut(m.Key, ",")
			if name == "alias" || strings.HasSuffix(name, "_stderr") {
				continue
			}
			s := trial.NewScore(m.Key, m.Raw)
			if !s.Given {
				continue
			}
			if dev := trial.NewScore("", values[strings.TrimSuffix(name+"_stderr,"+filter, ",")]); dev.Given && dev.Value >= 0 {
				s.StdErr, s.Erring = dev.Value, true
			}
			run.ScoreRow(t, head, e.Key, s)
			x, size := sampled[meanKey(e.Key, m.Key)], trial.Number(member(sizes[e.Key], "effective"), 1e9)
			if x != nil && x.given == x.n && float64(x.n) == size && math.Abs(x.sum/float64(x.n)-s.Value) > 1e-4 {
				u.Finding(t, metricDiffers, head, e.Key+" "+m.Key+": "+s.Written, fmt.Sprintf("%.4g over %d samples", x.sum/float64(x.n), x.n))
			}
		}
	}
}

func member(raw jsontext.Value, key string) jsontext.Value {
	for _, e := range record.Entries(raw) {
		if e.Key == key {
			return e.Raw
		}
	}
	return nil
}
