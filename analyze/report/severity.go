package report

// The severities of findings, problems and sentences of the banner.
const (
	SeverityError   = "error"
	SeverityWarning = "warning"
	SeverityInfo    = "info"
)

// Severities lists them, the most urgent first.
var Severities = []string{SeverityError, SeverityWarning, SeverityInfo}

// renamed has the words of settings that summaries before version 2 used.
var renamed = map[string]string{"act": SeverityError, "look": SeverityWarning, "know": SeverityInfo, "thin": "weak"}

// Renamed is the present word for one of a setting that has another name now, such as
// "error" for "act"; empty where the word was never used.
func Renamed(word string) string { return renamed[word] }
