package demo

// TruthSchema is the value of Truth.Schema.
const TruthSchema = "runreport.demo-truth/1"

// Truth says what is true of generated logs, by the definitions of a report's
// numbers. It is counted from the generator's own decisions, never read back
// from the logs. Lists are sorted by name, or as they stand in the logs where
// they have an order of their own.
type Truth struct {
	Schema string  `json:"schema"`
	Seed   uint64  `json:"seed"`
	Total  int     `json:"total_runs"`
	Dirty  float64 `json:"dirty_share"`

	// Files counts the files of each log format, Lines the lines of those that
	// are read line by line, uncompressed and with the damaged lines. Companions
	// that no run is read from (BUGS.md, result files) are counted too.
	Files map[string]int `json:"files_by_format"`
	Lines map[string]int `json:"lines_by_format"`

	Kahn     KahnTruth     `json:"kahn"`
	Playbook PlaybookTruth `json:"playbook"`
	Cycles   []CycleTruth  `json:"calibration_cycles"`
	Crabyard CrabyardTruth `json:"crabyard"`
	CADRE    TaskTruth     `json:"cadre"`
	AAMF     TaskTruth     `json:"aamf"`
	Fishbowl FishbowlTruth `json:"fishbowl"`

	// Metrics holds every metric of the report over every system that has it.
	Metrics []MetricTruth `json:"metrics"`

	Damage DamageTruth `json:"damage"`
}

// Rate is a share as two counts.
type Rate struct {
	Num int `json:"num"`
	Den int `json:"den"`
}

// count adds one case to the denominator, and to the numerator if it is a hit.
func (r *Rate) count(hit bool) {
	r.Den++
	if hit {
		r.Num++
	}
}

// KahnTruth is what is true of the kahn runs. A node run is one node of one run.
// A node flaked if it converged after an earlier attempt that did not; costs
// count the recorded attempts and backoffs only, in seconds.
type KahnTruth struct {
	Runs     int            `json:"runs"`
	Finished int            `json:"finished"` // have a run_end
	Open     int            `json:"open"`
	Outcomes map[string]int `json:"outcomes"` // of the finished runs

	NodeFlake        Rate `json:"node_flake"`         // flaked of converged node runs
	FirstAttemptPass Rate `json:"first_attempt_pass"` // of node runs whose first attempt ended
	Recovery         Rate `json:"recovery"`           // of node runs that failed first and then ended done or failed
	RunFlake         Rate `json:"run_flake"`          // clean_with_flake of clean and clean_with_flake
	RunsWithFlake    Rate `json:"runs_with_flake"`    // runs with a flaked node of finished runs
	Retries          Rate `json:"retries"`            // attempts after the first, by started node runs: a mean, not a share

	FlakeCostS   float64 `json:"flake_cost_s"`   // failed attempts and backoffs of flaked node runs
	FailureCostS float64 `json:"failure_cost_s"` // the same of node runs that never converged
	AttemptsS    float64 `json:"attempts_s"`     // all attempts and backoffs

	Nodes []KahnNodeTruth `json:"nodes"`
}

// KahnNodeTruth is what is true of one node over all runs.
type KahnNodeTruth struct {
	Node             string    `json:"node"`
	Started          int       `json:"started"`
	Converged        int       `json:"converged"`
	Flaked           int       `json:"flaked"`
	Retries          int       `json:"retries"`
	FirstAttemptPass Rate      `json:"first_attempt_pass"`
	FlakeCostS       float64   `json:"flake_cost_s"`
	ConvergedS       Durations `json:"converged_s"`     // recorded attempts that converged
	NotConvergedS    Durations `json:"not_converged_s"` // recorded attempts that did not
}

// PlaybookTruth is what is true of the per-run playbook logs.
type PlaybookTruth struct {
	Runs       int            `json:"runs"`
	Open       int            `json:"open"`     // no run_end
	Statuses   map[string]int `json:"statuses"` // of the run_end records
	Phases     int            `json:"phases"`   // distinct phases with an end
	PhaseFlake Rate           `json:"phase_flake"`
	Gates      map[string]int `json:"gates"` // by verdict
	Dialects   map[string]int `json:"dialects"`
	// Overclaims counts the runs whose PROGRESS.md calls a phase done that has
	// no end in the log.
	Overclaims int `json:"progress_overclaims"`
}

// CycleTruth is what is true of one iteration of one calibration cycle.
type CycleTruth struct {
	Cycle     string  `json:"cycle"`
	Iteration int     `json:"iteration"`
	Floor     float64 `json:"noise_floor"`
	Verdict   string  `json:"logged_verdict"` // empty while the cycle is open
	// Accepts holds the verdicts that the cycle's own rule allows, sorted.
	Accepts    []string         `json:"accepts"`
	Benchmarks []BenchmarkTruth `json:"benchmarks"` // in the order of the cycle's pinned list
}

// BenchmarkTruth is a benchmark before and after the lever.
type BenchmarkTruth struct {
	Benchmark string    `json:"benchmark"`
	Baseline  int       `json:"baseline"` // number of bugs in the baseline
	Pre       SideTruth `json:"pre"`
	Post      SideTruth `json:"post"`
	Class     string    `json:"class"` // improved, regressed, within_noise, insufficient
	AtFloor   bool      `json:"at_floor"`
	Lost      []string  `json:"lost"`   // found in every run before, in none after
	Gained    []string  `json:"gained"` // the reverse
}

// SideTruth counts the runs of one side that a recall is known of. The recall
// of the side is Found/Of: every run of a side has the same baseline.
type SideTruth struct {
	Runs  int `json:"runs"`
	Found int `json:"found"` // over all runs
	Of    int `json:"of"`    // runs times baseline
}

// CrabyardTruth is what is true of the Crabyard cards.
type CrabyardTruth struct {
	Cards     int            `json:"cards"`
	Attempts  int            `json:"attempts"`
	Statuses  map[string]int `json:"statuses"`   // of the attempts
	Stalls    Rate           `json:"stalls"`     // stalled of ended attempts
	CardFlake Rate           `json:"card_flake"` // failed or stalled before, of cards that end in review or completed
}

// TaskTruth is what is true of the CADRE work items or the AAMF migrations.
type TaskTruth struct {
	Runs        int            `json:"runs"`
	Causes      map[string]int `json:"causes"`      // of the runs that stopped early: budget, retries, …
	Reasons     map[string]int `json:"reasons"`     // the reason codes of terminalExhaustion blocks, as written
	Statuses    map[string]int `json:"statuses"`    // of the fleet's work items; empty for AAMF
	TaskFlake   Rate           `json:"task_flake"`  // completed after a failed invocation, of completed tasks
	Invocations map[string]int `json:"invocations"` // by status
	Tokens      int            `json:"tokens"`      // of the invocations
}

// FishbowlTruth is what is true of the Fishbowl games.
type FishbowlTruth struct {
	Started   int            `json:"started"`
	Finished  int            `json:"finished"`
	Open      int            `json:"open"`
	Decided   int            `json:"decided"`    // finished with a winner
	NoWinner  int            `json:"no_winner"`  // finished without winner and without a no-contest
	NoContest int            `json:"no_contest"` // finished after a verdict that named nobody
	Corrected int            `json:"corrected"`  // run.finished written twice; the last one counts
	Reasons   map[string]int `json:"reasons"`    // of the run.finished that counts
	Judge     Rate           `json:"judge_correct"`
	Wins      []WinTruth     `json:"wins"`
}

// WinTruth counts the wins of one competitor among the decided games that it took part in.
type WinTruth struct {
	Kind string `json:"kind"` // agent or team
	Name string `json:"name"`
	Rate
}

// DamageTruth lists the damage that was done.
type DamageTruth struct {
	Counts map[Damage]int `json:"counts"`
	Files  []DamagedFile  `json:"files"` // in the order of writing
}

// DamagedFile is one damaged file.
type DamagedFile struct {
	File string `json:"file"` // below the log tree, with slashes, as it is on disk
	Kind Damage `json:"kind"`
	Line int    `json:"line,omitempty"` // the line that was added, from 1; absent where the whole file is affected
}
