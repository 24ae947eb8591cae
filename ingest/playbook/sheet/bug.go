package sheet

import (
	"regexp"
	"strings"
	"sync"
	"sync/atomic"

	"runreport/ingest/table"
)

// levels are the words with which severities begin. Writers go on as they like: "Medium
// (Phase 5 challenge DOWNGRADED from High)", "LOW-MED".
var levels = map[string]string{
	"CRITICAL": table.LevelCritical, "BLOCKER": table.LevelCritical,
	"HIGH": table.LevelHigh, "MAJOR": table.LevelHigh, "SEVERE": table.LevelHigh,
	"MEDIUM": table.LevelMedium, "MED": table.LevelMedium, "MODERATE": table.LevelMedium,
	"LOW": table.LevelLow, "MINOR": table.LevelLow, "TRIVIAL": table.LevelLow,
}

var firstLetters = regexp.MustCompile(`[A-Z]+`)

// LevelOf is a severity in the vocabulary of all systems; "" where it is none of it.
func LevelOf(severity string) string {
	severity = strings.ToUpper(severity)
	if level, ok := levels[severity]; ok {
		return level // as most are written, without anything behind the word
	}
	return levels[firstLetters.FindString(severity)]
}

// states are what writers say of a bug, the first that fits: "partially fixed" before
// "fixed", "confirmed open" before "confirmed". That it is none stands at the beginning:
// "confirmed, after a duplicate was rejected" is one.
var states = []struct {
	says  *regexp.Regexp
	means table.BugState
}{
	{regexp.MustCompile(`^(false positives?|not an? bug|no bug|mis ?read|not classified|not promoted)\b`), table.BugFalsePositive},
	{regexp.MustCompile(`^(duplicates?\b|same as bug\b)`), table.BugDuplicate},
	{regexp.MustCompile(`^(retracted|withdrawn|dismissed|rejected|invalid)\b`), table.BugRetracted},
	{regexp.MustCompile(`\bpart(ly|ially) (fixed|resolved)\b`), table.BugPartlyFixed},
	{regexp.MustCompile(`\b(open|reopened|unresolved|unfixed|not (yet )?(fixed|resolved)|in progress|blocked)\b`), table.BugOpen},
	{regexp.MustCompile(`\b(fixed|resolved|closed|repaired)\b`), table.BugFixed},
	{regexp.MustCompile(`\b(expected fail(ures?|ing|ed|s)?|xfail(ed|ing)?|known fail(ures?|ing))\b`), table.BugExpected},
	{regexp.MustCompile(`\b(deferred|postponed|accepted risk|wont fix|won't fix)\b`), table.BugDeferred},
	{regexp.MustCompile(`\b(confirmed|verified|green failed|red failed|code fix|spec fix|upstream spec issue|regression test)\b`),
		table.BugConfirmed},
}

var separators = strings.NewReplacer("_", " ", "-", " ", "*", " ", "`", " ")

// StateOf is what became of a bug by what a list says of it; "" where it does not say.
// Some writers put the retraction of a bug where its severity stood.
func StateOf(status, severity string) table.BugState {
	if s := stateIn(severity); s != "" && !s.IsBug() {
		return s
	}
	return stateIn(status)
}

func stateIn(text string) table.BugState {
	if len(text) > shortState {
		return readState(text)
	}
	if s, known := shortStates.Load(text); known {
		return s.(table.BugState)
	}
	s := readState(text)
	if shortStatesKept.Load() < mostShortStates {
		shortStatesKept.Add(1)
		shortStates.Store(strings.Clone(text), s)
	}
	return s
}

// What short texts say is kept: thousands of bugs are "confirmed", and as many "HIGH".
var (
	shortStates     sync.Map // text → table.BugState
	shortStatesKept atomic.Int32
)

const (
	shortState      = 32 // bytes
	mostShortStates = 1000
)

func readState(text string) table.BugState {
	text = strings.Join(strings.Fields(separators.Replace(strings.ToLower(text))), " ")
	for _, s := range states {
		if s.says.MatchString(text) {
			return s.means
		}
	}
	return ""
}
