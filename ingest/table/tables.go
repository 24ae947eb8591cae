package table

import "time"

// Sources is one row per input file. Its Source column is its own index.
//
// For logs of lines, kept + blank + ignored + duplicate + superseded + rejected =
// lines. For whole documents lines is null and the same sum, without blank and
// ignored, is records.
type Sources struct {
	Rows
	Path        String  `col:"path" doc:"path below the argument it was found under"`
	Format      String  `col:"format" doc:"the format that claimed it, as the ledger names it; null: nobody did"`
	System      String  `col:"system" doc:"the system that writes the format"`
	Companion   Bool    `col:"companion" doc:"true: a document that somebody wrote beside a log, whose times do not tell until when the log was watched; null: a log or an export"`
	Group       String  `col:"group" doc:"the folder whose latest event is the cut-off time of its open work"`
	Compression String  `col:"compression" doc:"gzip or zstd; zip or tar: an archive as such, which has a row of its own only where there are findings about it; null: none"`
	Labels      Strings `col:"labels" doc:"labels of the build that read it last, as name=value; null: none were given"`
	Bytes       Int     `col:"bytes" doc:"size on disk, bytes; in an archive, size when unpacked"`
	Lines       Int     `col:"lines" doc:"lines, counting a last one without newline; of several objects on a line each counts as one"`
	Records     Int     `col:"records" doc:"records read"`
	Kept        Int     `col:"kept" doc:"records that count"`
	Blank       Int     `col:"blank" doc:"empty lines"`
	Ignored     Int     `col:"ignored" doc:"ordinary log lines between events, and lines on which an object goes on that began before"`
	Duplicate   Int     `col:"duplicate" doc:"records written before"`
	Superseded  Int     `col:"superseded" doc:"records of an older snapshot"`
	Rejected    Int     `col:"rejected" doc:"lines or records that could not be read"`
}

// Runs is one row per unit of work.
type Runs struct {
	Rows
	Key               String  `col:"run" doc:"key of the unit, unique in the report"`
	System            String  `col:"system" doc:"the program or the format that wrote it, as formats lists them: kahn, playbook, crabyard, cadre (AAMF too), fishbowl, junit and so on"`
	Kind              String  `col:"kind" doc:"what the unit is, a noun: run, test run, card, session, work item, fleet, migration"`
	ID                String  `col:"id" doc:"the unit's own name in its log"`
	Subject           String  `col:"subject" doc:"what it works on: a workflow, a benchmark, a repository, a project, a scenario"`
	StableSubject     String  `col:"stable_subject" doc:"the subject's name as it stays from one run date to the next, whatever folder the logs were given in; empty: the only one of its system"`
	Variant           String  `col:"variant" doc:"lever state, runtime or kind of competition"`
	Side              String  `col:"side" doc:"side of the lever that the variant names: pre, post or post-revert; null: none"`
	Runner            String  `col:"runner" doc:"the program that ran it, as written"`
	Model             String  `col:"model" doc:"language model, as written"`
	Version           String  `col:"version" doc:"version of the program, as written"`
	StartedAt         Time    `col:"started_at" doc:"start as logged"`
	EndedAt           Time    `col:"ended_at" doc:"end as logged; null while open"`
	LastAt            Time    `col:"last_at" doc:"latest event time of the unit"`
	DurationS         Float   `col:"duration_s" doc:"start to end, seconds; null while open or when negative"`
	ActiveS           Float   `col:"active_s" doc:"time in steps, seconds, gaps left out"`
	Status            String  `col:"status" doc:"state as the format calls it; unfinished without an end record"`
	Outcome           String  `col:"outcome" doc:"result as written: clean, success, review, verdict"`
	Verdict           String  `col:"verdict" doc:"the verdict of its gate, or whether it may be released, as written where it counts most; null: none is written"`
	Result            String  `col:"result" doc:"how it ended, in one vocabulary over all systems: passed, flaky (passed after a failed attempt), failed, skipped, blocked, stalled, canceled, open, unknown"`
	LoggedFlaky       Bool    `col:"logged_flaky" doc:"true: the log calls the run flaky; false: it says that the run passed at once; null: it says neither"`
	Cause             String  `col:"cause" doc:"why it stopped, in one vocabulary over all systems; null: it did not stop early, or nobody knows"`
	Reason            String  `col:"reason" doc:"why it stopped, in the log's own words"`
	ReasonLine        Int     `col:"reason_line" doc:"line of the row's own file that states the reason; null: no single line of it does"`
	Inferred          Bool    `col:"cause_inferred" doc:"true: no log states the cause, other fields imply it"`
	TotalSteps        Int     `col:"total_steps" doc:"steps that the run announced"`
	Tokens            Int     `col:"tokens" doc:"tokens used; null where the format writes zero for unknown"`
	CostUSD           Float   `col:"cost_usd" doc:"cost as logged, US dollars"`
	Resumes           Int     `col:"resumes" doc:"times the unit was resumed"`
	Superseded        Strings `col:"superseded_files" doc:"older snapshots and copies of the unit, not counted"`
	Files             Strings `col:"files" doc:"the files that the unit was stitched from"`
	Evidence          String  `col:"stitched_by" doc:"what holds the files together"`
	Competition       Bool    `col:"competition" doc:"true: competitors take part and at most one side wins; null: no competition"`
	ByAttempt         Bool    `col:"counted_by_attempt" doc:"true: what the system itself calls a run is one attempt, so that outcomes are counted over attempts; null: over runs"`
	StallsVisible     Bool    `col:"stalls_visible" doc:"true: the format has signs of life and tells stalled attempts from others; null: it does not"`
	ExhaustionVisible Bool    `col:"exhaustion_visible" doc:"true: the format tells runs that used up a budget, their retries or a limit of rounds from others; null: it does not"`
	DocumentsOnly     Bool    `col:"documents_only" doc:"true: only documents beside a log tell of the run, whose times may be of any zone; null: it has a log"`
	Snapshots         Bool    `col:"snapshots" doc:"true: the unit is read from snapshots of its state, so that superseded ones tell as well until when it was watched; null: it is read from a log"`
}

// Steps is one row per part of a run.
type Steps struct {
	Rows
	Run            String  `col:"run" doc:"key of the unit"`
	Step           String  `col:"step" doc:"node, phase, pass, iteration or task"`
	StableStep     String  `col:"stable_step" doc:"the name under which the step is counted over runs; its kind where ids mean nothing outside of their run, as those of cards and tasks"`
	Parent         String  `col:"parent" doc:"the step that it is a part of; null: of the run itself"`
	Kind           String  `col:"kind" doc:"what the step is, a noun: node, phase, pass, iteration, task, pattern, card, work item, test, sample; group: it only groups other steps"`
	Name           String  `col:"name" doc:"title of the step"`
	File           String  `col:"file" doc:"the source file of a test, as its report writes it, with / between folders"`
	Status         String  `col:"status" doc:"done, failed, blocked, open or as written"`
	Result         String  `col:"result" doc:"how it ended, in the vocabulary of runs.result; null: a group, which is in no rate"`
	Cause          String  `col:"cause" doc:"why it did not pass, in the vocabulary of runs.cause; null where the log does not say"`
	Converged      Bool    `col:"converged" doc:"the step reached its goal; null where no record says"`
	StartedAt      Time    `col:"started_at" doc:"start as logged"`
	EndedAt        Time    `col:"ended_at" doc:"end as logged"`
	ReadyAt        Time    `col:"ready_at" doc:"when nothing stood in its way any more"`
	DurationS      Float   `col:"duration_s" doc:"start to end, seconds; null when open, negative or without a start"`
	LoggedS        Float   `col:"logged_duration_s" doc:"duration that the log itself states, seconds"`
	Attempts       Int     `col:"attempts" doc:"highest attempt number"`
	Retryable      Bool    `col:"retryable" doc:"true: the step can have more than one attempt, so that flakes, first passes and retries are counted over it; null: it cannot, or no format tells"`
	RetriesVisible Bool    `col:"retries_visible" doc:"whether a retry of the step would be seen: false where the format erases recovered failures or attempts are in no export; null: not retryable"`
	RetriesHidden  String  `col:"retries_hidden" doc:"why a retry may not be seen: erased (the format drops recovered failures), not_exported (no file has the earlier attempts)"`
	FirstResult    String  `col:"first_result" doc:"result of its first attempt where the log tells it without a record of that attempt"`
	Outside        Bool    `col:"outside" doc:"true: what should run or judge it failed, not the work, so that it counts in no pass or failure rate; null: it counts"`
	Stage          Bool    `col:"stage" doc:"true: one of the stages of its run, which follow each other and whose time is a metric of its own; null: another step"`
	Reason         String  `col:"reason" doc:"reason of its last transition or failure"`
	FailedBy       Strings `col:"blocked_by" doc:"the failed ancestors that block it"`
}

// Attempts is one row per try.
type Attempts struct {
	Rows
	Run          String  `col:"run" doc:"key of the unit"`
	Step         String  `col:"step" doc:"step of the attempt; card where the unit is one; null: of the run itself"`
	Attempt      Int     `col:"attempt" doc:"number of the try, from 1"`
	Agent        String  `col:"agent" doc:"agent or role that tried"`
	Runtime      String  `col:"runtime" doc:"where it ran"`
	Model        String  `col:"model" doc:"language model, as written"`
	Phase        String  `col:"phase" doc:"phase it belongs to"`
	Status       String  `col:"status" doc:"as written"`
	Result       String  `col:"result" doc:"how it ended, in the vocabulary of runs.result; never flaky"`
	Cause        String  `col:"cause" doc:"why it did not pass, in the vocabulary of runs.cause; null where the log does not say"`
	Converged    Bool    `col:"converged" doc:"true: reached its goal; false: ended otherwise; null: not ended"`
	Outside      Bool    `col:"outside" doc:"true: what should run or judge it failed, not the work, so that its duration counts nowhere; null: it counts"`
	Cut          String  `col:"cut" doc:"why the duration is cut off: stalled, canceled, open, killed; null: ended by itself"`
	CreatedAt    Time    `col:"created_at" doc:"when it was queued"`
	StartedAt    Time    `col:"started_at" doc:"start as logged"`
	EndedAt      Time    `col:"ended_at" doc:"end as logged"`
	HeartbeatAt  Time    `col:"last_heartbeat_at" doc:"last sign of life"`
	DurationS    Float   `col:"duration_s" doc:"wall time, seconds; up to the cut where it was cut off; null while open"`
	BackoffS     Float   `col:"backoff_s" doc:"wait before the try, seconds"`
	ExitCode     Int     `col:"exit_code" doc:"exit status"`
	Error        String  `col:"error" doc:"as written"`
	Reason       String  `col:"reason" doc:"why it was run this way"`
	Operator     String  `col:"operator" doc:"person who took over"`
	Capabilities Strings `col:"capabilities" doc:"what the runtime offered: terminal, takeover, vnc, desktop, logs, artifacts"`
	Retry        Bool    `col:"retry" doc:"the log calls it a retry"`
	Tokens       Int     `col:"tokens" doc:"all tokens"`
	TokensIn     Int     `col:"tokens_in" doc:"input tokens, as the log counts them; of sessions of coding agents with cached input"`
	TokensOut    Int     `col:"tokens_out" doc:"output tokens"`
	TokensCache  Int     `col:"tokens_cached" doc:"cached input tokens"`
	CostUSD      Float   `col:"cost_usd" doc:"cost as logged, US dollars"`
	Tier         String  `col:"tier" doc:"routing tier"`
	ID           String  `col:"id" doc:"the attempt's own name in its log"`
}

// Checks is one row per gate check, command or call of a tool.
type Checks struct {
	Rows
	Run       String `col:"run" doc:"key of the unit"`
	Step      String `col:"step" doc:"step it belongs to"`
	Attempt   Int    `col:"attempt" doc:"try it belongs to"`
	Kind      String `col:"kind" doc:"gate, command, assertion, tool (a call of a tool by an agent) or score (of a log of one's own)"`
	Name      String `col:"name" doc:"gate name, command line, what is asserted, name of the tool, or score"`
	Verdict   String `col:"verdict" doc:"pass, fail, warn, skip, refused (a call of a tool that a person or a policy did not let run), or as written"`
	Written   String `col:"written" doc:"the verdict as written"`
	ExitCode  Int    `col:"exit_code" doc:"exit status of a command"`
	DurationS Float  `col:"duration_s" doc:"wall time, seconds"`
	Reason    String `col:"reason" doc:"explanation as written"`
	Tail      String `col:"tail" doc:"last output of a failed command"`
	Truncated Bool   `col:"truncated" for:"tables" doc:"the tail was cut by its writer"`
}

// Transitions is one row per change of a step's state.
type Transitions struct {
	Rows
	Run         String `col:"run" doc:"key of the unit"`
	Step        String `col:"step" doc:"the step"`
	From        String `col:"from" for:"tables" doc:"state before, as the format calls it"`
	To          String `col:"to" for:"tables" doc:"state after, as the format calls it"`
	StateBefore String `col:"state_before" doc:"state before, in one vocabulary: waiting, ready, running, passed, failed, blocked"`
	State       String `col:"state" doc:"state after, in the same vocabulary"`
	Attempt     Int    `col:"attempt" doc:"try that begins"`
	Reason      String `col:"reason" for:"tables" doc:"as written"`
	At          Time   `col:"at" doc:"when"`
}

// Cycles is one row per calibration cycle and iteration.
type Cycles struct {
	Rows
	Key          String  `col:"cycle_key" doc:"key of the cycle and iteration, unique in the report"`
	System       String  `col:"system" doc:"the system that wrote it; its runs are what the measurements are joined with"`
	Cycle        String  `col:"cycle" doc:"name of the cycle"`
	Iteration    Int     `col:"iteration" doc:"iteration, from the _index above"`
	Lever        String  `col:"lever" doc:"lever under test"`
	Hypothesis   String  `col:"hypothesis" doc:"as written"`
	NoiseFloor   Float   `col:"noise_floor" doc:"recall delta below which the log calls it noise"`
	Benchmarks   Strings `col:"benchmarks" doc:"pinned benchmarks"`
	StartedAt    Time    `col:"started_at" doc:"cycle_start"`
	EndedAt      Time    `col:"ended_at" doc:"cycle_end; null while open"`
	Verdict      String  `col:"verdict" doc:"as written; null while open"`
	Decision     String  `col:"decision" doc:"what the verdict means in one vocabulary: ship, revert, iterate, halt, preflight_failed (stopped before the first run), hang (stopped by a run that hung); null: open, or another word"`
	LoggedClean  Bool    `col:"logged_clean" doc:"cross_benchmark_check.clean as written"`
	LoggedLost   Strings `col:"logged_regressions" doc:"cross_benchmark_check.regressions as benchmark/bug"`
	AppliedAt    Time    `col:"lever_applied_at" doc:"first lever_change_applied"`
	RevertedAt   Time    `col:"lever_reverted_at" doc:"last lever_change_reverted; null where the change was applied again after it"`
	Commit       String  `col:"commit" doc:"commit of the lever change"`
	FilesChanged Strings `col:"files_changed" doc:"files of the lever change"`
	Symptom      String  `col:"symptom" doc:"what was wrong before, where a document about the cycle says so"`
	ToldBy       Strings `col:"told_by" doc:"what the cycle is read from: log (of events), document (about past cycles), cells (single measurements); null: its log alone"`
	Change       String  `col:"change" doc:"what the lever change is"`
	Files        Strings `col:"files" doc:"the files it was read from"`
	Superseded   Strings `col:"superseded_files" doc:"older snapshots and copies, not counted"`
}

// Measurements is one row per benchmark_end, and one per benchmark_start that has no end.
type Measurements struct {
	Rows
	Cycle      String  `col:"cycle_key" doc:"key of the cycle and iteration"`
	Benchmark  String  `col:"benchmark" doc:"benchmark"`
	LeverState String  `col:"lever_state" doc:"as written"`
	Side       String  `col:"side" doc:"pre, post or post-revert; null: not a side of the lever"`
	Fate       String  `col:"fate" doc:"used, corrected (a later end of the same run replaces it), copy, retold (another source tells the same measurement) or open"`
	StartedAt  Time    `col:"started_at" doc:"benchmark_start"`
	EndedAt    Time    `col:"ended_at" doc:"benchmark_end"`
	Starts     Int     `col:"starts" doc:"benchmark_start events since the end before"`
	Restarts   Int     `col:"restarts" doc:"those of them that follow an error: the run hung or broke, and was stopped and started again; null: none"`
	Recall     Float   `col:"recall" doc:"as reported; null when not computable"`
	Literal    String  `col:"recall_literal" doc:"the number's own digits; the word null where the log says that it cannot be computed"`
	Found      Strings `col:"found" doc:"bugs found, as written"`
	Missed     Strings `col:"missed" doc:"bugs missed, as written"`
	FoundCount Int     `col:"found_count" doc:"bugs found, where only their number is told"`
	ListSize   Int     `col:"list_size" doc:"bugs of the reference list, where only their number is told"`
	Basis      String  `col:"basis" doc:"what the recall rests on, as told: empirical, projected, argument-based; null: a measurement, and nothing else is said"`
	Baseline   String  `col:"baseline" doc:"historical_baseline_path as written"`
}

// Claims is one row per statement that a log or a companion makes about its own unit.
type Claims struct {
	Rows
	Run     String `col:"run" doc:"key of the unit or cycle"`
	By      String `col:"by" doc:"the record or document that says it: run_end, cycle_end, PROGRESS.md"`
	Subject String `col:"subject" doc:"what it is about: a benchmark, a phase; null: the whole unit"`
	Field   String `col:"field" doc:"name of the statement"`
	Topic   String `col:"topic" doc:"what it means in one vocabulary over all systems: attempt_limit (attempts that may run at once), bug_list (bugs of a list), recall_before, recall_after and delta (of a cycle and a benchmark); null: nothing shared"`
	System  String `col:"system" doc:"the system that the topic is about; null without a topic"`
	Text    String `col:"text" doc:"as written"`
	Number  Float  `col:"number" doc:"as a number; null where it is none"`
	At      Time   `col:"at" doc:"as an instant; null where it is none"`
}

// Bugs is one row per bug and the list that names it.
type Bugs struct {
	Rows
	Run         String `col:"run" doc:"key of the unit or cycle"`
	List        String `col:"list" doc:"measurement, BUGS.md, manifest, tdd-results, recheck-results, tracker, finding or cell; items: an item of an eval or a benchmark"`
	ListKind    String `col:"list_kind" doc:"kind of a list that describes bugs by place and title, so that recall can be worked out of it: document (for people) or manifest (for machines); null: another list"`
	Benchmark   String `col:"benchmark" doc:"benchmark or project"`
	Side        String `col:"side" doc:"side of the lever"`
	Bug         String `col:"bug" doc:"id as written, trimmed"`
	Trial       Int    `col:"trial" doc:"the trial or epoch of an item, from 1; null: not an item"`
	Found       Bool   `col:"found" doc:"found, else missed; of an item, passed, else failed; null: listed only, or neither"`
	Title       String `col:"title" doc:"title as written"`
	Severity    String `col:"severity" doc:"as written"`
	Requirement String `col:"requirement" doc:"as written"`
	File        String `col:"file" doc:"first file named"`
	LineLo      Int    `col:"line_lo" doc:"first line named there"`
	LineHi      Int    `col:"line_hi" doc:"last line named there"`
	Status      String `col:"status" doc:"verdict or category as written"`
	Level       String `col:"level" doc:"the severity in one vocabulary over all systems: critical, high, medium or low; null: none given, or another word"`
	State       String `col:"state" doc:"what became of it, in one vocabulary over all systems: confirmed, open, fixed, partly fixed, deferred, expected (its test is known to fail), retracted, false positive, duplicate; null: the list does not say"`
}

// Scores is one row per scorer and trial of an item, and per score of a whole task.
type Scores struct {
	Rows
	Run     String `col:"run" doc:"key of the unit"`
	Step    String `col:"step" doc:"the task or sample; null: the run itself"`
	Attempt Int    `col:"attempt" doc:"the trial or epoch, from 1; null: a score over all of them"`
	Scorer  String `col:"scorer" doc:"scorer or metric, with its filter where it has one"`
	Value   Float  `col:"value" doc:"the score; null: a word, or none"`
	Unit    String `col:"unit" doc:"ratio (0 to 1), percent, or null where the scale is not known"`
	Written String `col:"written" doc:"the score as written"`
	StdErr  Float  `col:"stderr" doc:"standard error of a score over several items, as written"`
}

// Counts is one row per number that a unit comes to: bugs by severity, tests by outcome,
// findings by category. A system declares its counts; the report shows whatever is here.
type Counts struct {
	Rows
	Run    String `col:"run" doc:"key of the unit"`
	System String `col:"system" doc:"the system that declares the count"`
	Name   String `col:"name" doc:"what is counted: a stable name that the system declares"`
	Title  String `col:"title" doc:"the same for people"`
	By     String `col:"by" doc:"what the count is divided by: severity, state, phase, category; null: it is the whole"`
	Part   String `col:"part" doc:"the part that is counted, as a value of by; null: the whole"`
	Value  Float  `col:"value" doc:"the number"`
	Better String `col:"better" doc:"lower or higher is better; null: neither"`
	Minor  Bool   `col:"minor" doc:"true: told of one run and over runs, not in the list of all runs; null: there too"`
	SaidBy String `col:"said_by" doc:"the record or document that states it, or of which it was counted"`
	Stated Bool   `col:"stated" doc:"true: a log or a document states the number; null: it was counted of rows"`
}

// Seats is one row per competitor of a run.
type Seats struct {
	Rows
	Run      String `col:"run" doc:"key of the run"`
	Seat     String `col:"seat" doc:"name of the competitor"`
	Team     String `col:"team" doc:"its team"`
	Model    String `col:"model" doc:"model: its endpoint, else its resolved name"`
	Profile  String `col:"profile" doc:"model profile"`
	Competes Bool   `col:"competes" doc:"can win: of a team, a symmetric seat; false for others then, and for who gave a verdict; null where nothing says"`
}

// Verdicts is one row per verdict and per final result of a competition.
type Verdicts struct {
	Rows
	Run           String  `col:"run" doc:"key of the run"`
	Kind          String  `col:"kind" doc:"judge.verdict or run.finished"`
	Final         Bool    `col:"final" doc:"true: the run's result; false: a judge's verdict before it"`
	At            Time    `col:"at" doc:"when"`
	Winner        String  `col:"winner" doc:"as written; null: none named"`
	WinnerKind    String  `col:"winner_kind" doc:"agent or team: as written, else looked up in the cast, then in the teams"`
	WinningModels Strings `col:"winning_models" doc:"as written, else the models of the winning seats"`
	Reason        String  `col:"reason" doc:"why the run ended"`
	Accused       String  `col:"accused" doc:"the judge's pick"`
	Correct       Bool    `col:"correct" doc:"the pick was right; null: not said"`
	NoContest     Bool    `col:"no_contest" doc:"no valid winner could be had"`
	Turns         Int     `col:"turns" doc:"turns played"`
	Tokens        Int     `col:"tokens" doc:"tokens used"`
	Scores        String  `col:"scores" doc:"JSON object of scores, cleaned to 0 to 10"`
	Superseded    Bool    `col:"superseded" doc:"a later record of the same kind replaces it"`
}

// Findings is one row per deviation; repeats in one file are counted.
type Findings struct {
	Rows
	Code     String `col:"code" doc:"stable code; see the catalogue of findings"`
	Severity String `col:"severity" doc:"error, warning or info"`
	Run      String `col:"run" doc:"key of the unit, where there is one"`
	Message  String `col:"message" doc:"what was seen, in a sentence"`
	Seen     String `col:"seen" doc:"what was seen"`
	Expected String `col:"expected" doc:"what the format says"`
	Count    Int    `col:"count" doc:"how often in this file; line is the first"`
	Older    Bool   `col:"superseded" doc:"true: the file is an older snapshot or a copy, of which no row counts; null: it counts"`
}

// EventDetail is how much of the records the table events holds.
type EventDetail uint8

// From all there is to the least. With less than all, columns that are tagged for:"tables" stay
// null too where fields of records fill them: only readers of the tables need these.
const (
	EventFields EventDetail = iota // a row for each, with all of its columns
	EventTimes                     // a row for each, with where it comes from and its time
	EventLatest                    // of records in a row of one run and file, where and when the latest was
)

// Whole reports whether the rows have all of their columns.
func (e *Events) Whole() bool { return e.Detail == EventFields }

// Note adds a record of the run to events that are not whole.
func (e *Events) Note(run string, p Place, at time.Time) {
	row := e.n - 1
	switch {
	case e.Detail != EventLatest || row < 0 || e.last != run || int(e.Source.At(row)) != p.Source:
		e.At.Set(e.Add(p), at)
	case at.After(e.At.At(row)):
		e.Line.Set(row, p.Line)
		e.At.Set(row, at)
	}
	e.last = run
}

// Events is every record that was kept.
type Events struct {
	Rows
	// Detail is what anybody reads of it. It is set before the first row.
	Detail EventDetail
	last   string // the run of the last row, where that tells the latest of several records

	Run     String `col:"run" doc:"key of the unit"`
	System  String `col:"system" doc:"system that wrote it"`
	Kind    String `col:"kind" doc:"kind of record, as written"`
	At      Time   `col:"at" doc:"its time, UTC"`
	AtText  String `col:"at_text" doc:"its time as written, where that is not RFC 3339 in UTC"`
	Step    String `col:"step" doc:"step it is about"`
	Attempt Int    `col:"attempt" doc:"try it is about"`
	Actor   String `col:"actor" doc:"who wrote or did it"`
	Text    String `col:"text" doc:"its message, cut at 400 characters"`
	Extra   String `col:"extra" doc:"fields that the format does not define, as a JSON object"`
}
