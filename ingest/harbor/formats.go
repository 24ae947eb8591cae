package harbor

import (
	"runreport/ingest/record"
	"runreport/ingest/source"
	"runreport/ingest/table"
)

const system = "harbor"

// System is Harbor.
var System = &record.System{
	Name: system, Title: "Harbor, jobs of agents on benchmarks",
	Formats: []*record.Format{trialFormat, jobFormat, configFormat, lockFormat},
	Codes:   []*record.Code{total, bothEnds},
	Words:   vocabulary,
	Stitch:  stitch, Assemble: assemble, Links: links,
}

var trialFormat = &record.Format{
	Name: "harbor-trial", Ledger: "harbor", System: system, Title: "result.json of a trial",
	Container: record.Document, Kinds: []*record.Kind{trialKind}, Private: true, NaN: true,
	Is: func(h *source.Head) bool {
		return h.Doc.Has("trial_name", "task_name") && h.Doc.HasAny("verifier_result", "agent_info", "exception_info", "agent_result")
	},
	Read: reader(trialKind),
}

var jobFormat = &record.Format{
	Name: "harbor-job", Ledger: "harbor", System: system, Title: "result.json of a job",
	Container: record.Document, Kinds: []*record.Kind{jobKind}, Private: true, NaN: true,
	Is:   func(h *source.Head) bool { return h.Doc.Has("n_total_trials", "stats") },
	Read: reader(jobKind),
}

var configFormat = &record.Format{
	Name: "harbor-config", Ledger: "harbor", System: system, Title: "config.json of a trial or a job",
	Container: record.Document, Kinds: []*record.Kind{configKind}, Private: true, NaN: true,
	Is: func(h *source.Head) bool {
		if h.Doc.Has("trial_name") {
			return h.Doc.Has("task") && h.Doc.HasAny("trials_dir", "job_id")
		}
		return h.Doc.Has("job_name") && h.Doc.HasAny("jobs_dir", "n_concurrent_trials", "orchestrator")
	},
	Read: reader(configKind),
}

var lockFormat = &record.Format{
	Name: "harbor-lock", Ledger: "harbor", System: system, Title: "lock.json of a job",
	Container: record.Document, Kinds: []*record.Kind{lockKind}, Private: true, NaN: true,
	Is:   func(h *source.Head) bool { return h.Doc.Has("harbor", "trials") },
	Read: reader(lockKind),
}

// rewardWords are what a reward says: 1 is full, less is not.
var rewardWords = record.Vocabulary{
	"full":    {Result: table.Passed},
	"partial": {Result: table.Failed},
	"none":    {Result: table.Failed},
	"absent":  {Result: table.Unknown},
}

// exceptionWords are the exceptions that were met; others go by the words in their names.
var exceptionWords = record.Vocabulary{
	"AgentTimeoutError":            {Result: table.Failed, Cause: table.CauseTimeLimit},
	"VerifierTimeoutError":         {Result: table.Failed, Cause: table.CauseTimeLimit},
	"ApiUsageLimitError":           {Result: table.Failed, Cause: table.CauseBudget},
	"NonZeroAgentExitCodeError":    {Result: table.Failed, Cause: table.CauseFailure},
	"DaytonaValidationError":       {Result: table.Failed, Cause: table.CauseInfrastructure},
	"EnvironmentStartTimeoutError": {Result: table.Failed, Cause: table.CauseInfrastructure},
	"NetworkConnectionError":       {Result: table.Failed, Cause: table.CauseInfrastructure},
	"RewardFileNotFoundError":      {Result: table.Failed, Cause: table.CauseInfrastructure},
	"CancelledError":               {Result: table.Canceled, Cause: table.CauseCanceled},
}

var vocabulary = []record.WordTable{
	{Where: "reward of a trial", Means: rewardWords},
	{Where: "exception_type of a trial", Means: exceptionWords},
}

var (
	total = &record.Code{
		Name:     "job_total",
		Severity: record.Info,
		Means:    "a job that states another number of trials than there are results",
		Do:       "the results that are here count; look whether some were not collected",
	}
	bothEnds = &record.Code{
		Name:     "reward_and_exception",
		Severity: record.Info,
		Means:    "a trial with an exception and a reward that is not full",
		Do:       "none needed; it counts as ended by the exception",
	}
)
