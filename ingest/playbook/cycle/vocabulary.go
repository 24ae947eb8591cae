package cycle

import (
	"strings"

	"runreport/ingest/table"
)

// decisionWords are the verdicts of a cycle. Others that cycles write have no meaning
// in the rule of the format.
var decisionWords = map[string]table.Decision{
	"ship":             table.Ship,
	"revert":           table.Revert,
	"iterate":          table.Iterate,
	"halt-iterate-cap": table.Halt,

	"halt-preflight-failed": table.PreflightFailed,
	"halt-playbook-hang":    table.Hang,
}

// proseWords are verdicts of the documents about cycles, by how they begin. What stands behind
// is a remark: "Ship (argument-based; pending empirical validation)".
var proseWords = []struct {
	word string
	is   table.Decision
}{
	{"ship", table.Ship},
	{"revert", table.Revert},
	{"iterate", table.Iterate},
	{"halt-iterate-cap", table.Halt},
	{"halt-preflight-failed", table.PreflightFailed},
	{"halt-playbook-hang", table.Hang},
	{"dead end", table.Halt},
	{"hold-for-more-cycles", table.Iterate},
	{"lever-pull-failed", table.Revert},
}

// decisionIn is what a verdict in prose means; "" where it begins with none of the words.
func decisionIn(verdict string) table.Decision {
	verdict = strings.ToLower(strings.TrimSpace(verdict))
	for _, w := range proseWords {
		rest, begins := strings.CutPrefix(verdict, w.word)
		if begins && (rest == "" || !strings.ContainsAny(rest[:1], "abcdefghijklmnopqrstuvwxyz-")) {
			return w.is
		}
	}
	return ""
}

// decisionOf is what a verdict means; "" where it has no meaning in the rule.
func decisionOf(verdict string) table.Decision {
	return decisionWords[strings.ToLower(strings.TrimSpace(verdict))]
}

// statedTopics are the numbers of cycle_end.
var statedTopics = map[string]string{
	"recall_before": table.TopicRecallBefore,
	"recall_after":  table.TopicRecallAfter,
	"delta":         table.TopicDelta,
}
