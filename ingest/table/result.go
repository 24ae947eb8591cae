package table

// Result is how a run, a step or an attempt ended, in one vocabulary over all systems.
type Result string

// The results. A system says in its own folder which of its words mean which of them.
const (
	Passed   Result = "passed"   // it reached its goal
	Flaky    Result = "flaky"    // it passed after a failed attempt; never said of an attempt
	Failed   Result = "failed"   // it did not reach its goal
	Skipped  Result = "skipped"  // it was left out, or its run ended before it could start
	Blocked  Result = "blocked"  // something else that failed kept it from running
	Stalled  Result = "stalled"  // it stopped giving signs of life
	Canceled Result = "canceled" // somebody or a signal ended it
	Open     Result = "open"     // it has not ended
	Unknown  Result = "unknown"  // the log does not say, or says it in a word that is not known
)

// Verdicts of checks that decide something. Others are as a log writes them.
const (
	CheckPassed = "pass"
	CheckFailed = "fail"
	CheckWarned = "warn"
)

// Results lists the results, best first and undecided last.
func Results() []Result {
	return []Result{Passed, Flaky, Failed, Stalled, Blocked, Canceled, Skipped, Open, Unknown}
}

// Unfinished is the result of a step that nothing ends: open while its run goes on;
// once that is over, skipped if the step never started, else unknown.
func Unfinished(started, over bool) Result {
	switch {
	case !over:
		return Open
	case started:
		return Unknown
	}
	return Skipped
}

// Passing reports whether the result is passed or flaky.
func (r Result) Passing() bool { return r == Passed || r == Flaky }

// Decided reports whether the thing ran and reached its goal or did not: passed, flaky,
// failed or stalled. Only these count in pass, flake and recovery rates.
func (r Result) Decided() bool { return r.Passing() || r == Failed || r == Stalled }

// Worse is the one of two results that says less good of a thing that ended, as where
// a run's own word and its steps differ: failed outweighs flaky, flaky outweighs passed.
// Example: a run that calls itself clean and has a failed node is failed.
func Worse(a, b Result) Result {
	for _, r := range []Result{Failed, Stalled, Blocked, Canceled, Flaky} {
		if a == r || b == r {
			return r
		}
	}
	return a
}

// The kinds of steps that several systems share, as test runners and evals. Other kinds are
// the nouns of one system and stand in its own folder.
const (
	KindTest   = "test"   // a test
	KindTask   = "task"   // a task of a benchmark
	KindSample = "sample" // a sample of an eval
	// KindGroup only groups other steps, as a suite does: it has no result of its own and is
	// in no rate.
	KindGroup = "group"
)

// Cause is why something did not pass, in one vocabulary over all systems.
type Cause string

// The causes.
const (
	CauseBudget         Cause = "budget"           // money or tokens were used up
	CauseRetries        Cause = "retries"          // all attempts were used up
	CauseConvergence    Cause = "convergence"      // the limit of rounds was reached without a result
	CauseCritical       Cause = "critical-failure" // a failure that nothing could recover from
	CauseFailure        Cause = "failure"          // it failed; whether it could recover is not said
	CauseSignal         Cause = "signal"           // a signal or a person interrupted it
	CauseDependency     Cause = "dependency"       // something that it needs failed
	CauseGate           Cause = "gate"             // a gate's verdict
	CauseStall          Cause = "stall"            // no sign of life
	CauseStuck          Cause = "stuck"            // nothing was left that could run
	CauseMissingDocs    Cause = "missing-docs"     // required documents were absent
	CauseCanceled       Cause = "canceled"         // somebody canceled it
	CauseTurnLimit      Cause = "turn-limit"       // the limit of turns was reached
	CauseTimeLimit      Cause = "time-limit"       // it was stopped at its time limit
	CauseInfrastructure Cause = "infrastructure"   // what should run or judge the work failed, not the work
	// CauseError is an exception that no check of the test looked for: of the code, of a setup or
	// of what the test ran on. The log does not say which.
	CauseError   Cause = "error"
	CauseOther   Cause = "other"   // a reason that is given and in no list
	CauseUnknown Cause = "unknown" // it stopped, and nothing says why
)

// Infrastructure reports whether the cause lies outside of the work: what ran it stopped
// giving signs of life or failed itself, or something ended it.
func (c Cause) Infrastructure() bool {
	return c == CauseStall || c == CauseSignal || c == CauseInfrastructure
}

// Causes lists the causes.
func Causes() []Cause {
	return []Cause{
		CauseBudget, CauseRetries, CauseConvergence, CauseCritical, CauseFailure, CauseSignal, CauseDependency, CauseGate,
		CauseStall, CauseStuck, CauseMissingDocs, CauseCanceled, CauseTurnLimit, CauseTimeLimit, CauseError, CauseInfrastructure, CauseOther, CauseUnknown,
	}
}

// State is where a step stands, in one vocabulary over all systems.
type State string

// The states of a step, in their order.
const (
	StateWaiting State = "waiting" // something stands in its way
	StateReady   State = "ready"   // it may start
	StateRunning State = "running"
	StatePassed  State = "passed"
	StateFailed  State = "failed"
	StateBlocked State = "blocked" // it will never run, since something that it needs failed
)

// Why a retry may not be seen, in steps.retries_hidden.
const (
	Erased      = "erased"       // the format drops failures that were recovered from
	NotExported = "not_exported" // no file has the earlier attempts
)

// The topics of claims.
const (
	TopicAttemptLimit = "attempt_limit" // how many attempts may run at once
	TopicBugList      = "bug_list"      // how many bugs a list has, which may be none
	TopicRecallBefore = "recall_before" // what the end of a cycle states, by benchmark
	TopicRecallAfter  = "recall_after"
	TopicDelta        = "delta"
)

// The kinds of bug lists that describe bugs by place and title.
const (
	ListDocument = "document" // written for people
	ListManifest = "manifest" // written for machines
)

// Decision is what a cycle decides, in one vocabulary over all systems.
type Decision string

// The decisions.
const (
	Ship    Decision = "ship"    // keep the change
	Revert  Decision = "revert"  // undo it
	Iterate Decision = "iterate" // change it and measure again
	Halt    Decision = "halt"    // stop: the last iteration brought nothing
	// Cycles that were stopped before their numbers could decide anything.
	PreflightFailed Decision = "preflight_failed" // checks before the first run failed
	Hang            Decision = "hang"             // a run hung, and so did its repeats
)
