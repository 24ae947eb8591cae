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
