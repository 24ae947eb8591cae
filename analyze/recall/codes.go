package recall

import (
	"fmt"

	"runreport/analyze/metric"
	"runreport/analyze/report"
	"runreport/ingest/table"
)

// The findings that show only when rows are held against each other.
var (
	CodeRecall       = &table.Code{Name: "recall_contradicts_lists", Severity: table.Error, Means: "a reported recall that its own bug lists contradict", Do: "the lists count; look at how the recall was computed"}
	codeNovel        = &table.Code{Name: "found_outside_baseline", Severity: table.Info, Means: "a list of found bugs that must hold bugs outside the reference list to fit the reported recall", Do: "the recall counts bugs of the reference list only"}
	codeCoarse       = &table.Code{Name: "recall_rounded", Severity: table.Info, Means: "a reported recall that fits its lists only by coarse rounding", Do: "the lists count"}
	codeBothLists    = &table.Code{Name: "bug_in_both_lists", Severity: table.Warning, Means: "a bug listed as found and as missed by the same run", Do: "it is counted as neither"}
	codeDuplicateBug = &table.Code{Name: "duplicate_bug_ids", Severity: table.Info, Means: "a bug listed twice by the same run", Do: "counted once"}
	codeListSize     = &table.Code{Name: "baseline_size_changed", Severity: table.Warning, Means: "a reference list whose size differs between runs of one benchmark", Do: "recalls against different reference lists do not compare"}
	codeFloor        = &table.Code{Name: "noise_floor_missing", Severity: table.Warning, Means: "a cycle without a valid noise floor", Do: "0.05 is used"}
	CodeDelta        = &table.Code{Name: "logged_delta_conflict", Severity: table.Error, Means: "a delta stated at the end of a cycle that the bug lists contradict", Do: "the lists count; the verdict may rest on the wrong number"}
	CodeLoggedRecall = &table.Code{Name: "logged_recall_conflict", Severity: table.Error, Means: "a recall stated at the end of a cycle that the bug lists contradict", Do: "the lists count"}
	codeLogSum       = &table.Code{Name: "logged_delta_sum", Severity: table.Warning, Means: "a delta stated at the end of a cycle that is not the recall after minus the recall before stated there", Do: "look at how it was computed"}
	CodeCross        = &table.Code{Name: "cross_benchmark_conflict", Severity: table.Error, Means: "a cross-benchmark check that the bug lists contradict", Do: "look at the benchmarks named"}
	CodeVerdict      = &table.Code{Name: "verdict_not_supported", Severity: table.Error, Means: "a verdict that the numbers do not support by the cycle's own rule", Do: "ask who decided; a council may know what logs do not say"}
	codeMixed        = &table.Code{Name: "averages_disagree", Severity: table.Warning, Means: "small and large benchmarks moved in opposite directions", Do: "decide by benchmark, not by an average"}
	CodeDrift        = &table.Code{Name: "drift_in_control", Severity: table.Error, Means: "recall before the lever changed its level from one cycle to the next", Do: "look for a change of model, runner or reference list; deltas across it do not compare"}
	CodeSetup        = &table.Code{Name: "setup_differs", Severity: table.Warning, Means: "runs of one benchmark in one cycle with different runners, models or versions", Do: "their recalls do not compare; measure both sides with one setup"}
	CodeRecomputed   = &table.Code{Name: "recall_differs_from_bug_lists", Severity: table.Warning, Means: "a reported recall that the reference list and the run's own list of bugs do not confirm", Do: "look at the matches; they compare places and words of titles, not meanings"}
	CodeFuture       = &table.Code{Name: "later_than_as_of", Severity: table.Warning, Means: "events later than --as-of", Do: "they are in the numbers, but do not move the cut-off time"}
	CodePassedOver   = &table.Code{Name: "log_passed_over", Severity: table.Warning, Means: "files that look like logs in a folder that is not read, or that a flag leaves out", Do: "name the folder as a path of its own to have it read, or accept it with an acknowledgement"}
	CodeShorter      = &table.Code{Name: "log_shorter_than_baseline", Severity: table.Error, Means: "a log with fewer readable lines than the baseline read of it, of a run that both have", Do: "look for what cut or changed the log; what is missing is in no number"}
	CodeMissingLog   = &table.Code{Name: "log_missing", Severity: table.Error, Means: "a log of a run that is here, which the baseline read and this report did not", Do: "look for the file; what it held is in no number"}
	CodeRewritten    = &table.Code{Name: "ended_run_changed", Severity: table.Warning, Means: "a run that had ended in the baseline and now says something else", Do: "look at what changed its log: logs are appended to"}
	CodeBackwards    = &table.Code{Name: "as_of_before_baseline", Severity: table.Warning, Means: "the latest event is older than that of the baseline", Do: "see that these are the newest logs, and that the baseline is an earlier report"}

	codes = []*table.Code{CodeRecall, codeNovel, codeCoarse, codeBothLists, codeDuplicateBug, codeListSize, codeFloor, CodeDelta,
		CodeLoggedRecall, codeLogSum, CodeCross, CodeVerdict, codeMixed, CodeDrift, CodeSetup, CodeRecomputed, CodeFuture,
		CodePassedOver, CodeShorter, CodeMissingLog, CodeRewritten, CodeBackwards}
)

// Codes are the findings that the analysis makes.
func Codes() []*table.Code { return codes }

// findings collects what rows contradict when they are held against each other.
type findings struct {
	t   *table.Set
	all []report.Finding
}

// add records a contradiction between rows, at one of them. The subject is the
// benchmark it is about; empty where it is about the whole cycle.
func (f *findings) add(code *table.Code, at table.Place, run, subject, expected, format string, args ...any) {
	e := metric.Cite(f.t, at)
	f.all = append(f.all, report.Finding{Code: code.Name, Severity: string(code.Severity), File: e.File, Line: e.Line,
		Message: code.Means, Seen: fmt.Sprintf(format, args...), Expected: expected, Run: run, Subject: subject, Count: 1})
}

// AboutFile is a finding about a file as a whole.
func AboutFile(code *table.Code, file, subject, seen, expected string) report.Finding {
	return report.Finding{Code: code.Name, Severity: string(code.Severity), File: file,
		Message: code.Means, Seen: seen, Expected: expected, Subject: subject, Count: 1}
}
