package table

// Severity says how much a finding matters.
type Severity string

// The severities, most urgent first.
const (
	Error   Severity = "error"   // something is lost or contradicts itself
	Warning Severity = "warning" // a number may mean something else than it seems to
	Info    Severity = "info"    // a deviation that changes no number
)

// Code is one sort of finding. It is declared once and never renamed.
type Code struct {
	Name     string
	Severity Severity
	Means    string // what it says about the log
	Do       string // what to do about it
}
