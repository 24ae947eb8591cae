package report

// Plan says how many runs and run dates a change of a given size takes to be seen with 80 %
// power, by the noise measured in this data. It is not part of summary.json.
type Plan struct {
	Steps      []StepPlan      `json:"steps"`
	Benchmarks []BenchmarkPlan `json:"benchmarks"`
}

// StepPlan is the plan for the duration of one step. RunSD and DateSD are nil, and Rows is
// empty, where the noise is not measured; Reason says why.
type StepPlan struct {
	System  string        `json:"system"`
	Subject string        `json:"subject"`
	Step    string        `json:"step"`
	Dates   int64         `json:"dates"`         // run dates that the noise was measured on
	PerDate float64       `json:"runs_per_date"` // in these
	RunSD   *float64      `json:"run_sd"`        // of single runs of one date, relative: 0.1 is 10 %; nil too where no date has two runs
	DateSD  *float64      `json:"date_sd"`       // of dates, beyond what their runs explain
	Reason  string        `json:"reason,omitempty"`
	Rows    []StepPlanRow `json:"rows"`
}

// StepPlanRow says that a lasting change of Change is seen after so many run dates with
// so many runs each; Dates is nil where even twenty dates do not show it.
type StepPlanRow struct {
	Change float64 `json:"change"` // relative: 0.25 is 25 % longer
	Runs   int64   `json:"runs"`   // a date
	Dates  *int64  `json:"dates"`
}

// BenchmarkPlan is the plan for the recall of one benchmark in one cycle. SD is nil where
// the noise is not measured; Reason says why.
type BenchmarkPlan struct {
	System    string             `json:"system"`
	Benchmark string             `json:"benchmark"`
	Bugs      int64              `json:"bugs"` // in its reference list
	SD        *float64           `json:"sd"`   // of a single run's recall, from all repeats, for a list of this size
	Repeats   int64              `json:"repeats"`
	Reason    string             `json:"reason,omitempty"`
	Rows      []BenchmarkPlanRow `json:"rows"`
}

// BenchmarkPlanRow says how many runs each side needs; Runs is nil where a hundred do not
// show it.
type BenchmarkPlanRow struct {
	Change float64 `json:"change"` // in points of recall
	Runs   *int64  `json:"runs"`   // a side
}
