package report

// ChangeTest says what was looked at for changes of one figure on its last run date, and
// what could have been seen there.
type ChangeTest struct {
	What   string `json:"what"`   // as in SeriesChange, but for common_duration
	Noun   string `json:"noun"`   // what the series are of: test, task, sample, gate, benchmark, else step
	Tested int64  `json:"tested"` // series of which a change could have been seen
	// Untested have too few run dates or runs, or none on the last run date of their group.
	Untested int64  `json:"untested"`
	Dates    int64  `json:"dates"` // run dates that the longest of them has
	First    string `json:"first"` // of all these run dates
	Last     string `json:"last"`
	// Visible says how large a change has to be to be seen with 80 % power, for half of
	// the series; the fewest dates first. It is empty where nothing could have been seen.
	Visible []VisibleChange `json:"visible"`
}

// PastChange is one change of level in the history of a series, whether or not it still
// stands. Changes has what stands, is suspected or ended on the last run date; this list has
// every date on which a level changed.
type PastChange struct {
	Date    string `json:"date"` // first run date of the new level
	What    string `json:"what"` // as in SeriesChange, but for common_duration
	System  string `json:"system"`
	Subject string `json:"subject"`
	Step    string `json:"step"`
	// Back is true where the series returned to the level before the last change.
	Back      bool             `json:"back"`
	Size      Number           `json:"size"`       // of durations the relative change, of rates and recall the difference
	Q         Number           `json:"q"`          // false discovery rate; null for a return
	RunBefore string           `json:"run_before"` // key of the last run before Date
	RunAfter  string           `json:"run_after"`  // key of the first run from it on
	Revisions []ChangeRevision `json:"revisions"`
}

// VisibleChange is a lasting change of Size that is seen after so many run dates.
type VisibleChange struct {
	Dates int64  `json:"dates"`
	Size  Number `json:"size"` // of durations the relative change, of rates the new rate
}
