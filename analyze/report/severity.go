package report

// The severities of findings, problems and sentences of the banner.
const (
	SeverityError   = "act"
	SeverityWarning = "look"
	SeverityInfo    = "know"
)

// Severities lists them, the most urgent first.
var Severities = []string{SeverityError, SeverityWarning, SeverityInfo}
