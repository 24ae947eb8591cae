package report

// Recomputed is a run's recall worked out from two lists of bugs: each bug of the
// baseline is looked for in the run's own list. It stands beside the reported recall
// and replaces nothing. Its share is missing where a list is.
type Recomputed struct {
	Rate              // bugs of the reference list that the run's list holds, of all of them
	Check      string `json:"check"`       // against the reported recall: agree, explained_by_missing_data, differ or cannot_check
	CouldMatch int64  `json:"could_match"` // unmatched bugs that may be in the run's list all the same, since too little is said about them; at most
	// Reference and Own are the two lists; without a name where none was read.
	Reference BugList `json:"baseline"`
	Own       BugList `json:"own"`
	// ByKey counts the matches by what they rest on, the strongest first.
	ByKey     []MatchKey     `json:"by_key"`
	Matches   []BugMatch     `json:"matches" list:"total"`
	Unmatched []UnmatchedBug `json:"unmatched" list:"total"`
}

// BugList is a list of bugs that somebody wrote down.
type BugList struct {
	File string `json:"file"`
	List string `json:"list"` // BUGS.md or manifest
	Bugs int64  `json:"bugs"` // different ones, dismissed ones left out
}

// MatchKey is how many bugs were matched by one key.
type MatchKey struct {
	Key   string `json:"key"` // id, file_lines or file_title
	Count int64  `json:"count"`
}

// BugMatch says that a bug of the reference list is one of the run's list, and by what.
type BugMatch struct {
	Bug      string `json:"bug"` // id in the reference list
	Title    string `json:"title"`
	RunBug   string `json:"run_bug"` // id in the run's list; equal only by chance between runs
	RunTitle string `json:"run_title"`
	Key      string `json:"key"`
	Logged   string `json:"logged"` // what the measurement's own lists call the reference list's bug: found, missed or nothing
	// LinesApart is 0 where the lines overlap.
	LinesApart Whole    `json:"lines_apart"`
	Similarity Number   `json:"similarity"` // of the titles, from 0 to 1
	Reference  Evidence `json:"baseline"`
	Run        Evidence `json:"run"`
}

// UnmatchedBug is a bug of the reference list that no bug of the run's list is.
type UnmatchedBug struct {
	Bug       string   `json:"bug"`
	Title     string   `json:"title"`
	Reason    string   `json:"reason"`
	Logged    string   `json:"logged"`
	Reference Evidence `json:"baseline"`
}
