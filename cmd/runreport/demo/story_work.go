package demo

import "time"

// storyRuns are three playbook folders: one in order, one whose PROGRESS.md says
// more than its log, and one that ends in the middle of a line.
func storyRuns() []file {
	var out []file
	out = append(out, storySteady().files("playbook-runs/in-order-tin-router-1.4.2/quality")...)
	out = append(out, storyBoastful().files("playbook-runs/progress-disagrees-harbor-queue-2.1.0/quality")...)
	cut := storySteady()
	cut.benchmark, cut.start = "pocket-ledger-0.9.4", nextCycle.Add(30*time.Hour)
	cut.bugs, cut.runner = benchmarks[5].bugs[:3], "cursor"
	cut.schedule(3)
	cut.phases[2].end, cut.status = time.Time{}, ""
	cut.claims = 2
	for n, f := range cut.files("playbook-runs/cut-mid-line-pocket-ledger-0.9.4/quality") {
		if n == 0 {
			f = cutMidLine(f)
		}
		out = append(out, f)
	}
	return out
}

// schedule gives the run phases of a quarter of an hour with short breaks.
func (r *playbookRun) schedule(phases int) {
	r.phases = nil
	at := r.start
	for n := 1; n <= phases; n++ {
		end := at.Add(time.Duration(9+(n*5)%7) * time.Minute)
		r.phases = append(r.phases, playbookPhase{number: n, start: at, end: end})
		at = end.Add(time.Minute)
	}
}

func storySteady() *playbookRun {
	r := &playbookRun{
		benchmark: "tin-router-1.4.2", lever: "baseline", bugs: benchmarks[1].bugs[:4], dialect: documented,
		runner: "codex", version: "1.5.6", model: "large-3", start: firstCycle.Add(-20 * time.Hour), status: "success", claims: 6,
	}
	r.schedule(6)
	r.phases[4].gates = []playbookGate{{"red_logs_present", "pass", ""}, {"bug_count_matches", "pass", ""}}
	r.phases[5].gates = []playbookGate{{"functional_tests", "pass", "31/31"}, {"citations_resolve", "warn", "one link has moved"}}
	return r
}

// storyBoastful is the run behind the second cycle's measurement of
// harbor-queue after the lever. Its log stops in phase 6 after a gate has failed.
func storyBoastful() *playbookRun {
	r := &playbookRun{
		benchmark: "harbor-queue-2.1.0", lever: "post-lever", bugs: benchmarks[0].bugs[2:8], dialect: playbookDialects[4],
		runner: "claude", version: "1.5.6", model: "large-3", start: nextCycle.Add(4*time.Hour + 56*time.Minute), claims: 6,
	}
	r.schedule(6)
	r.phases[1].errors = []string{"no test_functional file in quality"}
	r.phases[4].gates = []playbookGate{{"red_logs_present", "fail", "2 of 6 bugs have no red log"}, {"bug_count_matches", "pass", ""}}
	r.phases[5].gates = []playbookGate{{"functional_tests", "fail", "3 of 28 fail"}}
	r.phases[5].end = time.Time{}
	return r
}

// storyCards are seven Crabyard cards of one day.
func storyCards() []file {
	type attempt struct {
		status string
		from   int // minutes after the start of the day
		beat   int // of the last heartbeat
		end    int // 0: still active
		err    string
	}
	cards := []struct {
		id, runtime string
		attempts    []attempt
	}{
		{"CY-101", "container", []attempt{{"completed", 0, 17, 18, ""}}},
		{"CY-102", "container", []attempt{{"stalled", 5, 12, 31, "heartbeat timeout"}, {"review", 35, 52, 53, ""}}},
		{"CY-103", "crabbox", []attempt{{"stalled", 8, 10, 31, "heartbeat timeout"}, {"stalled", 40, 61, 140, "heartbeat timeout"}, {"completed", 150, 171, 172, ""}}},
		{"CY-104", "container", []attempt{{"failed", 20, 33, 34, "exit status 1"}, {"review", 60, 74, 75, ""}}},
		{"CY-105", "container", []attempt{{"canceled", 90, 94, 95, ""}}},
		{"CY-106", "crabbox", []attempt{{"stalled", 120, 126, 171, "operator marked stalled"}}},
		{"CY-107", "container", []attempt{{"running", 168, 176, 0, ""}}},
	}
	at := func(minutes int) time.Time { return cardDay.Add(time.Duration(minutes) * time.Minute) }
	var out []file
	for _, c := range cards {
		plan := &card{id: c.id, runtime: c.runtime}
		for _, a := range c.attempts {
			try := cardAttempt{status: a.status, created: at(a.from), started: at(a.from), heartbeat: at(a.beat), err: a.err}
			if a.end > 0 {
				try.ended = at(a.end)
			}
			plan.attempts = append(plan.attempts, try)
		}
		if c.id == "CY-103" {
			plan.attempts[2].operator = "otter"
			plan.events = []cardEvent{
				{at(151), "otter", "session requested"}, {at(152), "otter", "attached"}, {at(160), "heron", "control requested"},
				{at(161), "otter", "control approved"}, {at(170), "heron", "stopped"},
			}
		}
		out = append(out, plan.files("crabyard-cards")...)
	}
	return out
}

// storyFleet are four work items: one with a task that recovered, one over its
// budget, one waiting for it, one without trouble.
func storyFleet() []file {
	tasks := func(failures ...int) []workTask {
		var out []workTask
		for n, f := range failures {
			out = append(out, workTask{id: "task-00" + string(rune('1'+n)), name: taskNames[n], failures: f})
		}
		return out
	}
	items := []*workItem{
		{number: 41, title: "Retry uploads after a timeout", fate: fateCompleted, tasks: tasks(0, 1)},
		{number: 42, title: "Page through search results", fate: fateBudget, tasks: tasks(0, 1), block: true},
		{number: 43, title: "Describe the search page", fate: fateDependency, tasks: tasks(0)},
		{number: 44, title: "Warn before a key expires", fate: fateCompleted, tasks: tasks(0), resumed: 1},
	}
	f := &fleet{project: "tidepool-api"}
	for n, item := range items {
		item.start = fleetDay.Add(time.Duration(n) * 25 * time.Minute)
		f.trails = append(f.trails, walk(item, newStream(1, "story fleet", n), "fleet-thursday", false))
	}
	return f.files("cadre-fleet/tidepool-api")
}

// storyMigration is a migration whose third wave did not converge.
func storyMigration() []file {
	m := &migration{project: "billing-to-go", start: fleetDay.Add(-2 * time.Hour), reason: "wave-convergence-exhausted", resumed: 2}
	for n, failures := range []int{0, 0, 1, 0, 0, 2, 0} {
		m.tasks = append(m.tasks, workTask{id: "task-00" + string(rune('1'+n)), name: taskNames[n%len(taskNames)], failures: failures})
	}
	return m.walk(newStream(1, "story migration", 0)).files("aamf-migration/billing-to-go")
}
