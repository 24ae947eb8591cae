package companion

import (
	"slices"
	"strings"

	"runreport/ingest/markdown"
	"runreport/ingest/record"
)

// Read reads a document beside a log.
func Read(text []byte, f *record.File) {
	switch s := outlineOfText(f.Path, text).kind(); s {
	case aProgress, aBugList, anIndex, aRunIndex, aCalibrationLog:
		readMarkdown(s, text, f)
	case anExploration:
		readExploration(text, f)
	case aTestLog:
		readTestLog(text, f)
	case aGateLog:
		readGateLog(text, f)
	case aTDD:
		f.AddObject(tddKind, text, 0)
	case aManifest:
		f.AddObject(manifestKind, text, 0)
	case anIntegration:
		f.AddObject(integrationKind, text, 0)
	case aRecheck:
		f.AddObject(recheckKind, text, 0)
	default:
		// Run metadata, or a document that was recognised by its beginning and
		// breaks behind it: reading it says how.
		f.AddObject(metadataKind, text, 0)
	}
}

func readMarkdown(s documentKind, text []byte, f *record.File) {
	page, ok := markdown.Read(text)
	defer page.Release()
	if page.Cut != "" {
		f.Finding(companionCut, 0, page.Cut, "a document that a person could read")
	}
	if !ok {
		f.Reject(companionFailed, 0, "", "Markdown that can be parsed")
		return
	}
	list := page.Blocks
	switch s {
	case aProgress:
		readProgress(list, f)
	case aBugList:
		readBugList(list, f)
	case anIndex:
		readIndex(list, f)
	case aRunIndex:
		readRunIndex(list, f)
	default:
		readCalibration(list, f)
	}
}

// values are the fields of a record that was read from text. Empty ones are left
// out, as is a number that was not there.
type values map[string]record.Value

func (v values) text(key, s string) { v.start(key, s, 400) }

// start is text for the beginning of s, at most n bytes of it.
func (v values) start(key, s string, n int) {
	if s != "" {
		v[key] = record.TextValue(s).AtMost(n)
	}
}

func (v values) time(key, s string) {
	if s != "" {
		v[key] = timeValue(s).AtMost(80)
	}
}

func (v values) count(key string, n int64, given bool) {
	if given {
		v[key] = record.IntValue(n)
	}
}

func (v values) place(at location) {
	v.text("file", at.file)
	v.count("line_lo", at.lo, at.lo > 0)
	v.count("line_hi", at.hi, at.hi > 0)
}

// sections calls f with each part of the document between two headings of at most
// the level: its heading, nil at the beginning of the document, and what stands
// below, deeper headings and all.
func sections(list []markdown.Block, level int, f func(head *markdown.Block, body []markdown.Block)) {
	var head *markdown.Block
	from := 0
	for i := range list {
		if list[i].Kind == markdown.Heading && list[i].Level <= level {
			if head != nil || i > from {
				f(head, list[from:i])
			}
			head, from = &list[i], i+1
		}
	}
	if head != nil || from < len(list) {
		f(head, list[from:])
	}
}

// title is the text of the document's first heading.
func title(list []markdown.Block) string {
	for _, b := range list {
		if b.Kind == markdown.Heading {
			return bare(b.Text)
		}
	}
	return ""
}

// columns finds the cells of rows by the heads of their table. The rows below one head come one
// after the other, so that the head is made ready once for all of them.
type columns struct {
	head  []string // as written
	names []string // the same in lower case, without marks
}

// cell is the cell below one of the named heads; a name matches when the head contains it.
func (c *columns) cell(b *markdown.Block, names ...string) string {
	if !slices.Equal(c.head, b.Head) {
		c.head, c.names = b.Head, nil
		for _, head := range b.Head {
			c.names = append(c.names, strings.ToLower(bare(head)))
		}
	}
	for _, name := range names {
		for i, head := range c.names {
			if i < len(b.Cells) && strings.Contains(head, name) {
				return b.Cells[i]
			}
		}
	}
	return ""
}
