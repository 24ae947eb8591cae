package ingest

import (
	"cmp"
	"math"
	"slices"
	"strings"
	"unicode/utf8"

	"runreport/ingest/archive"
	"runreport/ingest/record"
	"runreport/ingest/source"
)

// Citation is a line of the input that a report cites, by the file's path as the
// tables have it.
type Citation struct {
	File string
	Line int64 // from 1
}

// Quote is what stands on a cited line.
type Quote struct {
	Citation
	Text string // redacted, at most maxQuote characters
	Cut  bool   // there is more on the line
}

// How much of a line is quoted, in characters; how much of it is looked at for secrets,
// in bytes; the largest text that is read as a whole for one of its lines; and the largest
// log that is read again for each of many pages.
const (
	maxQuote    = 480
	maxLookedAt = 1 << 20
	maxProse    = 4 << 20
	maxSmall    = 2 << 20
)

// Quote returns the cited lines, sorted by file and line, without duplicates. Lines are
// missing from the result if their file was deleted, is a database, is of a private format, or
// comes from the history. Secrets are taken out of a line before it is cut, since half a token is no
// longer recognised as one. Several goroutines may call it.
func (res *Result) Quote(cited []Citation) []Quote { return res.quoteFrom(cited, math.MaxInt64) }

// QuoteSmall is Quote for one of many pages: logs that are too large to be read again
// for each of them are not quoted.
func (res *Result) QuoteSmall(cited []Citation) []Quote { return res.quoteFrom(cited, maxSmall) }

func (res *Result) quoteFrom(cited []Citation, largest int64) []Quote {
	cited = slices.Clone(cited)
	slices.SortFunc(cited, func(a, b Citation) int {
		return cmp.Or(strings.Compare(a.File, b.File), cmp.Compare(a.Line, b.Line))
	})
	cited = slices.Compact(cited)
	// Unpack each archive member once, even when several of its lines are quoted.
	for i, c := range cited {
		if i > 0 && cited[i-1].File == c.File {
			continue
		}
		if at, _ := res.location(c.File); at.member != nil {
			at.member.Hold()
			defer at.member.Release()
		}
	}
	var quotes []Quote
	for len(cited) > 0 {
		n := 1
		for n < len(cited) && cited[n].File == cited[0].File {
			n++
		}
		of := cited[:n]
		cited = cited[n:]
		at, known := res.location(of[0].File)
		switch {
		case !known || at.cost() > largest:
		case at.container == record.Lines:
			quotes = append(quotes, res.quoteLines(at.found(), of)...)
		case at.container == record.Prose:
			quotes = append(quotes, res.quoteText(at.found(), of)...)
		}
	}
	return quotes
}

// quoteLines reads a log up to its last cited line. Of an object on several lines, which is cited
// by its first one, the whole is quoted; of several objects that begin on a line, all.
func (res *Result) quoteLines(at found, cited []Citation) []Quote {
	in, err := at.open()
	if err != nil {
		return nil // the reader of the report learns it from the missing quote
	}
	defer in.Close()
	var quotes []Quote
	var text []byte // of the objects that begin on the first of the cited lines
	met, more := false, false
	quote := func() {
		if met {
			quotes = append(quotes, res.quote(cited[0], string(text), more))
		}
		text, met, more = nil, false, false
	}
	_ = in.Objects(func(l source.Line) bool { // what was read before a fault is quoted
		for len(cited) > 0 && cited[0].Line < l.No {
			quote()
			cited = cited[1:]
		}
		if len(cited) == 0 {
			return false
		}
		if cited[0].Line == l.No {
			text, met, more = append(text, l.Text[:min(len(l.Text), maxLookedAt+1)]...), true, more || l.TooLong
			if len(text) > maxLookedAt {
				text, more = text[:maxLookedAt], true
			}
		}
		return true
	})
	quote()
	return quotes
}

// quoteText quotes lines of a text out of which secrets of several lines are taken
// before.
func (res *Result) quoteText(at found, cited []Citation) []Quote {
	in, err := at.open()
	if err != nil || in.Bytes > maxProse {
		return nil
	}
	defer in.Close()
	text, err := in.All()
	if err != nil || len(text) > maxProse {
		return nil
	}
	whole := string(text)
	if res.redactor != nil {
		whole, _ = res.redactor.Page(whole)
	}
	lines := strings.Split(whole, "\n")
	var quotes []Quote
	for _, c := range cited {
		if c.Line >= 1 && c.Line <= int64(len(lines)) {
			quotes = append(quotes, res.quote(c, strings.TrimSuffix(lines[c.Line-1], "\r"), false))
		}
	}
	return quotes
}

func (res *Result) quote(c Citation, text string, more bool) Quote {
	text = strings.ToValidUTF8(text, "\uFFFD")
	if res.redactor != nil {
		text, _ = res.redactor.JSON(text)
		if more && utf8.RuneCountInString(text) <= maxQuote {
			// So much was taken out that what is left ends where the line was cut, maybe
			// within a secret.
			text = text[:strings.LastIndexAny(text, " \",")+1]
		}
	}
	if utf8.RuneCountInString(text) > maxQuote {
		text, more = string([]rune(text)[:maxQuote]), true
	}
	return Quote{Citation: c, Text: text, Cut: more}
}

// location is where a log lies and how it is read.
type location struct {
	path      string // in the tables
	real      string
	member    *archive.Member
	size      int64 // as of found
	bytes     int64
	container record.Container
}

// found is the log as a file to open.
func (at location) found() found {
	f := newFound(at.path, "", at.real)
	f.member, f.size = at.member, at.size
	return f
}

// cost is how many bytes have to be read to read the log: for a member of an archive
// also those that are unpacked before it.
func (at location) cost() int64 {
	if at.member != nil {
		return at.member.Costs()
	}
	return at.bytes
}

// location is where the log of that path lies; false where the tables name none.
func (res *Result) location(path string) (location, bool) {
	i, ok := slices.BinarySearchFunc(res.locations, path, func(at location, path string) int { return strings.Compare(at.path, path) })
	if !ok {
		return location{}, false
	}
	return res.locations[i], true
}

// locate remembers where the logs lie that the tables name. Both lists are in the order of paths.
func (res *Result) locate(list []found, files []*record.File) {
	quotable := func(f *record.File, at found) bool {
		return f.Format != nil && at.fault == nil && at.real != "" && !f.Private()
	}
	each := func(visit func(f *record.File, at found)) {
		next := 0
		for _, f := range files {
			for next < len(list) && list[next].shown < f.Path {
				next++
			}
			if next < len(list) && list[next].shown == f.Path && quotable(f, list[next]) {
				visit(f, list[next])
			}
		}
	}
	n := 0
	each(func(*record.File, found) { n++ })
	res.locations = make([]location, 0, n)
	each(func(f *record.File, at found) {
		res.locations = append(res.locations, location{at.shown, at.real, at.member, at.size, f.Bytes, f.Format.Container})
	})
}
