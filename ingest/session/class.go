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
	{"timed out", regexp.MustCompile(`(?i)\btimed? ?out\b|deadline exceeded`)},
	{"no permission", regexp.MustCompile(`(?i)permission|not allowed|forbidden|access denied|sandbox`)},
	{"not found", regexp.MustCompile(`(?i)no such file|not found|does not exist|doesn't exist|no files found|ENOENT`)},
	{"wrong input", regexp.MustCompile(`(?i)<tool_use_error>|InputValidationError|invalid|has not been read|string to replace|unexpected parameter`)},
}

// The classes of what a tool returns in place of a result where a person or a policy did not
// let it run, or not to its end. Nothing is wrong with the tool then.
const (
	ByUser   = "rejected by the user"
	ByPolicy = "refused by a policy"
)

// refusals are what the programs write in place of the result, at its beginning. Example:
// "exec command rejected by user". What a tool itself says of permissions is an error, as
// "EACCES: permission denied".
var refusals = []struct {
	class string
	is    *regexp.Regexp
}{
	{ByUser, beginsWith(
		`the user doesn't want to (?:proceed with this tool use|take this action)`,
		`\[request interrupted by user`,
		`(?:exec )?(?:command |patch )?(?:rejected|denied) by (?:the )?user\s*(?:[.:(]|$)`,
		`user (?:rejected|denied|declined|cancell?ed) (?:mcp )?tool (?:call|use)`,
		`(?:wall time: [\d.]+ seconds\s+)?aborted by user`,
		`exec_command failed for .*\brejected\(\W*rejected by user`,
	)},
	{ByPolicy, beginsWith(
		`claude requested permissions to .*but you haven't granted it yet`,
		`permission (?:to use|for this) .*(?:has been|was) denied`,
		`file is in a directory that is denied by your permission settings`,
		`this command requires approval`,
		`this bash command contains multiple operations\. the following parts? requires? approval`,
		`(?:pretooluse:\S+ )?hook denied this tool`,
		`(?:patch |\x60.*\x60 )?rejected: `,
		`exec_command failed for .*\brejected\(`,
		`(?:approval|filesystem deny_read) policy is .{1,80}; reject command`,
	)},
}

// beginsWith is an expression of which the text of an error begins with one.
func beginsWith(all ...string) *regexp.Regexp {
	return regexp.MustCompile(`(?is)^(?:error: |<tool_use_error>)*(?:` + strings.Join(all, "|") + `)`)
}

// maxRefusal is how much of a text is looked at for a refusal, in bytes: it quotes the command.
const maxRefusal = 4000

// Refused reports whether the class is one of what a person or a policy did not let run.
func Refused(class string) bool { return class == ByUser || class == ByPolicy }

var exitStatus = regexp.MustCompile(`(?i)\bexit(?:ed)?(?: with)?(?: code| status)?:? (-?\d{1,10})\b`)

// Class is the class of an error and the exit status that its first line names. Of a refusal
// there is no exit status, whatever the command that it quotes says.
func Class(text string) (class string, exit int64, stated bool) {
	text = strings.TrimSpace(text)
	for _, c := range refusals {
		if c.is.MatchString(text[:min(len(text), maxRefusal)]) {
			return c.class, 0, false
		}
	}
	first, _, _ := strings.Cut(text, "\n")
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
