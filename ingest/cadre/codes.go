package cadre

import "runreport/ingest/record"

// What the files of one unit can say against their format or each other.
var (
	badShape = &record.Code{
		Name:     "checkpoint_value",
		Severity: record.Warning,
		Means:    "a list or a map of a checkpoint that holds something else",
		Do:       "what could be read counts; look at the writer",
	}
	fixtureLayout = &record.Code{
		Name:     "fixture_checkpoint",
		Severity: record.Info,
		Means:    "a checkpoint in the layout of a test fixture, which no release writes",
		Do:       "none needed if it is a fixture",
	}
	noItem = &record.Code{
		Name:     "event_without_item",
		Severity: record.Warning,
		Means:    "an event about a work item that does not say which",
		Do:       "counted with the item of its folder or log, else with the fleet",
	}
	eventAgain = &record.Code{
		Name:     "repeated_event",
		Severity: record.Info,
		Means:    "an event written twice in one file, stamp and all",
		Do:       "counted once",
	}
	callAgain = &record.Code{
		Name:     "repeated_invocation",
		Severity: record.Warning,
		Means:    "one invocation id on two different lines",
		Do:       "the first line counts",
	}
	badCallTime = &record.Code{
		Name:     "invocation_duration",
		Severity: record.Warning,
		Means:    "an invocation with a negative duration, or one that ends before it starts",
		Do:       "left out of every duration",
	}
	callTimesDiffer = &record.Code{
		Name:     "invocation_times_differ",
		Severity: record.Info,
		Means:    "a logged duration that start and end contradict by more than a second and 5 %",
		Do:       "the logged duration counts",
	}
	callStatus = &record.Code{
		Name:     "invocation_status",
		Severity: record.Warning,
		Means:    "an invocation whose success and status contradict each other",
		Do:       "status counts",
	}
	badEventTime = &record.Code{
		Name:     "event_duration",
		Severity: record.Warning,
		Means:    "an event with a negative duration",
		Do:       "left out of every duration",
	}
	stepTimes = &record.Code{
		Name:     "step_times_differ",
		Severity: record.Info,
		Means:    "a logged duration of a phase or a task that its start and end contradict by more than a second and 5 %",
		Do:       "both are shown",
	}
	looseDurations = &record.Code{
		Name:     "task_durations_loose",
		Severity: record.Info,
		Means:    "durations of completed tasks that cannot be told apart, since there are fewer or more than tasks",
		Do:       "they are left out; look at the events",
	}
	oldExhaustion = &record.Code{
		Name:     "exhaustion_outlived",
		Severity: record.Warning,
		Means:    "a terminal exhaustion of a unit that went on afterwards",
		Do:       "it is not why the unit stopped last; its writer never clears it",
	}
	twoExhaustions = &record.Code{
		Name:     "exhaustion_disagrees",
		Severity: record.Warning,
		Means:    "a checkpoint and an event that give different reasons for the same stop",
		Do:       "the later one counts; both are in claims",
	}
	oddReason = &record.Code{
		Name:     "unknown_reason_code",
		Severity: record.Info,
		Means:    "a reason code outside both vocabularies",
		Do:       "kept as written, cause other",
	}
	fleetSum = &record.Code{
		Name:     "fleet_parts",
		Severity: record.Info,
		Means:    "a summary line of a fleet whose parts do not add up to its total",
		Do:       "its writer leaves out statuses; the fleet's checkpoint counts",
	}
	fleetAhead = &record.Code{
		Name:     "fleet_ahead_of_item",
		Severity: record.Warning,
		Means:    "a fleet that calls an item completed in a phase that the item's own checkpoint has not completed",
		Do:       "the fleet's word is shown; look for a newer checkpoint of the item",
	}
	noProgressTime = &record.Code{
		Name:     "progress_without_time",
		Severity: record.Info,
		Means:    "a progress page without the time of its last update, so that its log has no dates",
		Do:       "its times of day are left out",
	}
	progressLong = &record.Code{
		Name:     "progress_too_long",
		Severity: record.Warning,
		Means:    "a part of a progress page that was not read for its size or shape",
		Do:       "look at what wrote into the page",
	}
	progressFailed = &record.Code{
		Name:     "progress_unparsed",
		Severity: record.Error,
		Means:    "a progress page that could not be parsed",
		Do:       "look at the page; the other files of its work were read",
	}
	invocationTotals = &record.Code{
		Name:     "invocation_total",
		Severity: record.Warning,
		Means:    "a number of invocations or retries that the lines of invocations.jsonl contradict",
		Do:       "the lines count; look for lines that are missing or written twice",
	}
	tokenTotals = &record.Code{
		Name:     "token_total",
		Severity: record.Warning,
		Means:    "a total of tokens that its parts, the invocations or another file of the same time contradict",
		Do:       "the checkpoint's total is shown; look for invocations that nobody counted",
	}
	oddGate = &record.Code{
		Name:     "gate_status",
		Severity: record.Warning,
		Means:    "a gate whose status is not pass, warn or fail",
		Do:       "kept as written; it counts in none of the three",
	}

	codes = []*record.Code{badShape, fixtureLayout, noItem, eventAgain, callAgain, badCallTime, callTimesDiffer, callStatus, badEventTime,
		stepTimes, looseDurations, oldExhaustion, twoExhaustions, oddReason, fleetSum, fleetAhead, noProgressTime, progressLong, progressFailed, invocationTotals, tokenTotals, oddGate}
)
