package report

// MaxTests is how many steps and runs without steps Tests holds: what test viewers take.
const MaxTests = 2000

// Tests are the runs of the last run date of each subject, for outputs that show them as
// tests: those that failed first, then the newest.
type Tests struct {
	Runs []TestRun
	Left int64 // runs that there was no room for
}

// TestRun is a run with its steps.
type TestRun struct {
	Key, System, Subject, Unit, Kind string
	Result, Error                    string
	Problem                          string // key of the problem that tells of its failure; empty: none of its own
	Started                          Moment
	Duration                         Number
	Evidence                         Evidence
	Steps                            []TestStep
	Failed                           []TestAttempt // of a run without steps, as in TestStep
}

// TestStep is one step of a run.
type TestStep struct {
	Name, Title, Kind string
	Result, Error     string
	Problem           string // key of the problem that tells of its failure; empty: none
	Duration          Number
	Evidence          Evidence
	Failed            []TestAttempt // its failed attempts but for the last of a step that failed
}

// TestAttempt is a failed attempt at a step.
type TestAttempt struct {
	Error    string
	Duration Number
	Evidence Evidence
}

// KnownFlaky is a test that fails at random: it passed after a failed attempt, or failed in
// some runs and passed in others.
type KnownFlaky struct {
	System   string `json:"system"`
	Subject  string `json:"subject"`
	Test     string `json:"test"`      // its full name, the same on every run date
	Name     string `json:"name"`      // as the runner calls it, without suites and class
	Runs     int64  `json:"runs"`      // that passed or failed, in the last 30 days
	Flaked   int64  `json:"flaked"`    // of these: passed after a failed attempt
	Failed   int64  `json:"failed"`    // of these: failed
	Rate     Rate   `json:"rate"`      // flaked or failed, of the runs
	Last     string `json:"last"`      // last run date on which it flaked or failed
	FailsNow bool   `json:"fails_now"` // in its last run
}
