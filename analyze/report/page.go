package report

// PageKind says what a page of the site is about.
type PageKind string

// The kinds of pages beside the overview.
const (
	PageNight     PageKind = "night"
	PageCycle     PageKind = "cycle"
	PageBenchmark PageKind = "benchmark"
	PageStep      PageKind = "step"
	PageRun       PageKind = "run"
)

// Page is one thing told at length: a page of the site. Pages are made one at a time,
// since those of all runs together would not fit into memory.
type Page struct {
	Ref      PageRef
	Lead     []string
	Facts    []Term // name and value, in reading order
	Sections []Section
	// Previous and Next are its neighbours in time; nil at the ends.
	Previous, Next *PageRef
	Related        []PageRef // other pages about the same things
}

// PageRef names a page. Kind and Key together are unique in a report.
type PageRef struct {
	Kind  PageKind
	Key   string
	Title string
	At    Moment
	Role  Role   // how it ended
	Note  string // how it ended, in a few words
}
