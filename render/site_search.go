package render

import (
	"encoding/json"
	"iter"
	"time"

	"runreport/analyze/report"
)

// searchPart is how many runs a part of the search index holds. Parts are counted from
// the earliest run on, so that all but the last stay as they are when runs are added.
const searchPart = 2000

// runsPart is a part of the index: the runs with their names as numbers in lists, since
// most of them come many times. A run is its name, the numbers, the path of its page
// below the site, and when it began.
type runsPart struct {
	Systems  []string `json:"systems"`
	Subjects []string `json:"subjects"`
	Ends     []string `json:"ends"`
	Runs     [][6]any `json:"runs"`
}

// search makes the index of all runs and pages as scripts, which a page can load from a
// disk as well as from a server. index.js keeps its name and names the others.
func (s *website) search() iter.Seq2[File, error] {
	return func(yield func(File, error) bool) {
		parts := []string{}
		runs := s.r.Data.Runs
		for len(runs) > 0 {
			n := min(searchPart, len(runs))
			script, err := call("runs", s.searchRuns(runs[:n]))
			part := newAsset("runs", ".js", script)
			parts = append([]string{part.path}, parts...) // the latest first
			if !yield(File{Path: part.path, Content: part.content}, err) || err != nil {
				return
			}
			runs = runs[n:]
		}
		script, err := call("begin", s.searchPages(), parts)
		yield(File{Path: "assets/index.js", Content: []byte(script)}, err)
	}
}

// call is a script that hands data to the search. What encoding/json writes is
// JavaScript too, with <, >, & and line separators escaped.
func call(function string, data ...any) (string, error) {
	script := "runreportSite." + function + "("
	for i, d := range data {
		text, err := json.Marshal(d)
		if err != nil {
			return "", err
		}
		if i > 0 {
			script += ","
		}
		script += string(text)
	}
	return script + ");\n", nil
}

func (s *website) searchRuns(runs []report.Run) runsPart {
	p := runsPart{Systems: []string{}, Subjects: []string{}, Ends: []string{}, Runs: [][6]any{}}
	number := func(list *[]string) func(string) int {
		seen := map[string]int{}
		return func(name string) int {
			i, known := seen[name]
			if !known {
				i = len(*list)
				seen[name] = i
				*list = append(*list, legible(name))
			}
			return i
		}
	}
	system, subject, end := number(&p.Systems), number(&p.Subjects), number(&p.Ends)
	for _, r := range runs {
		began, night := "", ""
		if !r.StartedAt.IsZero() {
			began = r.StartedAt.UTC().Format("2006-01-02 15:04")
			night = r.StartedAt.UTC().Format(time.DateOnly)
		}
		path := s.paths[report.PageID{Kind: report.PageRun, Key: r.Key}]
		if path == "" { // one of very many: its night lists it
			path = s.paths[report.PageID{Kind: report.PageNight, Key: night}]
		}
		ended := r.Outcome
		if ended == "" {
			ended = r.Status
		}
		p.Runs = append(p.Runs, [6]any{legible(r.Unit), system(r.System), subject(r.Subject), end(ended), path, began})
	}
	return p
}

// searchPages are the pages that are no runs: title, what they are, path, when.
func (s *website) searchPages() [][4]string {
	list := [][4]string{}
	for _, section := range s.r.Sections {
		list = append(list, [4]string{legible(section.Title), "Section", sectionPath(section.ID), ""})
	}
	for _, k := range kinds {
		if k.name == "" {
			continue
		}
		for _, ref := range s.r.Pages.Refs {
			if ref.Kind == k.kind {
				list = append(list, [4]string{legible(ref.Title), k.one + " · " + legible(ref.Note), s.paths[ref.PageID], ""})
			}
		}
	}
	return list
}
