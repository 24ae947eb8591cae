package failure

import (
	"regexp"
	"strings"
	"unicode"
	"unicode/utf8"
)

// weight is how much a line says of an error.
type weight int

// The weights, the least first.
const (
	nothing   weight = iota // blank, a separator, a stack frame, progress, a test that passed
	ending                  // that it ended badly, or where: "exit status 1", "FAIL", "cart.cc:8"
	code                    // a word of the format: "tick_cap"
	wrapper                 // what called it, saying that it ended badly: "make: *** [test] Error 1"
	summary                 // how many failed: "1 failed, 3 passed"
	message                 // any other sentence
	name                    // the name of what failed: "--- FAIL: TestSum (0.00s)"
	errorLine               // the error: "AssertionError: 3 != 4"
)

var (
	// colours are control sequences of terminals, with or without their escape character,
	// which some loggers drop.
	colours = regexp.MustCompile(`\x1b\[[0-9;?]*[A-Za-z]|\[(?:0|1|2|4|22|3[0-9]|39|9[0-7])(?:;[0-9]+)*m`)
	// stamped is the time that a logger puts before a line.
	stamped = regexp.MustCompile(`^\[?(?:\d{4}[-/]\d\d[-/]\d\d[T ])?\d\d:\d\d:\d\d(?:[.,]\d+)?(?:Z|[+-]\d\d:?\d\d)?\]?[ :]*`)
	// level is the severity that a logger puts before a line.
	level = regexp.MustCompile(`^(?:\[(?i:error|fatal|warn|warning|info|debug|trace)\s*\]|##\[(?:error|warning|debug|group` +
		`|endgroup)\]|(?:ERROR|FATAL|WARN|WARNING|INFO|DEBUG|TRACE)\b:?)\s*`)

	border   = regexp.MustCompile(`^[=_*~#+-]{3,}\s*|\s*[=_*~#+-]{3,}$`)
	progress = regexp.MustCompile(`\d%\s*[|\[(#=█▏>.]|[|\[][#=█ ]*[#=█>][#=█> .-]*[|\]]|^\s*[⠁-⣿]|^[.FEsxX]+\s*\[\s*\d+%\]`)
	frame    = regexp.MustCompile(`^\s*(?:at\s+\S.*[:(]\S*\d+\)?$|at\s+(?:async\s+)?[\w.$<>/]+\s*\(.*\)|at /|File ".*", line \d+` +
		`|goroutine \d+ |#\d+\s|\d+:\s+(?:0x)?[\w<]|\.\.\. \d+ more|\S*/\S+\.go:\d+ \+0x|created by |-->\s` +
		`|\[signal )`)
	goCall   = regexp.MustCompile(`^[\w./*()-]+\.[\w.*()-]+\((?:0x[0-9a-f]+|\{|\.\.\.|\)|,|\s)*.*\)$`)
	codeLine = regexp.MustCompile(`^\s*>?\s*\d*\s*\|(?:\s|$)|^>\s{2,}\S|^[\s^~]*[\^~]+[\s^~]*$`)
	passed   = regexp.MustCompile(`^\s*(?:ok\b|[✓✔√]|--- (?:PASS|SKIP)|=== |PASS(?:ED)?\b|test \S+ \.\.\. ok|\S+ PASSED|\[\s*OK\s*\]` +
		`|Compiling |Downloading |Running |Finished )`)
	wrapped = regexp.MustCompile(`(?i)^(?:g?make(?:\[\d+\])?: |npm (?:ERR!|error) (?:code|errno|path|command|cwd|syscall|signal` +
		`|A complete log|Lifecycle|This is probably|Test failed|Exit status|Failed at the|\S+@\S+ \S+: )` +
		`|npm notice|error: test failed, to rerun|error: could not compile|error: (?:script|recipe|command` +
		`|process) .*(?:exit|failed)|error: process completed|error: aborting due to|(?:the )?(?:command` +
		`|process|script|task|job|step|build|pipeline)s? .*\b(?:failed|exited|returned` +
		`|completed)\b.*\b(?:code|status|exit|with)\b|.*returned non-zero exit status` +
		`|.*lifecycle script .* failed|FAILURE: build failed|(?-i:BUILD FAIL)` +
		`|\[?ERROR\]? (?:failed to execute goal|-> \[help|to see the full|re-run)|failed to execute goal` +
		`|-> \[help|for more information|caused by: 1 |Some tests failed|note: run with|stack backtrace` +
		`|traceback \(most recent|error log:|command failed)`)
	ended = regexp.MustCompile(`(?i)^(?:(?:error|exception|failed|failure|fail|fatal|aborted|unknown error|an error occurred|it failed` +
		`|(?:step|task|run|job|phase|command) (?:has )?failed|killed by signal)[.:!]?\s*(?:\(?(?:exit|rc` +
		`|code|status)?\s*(?:code|status)?\s*[:=]?\s*-?\d+\)?)?|(?:command |process |error: )?(?:exit(?:ed)?` +
		`|returned|terminated)?\s*(?:with\s+)?(?:non-?zero\s+)?(?:exit\s*)?(?:code|status` +
		`|rc)\s*[:=]?\s*-?\d+|exit(?:ed)?(?: with)?\s*-?\d+|rc\s*=?\s*-?\d+|FAIL\s+\S+\s+[\d.]+m?s` +
		`|FAIL\b(?:\s+\S+)?(?:\s+\[build failed\])?|max_\w+_reached|ancestor_failed\b.*|null|none|undefined` +
		`|n/?a|unknown|true|false)[.!]?$`)
	// place is where it failed, on a line of its own, as GoogleTest, doctest and bats write it.
	place = regexp.MustCompile("^(?:(?:unknown file|[\\w./\\\\:+-]+\\.\\w+:\\d+(?::\\d+)?):?" +
		"|\\(?(?:from function|in (?:test )?file) .*, line \\d+[,)])$")
	counted = regexp.MustCompile(`(?i)\b\d+\s+(?:\w+\s+)?(?:failed|failing|failures?|errors?|passed|passing)\b|\b(?:failed|failures` +
		`|errors|passed)\s*[:=]\s*\d+|^test result:|^Tests?:\s`)
	noError  = regexp.MustCompile(`(?i)\b(?:0|no) (?:errors?|failures?|failed|warnings?)\b`)
	oneWord  = regexp.MustCompile(`^[a-z][a-z0-9]*(?:[_-][a-z0-9]+)*$`)
	failedOf = regexp.MustCompile(`^(?:--- FAIL: |● |✕ |✗ |× |not ok \d+|FAILED \S+|FAIL \S+\.\w+|test \S+ \.\.\. FAILED` +
		`|\[\s*FAILED\s*\] )`)
	pytestRow = regexp.MustCompile(`^E\s{2,}`)
	goLine    = regexp.MustCompile(`^\S+_test\.go:\d+: `)
	thrown    = regexp.MustCompile(`\b[A-Z]\w*(?:Error|Exception|Failure|Panic|Interrupt)\b`)
)

// errorWords are words of which a line with an error has one, in lower case.
var errorWords = []string{
	"error", "fatal", "panic", "assert", "expected", "unexpected", "cannot ", "can't", "could not", "couldn't",
	"unable to", "undefined", "not found", "no such ", "denied", "refused", "timed out", "timeout", "time-out",
	"deadline exceeded", "killed", "segmentation fault", "out of memory", "no space left", "unbound variable",
	"invalid", "missing", "mismatch", "unresolved", "overflow", "unreachable", "conflict", "core dumped",
	"not permitted", "is required", "must be ", "exceeded", "bad substitution", "syntax ", "not a valid",
}

// The words of which a line has one where the expression of that name can fit, in lower case.
var (
	resultWords = []string{"fail", "error", "pass", "tests:", "warning", "test result"}
	endingWords = []string{
		"fail", "error", "fatal", "abort", "exit", "code", "status", "rc ", "rc=", "rc:", "killed", "max_", "ancestor_",
	}
	thrownWords  = []string{"error", "exception", "failure", "panic", "interrupt"}
	wrapperWords = []string{
		"make", "npm", "error", "fail", "exit", "returned", "completed", "lifecycle", "-> [help", "for more",
		"caused by", "note: run", "stack backtrace", "traceback",
	}
)

const (
	rulers        = "=_*~#+-" // what separators and the heads of sections are drawn with
	longestEnding = 200       // bytes of a line that says no more than that it ended badly
	shortText     = 12        // bytes of a line that is only a word or two
)

// weigh returns what a line says, without its time and level, and how much that is. before
// are the lines above it.
func weigh(line string, before []string) (string, weight) {
	if skipped(line) || inTrace(line, before) {
		return "", nothing
	}
	text, marked := bare(line)
	if text != strings.TrimSpace(line) && skipped(text) { // the time stood before a frame or a separator
		return "", nothing
	}
	if strings.ContainsRune(rulers, rune(text[0])) || strings.ContainsRune(rulers, rune(text[len(text)-1])) {
		trimmed := border.ReplaceAllString(border.ReplaceAllString(text, ""), "")
		switch {
		case trimmed == text:
		case counted.MatchString(trimmed):
			return trimmed, summary
		case !failedOf.MatchString(text):
			return "", nothing // the head of a section
		}
	}
	if passed.MatchString(text) {
		return "", nothing
	}
	// An expression is only run over a line that has a word of it: most lines have none.
	lower := strings.ToLower(text)
	result := containsAny(lower, resultWords)
	switch {
	case pytestRow.MatchString(text):
		return strings.TrimSpace(text[1:]), errorLine
	case goLine.MatchString(text):
		return text, errorLine
	case len(text) < longestEnding && (len(text) < shortText || containsAny(lower, endingWords)) && ended.MatchString(text):
		return text, ending
	case place.MatchString(text):
		return text, ending
	case oneWord.MatchString(text):
		return text, code
	case containsAny(lower, wrapperWords) && wrapped.MatchString(text):
		return text, wrapper
	case strings.HasPrefix(text, "FAILED ") && strings.Contains(text, " - "), strings.Contains(text, "panicked at"):
		return text, errorLine
	case failedOf.MatchString(text):
		return text, name
	case result && (noError.MatchString(text) || counted.MatchString(text) && !thrown.MatchString(text)):
		return text, summary
	case strings.HasPrefix(text, "expect("), // what Jest puts before what was expected
		strings.HasPrefix(text, "Failing step: "): // and behave before the error
		return text, message
	case marked || containsAny(lower, errorWords) || containsAny(lower, thrownWords) && thrown.MatchString(text):
		return text, errorLine
	}
	return text, message
}

// bare is a line without the time and the level that a logger put before it. marked
// reports whether that level is an error.
func bare(line string) (text string, marked bool) {
	text = strings.TrimSpace(line)
	if text == "" {
		return "", false
	}
	if c := text[0]; c == '[' || c >= '0' && c <= '9' {
		text = stamped.ReplaceAllString(text, "")
	}
	if l := level.FindString(text); l != "" {
		rest := strings.TrimSpace(text[len(l):])
		lower := strings.ToLower(l)
		if rest == "" {
			return text, false
		}
		return rest, strings.Contains(lower, "error") || strings.Contains(lower, "fatal")
	}
	return text, false
}

// skipped reports whether a line is no text: blank, a separator, a stack frame, an excerpt
// of code or progress.
func skipped(line string) bool {
	if !strings.ContainsFunc(line, func(r rune) bool { return unicode.IsLetter(r) || unicode.IsDigit(r) }) {
		return true
	}
	text := strings.TrimLeft(line, " \t")
	return framed(text) && frame.MatchString(line) || strings.ContainsAny(line, ">|^~") && codeLine.MatchString(line) ||
		(strings.ContainsAny(line, "%[|") || text[0] >= utf8.RuneSelf) && progress.MatchString(line) ||
		strings.HasSuffix(line, ")") && strings.Contains(line, "0x") && goCall.MatchString(line)
}

// framed reports whether a line can be a stack frame.
func framed(text string) bool {
	for _, p := range []string{"at ", "File ", "goroutine ", "#", "...", "created by ", "-->", "[signal "} {
		if strings.HasPrefix(text, p) {
			return true
		}
	}
	return text[0] >= '0' && text[0] <= '9' || strings.Contains(text, ".go:")
}

// inTrace reports whether a line is the code that a Python trace shows below a frame.
func inTrace(line string, before []string) bool {
	if len(before) == 0 || !strings.HasPrefix(line, "    ") {
		return false
	}
	return strings.HasPrefix(strings.TrimSpace(before[len(before)-1]), `File "`)
}

func containsAny(text string, words []string) bool {
	for _, w := range words {
		if strings.Contains(text, w) {
			return true
		}
	}
	return false
}
