package cadre

import (
	"io/fs"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"runreport/ingest/ingesttest"
)

// shared opens the files of the shared corpus that this package claims, in path order.
func shared(t *testing.T, folder string) *read {
	t.Helper()
	root := filepath.Join("..", "..", "..", "shared", "corpus", folder)
	r := openTree(t, root, folder)
	if len(r.Files) == 0 {
		t.Skip("the corpus is not here")
	}
	r.Assemble(t, System)
	return r
}

func TestCorpusState(t *testing.T) {
	r := shared(t, "cadre")
	want(t, "ledger", r.rows("Sources", "path", "format", "lines", "records", "kept", "ignored", "duplicate", "superseded"),
		"cadre/sample-checkpoint.json cadre-checkpoint - 1 1 0 0 0",
		"cadre/state/fleet-checkpoint.json cadre-fleet - 4 4 0 0 0",
		"cadre/state/issues/42/checkpoint.at-block.json cadre-checkpoint - 1 0 0 0 1",
		"cadre/state/issues/42/checkpoint.backup.json cadre-checkpoint - 1 0 0 0 1",
		"cadre/state/issues/42/checkpoint.json cadre-checkpoint - 1 1 0 0 0",
		"cadre/state/issues/42/logs/workitem-42.log cadre-log 19 18 18 1 0 0",
		"cadre/state/issues/42/metrics/invocations.jsonl invocations 9 9 9 0 0 0",
		"cadre/state/issues/42/progress.md cadre-progress - 15 15 0 0 0",
		"cadre/state/logs/fleet.log cadre-log 23 22 22 1 0 0",
		"cadre/state/notifications.jsonl cadre-events 22 22 0 0 22 0",
		"cadre/state/progress.md cadre-progress - 6 6 0 0 0")
	retries := slices.DeleteFunc(r.rows("Events", "kind", "step", "attempt"), func(s string) bool { return !strings.HasPrefix(s, "task-retry") })
	want(t, "retries", retries, "task-retry task-002 1", "task-retry task-003 1", "task-retry task-003 2", "task-retry task-003 3")
	want(t, "runs", r.rows("Runs", "kind", "id", "subject", "variant", "status", "cause", "tokens", "resumes"),
		"work item 42 test-project C3 in-progress unknown 25000 0",
		"fleet demo demo C4 completed failure - 1",
		"work item 42 demo C2 completed - 49400 1",
		"work item 43 demo - budget-exceeded budget - -",
		"work item 44 demo - code-complete - - -")
	want(t, "fleet", r.rows("Steps", "step", "kind", "status")[6:9], "42 work item completed", "43 work item budget-exceeded", "44 work item code-complete")
	want(t, "tasks", r.rows("Steps", "run", "step", "converged", "attempts")[14:],
		"cadre:cadre/state/42 task-001 true 1", "cadre:cadre/state/42 task-002 true 2", "cadre:cadre/state/42 task-003 true 4")
	want(t, "attempts", r.rows("Attempts", "step", "attempt", "status", "duration_s")[3:],
		"task-001 1 success 0.022", "task-002 1 failed 0.02", "task-002 2 success 0.025",
		"task-003 1 failed 0.023", "task-003 2 timed-out 0.033", "task-003 3 failed 0.03")
	want(t, "findings", r.CodeNames(), "fixture_checkpoint", "fleet_parts")
}

func TestCorpusMigration(t *testing.T) {
	r := shared(t, "aamf")
	want(t, "runs", r.rows("Runs", "kind", "id", "runner", "variant", "status", "outcome", "cause", "cause_inferred", "reason", "resumes", "tokens"),
		"migration test-migration AAMF A2 failed wave-convergence-exhausted convergence false wave failed to converge 2 -",
		"migration test-migration AAMF A1 in-progress - unknown true - 0 125000")
	want(t, "claims", r.rows("Claims", "by", "field", "text"), "migration checkpoint terminal_exhaustion wave-convergence-exhausted", "terminal-exhaustion terminal_exhaustion task-retries-exhausted")
	want(t, "tasks", r.rows("Steps", "step", "kind", "status", "converged", "attempts", "retries_visible", "result")[8:], // after the phases of both
		"phase 4 phase in-progress - - - open", "task-003 task failed false 2 true failed", "task-001 task completed true - false passed", "task-002 task completed true - false passed")
	want(t, "findings", r.CodeNames(), "exhaustion_disagrees")
}

// openTree opens every file below a folder that is recognised.
func openTree(t *testing.T, root, shown string) *read {
	t.Helper()
	res := &ingesttest.Result{}
	_ = filepath.WalkDir(root, func(name string, d fs.DirEntry, err error) error {
		if err == nil && d.Type().IsRegular() {
			below, _ := filepath.Rel(root, name)
			res.Read(t, System, name, shown+"/"+filepath.ToSlash(below))
		}
		return nil
	})
	return &read{t, res}
}
