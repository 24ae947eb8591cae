package record

import (
	"path"
	"strings"

	"runreport/ingest/source"
	"runreport/ingest/table"
)

// File is one input file with what was read from it.
type File struct {
	Index       int    // its row in the table sources
	Path        string // as shown in the report
	Dir         string // the folder of Path, "" at the top
	Group       string // the folder whose latest event is the cut-off time of its open work
	Compression string
	Bytes       int64
	Labels      []string // of the build that read it last, as name=value
	Link        string   // of a link, the path of the file or folder that is read in its place; "": it is none
	Format      *Format  // nil: nobody claims it
	Records     []*Record
	Beside      *Listing // all files of the same reading; nil: not known
	Jobs        int      // goroutines that may read its lines at once; below 2: one
	IncludeText bool     // texts of a private format were asked for
	Passing     bool     // its records are let go of with Release soon after it was read

	// Strict reads everything by the strict reader and all rules alone, which is what the
	// quick ways through them are held against.
	Strict bool

	// Clean takes secrets out of a text of the file before it is cut, and CleanPage out
	// of a page what no line of it shows. They are set while the file is read; nil: its
	// texts are clean, or secrets are kept. They may be called from several goroutines.
	Clean, CleanPage func(string) string

	// Quiet reports that a text holds no secret, whatever key it stands under, unless it is
	// a key that names a secret. It may say no of any text. nil: it is not known of any.
	Quiet func(text string) bool

	// Foreign names the format of another system whose record a line's object is; "" for none.
	// It is asked about records of an unknown kind, and may be called from several goroutines.
	// nil: they are records of the file.
	Foreign func(source.Object) string

	// Settle takes records out of some that were read in a row, SettleAt of them or more, and
	// returns the others as records of the file. last says that no lines follow. It may be
	// called from several goroutines, and holds on to none that it took. nil: all wait until
	// the file was read.
	Settle   func(records []*Record, last bool) []*Record
	SettleAt int

	// Drain takes records out of the file, those that Settle left, whenever there are DrainAt
	// of them. It is called from one goroutine at a time. nil: nothing is taken.
	Drain   func()
	DrainAt int

	// Keep stores what is read of the file while it is read. Where it is given, Settle is called only
	// with records that are stored. nil: nothing is stored before the file was read.
	Keep *Keeping

	// Wanted selects the records that Restore adds. nil: all.
	// WantedLines selects the lines that Decode reads; it ignores all others, without findings and counts.
	// Restore uses it as a lower bound only: it skips pieces that end before the first wanted line. nil: all.
	Wanted      func(*Record) bool
	WantedLines *LineSpans

	findings
	workspace
	counts Counts
	later  *later // of AddFields; nil: nothing is left for later
	gone
}

// FolderOf is the folder of a path as the report shows it, "" for an argument that is a file.
func FolderOf(shown string) string {
	if d := path.Dir(shown); d != "." {
		return d
	}
	return ""
}

// gone are records of a file that were made rows of and let go.
type gone struct {
	sealed   int64 // by Seal
	taken    int   // by Settle and Drain
	released bool
	fates    [4]int64 // how many of those that Release let go had which fate
}

// Released reports whether Release let go of the records.
func (g *gone) Released() bool { return g.released }

// Sealed is how many records of the file are in the tables already.
func (g *gone) Sealed() int64 { return g.sealed }

// Release lets go of the records, which were made rows of. What the ledger says of them stays.
func (f *File) Release() {
	f.fates = fates(f)
	f.released, f.Records = true, nil
	f.drop()
	f.byTopic = nil           // few findings follow
	for _, n := range f.all { // what they quote may be a piece of the whole file
		n.Seen, n.Expected = strings.Clone(n.Seen), strings.Clone(n.Expected)
	}
}

// fates are how many records of the file have which fate.
func fates(f *File) [4]int64 {
	n := f.fates
	for _, r := range f.Records {
		n[r.Fate]++
	}
	return n
}

// Finding records a deviation. Repeats of one code about one topic (the words of
// seen before a colon) are counted at the first line.
func (f *File) Finding(code *Code, line int64, seen, expected string) {
	f.Add(&Finding{Code: code, Line: line, Seen: f.Cut(seen, 300), Expected: expected, Count: 1})
}

// Cut shortens a text of the file like the function Cut. A secret that is cut can no
// more be told, so secrets are taken out first.
func (f *File) Cut(text string, n int) string {
	if len(text) > n && f.Clean != nil {
		text = f.Clean(text)
	}
	return Cut(text, n)
}

// Private reports whether nothing of the file may be quoted.
func (f *File) Private() bool { return f.Format != nil && f.Format.Private && !f.IncludeText }

// quoted is what a finding quotes of the file: at most n bytes, and nothing of a private one.
func (f *File) quoted(text string, n int) string {
	if f.Private() {
		return "not quoted: the format is private"
	}
	return f.Cut(text, n)
}

// FillFindings writes the rows of the file's own findings. Those of an older snapshot or a
// copy are marked, since they are told of the file that counts too; what a snapshot has
// and that file has not is no repetition.
func (f *File) FillFindings(t *table.Findings) {
	n := fates(f)
	older := f.sealed == 0 && n != [4]int64{} && n[Kept] == 0
	for _, x := range f.all {
		from := t.Len()
		x.Fill(t, f.Index, "")
		if older && x.Code != diverged {
			t.Older.Set(from, true)
		}
	}
}

// OfLines reports whether the file is a log in which each line that was read stands for itself:
// no object goes on behind the last one.
func (f *File) OfLines() bool {
	return f.Format != nil && f.Format.Container == Lines && !f.Found(notLines) && !f.Found(tornLine)
}

// Reject counts a line or a record that could not be read, with the reason as a finding.
func (f *File) Reject(code *Code, line int64, seen, expected string) {
	f.counts.Rejected++
	f.Finding(code, line, seen, expected)
}

// Superseded marks all records of the file as an older snapshot's.
func (f *File) Superseded() {
	for _, r := range f.Records {
		r.Fate = Superseded
	}
}

// Fill writes the file's row of the table sources.
func (f *File) Fill(t *table.Sources) {
	row := t.Add(table.Place{Source: f.Index})
	t.Path.Set(row, f.Path)
	t.Group.SetText(row, f.Group)
	t.Compression.SetText(row, f.Compression)
	t.Bytes.Set(row, f.Bytes)
	if len(f.Labels) > 0 {
		t.Labels.Set(row, f.Labels)
	}
	if f.Format != nil {
		t.Format.Set(row, f.Format.InLedger())
		t.System.Set(row, f.Format.System)
		if f.Format.Companion {
			t.Companion.Set(row, true)
		}
	}
	n := fates(f)
	t.Kept.Set(row, n[Kept]+f.sealed)
	t.Duplicate.Set(row, n[Duplicate])
	t.Superseded.Set(row, n[Superseded])
	t.Rejected.Set(row, f.counts.Rejected)
	t.Blank.Set(row, f.counts.Blank)
	t.Ignored.Set(row, f.counts.Ignored)
	records := n[Kept] + n[Duplicate] + n[Superseded] + f.sealed
	if f.Format != nil && f.Format.Container == Lines {
		t.Lines.Set(row, f.counts.Lines)
	} else {
		records += f.counts.Rejected
	}
	t.Records.Set(row, records)
}
