// Package recalltest makes lists of bugs for the tests of recall.
package recalltest

import (
	"strconv"
	"strings"

	"runreport/ingest/table"
)

// The two kinds of lists, by what their rows call them.
const (
	Document = "BUGS.md"
	Manifest = "manifest"
)

var kinds = map[string]string{Document: table.ListDocument, Manifest: table.ListManifest}

// Bug is a bug of a made-up list: "ID | file:lo-hi | title | state", of which
// all but the id may be missing.
type Bug string

// Add adds the bug to the list of a run.
func (r Bug) Add(s *table.Set, run, list string, at table.Place) {
	parts := strings.Split(string(r), "|")
	for i := range parts {
		parts[i] = strings.TrimSpace(parts[i])
	}
	parts = append(parts, "", "", "")
	row := s.Bugs.Add(at)
	s.Bugs.Run.Set(row, run)
	s.Bugs.List.Set(row, list)
	s.Bugs.ListKind.SetText(row, kinds[list])
	s.Bugs.Bug.Set(row, parts[0])
	file, lines, _ := strings.Cut(parts[1], ":")
	s.Bugs.File.SetText(row, file)
	if lo, hi, _ := strings.Cut(lines, "-"); lo != "" {
		n, _ := strconv.ParseInt(lo, 10, 64)
		s.Bugs.LineLo.Set(row, n)
		if n, err := strconv.ParseInt(hi, 10, 64); err == nil {
			s.Bugs.LineHi.Set(row, n)
		}
	}
	s.Bugs.Title.SetText(row, parts[2])
	s.Bugs.State.SetText(row, parts[3])
}

// AddFile adds a file to a set and returns its index.
func AddFile(s *table.Set, path string) int {
	row := s.Sources.Add(table.Place{})
	s.Sources.Path.Set(row, path)
	s.Sources.Group.Set(row, "g")
	return row
}

// AddList adds BUGS.md or a manifest with its bugs.
func AddList(s *table.Set, path, run, list string, bugs ...Bug) {
	src := AddFile(s, path)
	if list == Document {
		row := s.Claims.Add(table.Place{Source: src, Line: 1})
		s.Claims.Run.Set(row, run)
		s.Claims.By.Set(row, Document)
		s.Claims.Topic.Set(row, table.TopicBugList)
		s.Claims.Text.Set(row, strconv.Itoa(len(bugs)))
	}
	for i, b := range bugs {
		b.Add(s, run, list, table.Place{Source: src, Line: int64(10 * (i + 1))})
	}
}
