package report

// MetricResult is what one metric came to, over all units and by group.
type MetricResult struct {
	Name    string  `json:"name"`
	Title   string  `json:"title"`
	Unit    string  `json:"unit"`
	Better  string  `json:"better"` // higher, lower or neither
	Doc     string  `json:"doc"`
	Section string  `json:"section"`
	Systems []Group `json:"systems"`
	Groups  []Group `json:"groups" list:"total" beyond:"Further"`
	Further int64   // groups that follow these, which are only counted
}

// Group is a metric over one system, or over one step of one subject. Exactly one
// of Rate, Distribution and Categories is given.
type Group struct {
	System       string        `json:"system"`
	Subject      string        `json:"subject"`
	Step         string        `json:"step"`
	Rate         *Rate         `json:"rate,omitempty"`
	Distribution *Distribution `json:"spread,omitempty"`
	Categories   []Share       `json:"mix,omitempty"`
	Evidence     []Evidence    `json:"evidence"`
}

// Share is one category's part of a categorical metric.
type Share struct {
	Category string `json:"category"`
	Rate     Rate   `json:"rate"`
}

// Distribution describes a sample of numbers. A percentile is missing (n_too_small)
// below 1/(1-p) values.
type Distribution struct {
	N        int64  `json:"n"`
	Excluded int64  `json:"excluded"` // negative or not finite
	Min      Number `json:"min"`
	P50      Number `json:"p50"`
	P90      Number `json:"p90"`
	P95      Number `json:"p95"`
	P99      Number `json:"p99"`
	Max      Number `json:"max"`
	Sum      Number `json:"sum"`
}

// Flakes is what needed more than one attempt.
type Flakes struct {
	Noun             string        `json:"noun"` // what the steps are that can be tried again, else all steps: test, task or sample, else step
	Overall          Rate          `json:"overall"`
	FirstAttemptPass Rate          `json:"first_attempt_pass"`
	Recovery         Rate          `json:"recovery"`
	RetriesPerStep   Number        `json:"retries_per_step"`
	RunRate          Rate          `json:"run_rate"` // called flaky by their log, of those called flaky or passed at once
	Runs             FlakeRuns     `json:"runs"`
	CostS            Number        `json:"cost_s"`
	CostShare        Number        `json:"cost_share"`
	Untimed          int64         `json:"untimed"`        // attempts whose time is not in cost_s, since none is logged: with them it is at least that
	FailureCostS     Number        `json:"failure_cost_s"` // attempts of steps that never converged
	BySystem         []FlakeSystem `json:"by_system"`
	ByNode           []FlakeNode   `json:"by_node" list:"total,kept"`
	ByCommand        []FlakeNode   `json:"by_command" list:"total"`
	ByNight          []FlakeNight  `json:"by_night" list:"total"`
}

// FlakeRuns counts finished runs with and without a flaked step.
type FlakeRuns struct {
	Flaky int64 `json:"flaky"`
	Clean int64 `json:"clean"`
}

// FlakeSystem is one system's flake rates.
type FlakeSystem struct {
	System           string `json:"system"`
	Rate             Rate   `json:"rate"`
	FirstAttemptPass Rate   `json:"first_attempt_pass"`
	Recovery         Rate   `json:"recovery"`
	NotMeasured      int64  `json:"not_measured"`     // converged steps of which a retry would not be seen
	NotMeasuredWhy   string `json:"not_measured_why"` // erased: the format drops recovered failures; not_exported: earlier attempts are in no file
}

// FlakeNode is one step's flake rate over all runs of its subject. CostS is machine time.
type FlakeNode struct {
	System     string     `json:"system"`
	Subject    string     `json:"subject"`
	Node       string     `json:"node"`
	Collective bool       `json:"collective"` // node is a kind, and all steps of that kind count as one, since their names last for one run
	Rate       Rate       `json:"rate"`
	Changed    string     `json:"changed,omitempty"`  // run date on which the rate last changed; absent: it has not
	RateNow    *Rate      `json:"rate_now,omitempty"` // since that date
	Shrunk     Number     `json:"shrunk"`
	CostS      Number     `json:"cost_s"`
	Untimed    int64      `json:"untimed"` // attempts whose time is not in cost_s, since none is logged
	FirstSeen  Moment     `json:"first_seen"`
	LastSeen   Moment     `json:"last_seen"`
	New        bool       `json:"new"`
	Evidence   []Evidence `json:"evidence"`
}

// FlakeNight is one system's flake rate in one night.
type FlakeNight struct {
	Night  string `json:"night"`
	System string `json:"system"`
	Rate   Rate   `json:"rate"`
	Runs   Rate   `json:"runs"`
}

// Durations is how long things take.
type Durations struct {
	Attempts []AttemptDuration `json:"attempts" list:"total,kept"`
	Survival []Survival        `json:"survival"`
	Phases   []PhaseDuration   `json:"phases" list:"total"`
	Shifts   []Shift           `json:"shifts"`
	Commands []AttemptDuration `json:"commands" list:"total"`
}

// AttemptDuration is the attempts of one step, those that converged apart from
// those that did not.
type AttemptDuration struct {
	System    string `json:"system"`
	Subject   string `json:"subject"`
	Step      string `json:"step"`
	Converged bool   `json:"converged"`
	N         int64  `json:"n"`
	P50S      Number `json:"p50_s"`
	P90S      Number `json:"p90_s"`
	P95S      Number `json:"p95_s"`
	P99S      Number `json:"p99_s"`
	MaxS      Number `json:"max_s"`
	SumS      Number `json:"sum_s"`
	// RecentS are the last 20 of them in the order of runs: what a later report
	// compares its own with.
	RecentS     []float64 `json:"recent_s"`
	RecentDates []string  `json:"recent_dates"` // run date of each; empty where the run has none
	Trend       *Trend    `json:"trend"`
	Evidence    Evidence  `json:"evidence"`
}

// Trend is how a duration moves from run to run: a Theil-Sen slope and a
// Mann-Kendall test of whether it moves at all.
type Trend struct {
	SlopeS Number `json:"slope_s"` // seconds per run
	Tau    Number `json:"tau"`
	P      Number `json:"p"`
	N      int64  `json:"n"`
}

// Survival is how long attempts take when some were cut off before they ended.
type Survival struct {
	System        string `json:"system"`
	Noun          string `json:"noun"`           // what the attempts are of: the kind of their step, or agent
	StallsVisible bool   `json:"stalls_visible"` // the format tells attempts that stalled from others
	N             int64  `json:"n"`
	Events        int64  `json:"events"`
	Censored      int64  `json:"censored"`
	P50S          Number `json:"p50_s"`
	P90S          Number `json:"p90_s"`
	P50IfNeverS   Number `json:"p50_if_never_s"`
	P90IfNeverS   Number `json:"p90_if_never_s"`
	// P90FinishedS leaves out what was cut off: the worst choice, shown to compare.
	P90FinishedS Number       `json:"p90_finished_only_s"`
	Curve        [][2]float64 `json:"curve"`
	CutOffs      []float64    `json:"cut_offs_s"` // how long those were seen that were cut off, rising
}

// PhaseDuration is one kind of phase.
type PhaseDuration struct {
	System  string `json:"system"`
	Subject string `json:"subject"`
	Phase   string `json:"phase"`
	N       int64  `json:"n"`
	P50S    Number `json:"p50_s"`
	P90S    Number `json:"p90_s"`
	MaxS    Number `json:"max_s"`
	SumS    Number `json:"sum_s"`
	Open    int64  `json:"open"`
}

// Shift is a change of a step's duration between two windows of runs: the last
// night and the 20 runs before it, or what came since the baseline and the 20 runs
// before that.
type Shift struct {
	Window         string  `json:"window"` // last_night or baseline
	System         string  `json:"system"`
	Subject        string  `json:"subject"`
	Step           string  `json:"step"`
	NOld           int64   `json:"n_old"`
	NNew           int64   `json:"n_new"`
	ShiftS         Number  `json:"shift_s"`
	LoS            Number  `json:"lo_s"`
	HiS            Number  `json:"hi_s"`
	Confidence     Number  `json:"confidence"` // what lo_s to hi_s really covers
	P              Number  `json:"p"`
	MinAttainableP Number  `json:"min_attainable_p"`
	QBH            Number  `json:"q_bh"`
	Call           string  `json:"call"` // slower, faster, cannot_tell or too_few
	Settle         *Settle `json:"settle"`
}

// Settle is what would settle an inconclusive comparison, with 80 % power.
type Settle struct {
	Visible Number `json:"visible"` // smallest change that so many runs show, in the unit of the comparison
	Needed  Number `json:"needed"`  // runs a side, or items tried on both sides, that show the change seen
}

// Stops is why runs ended.
type Stops struct {
	Reasons   []StopReason `json:"mix"`
	Exhausted Rate         `json:"exhausted"`
	StallRate Rate         `json:"stall_rate"`
	Open      int64        `json:"open"`
	ByCause   []StopCause  `json:"by_cause"`
	ByReason  []StopReason `json:"by_reason"` // exhausted runs by what their log says ran out; shares of the exhausted runs of the system
}

// StopReason is one reason's share of the ended runs of a system.
type StopReason struct {
	System string `json:"system"`
	Reason string `json:"reason"`
	Cause  string `json:"cause"`
	Rate   Rate   `json:"rate"`
}

// StopCause is one cause over all systems.
type StopCause struct {
	Cause  string   `json:"cause"`
	Count  int64    `json:"count"`
	LostS  Number   `json:"lost_s"`
	Resume string   `json:"resume"` // would resuming help
	Units  []string `json:"units"`  // the first few, by start
}

// Competitions is who won.
type Competitions struct {
	Started      int64      `json:"started"`
	Finished     int64      `json:"finished"`
	Open         int64      `json:"open"`
	Decided      int64      `json:"decided"`
	NoWinner     int64      `json:"no_winner"`
	NoContest    int64      `json:"no_contest"`
	Corrected    int64      `json:"corrected"`
	JudgeCorrect Rate       `json:"judge_correct"`
	Wins         []Wins     `json:"wins" list:"total"`
	Reversals    []Reversal `json:"reversals" list:"total"`
}

// Wins is what one competitor won in one competition, of the decided runs of its kind that
// it took part in. Models have rows for all competitions together too.
type Wins struct {
	Kind    string `json:"kind"`    // agent, team or model
	Subject string `json:"subject"` // the competition, or all competitions
	Name    string `json:"name"`
	Rate    Rate   `json:"rate"`
	Chance  Number `json:"chance"` // what it would win by luck
}

// Reversal is a pair of models whose order over all competitions together is the other way
// round within every competition that both took part in.
type Reversal struct {
	Ahead        string `json:"ahead"`        // won more often over all competitions together
	Behind       string `json:"behind"`       // won at least as often in each of them
	Competitions int64  `json:"competitions"` // that both took part in
}

// Gates is how gate checks ended.
type Gates struct {
	Failure Rate       `json:"failure"` // fail of pass, fail and warn
	Skipped int64      `json:"skipped"`
	ByGate  []GateRate `json:"by_gate" list:"total"`
}

// GateRate is one gate's failures.
type GateRate struct {
	System  string `json:"system"`
	Gate    string `json:"gate"`
	Failure Rate   `json:"failure"`
	Warned  int64  `json:"warned"`
	Skipped int64  `json:"skipped"`
}

// Usage is what it cost. Numbers are sums of what the logs state.
type Usage struct {
	Tokens          Number        `json:"tokens"`
	CostUSD         Number        `json:"cost"`
	RetryChains     []RetryChain  `json:"retry_chains" list:"total"`
	PeakConcurrency Whole         `json:"peak_concurrency"`
	Concurrency     []Concurrency `json:"concurrency"`
	ByAgent         []UsageBy     `json:"by_agent" list:"total"`
	ByRunner        []UsageBy     `json:"by_runner" list:"total"`
	ByModel         []UsageBy     `json:"by_model" list:"total"`
	ByPhase         []UsageBy     `json:"by_phase" list:"total"`
	Setups          []Setup       `json:"setups" list:"total"`
}

// Setup is what came of the runs of one runner or model. Its numbers describe and do
// not compare by themselves: setups meet different benchmarks.
type Setup struct {
	Kind       string `json:"kind"` // runner or model
	System     string `json:"system"`
	Name       string `json:"name"`
	Runs       int64  `json:"runs"`
	Benchmarks int64  `json:"benchmarks"`   // with a recall of a linked run
	Recall     Rate   `json:"recall"`       // micro: bugs found of the baseline's, over the linked runs
	Gates      Rate   `json:"gate_failure"` // fail of pass, fail and warn
}

// Concurrency is how many attempts of a system ran at once.
type Concurrency struct {
	System string           `json:"system"`
	Peak   int64            `json:"peak"`
	PeakAt Moment           `json:"peak_at"`
	Mean   Number           `json:"mean"` // over the time in which anything ran
	Cap    Whole            `json:"cap"`  // as the system's settings state it; with several installations only what they agree on
	ByDay  []ConcurrencyDay `json:"by_day" list:"total"`
}

// ConcurrencyDay is one day (UTC) on which anything ran.
type ConcurrencyDay struct {
	Day    string `json:"day"`
	Peak   int64  `json:"peak"`
	PeakAt Moment `json:"peak_at"` // midnight when it began the day before
	BusyS  Number `json:"busy_s"`  // time in which anything ran, in seconds
	Mean   Number `json:"mean"`    // over that time
}

// RetryChain is one job with more than one attempt.
type RetryChain struct {
	System   string   `json:"system"`
	Run      string   `json:"run"`
	Agent    string   `json:"agent"`
	Step     string   `json:"step"`
	Attempts int64    `json:"attempts"`
	Final    string   `json:"final"`
	Evidence Evidence `json:"evidence"`
}

// UsageBy is one agent's or runner's share.
type UsageBy struct {
	System   string `json:"system"`
	Name     string `json:"name"`
	Attempts int64  `json:"attempts"`
	Runs     int64  `json:"runs"`
	TimeS    Number `json:"time_s"`
	Tokens   Number `json:"tokens"`
	CostUSD  Number `json:"cost"`
}
