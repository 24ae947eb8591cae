package report

// Compared is a run, or the side of a measured cycle, that a page can compare with another
// one item by item.
type Compared struct {
	Key    string // lasts from report to report
	Name   string
	About  string // system, subject and date
	Result string // passed, flaky, failed …; empty for a side of a cycle
	Items  []ComparedItem
}

// ComparedItem is a step of a run, or a bug of a benchmark.
type ComparedItem struct {
	Name      string
	Result    string // passed, flaky, failed …; found or missed
	DurationS Number
}
