package metric

// Metrics is the list of everything that is measured on units. A new metric is a
// file and a line here.
var Metrics = []*Metric{
	StepFlake,
	firstPass,
	recovery,
	retriesPerStep,
	runFlake,
	runWithFlake,
	flakeCost,
	commandFlake,
	AttemptDuration,
	failedDuration,
	PhaseDuration,
	runDuration,
	commandDuration,
	toolDuration,
	QueueTime,
	DetectionLag,
	OutcomeMix,
	Stall,
	exhausted,
	GateFailure,
	toolFailure,
	agentWin,
	teamWin,
	modelWin,
	judgeCorrect,
	turnsToVerdict,
	tokensToVerdict,
}
