package cadre

import (
	"runreport/ingest/record"
	"runreport/ingest/table"
)

// statusWords are the states of work items, migrations and fleets: those that a fleet
// gives its items, and those that events and checkpoints imply. An item whose code is
// complete has only its pull request to come.
var statusWords = record.Vocabulary{
	"not-started":         {Result: table.Open},
	"in-progress":         {Result: table.Open},
	"completed":           {Result: table.Passed},
	"code-complete":       {Result: table.Passed},
	"code-complete-no-pr": {Result: table.Passed},
	"failed":              {Result: table.Failed},
	"blocked":             {Result: table.Blocked},
	"interrupted":         {Result: table.Canceled, Cause: table.CauseSignal},
	"budget-exceeded":     {Result: table.Failed, Cause: table.CauseBudget},
	"dep-failed":          {Result: table.Blocked, Cause: table.CauseDependency},
	"dep-merge-conflict":  {Result: table.Blocked, Cause: table.CauseDependency},
	"dep-build-broken":    {Result: table.Blocked, Cause: table.CauseDependency},
	"dep-blocked":         {Result: table.Blocked, Cause: table.CauseDependency},
}

// stepWords are the states of phases and tasks. A blocked task has used up its own
// attempts: nothing else blocks it, so that it failed.
var stepWords = record.Vocabulary{
	"not-started": {Result: table.Open},
	"pending":     {Result: table.Open},
	"in-progress": {Result: table.Open},
	"completed":   {Result: table.Passed},
	"failed":      {Result: table.Failed},
	"skipped":     {Result: table.Skipped},
	"blocked":     {Result: table.Failed, Cause: table.CauseRetries},
}

// callWords are the results of an invocation. An agent that was stopped at its time
// limit did not reach its goal.
var callWords = record.Vocabulary{
	"success":   {Result: table.Passed},
	"failed":    {Result: table.Failed},
	"cancelled": {Result: table.Canceled, Cause: table.CauseCanceled},
	"timed-out": {Result: table.Failed, Cause: table.CauseTimeLimit},
}

// exhaustionWords are the reason codes of a terminal exhaustion in both vocabularies:
// CADRE's proposal and what AAMF writes. Their lists are open, so that a code may be
// missing here: the unit failed all the same, for another cause.
var exhaustionWords = record.Vocabulary{
	"budget-exceeded":            {Result: table.Failed, Cause: table.CauseBudget},
	"max-retries":                {Result: table.Failed, Cause: table.CauseRetries},
	"max-retries-exhausted":      {Result: table.Failed, Cause: table.CauseRetries},
	"task-retries-exhausted":     {Result: table.Failed, Cause: table.CauseRetries},
	"command-recovery-exhausted": {Result: table.Failed, Cause: table.CauseRetries},
	"convergence-limit":          {Result: table.Failed, Cause: table.CauseConvergence},
	"wave-convergence-exhausted": {Result: table.Failed, Cause: table.CauseConvergence},
	"parity-non-minor-exhausted": {Result: table.Failed, Cause: table.CauseConvergence},
	"critical-phase-failure":     {Result: table.Failed, Cause: table.CauseCritical},
	"signal-interrupted":         {Result: table.Canceled, Cause: table.CauseSignal},
	"dependency-blocked":         {Result: table.Blocked, Cause: table.CauseDependency},
	"gate-hard-fail":             {Result: table.Failed, Cause: table.CauseGate},
}

// vocabulary is the list of these tables, as the reference prints them.
var vocabulary = []record.WordTable{
	{Where: "status of a work item, a migration or a fleet", Means: statusWords},
	{Where: "status of a phase or a task", Means: stepWords},
	{Where: "status of an invocation", Means: callWords},
	{
		Where: "reasonCode of a terminal exhaustion (an open list: another is failed, cause other)",
		Means: exhaustionWords,
	},
}
