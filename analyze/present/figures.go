package present

import (
	"strings"

	"runreport/analyze/report"
)

// Figure is a chart of the report: the question it answers, and where the numbers in
// it come from. Its title on the page is the answer.
type Figure struct {
	ID       string // of the chart; where Many, what its ID begins with
	Many     bool   // one for each cycle, system or run
	Kind     report.ChartKind
	Question string
	Numbers  string // names in backquotes are metrics
}

// Figures is the list of charts, in the order of the page.
var Figures = []*Figure{
	{ID: "recall-trajectory", Kind: report.Lines, Question: "Did recall change where nothing should have changed it?",
		Numbers: "Recall before the lever, cycle by cycle. It should be flat; a change of level is looked for by energy distance, tested by permutation, from as many cycles on as that can tell."},
	{ID: "recall-", Many: true, Kind: report.Dumbbell, Question: "What did the lever do to each benchmark's recall, and is that more than noise?",
		Numbers: "Recall is the share of a benchmark's baseline bugs that a run found, with the Wilson interval of one run. The bands around the value before are the cycle's own floor and, where runs were repeated, the 95 % band of run-to-run noise."},
	{ID: "bug-matrix", Kind: report.Matrix, Question: "Which bugs were lost, which gained, which come and go?",
		Numbers: "A bug's state in each measured run. Lost: found in the run that last knew it, and missed now; gained: the reverse. Bugs that always ended the same are left out."},
	{ID: "lever-by-benchmark", Kind: report.Heat, Question: "Which lever moved which benchmark?",
		Numbers: "Delta: mean recall after the lever minus mean recall before it."},
	{ID: "flake-rate", Kind: report.Dots, Question: "Which steps fail and pass again, and in what order should they be looked at?",
		Numbers: "`step-flake-rate` with its Wilson interval. Ranked by empirical-Bayes rate, so that one failed run does not come first."},
	{ID: "flakes-by-night", Kind: report.Lines, Question: "On which run dates did steps flake?", Numbers: "`step-flake-rate` of each system, by the UTC date on which their run began."},
	{ID: "attempt-durations", Kind: report.Ranges, Question: "What takes long, when it passes and when it fails?",
		Numbers: "`attempt-duration` and `failed-attempt-duration`, never mixed: median to maximum."},
	{ID: "survival-", Many: true, Kind: report.Steps, Question: "How long do attempts take when some were cut off?",
		Numbers: "A Kaplan-Meier curve. An attempt that stalled or is still going counts for as long as it was seen; a tick marks where."},
	{ID: "command-durations", Kind: report.Ranges, Question: "Which commands take longest?", Numbers: "`command-duration`: median to maximum."},
	{ID: "outcomes", Kind: report.Bars, Question: "How did runs end, by system?", Numbers: "`outcome-mix`, summed up by the result of each run. The table has every one in its log's own word."},
	{ID: "outcomes-by-night", Kind: report.Columns, Question: "On which run dates did runs fail?", Numbers: "`outcome-mix` by the UTC date on which the run began."},
	{ID: "causes", Kind: report.Bars, Question: "What does most of the lost time go to?", Numbers: "The time from start to end of what stopped early, by its cause, with the share of all down to it."},
	{ID: "wins", Kind: report.Dots, Question: "Who wins more than by chance?", Numbers: "`agent-win-rate` and `team-win-rate` with their Wilson intervals; chance is one in the number of competitors."},
	{ID: "concurrency-", Many: true, Kind: report.Steps, Question: "How much ran at once, and was it more than allowed?",
		Numbers: "Attempts between their start and end, instant by instant; over more than two days the most and the average of each day (UTC). The cap is what the settings state."},
	{ID: "run-", Many: true, Kind: report.Spans, Question: "What ran when, what waited, and what was held up by what?",
		Numbers: "Attempts by their result, `queue-time`, backoff, silence after the last sign of life, and the gaps between stages. The critical path is inferred: what unblocked a step is taken to be the last one done before it."},
	{ID: "metric-rate-", Many: true, Kind: report.Dots, Question: "Where is a rate worst that has no chart of its own?", Numbers: "Each metric that is a rate, with its Wilson interval, the worst group first."},
	{ID: "metric-values-", Many: true, Kind: report.Ranges, Question: "Where is a measured value highest that has no chart of its own?", Numbers: "Each metric that is a value: median to maximum."},
	{ID: "metric-shares-", Many: true, Kind: report.Bars, Question: "What is a metric of categories made up of?", Numbers: "Each metric of categories: how often each occurs, by group."},
	{ID: "series-", Many: true, Kind: report.Lines, Question: "Since when is a series at another level?",
		Numbers: "A step's median duration, flake rate or failure rate, or a benchmark's recall, by run date, with the level before and since the change."},
	{ID: "findings-by-code", Kind: report.Bars, Question: "What is wrong with the logs, and how often?", Numbers: "Findings by their code, the most urgent first; the catalogue of findings says what each means."},
}

// FigureOf is the entry of the chart with that ID; nil where it has none.
func FigureOf(id string) *Figure {
	for _, f := range Figures {
		if id == f.ID || f.Many && strings.HasPrefix(id, f.ID) {
			return f
		}
	}
	return nil
}
