package run

import "runreport/ingest/record"

// What a log says against the rules of its format.
var (
	noIndex = &record.Code{
		Name:     "playbook_no_index",
		Severity: record.Warning,
		Means:    "a log without _index as its first line",
		Do:       "what it is about is taken from its folder and the documents beside it",
	}
	noRunStart = &record.Code{
		Name:     "playbook_no_run_start",
		Severity: record.Warning,
		Means:    "a run without run_start as its second line",
		Do:       "its start is taken from _index or its first record; runner and version from the documents beside it",
	}
	undeclared = &record.Code{
		Name:     "undeclared_event",
		Severity: record.Info,
		Means:    "a kind of event that _index.event_types does not list",
		Do:       "read and counted",
	}
	startedAt = &record.Code{
		Name:     "started_at_differs",
		Severity: record.Info,
		Means:    "an _index whose started_at is not its own stamp",
		Do:       "the stamp counts",
	}
	laterIndex = &record.Code{
		Name:     "index_changed",
		Severity: record.Warning,
		Means:    "a second _index or run_start of one run that says something else",
		Do:       "the first counts",
	}
	twicePhase = &record.Code{
		Name:     "duplicate_phase_marker",
		Severity: record.Warning,
		Means:    "a phase that starts or ends twice in one run",
		Do:       "the last end counts, with the last start before it",
	}
	endNoStart = &record.Code{
		Name:     "phase_end_without_start",
		Severity: record.Warning,
		Means:    "a phase that ends without having started",
		Do:       "it has no duration",
	}
	phaseOrder = &record.Code{
		Name:     "phase_order",
		Severity: record.Warning,
		Means:    "a phase that starts while an earlier one has not ended, or before one that it follows",
		Do:       "file order counts",
	}
	zeroPhase = &record.Code{
		Name:     "zero_duration",
		Severity: record.Info,
		Means:    "a start and an end with the same stamp",
		Do:       "stamps were written later, in one go; the duration is n/a",
	}
	negativePhase = &record.Code{
		Name:     "negative_duration",
		Severity: record.Warning,
		Means:    "an end that lies before its start",
		Do:       "the duration is n/a and left out of every sum",
	}
	loggedLength = &record.Code{
		Name:     "logged_duration_differs",
		Severity: record.Warning,
		Means:    "a duration in the log that its stamps contradict",
		Do:       "the stamps count; the log's own number is shown beside",
	}
	passNoStart = &record.Code{
		Name:     "unmatched_pass",
		Severity: record.Info,
		Means:    "a pass or iteration that ends without having started",
		Do:       "it has no duration",
	}
	proseName = &record.Code{
		Name:     "pattern_by_name",
		Severity: record.Info,
		Means:    "an exploration pattern that is named, not numbered",
		Do:       "it is a step under its name",
	}
	afterRunEnd = &record.Code{
		Name:     "after_run_end",
		Severity: record.Info,
		Means:    "events after run_end",
		Do:       "they are counted; the run's duration ends at run_end",
	}
	secondRunEnd = &record.Code{
		Name:     "playbook_second_run_end",
		Severity: record.Warning,
		Means:    "a run that ends twice",
		Do:       "the last run_end counts",
	}
	phasesMissing = &record.Code{
		Name:     "run_end_without_phases",
		Severity: record.Warning,
		Means:    "a run_end though not all six phases ended",
		Do:       "look at the phases named",
	}
	bugsMDCount = &record.Code{
		Name:     "bugs_md_count_differs",
		Severity: record.Warning,
		Means:    "a count of BUGS.md in phase 6 that BUGS.md contradicts",
		Do:       "rounds of exploration behind run_end add bugs; without one look at BUGS.md",
	}
	phaseRule = &record.Code{
		Name:     "phase_rule_broken",
		Severity: record.Warning,
		Means:    "a phase that ended though a document does not have what the format wants of it by then",
		Do:       "look at the document named",
	}
	artefactGone = &record.Code{
		Name:     "artefact_missing",
		Severity: record.Info,
		Means:    "a phase that ended though a file that it should have written was not found",
		Do:       "none needed where only some of the folder was copied; else look at the phase",
	}
	endMissing = &record.Code{
		Name:     "run_end_missing",
		Severity: record.Info,
		Means:    "all six phases ended, but there is no run_end",
		Do:       "by the format's rules for resuming, run_end status=success is to be appended",
	}
	inProgress = &record.Code{
		Name:     "phase_in_progress",
		Severity: record.Warning,
		Means:    "a run that stopped inside a phase",
		Do:       "by the format's rules for resuming: append phase_end where the phase's artefacts are complete, else run it again",
	}
	docsConflict = &record.Code{
		Name:     "docs_state_conflict",
		Severity: record.Error,
		Means:    "documentation_state code_only and aborted_missing_docs in one run, which exclude each other",
		Do:       "look at how the run was started",
	}
	afterAbort = &record.Code{
		Name:     "phase_after_abort",
		Severity: record.Error,
		Means:    "a phase behind aborted_missing_docs",
		Do:       "the run should have stopped there",
	}
	outcomeDisagrees = &record.Code{
		Name:     "outcome_disagrees",
		Severity: record.Warning,
		Means:    "sources of one run that disagree about how it went",
		Do:       "docs/formats/playbook-in-practice.md says which one counts",
	}
	countDiffers = &record.Code{
		Name:     "key_count_differs",
		Severity: record.Warning,
		Means:    "a count in the log that the log's own events contradict",
		Do:       "both are shown",
	}
	countKeys = &record.Code{
		Name:     "key_counts_dialect",
		Severity: record.Info,
		Means:    "key_counts without a key that the format lists for its phase",
		Do:       "what is there is kept under its own name",
	}
	notAFile = &record.Code{
		Name:     "artifact_not_a_file",
		Severity: record.Info,
		Means:    "an artefact that is a pattern, a range or a folder",
		Do:       "kept as written",
	}
	absolutePath = &record.Code{
		Name:     "absolute_path",
		Severity: record.Info,
		Means:    "a path that belongs to one machine",
		Do:       "none needed for the numbers",
	}
	otherVerdict = &record.Code{
		Name:     "gate_verdict_dialect",
		Severity: record.Info,
		Means:    "a verdict of a gate check outside pass, fail, warn and skip",
		Do:       "kept as written; blocked counts as fail, an expected failure as skip, any other word is in no rate",
	}
	nameDiffers = &record.Code{
		Name:     "run_id_time_differs",
		Severity: record.Warning,
		Means:    "a run whose name gives another time than its run_start",
		Do:       "the stamps of the events count; one of the two may be local time",
	}
	companionDisagrees = &record.Code{
		Name:     "companion_disagrees",
		Severity: record.Warning,
		Means:    "a log and a companion file that disagree",
		Do:       "both are shown; none was chosen",
	}
	noLog = &record.Code{
		Name:     "run_without_log",
		Severity: record.Warning,
		Means:    "documents of a run whose log is not here",
		Do:       "the run is known by its documents only; look for its run_state.jsonl",
	}
)

// Codes are the findings about runs.
var Codes = []*record.Code{
	noIndex,
	noRunStart,
	undeclared,
	startedAt,
	laterIndex,
	twicePhase,
	endNoStart,
	phaseOrder,
	zeroPhase,
	negativePhase,
	loggedLength,
	passNoStart,
	proseName,
	afterRunEnd,
	secondRunEnd,
	phasesMissing,
	bugsMDCount,
	phaseRule,
	artefactGone,
	endMissing,
	inProgress,
	docsConflict,
	afterAbort,
	outcomeDisagrees,
	countDiffers,
	countKeys,
	notAFile,
	absolutePath,
	otherVerdict,
	nameDiffers,
	companionDisagrees,
	noLog,
}
