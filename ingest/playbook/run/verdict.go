package run

import (
	"regexp"
	"strings"
)

// verdict is what a text says about whether a run may pass.
type verdict string

const (
	verdictNone    verdict = "" // it does not say
	verdictPass    verdict = "pass"
	verdictPartial verdict = "partial" // neither: a stub that was never replaced, or warnings alone
	verdictFail    verdict = "fail"
)

// checkWords are what writers call the four verdicts of a gate check.
var checkWords = map[string]string{
	"pass": "pass", "passed": "pass", "true": "pass", "ok": "pass", "success": "pass",
	"fail": "fail", "failed": "fail", "failure": "fail", "false": "fail", "error": "fail",
	"warn": "warn", "warning": "warn",
	"skip": "skip", "skipped": "skip", "not applicable": "skip", "n/a": "skip",
}

// foreignWords are verdicts that the format does not have, by what they come to. A check
// that is expected to fail is in no rate, like one that was skipped; one that is blocked
// does not let the run through.
var foreignWords = map[string]string{"block": "fail", "blocked": "fail", "expected_fail": "skip", "xfail": "skip"}

// normalVerdict is a verdict of a check in the format's own word. It is false for one that
// the format does not have, whether or not it is known what it comes to.
func normalVerdict(written string) (string, bool) {
	word := strings.ToLower(strings.TrimSpace(written))
	if v, ok := checkWords[word]; ok {
		return v, true
	}
	if v, ok := foreignWords[word]; ok {
		return v, false
	}
	return written, false
}

// verdictWords are the words with which a verdict, a result of the gate, a status or a
// recommendation begins.
var verdictWords = map[string]verdict{
	"pass": verdictPass, "passed": verdictPass, "success": verdictPass, "ok": verdictPass, "true": verdictPass,
	"warn": verdictPass, "warning": verdictPass, "ship": verdictPass, "go": verdictPass, "approve": verdictPass,
	"approved": verdictPass, "release": verdictPass, "merge": verdictPass, "proceed": verdictPass,
	"partial": verdictPartial, "fix": verdictPartial, "conditional": verdictPartial, // "FIX BEFORE MERGE"
	"fail": verdictFail, "failed": verdictFail, "failure": verdictFail, "false": verdictFail, "error": verdictFail,
	"block": verdictFail, "blocked": verdictFail, "aborted": verdictFail, "abort": verdictFail, "reject": verdictFail,
	"rejected": verdictFail, "hold": verdictFail,
}

var (
	verdictLetters = regexp.MustCompile(`[a-z]+`)
	// refusal is a text that does not begin with its verdict: "no_go_until_external_gates_pass",
	// "code_complete_release_blocked", "do not release".
	refusal = regexp.MustCompile(`\b(no go|do not|don t|not ready|not approved|release blocked|blocked until|gate failed)\b`)
)

// verdictOf is the verdict that a text begins with, or that it is refused by.
func verdictOf(text string) verdict {
	if v, ok := verdictWords[text]; ok || text == "" {
		return v // as most are written, without anything around the word
	}
	words := strings.Join(verdictLetters.FindAllString(strings.ToLower(text), -1), " ")
	words = strings.TrimPrefix(words, "gate ")
	first, _, _ := strings.Cut(words, " ")
	if v := verdictWords[first]; v != verdictNone {
		return v
	}
	if refusal.MatchString(words) {
		return verdictFail
	}
	return verdictNone
}
