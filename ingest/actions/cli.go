package actions

import (
	"regexp"
	"strings"

	"github.com/go-json-experiment/json/jsontext"

	"runreport/ingest/record"
)

// The command line of GitHub prints runs and jobs with keys of its own: gh run view --json,
// gh run list --json. They are written anew with those of the API.
//
//	{"databaseId":17,"attempt":2,"workflowName":"CI","headSha":"5f3a","status":"completed","conclusion":"success",
//	 "url":"https://github.com/acme/shop/actions/runs/17","jobs":[{"databaseId":171,"name":"test","steps":[],…}]}
//
// becomes the run 17 of acme/shop, and the job 171 of its second attempt.

// cliKeys are its keys with those of the API. A key that is not here keeps its name.
var cliKeys = map[string]string{
	"databaseId": "id", "attempt": "run_attempt", "headBranch": "head_branch", "headSha": "head_sha", "createdAt": "created_at",
	"startedAt": "run_started_at", "updatedAt": "updated_at", "workflowName": "name", "workflowDatabaseId": "workflow_id",
}

var cliJobKeys = map[string]string{"databaseId": "id", "startedAt": "started_at", "completedAt": "completed_at"}

// cliURL names the repository and the run.
var cliURL = regexp.MustCompile(`^https?://[^/]+/([^/]+/[^/]+)/actions/runs/(\d+)`)

// isCLI reports whether a run is one of the command line. Which keys it has depends on what
// was asked for.
func isCLI(has func(...string) bool) bool {
	return has("databaseId", "status", "conclusion") && (has("workflowName") || has("headSha") || has("jobs") || has("attempt"))
}

// isCLIJob reports whether a job is one of the command line.
func isCLIJob(has func(...string) bool) bool {
	return has("databaseId", "name", "status", "conclusion", "steps")
}

// members collects an object.
type members struct{ b []byte }

func (m *members) add(key string, raw jsontext.Value) {
	m.b = append(m.b, "{,"[min(len(m.b), 1)])
	m.b, _ = jsontext.AppendQuote(m.b, strings.ToValidUTF8(key, "\uFFFD")) // valid UTF-8 can be quoted
	m.b = append(append(m.b, ':'), raw...)
}

func (m *members) text(key, text string) {
	quoted, _ := jsontext.AppendQuote(nil, strings.ToValidUTF8(text, "\uFFFD")) // as above
	m.add(key, quoted)
}

func (m *members) object() jsontext.Value {
	if len(m.b) == 0 {
		return jsontext.Value("{}")
	}
	return append(m.b, '}')
}

// unset reports whether the command line writes a value so that is not there: no conclusion,
// and the first second of all times.
func unset(raw jsontext.Value) bool {
	return string(raw) == `""` || string(raw) == `"0001-01-01T00:00:00Z"`
}

// renamed is an object with other keys, without what is unset and what drop names.
func renamed(raw jsontext.Value, keys map[string]string, drop ...string) (m members, byKey map[string]jsontext.Value) {
	byKey = map[string]jsontext.Value{}
next:
	for _, e := range record.Entries(raw) {
		byKey[e.Key] = e.Raw
		for _, d := range drop {
			if e.Key == d {
				continue next
			}
		}
		key := e.Key
		if k, known := keys[key]; known {
			key = k
		}
		if key == "conclusion" || !unset(e.Raw) {
			if unset(e.Raw) {
				e.Raw = jsontext.Value("null")
			}
			m.add(key, e.Raw)
		}
	}
	return m, byKey
}

// addCLI adds a run of the command line, where the object is one, and its jobs.
func addCLI(f *record.File, raw jsontext.Value, run bool, jobs []jsontext.Value) {
	drop := []string{"jobs", "url"}
	_, given := renamed(raw, nil)
	if given["workflowName"] != nil {
		drop = append(drop, "name") // which is the title of the run
	}
	m, _ := renamed(raw, cliKeys, drop...)
	place := cliURL.FindStringSubmatch(record.Words(given["url"]))
	if run {
		if place != nil {
			repository := members{}
			repository.text("full_name", place[1])
			m.add("repository", repository.object())
		}
		add(f, workflowRun, m.object())
	}
	for _, j := range jobs {
		addCLIJob(f, j, given, place)
	}
}

// addCLIJob adds a job. It belongs to the run beside it, else to that of its own address.
func addCLIJob(f *record.File, raw jsontext.Value, run map[string]jsontext.Value, place []string) {
	m, own := renamed(raw, cliJobKeys, "steps", "url")
	if place == nil {
		place = cliURL.FindStringSubmatch(record.Words(own["url"]))
	}
	switch {
	case run["databaseId"] != nil:
		m.add("run_id", run["databaseId"])
	case place != nil:
		m.add("run_id", jsontext.Value(place[2]))
	}
	if place != nil {
		m.text("run_url", "https://api.github.com/repos/"+place[1]+"/actions/runs/"+place[2])
	}
	for _, of := range [][2]string{{"attempt", "run_attempt"}, {"workflowName", "workflow_name"}, {"headBranch", "head_branch"}, {"headSha", "head_sha"}} {
		if v := run[of[0]]; v != nil {
			m.add(of[1], v)
		}
	}
	var steps []byte
	for _, s := range record.Elements(own["steps"]) {
		if s.Kind() == '{' {
			one, _ := renamed(s, cliJobKeys)
			steps = append(append(steps, "[,"[min(len(steps), 1)]), one.object()...)
		}
	}
	if len(steps) > 0 {
		m.add("steps", append(steps, ']'))
	}
	add(f, job, m.object())
}
