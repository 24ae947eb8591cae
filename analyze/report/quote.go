package report

// Quote is a raw line of the input that the report cites, redacted and cut. Quotes are
// sorted by file, then line.
type Quote struct {
	File string
	Line int64
	Text string
	Cut  bool // the line is longer than what is quoted of it
}
