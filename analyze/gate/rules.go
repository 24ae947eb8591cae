package gate

// Rules lists every rule, in the order in which they are shown.
var Rules = []*Rule{
	failedRun,
	recallRegression,
	recallLossAcross,
	verdictNotSupported,
	contradiction,
	missingBenchmark,
	drift,
	flakeRate,
	newFlake,
	slower,
	commonSlowDown,
	stale,
	cost,
	stallRate,
	completeInput,
	findings,
	gone,
	minimumRuns,
	acknowledgements,
}
