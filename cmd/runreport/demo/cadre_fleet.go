package demo

import (
	"bytes"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"
)

// fleet is a CADRE state folder: work items that were handled together.
type fleet struct {
	project string
	old     bool // the older dialect
	trails  []*cadreTrail
}

var fleetNames = []string{"tidepool-api", "orchard-shop", "lantern-docs"}

// cadre writes one fleet a week.
func (g *generator) cadre(runs []int) (TaskTruth, error) {
	t := newTaskTruth()
	for _, week := range batches(runs, weekOf) {
		number := week[0]/(7*runsPerDay) + 1
		f := &fleet{project: fmt.Sprintf("%s-week-%03d", fleetNames[number%len(fleetNames)], number), old: number%5 == 0}
		for _, i := range week {
			item := drawItem(g.seed, i)
			trail := walk(item, newStream(g.seed, "cadre jitter", i), fmt.Sprintf("fleet-%03d", number), f.old)
			f.trails = append(f.trails, trail)
			t.addItem(trail)
			trail.measure(g.samples)
		}
		f.measure(g.samples)
		for _, file := range f.files("cadre/" + f.project) {
			if err := g.write(file); err != nil {
				return TaskTruth{}, err
			}
		}
	}
	return t, nil
}

func newTaskTruth() TaskTruth {
	return TaskTruth{Causes: map[string]int{}, Reasons: map[string]int{}, Statuses: map[string]int{}, Invocations: map[string]int{}}
}

func (t *TaskTruth) addItem(trail *cadreTrail) {
	item := trail.item
	t.Runs++
	t.Statuses[item.fate.status]++
	if item.fate.cause != "" {
		t.Causes[item.fate.cause]++
	}
	if item.block {
		t.Reasons[item.fate.reason]++
	}
	for status, n := range trail.results {
		t.Invocations[status] += n
	}
	t.Tokens += trail.state.tokens
	for n, task := range item.tasks {
		if n < len(trail.state.done) { // tasks are completed in their order
			t.TaskFlake.count(task.failures > 0)
		}
	}
}

// files are all files of the fleet.
func (f *fleet) files(folder string) []file {
	var out []file
	var events []cadreEvent
	for _, t := range f.trails {
		out = append(out, t.files(folder)...)
		events = append(events, t.events...)
	}
	begin, end := f.span()
	events = append(events, f.started(begin), f.completed(begin, end))
	slices.SortStableFunc(events, func(a, b cadreEvent) int { return a.at.Compare(b.at) })

	var notes, log bytes.Buffer
	for _, e := range events {
		notes.WriteString(e.notification())
		log.WriteString(e.logLine("fleet"))
	}
	return append(out,
		file{path: folder + "/fleet-checkpoint.json", format: formatFleet, can: wholeFile, data: f.document(begin, end)},
		file{path: folder + "/notifications.jsonl", format: formatEvents, can: eventLog, data: notes.Bytes(), note: func(text string) string {
			return object().str("type", "operator-note").raw("note", `"`+text+`"`).str("timestamp", stampMillis(end)).line()
		}},
		file{path: folder + "/logs/fleet.log", format: formatLog, can: plainLog, data: log.Bytes()},
		file{path: folder + "/progress.md", format: formatProgress, data: f.progress(end)},
	)
}

// span is when the first of the items began and when the last of them came to rest.
func (f *fleet) span() (begin, end time.Time) {
	begin = f.trails[0].item.start
	for _, t := range f.trails {
		if begin.After(t.item.start) {
			begin = t.item.start
		}
		if end.Before(t.now) {
			end = t.now
		}
	}
	return begin, end
}

func (f *fleet) started(at time.Time) cadreEvent {
	fields := object().int("issueCount", len(f.trails)).int("maxParallel", 2)
	return cadreEvent{at: at.Add(-time.Millisecond), level: "info", kind: "fleet-started", fields: fields.members()}
}

func (f *fleet) completed(begin, end time.Time) cadreEvent {
	tokens, requests, failed := 0, 0, 0
	for _, t := range f.trails {
		tokens += t.state.tokens
		if t.item.fate == fateCompleted {
			requests++
		} else {
			failed++
		}
	}
	fields := object().bool("success", failed == 0).int("prsCreated", requests).int("failedIssues", failed).
		millis("totalDuration", end.Sub(begin)).int("totalTokens", tokens)
	return cadreEvent{at: end, level: "info", kind: "fleet-completed", fields: fields.members()}
}

// obstacle is the item that the waiting ones wait for: the first one that
// stopped early, or else the first.
func (f *fleet) obstacle() *cadreTrail {
	for _, t := range f.trails {
		if t.item.fate.cause != "" && t.item.fate != fateDependency {
			return t
		}
	}
	return f.trails[0]
}

// document is the checkpoint of the fleet.
func (f *fleet) document(begin, end time.Time) []byte {
	issues, usage, dag := object(), object(), object()
	var first, rest []string
	tokens, resumed := 0, 0
	obstacle := f.obstacle()
	for _, t := range f.trails {
		number := strconv.Itoa(t.item.number)
		quoted := `"` + number + `"`
		issue := object().str("status", t.item.fate.status).str("issueTitle", t.item.title).str("worktreePath", t.worktree()).
			str("branchName", t.branch()).int("lastPhase", t.item.fate.phases)
		if t.item.fate.cause != "" {
			issue.str("error", "stopped: "+t.item.fate.cause)
		}
		issues.raw(number, issue.str("updatedAt", stampMillis(t.now)).json())
		usage.int(number, t.state.tokens)
		tokens += t.state.tokens
		resumed = max(resumed, t.item.resumed)
		if t.item.fate == fateDependency && t != obstacle {
			dag.strs(number, []string{strconv.Itoa(obstacle.item.number)})
			rest = append(rest, quoted)
		} else {
			dag.strs(number, nil)
			first = append(first, quoted)
		}
	}
	waves := []string{"[" + strings.Join(first, ",") + "]"}
	if len(rest) > 0 {
		waves = append(waves, "["+strings.Join(rest, ",")+"]")
	}
	by := "byWorkItem"
	if f.old {
		by = "byIssue"
	}
	return object().str("projectName", f.project).int("version", 1).raw("issues", issues.json()).
		raw("tokenUsage", object().int("total", tokens).raw(by, usage.json()).json()).
		str("startedAt", stampMillis(begin)).str("lastCheckpoint", stampMillis(end)).int("resumeCount", resumed).
		raw("dag", dag.json()).list("waves", waves).ints("completedWaves", []int{0}).document()
}

// progress is the fleet's page. Its summary line, like the real one, leaves out
// the statuses that it does not know.
func (f *fleet) progress(end time.Time) []byte {
	var b bytes.Buffer
	counts, tokens := map[string]int{}, 0
	for _, t := range f.trails {
		counts[t.item.fate.status]++
		tokens += t.state.tokens
	}
	fmt.Fprintf(&b, "# CADRE Progress\n\n## Fleet Status\n- **Issues**: %d total | %d completed | %d in-progress | %d failed | %d budget-exceeded\n",
		len(f.trails), counts["completed"], counts["in-progress"], counts["failed"], counts["budget-exceeded"])
	fmt.Fprintf(&b, "- **Token Usage**: %d / %d\n- **Last Updated**: %s\n", tokens, tokenBudget*len(f.trails), stampMillis(end))
	b.WriteString("\n## Issues\n\n| Issue | Title | Status | Phase | PR |\n|-------|-------|--------|-------|----|\n")
	for _, t := range f.trails {
		fmt.Fprintf(&b, "| %d | %s | %s | %d/5 | — |\n", t.item.number, t.item.title, t.item.fate.status, t.item.fate.phases)
	}
	return b.Bytes()
}
