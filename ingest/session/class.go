package session

import (
	"regexp"
	"strconv"
	"strings"
)

// classes are the classes of errors by what the first line of an error looks like. The
// line itself is not kept: it may quote a file or a command.
var classes = []struct {
	name string
	is   *regexp.Regexp
}{
	{"rejected by the user", regexp.MustCompile(`(?i)doesn't want to proceed|user rejected|rejected by (the )?user|interrupted by (the )?user|denied by user`)},
	{"timed out", regexp.MustCompile(`(?i)\btimed? ?out\b|deadline exceeded`)},
	{"no permission", regexp.MustCompile(`(?i)permission|not allowed|forbidden|access denied|sandbox`)},
	{"not found", regexp.MustCompile(`(?i)no such file|not found|does not exist|doesn't exist|no files found|ENOENT`)},
	{"wrong input", regexp.MustCompile(`(?i)<tool_use_error>|InputValidationError|invalid|has not been read|string to replace|unexpected parameter`)},
}

var exitStatus = regexp.MustCompile(`(?i)\bexit(?:ed)?(?: with)?(?: code| status)?:? (-?\d{1,10})\b`)

// Class is the class of an error and the exit status that its first line names.
func Class(text string) (class string, exit int64, stated bool) {
	first, _, _ := strings.Cut(strings.TrimSpace(text), "\n")
	first = first[:min(len(first), 500)]
	if m := exitStatus.FindStringSubmatch(first); m != nil {
		if n, err := strconv.ParseInt(m[1], 10, 64); err == nil {
			return "exit status " + m[1], n, true
		}
	}
	for _, c := range classes {
		if c.is.MatchString(first) {
			return c.name, 0, false
		}
	}
	return "error", 0, false
}
