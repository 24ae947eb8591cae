package report

// The states of a verdict.
const (
	VerdictPassed           = "passed"
	VerdictFailed           = "failed"
	VerdictChanged          = "changed"
	VerdictNothingToCompare = "nothing_to_compare"
)

// Verdict says whether the work is all right. It is decided by the rules of the
// configuration, else by the default rules, and is the same word in every output.
// State is the first that holds: failed (a blocking rule failed), nothing_to_compare (no
// blocking rule could be evaluated), changed (Changes has an entry that is new or ended;
// recall that ended with a reverted lever does not count), passed.
type Verdict struct {
	State string `json:"state"`
	// About is the run date that the verdict is about, as 2026-03-13: the latest UTC date
	// on which a run started; empty without one.
	About   string   `json:"about"`
	Reasons []string `json:"reasons"` // short, the most important first: "2 new failures"
	Notes   []string `json:"notes"`   // what limits the verdict: "no baseline"
}

// KeyFigure is one number that sums up the work, with its value before and its history.
type KeyFigure struct {
	Name  string `json:"name"`  // pass_rate, recall, flake_rate, run_duration_p50, run_duration_p90, cost, tokens
	Title string `json:"title"` // as printed: "Run time p90"
	Unit  string `json:"unit"`
	Value Number `json:"value"`
	// Before is the value in the baseline, if it is of the same jobs, or else on the run dates
	// before the one that the verdict is about.
	Before  Number        `json:"before"`
	Num     Whole         `json:"num"` // of a rate
	Den     Whole         `json:"den"`
	Noun    string        `json:"noun"`    // what num and den count, as run, trial, sample or test; empty of other figures
	Note    string        `json:"note"`    // what limits the change: "within run-to-run noise (±0.09)"
	Better  string        `json:"better"`  // higher, lower or neither
	Section string        `json:"section"` // id of the section that says more
	Series  []FigurePoint `json:"series"`  // one per run date, oldest first, at most the last 30
	// Jobs are what the value is of, by name, at most the first 100: the system and subject of
	// the runs. There are none of recall, which is of benchmarks.
	Jobs      []FigureJob `json:"jobs"`
	JobsTotal int64       `json:"jobs_total"`
	// Parts are the value of each model, or of each agent, where all runs of the last date are of
	// evals and of several; by name.
	Parts []FigurePart `json:"parts"`
}

// FigureJob is a job that a key figure is of, under the name that lasts over run dates.
type FigureJob struct {
	System  string `json:"system"`
	Subject string `json:"subject"`
}

// FigurePart is a key figure of one model or agent.
type FigurePart struct {
	Name  string `json:"name"`
	Value Number `json:"value"`
	Num   Whole  `json:"num"` // of a rate
	Den   Whole  `json:"den"`
}

// FigurePoint is a key figure on one run date.
type FigurePoint struct {
	Date  string `json:"date"`
	Value Number `json:"value"`
}

// The states of a failure.
const (
	FailureNew            = "new"            // failed on the last run date of its system, and not before it
	FailureKnownFlaky     = "known_flaky"    // fails at random, at the rate given
	FailureBefore         = "failing_before" // failed on an earlier run date or in the baseline too
	FailureAcknowledged   = "acknowledged"   // somebody accepted it
	FailureInfrastructure = "infrastructure" // the cause lies outside of the work
	FailureEnded          = "ended"          // passes again on the last run date
)

// Failure is one step, or one run without failed steps, that failed on the last run date
// of its series, or failed shortly before it and passes again. Runs that failed at the same
// step of the same subject are one entry; runs as a whole, and steps that are different
// things of one kind as cards are, only if their errors are the same too.
type Failure struct {
	Run     string `json:"run"`  // key of the latest run that failed
	Unit    string `json:"unit"` // the name of that run in its log
	System  string `json:"system"`
	Subject string `json:"subject"` // as it lasts from report to report, like that of changes
	Step    string `json:"step"`    // empty: the run as a whole
	Error   string `json:"error"`   // first telling line, as written; empty: the log has none
	Result  string `json:"result"`  // failed, blocked or stalled
	Cause   string `json:"cause"`
	Since   string `json:"since"` // run date of the first failure of the present series of failures
	Date    string `json:"date"`  // run date of the last failure: the last one of the series, unless it passes again
	Runs    int64  `json:"runs"`  // runs of the last run date that failed so
	// RateNow is failed of ended runs of the step on the run dates since Since, RateBefore
	// on those before. Of runs as a whole it is those that failed without a failed step, of all
	// that ended.
	RateNow    Rate `json:"rate_now"`
	RateBefore Rate `json:"rate_before"`
	// NewError: it failed before, with passes between, but with other errors, and went on and off
	// less than twice: what failed then tells nothing of now.
	NewError bool     `json:"new_error"`
	State    string   `json:"state"`
	Owner    string   `json:"owner"`   // owners of the step by the configuration, separated by blanks; empty: none
	Cluster  string   `json:"cluster"` // Text of its entry in FailureClusters; empty: none
	Problem  string   `json:"problem"` // key of the problem
	Blocks   int64    `json:"blocks"`  // steps that did not run because of it
	Evidence Evidence `json:"evidence"`
}

// FailureCluster is the failures whose error texts are the same once numbers, paths, ids
// and times are taken out.
type FailureCluster struct {
	Text  string   `json:"text"`  // the normalised text
	Count int64    `json:"count"` // failed attempts
	Steps []string `json:"steps" list:"total"`
	First string   `json:"first"` // run dates
	Last  string   `json:"last"`
}

// The states of a change.
const (
	ChangeSuspected = "suspected"
	ChangeNew       = "new"
	ChangeStanding  = "standing"
	ChangeEnded     = "ended"
)

// SeriesChange is one series whose level changed: a step's duration or flake rate, a
// benchmark's recall, a gate's or subject's failure rate, or the durations of a whole
// group on one date.
type SeriesChange struct {
	What    string `json:"what"` // duration, flake_rate, failure_rate, recall, gate_failure_rate or common_duration
	System  string `json:"system"`
	Subject string `json:"subject"`
	Step    string `json:"step"`  // step, benchmark or gate; empty for common_duration
	Since   string `json:"since"` // first run date of the new level
	Unit    string `json:"unit"`
	From    Number `json:"from"`
	To      Number `json:"to"`
	// Lo and Hi are the 95 % interval of To/From-1 for durations, of To-From for others.
	Lo        Number           `json:"lo"`
	Hi        Number           `json:"hi"`
	Q         Number           `json:"q"` // false discovery rate at which it is called
	State     string           `json:"state"`
	Strength  string           `json:"strength"`   // strong (q <= 0.001), moderate (q <= 0.01) or weak
	RunBefore string           `json:"run_before"` // key of the last run before Since
	RunAfter  string           `json:"run_after"`  // key of the first run from it on
	Revisions []ChangeRevision `json:"revisions"`
	Text      string           `json:"text"`   // the sentence
	Points    []FigurePoint    `json:"points"` // value by run date, oldest first, at most the last 60
}

// ChangeRevision is what was run before and after a change, as far as logs and labels say.
type ChangeRevision struct {
	Name   string `json:"name"` // commit, version, model, runner or the name of a label
	Before string `json:"before"`
	After  string `json:"after"`
}
