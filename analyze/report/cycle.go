package report

// Cycle is one calibration cycle and iteration: what a lever did to recall.
type Cycle struct {
	Key            string         `json:"key"`
	System         string         `json:"system"`
	Cycle          string         `json:"cycle"`
	Iteration      Whole          `json:"iteration"`
	Lever          string         `json:"lever"`
	Hypothesis     string         `json:"hypothesis"`
	Symptom        string         `json:"symptom"`     // what was wrong before, where a document about the cycle says so
	ToldBy         []string       `json:"told_by"`     // log, document, cells; empty: its log alone
	NoiseFloor     Number         `json:"noise_floor"` // the floor used
	StartedAt      Moment         `json:"started_at"`
	EndedAt        Moment         `json:"ended_at"`
	RevertedAt     Moment         `json:"reverted_at"` // when the log takes the lever's change back
	TimeToVerdictS Number         `json:"time_to_verdict_s"`
	Verdict        CycleVerdict   `json:"verdict"`
	Incomplete     []string       `json:"incomplete"` // pinned benchmarks that lack a side
	CrossBenchmark CrossBenchmark `json:"cross_benchmark"`
	Macro          Averages       `json:"macro"` // each benchmark counts once
	Micro          Averages       `json:"micro"` // each bug counts once
	Pooled         Pooled         `json:"pooled"`
	Across         Across         `json:"across"`
	Noise          Noise          `json:"noise"`
	Benchmarks     []Benchmark    `json:"benchmarks"`
	Superseded     []string       `json:"superseded_files"`
	Evidence       Evidence       `json:"evidence"`
}

// CycleVerdict holds the log's verdict against the numbers.
type CycleVerdict struct {
	Logged   string   `json:"logged"`
	Decision string   `json:"decision"` // what that means, in one vocabulary: ship, revert, iterate, halt; stopped cycles: preflight_failed, hang; empty: open, or another word
	Check    string   `json:"check"`
	Accepts  []string `json:"accepts"` // what the cycle's own rule allows for these numbers
	Reason   string   `json:"reason"`  // the one sentence
	// Evidence is the line that states the verdict; the first of the cycle where no line states
	// numbers with it.
	Evidence Evidence `json:"evidence"`
}

// CrossBenchmark holds the logged cross-benchmark check against the recomputed
// one. Regressions are benchmark/bug.
type CrossBenchmark struct {
	LoggedClean    *bool    `json:"logged_clean"`
	Status         string   `json:"status"`
	Regressions    []string `json:"regressions"`
	OnlyInLog      []string `json:"only_in_log"`
	OnlyRecomputed []string `json:"only_recomputed"`
}

// Averages are mean recalls before and after.
type Averages struct {
	Pre   Number `json:"pre"`
	Post  Number `json:"post"`
	Delta Number `json:"delta"`
}

// Pooled is all benchmarks' bugs in one paired test.
type Pooled struct {
	Lost   int64  `json:"lost"`
	Gained int64  `json:"gained"`
	P      Number `json:"p"`
}

// Across is whether all benchmarks together lost recall, which none may show alone.
type Across struct {
	Benchmarks int64  `json:"benchmarks"`  // with a recall on both sides
	MacroDelta Number `json:"macro_delta"` // of their mean recalls
	Lost       int64  `json:"lost"`
	Gained     int64  `json:"gained"`
	P          Number `json:"p"`          // of the exact paired test of all changed bugs, or of sign flips of whole benchmarks, where bugs moved together
	Correlated bool   `json:"correlated"` // bugs of one benchmark moved together more than chance allows
	Opposite   bool   `json:"opposite"`   // one benchmark clearly gained while another clearly lost: no statement
	Loss       bool   `json:"loss"`       // p <= 0.01, and mean recall fell by the noise floor or more
}

// Noise is how much recall varies between runs of one setup.
type Noise struct {
	SD       Number `json:"sd"`
	DF       int64  `json:"df"`
	Band95   Number `json:"band95"`
	MDD80    Number `json:"mdd80"`
	FlipRate Rate   `json:"flip_rate"`
	Status   string `json:"status"`
}

// Benchmark is one benchmark before and after the lever.
type Benchmark struct {
	Benchmark      string      `json:"benchmark"`
	Pinned         bool        `json:"pinned"`
	RunsPre        int64       `json:"runs_pre"`
	RunsPost       int64       `json:"runs_post"`
	RecallPre      Recall      `json:"recall_pre"`
	RecallPost     Recall      `json:"recall_post"`
	Delta          Number      `json:"delta"`
	DeltaLo        Number      `json:"delta_lo"`
	DeltaHi        Number      `json:"delta_hi"`
	Class          string      `json:"class"`
	AtFloor        bool        `json:"at_floor"`
	OneBug         Number      `json:"one_bug"`
	NPairs         int64       `json:"n_pairs"`
	Lost           []string    `json:"lost"`
	Gained         []string    `json:"gained"`
	Unpaired       []string    `json:"unpaired"`
	LessOften      []string    `json:"less_often"`
	MoreOften      []string    `json:"more_often"`
	Displacement   bool        `json:"displacement"`
	PExact         Number      `json:"p_exact"`
	MinAttainableP Number      `json:"min_attainable_p"`
	QBH            Number      `json:"q_bh"`
	Band           Number      `json:"band"`
	Grade          string      `json:"grade"`
	Settle         *Settle     `json:"settle"` // where the grade is weak or inside_measured_noise
	Basis          string      `json:"basis"`  // what a side rests on that was not measured, as told: projected, argument-based; then there is no grade
	LoggedDelta    Number      `json:"logged_delta"`
	DeltaCheck     string      `json:"delta_check"`
	History        []HistoryAt `json:"history"`       // the last 20
	HistoryTotal   int64       `json:"history_total"` // how many there were
	Sentence       string      `json:"sentence"`
}

// Recall is one side's recall: the mean over its runs. Num to Hi are given for
// one run only.
type Recall struct {
	Value Number      `json:"value"`
	Num   Whole       `json:"num"`
	Den   Whole       `json:"den"`
	Lo    Number      `json:"lo"`
	Hi    Number      `json:"hi"`
	Runs  []RecallRun `json:"runs"`
}

// RecallRun is one measured run.
type RecallRun struct {
	Value    Number `json:"value"`
	Num      Whole  `json:"num"`
	Den      Whole  `json:"den"`
	Lo       Number `json:"lo"`
	Hi       Number `json:"hi"`
	Status   string `json:"status"` // how the reported recall fits the lists
	Reported Number `json:"reported"`
	Novel    int64  `json:"novel"`    // found bugs outside the reference list
	Basis    string `json:"basis"`    // what it rests on, where that is no measurement: projected, argument-based
	Restarts int64  `json:"restarts"` // the run hung or broke, and was stopped and started again
	// Found and Missed are the lists of a run whose recall is not computable, since no
	// other number says anything of them.
	FoundCount int64    `json:"found_count,omitempty"`
	Found      []string `json:"found,omitempty"`
	Missed     []string `json:"missed,omitempty"`
	Evidence   Evidence `json:"evidence"`
	// Run to Version are of the playbook run whose log was linked; empty where none
	// was, or where it does not say.
	Run      string `json:"run"` // key of the run
	Runner   string `json:"runner"`
	Model    string `json:"model"`
	Version  string `json:"version"`         // of the playbook
	Unlinked string `json:"unlinked_reason"` // why no log was linked; empty where one was
	// Recomputed is left out where no log was linked.
	Recomputed *Recomputed `json:"recomputed,omitempty"`
}

// HistoryAt is a benchmark's recall in another cycle, oldest first.
type HistoryAt struct {
	Cycle string `json:"cycle"`
	Side  string `json:"side"`
	Value Number `json:"value"`
}

// Bug is one bug of a reference list over all measured runs of its benchmark.
type Bug struct {
	Benchmark     string `json:"benchmark"`
	Side          string `json:"side"` // pre or post: runs before or after a lever
	Bug           string `json:"bug"`
	Found         int64  `json:"found"`
	Of            int64  `json:"of"`
	Flips         int64  `json:"flips"`
	Label         string `json:"label"`
	PredictedMiss Number `json:"predicted_miss"`
	Last          string `json:"last"` // found or missed, in the latest run
}

// Trajectory is one benchmark's recall on one side over cycles, oldest first, and
// where it changed its level. On the side before the lever it should be flat: a step
// there means that something else than the lever changed.
type Trajectory struct {
	Benchmark string   `json:"benchmark"`
	Side      string   `json:"side"`
	Cycles    []string `json:"cycles"`
	Values    []Number `json:"values"`
	Status    string   `json:"status"` // ok, too_few
	P         Number   `json:"p"`      // of the whole series
	QBH       Number   `json:"q_bh"`
	Changes   []Change `json:"changes"`
}

// Change is a change of level: Cycle is the first one after it.
type Change struct {
	Cycle string `json:"cycle"`
	Step  Number `json:"step"`
	P     Number `json:"p"`
}
