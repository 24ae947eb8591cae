package table

// Severity says what a reader should do about a finding.
type Severity string

// The severities, most urgent first.
const (
	Act  Severity = "act"  // something is lost or contradicts itself
	Look Severity = "look" // a number may mean something else than it seems to
	Know Severity = "know" // a deviation that changes no number
)

// Code is one sort of finding. It is declared once and never renamed.
type Code struct {
	Name     string
	Severity Severity
	Means    string // what it says about the log
	Do       string // what to do about it
}
