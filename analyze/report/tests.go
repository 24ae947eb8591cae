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
