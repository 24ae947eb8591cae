package actions

import (
	"runreport/ingest/record"
	"runreport/ingest/source"
)

const system = "github-actions"

// System is GitHub Actions.
var System = &record.System{
	Name: system, Title: "GitHub Actions, runs and jobs of workflows",
	Formats: []*record.Format{format},
	Words:   vocabulary,
	Stitch:  stitch, Assemble: assemble, Links: links,
}

var format = &record.Format{
	Name: "github-actions", System: system, Title: "runs or jobs, as JSON of the REST API",
	Container: record.Document, Kinds: []*record.Kind{workflowRun, job}, TimeKey: "created_at", Is: is, Read: read,
}

func is(h *source.Head) bool { return isOne(h.Doc) || isOne(h.Items) }

// isOne reports whether a document is one of the API's.
func isOne(o source.Object) bool {
	return o.Has("workflow_runs") || o.Has("total_count", "jobs") || isRun(o.Has) || isJob(o.Has) ||
		isCLI(o.Has) || hasCLIJobs(o)
}

// hasCLIJobs recognises what gh run view --json jobs prints.
func hasCLIJobs(o source.Object) bool {
	jobs := record.Elements(o["jobs"])
	return len(jobs) > 0 && jobs[0].Kind() == '{' && isCLIJob(hasIn(jobs[0]))
}

func isRun(has func(...string) bool) bool {
	return has("id", "workflow_id", "head_sha", "status", "conclusion")
}

func isJob(has func(...string) bool) bool {
	return has("id", "run_id", "head_sha", "status", "conclusion", "started_at") && (has("steps") || has("run_url") || has("labels"))
}
