package report

// Report is the whole report. Data is what other programs read (summary.json);
// Sections is what people read, built from the same numbers. Slices tagged with
// "total" are written with a sibling <name>_total and at most MaxList entries, fewer where
// summary.json would be longer than MaxSummaryBytes. They are cut from the end, those tagged
// with "latest", which are in order of time, from the start. Those tagged with "kept", which
// the comparison with a baseline needs whole, are cut last.
type Report struct {
	Data     Data
	Sections []Section
	Absent   []string // titles of sections that this input has nothing for
	Quotes   []Quote  // the raw lines behind what is cited
	Pages    Pages    // of the site
	// Tests are the runs of the last run dates, as test reports show them; nil: the report was
	// not built from tables.
	Tests func() (Tests, error)
	Rules []Rule // what problems and findings there can be
	Plan  *Plan  // how many runs a change takes to show; nil: not asked for
	// Compared are what a page can compare item by item, latest first; nil: nothing.
	Compared func() ([]Compared, error)
}

// Rule is one kind of problem, or one code of findings.
type Rule struct {
	Name      string // a problem's Kind, a finding's Code
	Means, Do string
}

// Schema names the shape of Data. Added fields keep it, a change of meaning raises it.
const Schema = "runreport.summary/2"

// Definitions numbers what the numbers mean. It is raised when the same logs give
// another number than before; reports of different definitions do not compare.
const Definitions = 7

// Data is the content of summary.json; docs/summary.schema.json describes every field.
type Data struct {
	Schema        string            `json:"schema"`
	Version       string            `json:"version"`
	Definitions   int               `json:"definitions"`
	Title         string            `json:"title"`
	Public        bool              `json:"public"` // error texts, quotes, paths and operators are left out
	AsOf          Moment            `json:"as_of"`
	AsOfFrom      string            `json:"as_of_from"` // given (by --as-of) or logs (their latest event)
	GeneratedAt   Moment            `json:"generated_at"`
	Labels        []Label           `json:"labels"`
	Verdict       Verdict           `json:"verdict"`
	KeyFigures    []KeyFigure       `json:"key_figures"`
	Failures      []Failure         `json:"failures" list:"total,kept"`
	Clusters      []FailureCluster  `json:"failure_clusters" list:"total,kept"`
	KnownFlaky    []KnownFlaky      `json:"known_flaky" list:"total"`
	Changes       []SeriesChange    `json:"changes" list:"total,kept"`
	PastChanges   []PastChange      `json:"past_changes" list:"total"`
	ChangeTests   []ChangeTest      `json:"change_tests"`
	Attention     []Attention       `json:"attention"`
	Ledger        Ledger            `json:"ledger"`
	Problems      []Problem         `json:"problems" list:"total,kept"`
	Findings      []Finding         `json:"findings" list:"total"`
	OlderFindings int64             `json:"findings_superseded"` // of older snapshots and copies, in no count; the table findings lists them
	Runs          []Run             `json:"runs" list:"total,latest"`
	Cycles        []Cycle           `json:"cycles" list:"total,latest"`
	Trajectory    []Trajectory      `json:"trajectory" list:"total"`
	Bugs          []Bug             `json:"bugs" list:"total"`
	Flakes        Flakes            `json:"flakes"`
	Durations     Durations         `json:"durations"`
	Stops         Stops             `json:"stops"`
	Competitions  Competitions      `json:"competitions"`
	Gates         Gates             `json:"gates"`
	Usage         Usage             `json:"usage"`
	Counts        []CountSeries     `json:"counts" list:"total"`
	Items         Items             `json:"items"`
	Metrics       []MetricResult    `json:"metrics"`
	Baseline      *Baseline         `json:"baseline"`
	Gate          *Gate             `json:"gate"`
	Acknowledged  []Acknowledgement `json:"acknowledged"`
	SelfTest      *SelfTest         `json:"selftest"`
}

// What as_of comes from.
const (
	AsOfGiven = "given"
	AsOfLogs  = "logs"
)

// Label is something about the report that no log carries: a branch, a commit, a job.
type Label struct {
	Name  string `json:"name"`
	Value string `json:"value"`
}

// Attention is one sentence of the banner: what a person should do about what.
type Attention struct {
	Severity string     `json:"severity"` // error, warning or info
	Text     string     `json:"text"`
	Evidence []Evidence `json:"evidence"`
	Section  string     `json:"section"` // the section that says more
}

// Ledger accounts for every line and record of the input.
type Ledger struct {
	Total      LedgerTotal  `json:"total"`
	Files      []LedgerFile `json:"files" list:"total"`
	PassedOver []PassedOver `json:"passed_over" list:"total"`
}

// PassedOver is the files of one folder that were not read, or left out of the numbers.
// The output and the history of the build itself are only in it where a file among them
// looks like a log.
type PassedOver struct {
	Folder string   `json:"folder"`
	Why    string   `json:"why"` // a flag, as --exclude; the name of a folder, as node_modules; output, history or configuration
	Files  int64    `json:"files"`
	Logs   int64    `json:"logs"`  // of these, files that look like a log
	First  []string `json:"first"` // the first of those
}

// Fates counts what became of lines and records. For logs of lines they sum to
// the lines, for whole documents to the records.
type Fates struct {
	Kept       int64 `json:"kept"`
	Blank      int64 `json:"blank"`
	Ignored    int64 `json:"ignored"`
	Duplicate  int64 `json:"duplicate"`
	Superseded int64 `json:"superseded"`
	Rejected   int64 `json:"rejected"`
}

// LedgerTotal sums up all files. Bytes are as on disk.
type LedgerTotal struct {
	Files   int64 `json:"files"`
	Bytes   int64 `json:"bytes"`
	Lines   int64 `json:"lines"`
	Records int64 `json:"records"`
	Fates
	Claimed int64 `json:"claimed"` // files that a format claimed
}

// LedgerFile is one input file. Lines is nil for whole documents and for files
// that nobody claims.
type LedgerFile struct {
	Path        string  `json:"path"`
	Format      *string `json:"format"` // kahn, junit …, as `runreport formats --json` has it under "ledger"; null: nobody claims it
	Compression *string `json:"compression"`
	Bytes       int64   `json:"bytes"`
	Lines       *int64  `json:"lines"`
	Records     int64   `json:"records"`
	Fates
}

// Finding is one deviation of a log from its format, or from itself.
type Finding struct {
	Code     string `json:"code"`
	Severity string `json:"severity"`
	File     string `json:"file"`
	Line     *int64 `json:"line"`
	Message  string `json:"message"`
	Seen     string `json:"seen"`
	Expected string `json:"expected"`
	Run      string `json:"run"`
	Subject  string `json:"subject"` // what the run or the finding itself is about: a benchmark, a project
	Count    int64  `json:"count"`
}

// Run is one unit of work.
type Run struct {
	Key    string `json:"key"`
	System string `json:"system"`
	Unit   string `json:"unit"` // its own name: run id, card, work item
	*RunSetup
	StartedAt Moment `json:"started_at"`
	EndedAt   Moment `json:"ended_at"`
	DurationS Number `json:"duration_s"`
	ActiveS   Number `json:"active_s"`
	*RunEnd

	// Its setup and its end are never nil. Its details are where only data is made and nothing lists the
	// run: code that reads all runs has to check. They are written as empty ones.
	*RunDetails
}

// RunSetup is what a run is one of, and what it was made with. Runs share it where they have it in common,
// since there may be a million of them: it must not be changed.
type RunSetup struct {
	Kind          string  `json:"kind"` // run, card, work item, fleet, migration, session
	Subject       string  `json:"subject"`
	StableSubject *string `json:"stable_subject"` // its name as it lasts from report to report
	Variant       string  `json:"variant"`
	Runner        string  `json:"runner"`
	Model         string  `json:"model"`
	Version       string  `json:"version"`
}

// RunEnd is how a run ended. Runs share it as they share their setup: it must not be changed.
type RunEnd struct {
	Status        string `json:"status"`
	Outcome       string `json:"outcome"`
	Result        string `json:"result"`  // what status and outcome mean, in one vocabulary: passed, flaky, failed, skipped, blocked, stalled, canceled, open, unknown
	Verdict       string `json:"verdict"` // of its gate, or whether it may be released, as written where it counts most
	Cause         string `json:"cause"`
	CauseInferred bool   `json:"cause_inferred"`
}

// RunDetails is what only the row and the page of a run show. Most of a million runs are on neither.
type RunDetails struct {
	Reason         string     `json:"reason"`
	ReasonEvidence Evidence   `json:"reason_evidence"` // the line that states the reason, else that of evidence
	Error          string     `json:"error"`           // the line that tells why it failed, as written; empty: it did not fail, or the log has none
	ErrorStep      string     `json:"error_step"`      // the step that the error is of; empty: the run as a whole
	Attempts       Whole      `json:"attempts"`        // of each step as many as its highest number, recorded or not
	Retries        Whole      `json:"retries"`         // further attempts of steps that converged
	RetriesAll     Whole      `json:"retries_all"`     // further attempts of all steps
	Done           Whole      `json:"done"`            // steps by their own last state
	Failed         Whole      `json:"failed"`
	Blocked        Whole      `json:"blocked"`
	Flaked         []string   `json:"flaked"`
	CriticalPath   []PathStep `json:"critical_path"`
	PathCoverage   Number     `json:"path_coverage"`
	PathLabel      string     `json:"path_label"` // inferred; ambiguous: a step became ready more than a second after what is taken to have unblocked it
	// WithoutFlakesS is the least that the run would have taken without the failed attempts
	// and waits of flaked steps on its inferred critical path: steps beside them may have
	// kept it waiting all the same.
	WithoutFlakesS  Number     `json:"without_flakes_s"`
	SupersededFiles []string   `json:"superseded_files"`
	Files           []string   `json:"files"`
	StitchedBy      string     `json:"stitched_by"`
	Evidence        Evidence   `json:"evidence"`
	Checks          []Check    `json:"checks"`
	Counts          []RunCount `json:"counts"`
	Findings        int64      `json:"findings"`
}

// PathStep is one step of the critical path.
type PathStep struct {
	Step  string `json:"step"`
	Share Number `json:"share"`
}

// Check is one gate check of a run.
type Check struct {
	Name     string   `json:"name"`
	Step     string   `json:"step"`
	Verdict  string   `json:"verdict"`
	Reason   string   `json:"reason"`
	Evidence Evidence `json:"evidence"`
}

// SelfTest is how far the report can be trusted on its own data: how often it
// calls a regression where nothing changed, and how often it notices a known one.
type SelfTest struct {
	Status     string  `json:"status"` // passed, failed or cannot_tell
	Promised   float64 `json:"promised"`
	FalseAlarm Rate    `json:"false_alarm"`
	FloorAlarm Rate    `json:"floor_alarm"` // by the noise floor alone
	// Alarms are the false alarms of what changed from run date to run date, by figure.
	Alarms    []AlarmRate `json:"alarms"`
	Power     []Power     `json:"power"`
	Sentences []string    `json:"sentences"`
}

// AlarmRate is how many false alarms a figure gives in 30 run dates of this history with
// its dates shuffled, so that nothing changes from one to the next.
type AlarmRate struct {
	What   string `json:"what"`   // as in SeriesChange
	Series int64  `json:"series"` // steps or gates
	Dates  int64  `json:"dates"`  // run dates of the history
	Judged int64  `json:"judged"` // run dates of all replays on which there could have been one
	Alarms int64  `json:"alarms"` // in all replays
	Per30  Number `json:"per_30"` // missing where nothing was measured
	Lo     Number `json:"lo"`
	Hi     Number `json:"hi"`
}

// Power is how often a known change is noticed (beyond the floor) and called (with
// evidence).
type Power struct {
	What    string `json:"what"`
	Noticed Rate   `json:"noticed"`
	Called  Rate   `json:"called"`
}
