package report

// Problem is one thing that is wrong or that a person should look at, under a key
// that stays the same from report to report as long as it is the same thing: it
// holds names, never a number, a line or a date of the report. Baselines, gates,
// acknowledgements, comments and feeds all go by this one list.
type Problem struct {
	Key      string   `json:"key"`      // a first word and names joined by "/", as in flake/kahn/demo-builds/checkout-e2e
	Kind     string   `json:"kind"`     // one of the kinds that docs/problems.md lists
	Names    []string `json:"names"`    // the names in the key, as logs write them
	Severity string   `json:"severity"` // error, warning or info
	Title    string   `json:"title"`    // what is wrong with what, a few words without numbers
	Text     string   `json:"text"`     // the whole sentence, with its numbers
	Section  string   `json:"section"`  // id of the section that says more
	// Grade is how strong the evidence is where that was worked out: strong, moderate,
	// weak, inside_measured_noise or none; empty elsewhere.
	Grade string `json:"grade"`
	Rate  *Rate  `json:"rate,omitempty"` // how often, where that is what is wrong
	// RateNow is that since it last changed, of a flake whose rate did.
	RateNow *Rate `json:"rate_now,omitempty"`
	// Since is when its first evidence was written, At its latest.
	Since        Moment     `json:"since"`
	At           Moment     `json:"at"`
	State        string     `json:"state"`        // against the baseline: new, still, or empty without one
	Acknowledged string     `json:"acknowledged"` // key of the acknowledgement that covers it; empty: none
	Evidence     []Evidence `json:"evidence"`
}

// Baseline is what is new, gone, fixed and still wrong against an earlier report. The
// lists hold problems: those of this report in New and Still, those of the earlier
// one in Gone and Fixed.
type Baseline struct {
	Label  string `json:"label"`
	Status string `json:"status"` // compared or not_comparable
	Why    string `json:"why"`    // why it is not comparable; empty where it is
	// Compared are the sections whose numbers compare: all, none, or all but recall
	// where the benchmarks differ.
	Compared []string `json:"compared"`
	// AsOf is the earlier report's.
	AsOf Moment `json:"as_of"`
	// Older is how many of its runs and cycles are not in this report and lie before all
	// that both have: logs that went as time went by.
	Older int64     `json:"older"`
	New   []Problem `json:"new" list:"total"`
	Gone  []Problem `json:"gone" list:"total"`  // no longer wrong because what it is about was not seen at all
	Fixed []Problem `json:"fixed" list:"total"` // what it is about was seen again, and well
	Still []Problem `json:"still" list:"total"`
	// What became of the same things, those that changed most first.
	Recall    []RecallChange   `json:"recall" list:"total"`
	Flakes    []RateChange     `json:"flakes" list:"total"`
	Durations []DurationChange `json:"durations" list:"total"`
}

// RecallChange is a benchmark's recall in the latest cycle of either report that
// measured it: after the lever, or before it where it was not measured after.
type RecallChange struct {
	Benchmark string        `json:"benchmark"`
	Before    RecallAtCycle `json:"before"`
	Now       RecallAtCycle `json:"now"`
}

// RecallAtCycle is one side's recall. Num and Den are given for one run only.
type RecallAtCycle struct {
	Cycle string `json:"cycle"`
	Side  string `json:"side"` // pre or post
	Value Number `json:"value"`
	Num   Whole  `json:"num"`
	Den   Whole  `json:"den"`
}

// RateChange is one step's flake rate in both reports. Where the later report holds
// the runs of the earlier one too, the two rates share them.
type RateChange struct {
	System  string  `json:"system"`
	Subject string  `json:"subject"`
	Node    string  `json:"node"`
	Before  Rate    `json:"before"`
	Now     Rate    `json:"now"`
	P       Number  `json:"p"`    // Fisher's exact test
	QBH     Number  `json:"q_bh"` // over all steps of both reports
	Call    string  `json:"call"` // more, less or cannot_tell
	Settle  *Settle `json:"settle"`
}

// DurationChange is one step's median in both reports, and what the comparison of
// single durations says of it.
type DurationChange struct {
	System     string `json:"system"`
	Subject    string `json:"subject"`
	Step       string `json:"step"`
	NBefore    int64  `json:"n_before"`
	P50BeforeS Number `json:"p50_before_s"`
	NNow       int64  `json:"n_now"`
	P50NowS    Number `json:"p50_now_s"`
	Call       string `json:"call"` // slower, faster, cannot_tell or too_few
}

// Acknowledgement is a problem that somebody has accepted for a time.
type Acknowledgement struct {
	Key    string `json:"key"` // a problem's key, or a pattern of keys
	Why    string `json:"why"`
	Who    string `json:"who"`
	Until  Moment `json:"until"`  // zero: for good
	Status string `json:"status"` // used, unused or expired
	Covers int64  `json:"covers"` // problems of this report
}

// Gate is what the rules say of this report: those of the configuration, else the default
// rules.
type Gate struct {
	Status string     `json:"status"` // passed, failed or undecided
	Rules  []GateRule `json:"rules"`
}

// GateRule is one rule of the gate.
type GateRule struct {
	Name     string   `json:"name"`     // as the configuration spells it
	Level    string   `json:"level"`    // blocking or advisory
	Status   string   `json:"status"`   // pass, fail or not_evaluated
	Limit    string   `json:"limit"`    // what the configuration allows, in words
	Reason   string   `json:"reason"`   // what was seen, or why it could not be evaluated
	Means    string   `json:"means"`    // what the rule is for
	Origin   string   `json:"origin"`   // where its level and limit come from: default, a file and line, a variable, a flag
	Problems []string `json:"problems"` // keys of the problems it failed on
	// Absent says that the rule is about calibration cycles, and was not evaluated because the
	// input has none.
	Absent bool `json:"absent"`
}
