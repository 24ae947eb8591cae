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
	PageList      PageKind = "list" // of all runs, a stretch of them; the latest has the key "index"
)

// PageID names a page: Kind and Key together are unique in a report. The zero PageID
// names none.
type PageID struct {
	Kind PageKind
	Key  string
}

// PageRef is an entry for a page in a list of pages.
type PageRef struct {
	PageID
	Title string
	At    Moment
	Role  Role   // how it ended
	Note  string // how it ended, in a few words
}

// Pages are the pages of the site beside the overview. A page is made when it is asked
// for, since all of them together would not fit into memory.
type Pages struct {
	Refs []PageRef                  // by kind, each kind in reading order
	Make func(i int) (*Page, error) // makes the page of Refs[i]; may be called from several goroutines
}

// Page is one thing told at length: a page of the site.
type Page struct {
	Ref      PageRef
	Lead     []string
	Facts    []Term // name and value, in reading order
	Sections []Section
	// Previous and Next are its neighbours in time; nil at the ends.
	Previous, Next *PageRef
	Related        []PageRef // other pages about the same things
	Quotes         []Quote   // the raw lines behind what it cites
}
