package actions

import (
	"cmp"
	"path"
	"strings"
	"time"

	"runreport/ingest/record"
	"runreport/ingest/table"
)

// subject is the repository and the workflow.
func (r *run) subject() string {
	repo, workflow := "", ""
	for _, x := range r.unit.Records {
		if x.Kind == job {
			workflow = cmp.Or(workflow, x.Str("workflow_name"))
			if m := repoInURL.FindStringSubmatch(x.Str("run_url")); m != nil {
				repo = cmp.Or(repo, m[1])
			}
		}
	}
	for _, x := range r.attempts {
		if of := x.Item("repository"); of != nil {
			repo = cmp.Or(of.Str("full_name"), repo)
		}
		workflow = cmp.Or(x.Str("name"), workflow, path.Base(x.Str("path")))
	}
	return record.CutName(strings.TrimSpace(repo+" "+workflow), 200)
}

func (r *run) runRow() {
	u, t := r.unit, &r.t.Runs
	first := u.Records[0]
	row := t.Add(first.Place())
	t.Key.Set(row, u.Key)
	t.System.Set(row, u.System)
	t.Kind.Set(row, u.Kind)
	t.ID.Set(row, u.ID)
	t.Files.Set(row, u.Files)
	t.Superseded.Set(row, u.Superseded)
	t.Evidence.Set(row, u.Evidence)
	t.LastAt.Set(row, record.LastTime(u.Records))
	subject := r.subject()
	t.Subject.SetText(row, subject)
	t.StableSubject.Set(row, subject)
	t.TotalSteps.Set(row, int64(len(r.jobs)))
	m := r.ending(row)
	m.Fill(&t.Result, &t.Cause, row)
	if m.Cause != "" {
		t.Inferred.Set(row, len(r.attempts) == 0)
	}
	if m.Result.Passing() {
		t.LoggedFlaky.Set(row, m.Result == table.Flaky)
	}
	r.times(row, m)
	for _, j := range r.jobs {
		if x := j.tries[len(j.tries)-1]; m.Result == table.Failed && failedStep(x) != "" && t.Reason.At(row) == "" {
			t.Reason.Set(row, j.name+" "+failedStep(x))
		}
	}
}

// ending is how the run ended: as its last attempt says, flaky where a job of it is. What
// it says outweighs a job that may fail (continue-on-error). Without a record of the run
// its jobs tell.
func (r *run) ending(row int) record.Meaning {
	t := &r.t.Runs
	var m record.Meaning
	if n := len(r.attempts); n > 0 {
		x := r.attempts[n-1]
		x.Fill(t, row)
		m = r.meaning(x)
		for _, before := range r.attempts[:n-1] {
			r.flaky = r.flaky || r.meaning(before).Result == table.Failed
		}
	} else if len(r.jobs) > 0 {
		m = r.byJobs(row)
	}
	if m.Result == table.Passed && r.flaky {
		m = record.Meaning{Result: table.Flaky}
	}
	return m
}

// byJobs is how a run ended of which only jobs are known: as the worst of them.
func (r *run) byJobs(row int) (m record.Meaning) {
	t := &r.t.Runs
	var of *record.Record
	for i, j := range r.jobs {
		x, now := j.tries[len(j.tries)-1], j.meanings[len(j.tries)-1]
		switch {
		case i == 0, now.Result == table.Open, m.Result == table.Skipped,
			m.Result != table.Open && now.Result != table.Skipped && table.Worse(m.Result, now.Result) != m.Result:
			m, of = now, x
		}
	}
	t.Variant.SetText(row, of.Str("head_branch"))
	t.Version.SetText(row, of.Str("head_sha"))
	t.Status.Set(row, "jobs only")
	t.Outcome.SetText(row, word(of))
	return m
}

// times writes when the run started and ended: by its jobs where there are any, since
// updated_at of a run changes with other things too. How long it took is said of a run
// with one attempt: between two of them nothing may have run for days.
func (r *run) times(row int, m record.Meaning) {
	t := &r.t.Runs
	var started, ended time.Time
	for _, x := range r.attempts {
		at := x.Time("run_started_at")
		if at.IsZero() || attemptOf(x) == 1 && x.Has("created_at") {
			at = x.Time("created_at")
		}
		if started.IsZero() || at.Before(started) {
			started = at
		}
		ended = x.Time("updated_at")
	}
	byJobs, active := time.Time{}, 0.0
	last := int64(1)
	for _, x := range r.attempts {
		last = max(last, attemptOf(x))
	}
	for _, j := range r.jobs {
		for i, x := range j.tries {
			from, to := span(x, j.meanings[i])
			if at := cmp.Or(x.Time("created_at"), from); !at.IsZero() && (started.IsZero() || at.Before(started)) {
				started = at
			}
			if to.After(byJobs) {
				byJobs = to
			}
			if seconds, ok := record.Span(from, to); ok {
				active += seconds
			}
			last = max(last, attemptOf(x))
		}
	}
	t.StartedAt.Set(row, started)
	if active > 0 {
		t.ActiveS.Set(row, active)
	}
	if last > 1 {
		t.Resumes.Set(row, last-1)
	}
	if m.Result == table.Open {
		return
	}
	ended = cmp.Or(byJobs, ended)
	t.EndedAt.Set(row, ended)
	if seconds, ok := record.Span(started, ended); ok && last == 1 {
		t.DurationS.Set(row, seconds)
	}
}
