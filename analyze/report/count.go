package report

// RunCount is one number that a run comes to: a count, or the part of one. Minor ones, and
// parts of which there are more than 12, are left out; the table counts has all.
type RunCount struct {
	Name  string  `json:"name"` // as the run's system declares it; Counts has its title
	By    string  `json:"by"`   // what it is divided by: severity, state, result; empty: it is the whole
	Part  string  `json:"part"` // the part counted; empty: the whole
	Value float64 `json:"value"`
}

// CountSeries is one number over the runs of a subject, oldest first.
type CountSeries struct {
	System  string    `json:"system"`
	Subject string    `json:"subject"`
	Name    string    `json:"name"`
	Title   string    `json:"title"`
	By      string    `json:"by"`
	Part    string    `json:"part"`
	Better  string    `json:"better"` // higher, lower or neither
	Runs    int64     `json:"runs"`   // that state it or of which it was counted
	Last    float64   `json:"last"`
	Before  Number    `json:"before"` // in the run before
	Recent  []float64 `json:"recent"` // the last 20, oldest first
	LastRun string    `json:"last_run"`
}
