package report

// ChangeTest says what was looked at for changes of one figure on its last run date, and
// what could have been seen there.
type ChangeTest struct {
	What   string `json:"what"`   // as in SeriesChange, but for common_duration
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

// VisibleChange is a lasting change of Size that is seen after so many run dates.
type VisibleChange struct {
	Dates int64  `json:"dates"`
	Size  Number `json:"size"` // of durations the relative change, of rates the new rate
}
