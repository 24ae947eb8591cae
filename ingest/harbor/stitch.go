package harbor

import (
	"cmp"
	"path"
	"slices"
	"strings"

	"runreport/ingest/record"
)

const unitKind = "job"

// job is what belongs to one job: its own files, and the trials that name it.
type job struct {
	id      string
	records []*record.Record
}

// stitch puts together the trials of a job by the job that they name. The files of the job
// itself do not all name it: those of a folder belong to the job of the trials below it.
func stitch(files []*record.File) []*record.Unit {
	byID := map[string]*job{}
	var jobs []*job
	at := func(id string) *job {
		if byID[id] == nil {
			byID[id] = &job{id: id}
			jobs = append(jobs, byID[id])
		}
		return byID[id]
	}
	dirs := map[string]*job{} // folders of jobs
	var rest []*record.Record // of jobs, without an id
	for _, f := range files {
		for _, r := range f.Records {
			id, dir := jobOf(f, r)
			if id == "" {
				rest = append(rest, r)
				continue
			}
			j := at(id)
			j.records = append(j.records, r)
			if dirs[dir] == nil {
				dirs[dir] = j
			}
		}
	}
	for _, r := range rest {
		j := dirs[r.File.Dir]
		if j == nil {
			j = at(r.File.Dir)
			dirs[r.File.Dir] = j
		}
		j.records = append(j.records, r)
	}
	var units []*record.Unit
	for _, j := range jobs {
		units = append(units, j.units()...)
	}
	return units
}

// jobOf is the job that a record names and the folder of the job; id "" where it names none.
func jobOf(f *record.File, r *record.Record) (id, dir string) {
	around := path.Dir(f.Dir)
	switch {
	case r.Is(jobKind.Name):
		return r.Str("id"), f.Dir
	case r.Is(lockKind.Name):
		return "", f.Dir
	case r.Is(configKind.Name):
		if r.Str("trial_name") == "" {
			return r.Str("job_id"), f.Dir
		}
		return cmp.Or(r.Str("job_id"), lastPart(r.Str("trials_dir")), around), around
	}
	if c := r.Item("config"); c != nil {
		id = cmp.Or(c.Str("job_id"), lastPart(c.Str("trials_dir")))
	}
	return cmp.Or(id, around), around
}

// lastPart is the last part of a path, whatever slashes it has; "" of none.
func lastPart(p string) string {
	if p == "" {
		return ""
	}
	return path.Base(strings.ReplaceAll(p, `\`, "/"))
}

// units are those of the job: one for each agent and model that it ran.
func (j *job) units() []*record.Unit {
	var units []*record.Unit
	byWho := map[string]*record.Unit{}
	seen := map[string]*record.Record{}
	var shared []*record.Record // what tells of no agent
	open := func(who string) *record.Unit {
		if byWho[who] == nil {
			byWho[who] = &record.Unit{System: system, Kind: unitKind, ID: j.id, Evidence: "job " + j.id}
			units = append(units, byWho[who])
		}
		return byWho[who]
	}
	for _, r := range j.records {
		if !r.Is(trialKind.Name) {
			shared = append(shared, r)
			continue
		}
		key := cmp.Or(r.Str("id"), r.Str("trial_name"))
		if seen[key] != nil {
			r.Fate = record.Duplicate
			if r.Sum != seen[key].Sum {
				r.Fate = record.Superseded
			}
			continue
		}
		seen[key] = r
		agent, model := who(r)
		u := open(agent + "\x00" + model)
		u.Records = append(u.Records, r)
	}
	names := map[string]string{} // of trials with a result, by name: the unit's agent and model
	for key, u := range byWho {
		for _, r := range u.Records {
			names[r.Str("trial_name")] = key
		}
	}
	for _, r := range shared {
		u := (*record.Unit)(nil)
		switch {
		case r.Is(configKind.Name) && names[r.Str("trial_name")] != "":
			u = byWho[names[r.Str("trial_name")]]
		case len(units) > 0:
			u = units[0]
		default:
			u = open("")
		}
		u.Records = append(u.Records, r)
	}
	for _, u := range units {
		j.finish(u, len(units) > 1)
	}
	return units
}

// finish puts the records into the order of their files and lists these.
func (j *job) finish(u *record.Unit, several bool) {
	slices.SortStableFunc(u.Records, func(a, b *record.Record) int { return cmp.Compare(a.File.Index, b.File.Index) })
	if several {
		if agent, model := who(firstTrial(u)); agent+model != "" {
			u.ID += " " + strings.TrimSpace(agent+" "+model)
		}
	}
	var files record.Paths
	for _, r := range u.Records {
		files.Add(r.File.Path)
	}
	u.Files = files.List()
	u.Home = u.Records[0].File.Dir
	for _, r := range u.Records {
		if r.Is(trialKind.Name) {
			u.Home = path.Dir(r.File.Dir)
			break
		}
	}
}

func firstTrial(u *record.Unit) *record.Record {
	for _, r := range u.Records {
		if r.Is(trialKind.Name) {
			return r
		}
	}
	return nil
}

// who is the agent and the model of a trial.
func who(r *record.Record) (agent, model string) {
	if r == nil || !r.Is(trialKind.Name) {
		return "", ""
	}
	if c := r.Item("config"); c != nil {
		if a := c.Item("agent"); a != nil {
			agent, model = lastWord(a.Str("name")), a.Str("model_name")
		}
	}
	if a := r.Item("agent_info"); a != nil {
		agent = cmp.Or(a.Str("name"), agent)
		if m := a.Item("model_info"); m != nil {
			model = cmp.Or(model, m.Str("name"))
		}
	}
	return agent, model
}

// lastWord is the class of an agent that is named by its import path, as "my.agents:Goose".
func lastWord(name string) string { return name[strings.LastIndexByte(name, ':')+1:] }
