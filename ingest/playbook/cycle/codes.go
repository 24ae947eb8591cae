package cycle

import "runreport/ingest/record"

// What a cycle says against itself.
var (
	supersededEnd = &record.Code{
		Name:     "superseded_end",
		Severity: record.Warning,
		Means:    "a benchmark_end that a later one corrects, with no start between",
		Do:       "the later one counts",
	}
	copiedEnd = &record.Code{
		Name:     "copied_end",
		Severity: record.Info,
		Means:    "a benchmark_end that says again what the one before said",
		Do:       "counted once",
	}
	openBenchmark = &record.Code{
		Name:     "open_benchmark",
		Severity: record.Warning,
		Means:    "a benchmark that was started and has no end",
		Do:       "it is in no recall",
	}
	unstartedEnd = &record.Code{
		Name:     "benchmark_end_without_start",
		Severity: record.Info,
		Means:    "a benchmark_end without a benchmark_start",
		Do:       "its recall counts; it has no duration",
	}
	leverOrder = &record.Code{
		Name:     "lever_state_order",
		Severity: record.Warning,
		Means:    "a benchmark_end on the other side of the lever than its label says",
		Do:       "the label counts; look at whether the change was in force",
	}
	unknownState = &record.Code{
		Name:     "unknown_lever_state",
		Severity: record.Warning,
		Means:    "a lever state that is neither before nor after the change",
		Do:       "the measurement is in no delta",
	}
	cycleNoIndex = &record.Code{
		Name:     "cycle_no_index",
		Severity: record.Warning,
		Means:    "events of a cycle above its first _index, or without one",
		Do:       "they are counted with the first iteration; the cycle's name is taken from its folder",
	}
	cycleChanged = &record.Code{
		Name:     "cycle_changed",
		Severity: record.Warning,
		Means:    "sessions of one iteration that describe it differently",
		Do:       "the first description counts; look at both",
	}
	secondVerdict = &record.Code{
		Name:     "second_cycle_end",
		Severity: record.Warning,
		Means:    "an iteration with two ends",
		Do:       "the last cycle_end counts",
	}
	oddRegression = &record.Code{
		Name:     "regression_shape",
		Severity: record.Warning,
		Means:    "a listed regression that is no pair of a benchmark and a bug",
		Do:       "kept as written",
	}
	unpinned = &record.Code{
		Name:     "unpinned_benchmark",
		Severity: record.Info,
		Means:    "a benchmark that _index does not list",
		Do:       "it is compared like the others",
	}
	afterCycleEnd = &record.Code{
		Name:     "after_cycle_end",
		Severity: record.Info,
		Means:    "measurements behind cycle_end",
		Do:       "they are counted; the verdict was given without them",
	}
	cycleUnstarted = &record.Code{
		Name:     "no_cycle_start",
		Severity: record.Warning,
		Means:    "an iteration without cycle_start",
		Do:       "its start is that of its _index; its noise floor is unknown",
	}
	shippedReverted = &record.Code{
		Name:     "shipped_lever_reverted",
		Severity: record.Warning,
		Means:    "a cycle that ships its lever, and a change that was taken back and not applied again",
		Do:       "look which of the two holds; what follows was measured without the change",
	}
	revertMissing = &record.Code{
		Name:     "revert_without_event",
		Severity: record.Warning,
		Means:    "a cycle that reverts its lever, without the event that takes the change back",
		Do:       "look whether the change is still in force",
	}
	restarted = &record.Code{
		Name:     "benchmark_restarted",
		Severity: record.Info,
		Means:    "a run of a benchmark that was stopped and started again",
		Do:       "only the last start was measured; its time holds the earlier ones",
	}
	toldOtherwise = &record.Code{
		Name:     "cycle_told_differently",
		Severity: record.Warning,
		Means:    "a cycle of which two sources tell different things",
		Do:       "the log of events counts, then the cell, then the document; look which is right",
	}
	cellApart = &record.Code{
		Name:     "cell_fits_no_side",
		Severity: record.Warning,
		Means:    "a cell of the time, the lever and a benchmark of a cycle whose recall is on neither of its sides",
		Do:       "it is shown as a cycle of its own; look what it measured",
	}
	cellLists = &record.Code{
		Name:     "cell_lists_differ",
		Severity: record.Error,
		Means:    "a cell whose lists, count and recall do not fit",
		Do:       "the lists count",
	}
)

// Codes are the findings about cycles and cells.
var Codes = []*record.Code{
	supersededEnd,
	copiedEnd,
	openBenchmark,
	unstartedEnd,
	leverOrder,
	unknownState,
	cycleNoIndex,
	cycleChanged,
	secondVerdict,
	oddRegression,
	unpinned,
	afterCycleEnd,
	cycleUnstarted,
	shippedReverted,
	revertMissing,
	restarted,
	toldOtherwise,
	cellApart,
	cellLists,
}
