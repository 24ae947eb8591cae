package render

import (
	"fmt"
	"strings"

	"runreport/analyze/report"
)

// Output is one form that a report can be written in.
type Output struct {
	Name    string // as --format spells it
	About   string // its files and what they are, for the help
	Limit   string // how long it gets at most, and whose limit that is; empty: as long as the report
	Default bool   // written when no form is named
	Files   func(*report.Report, Options) ([]File, error)
}

// Outputs lists every form, in the order the help names them.
var Outputs = []Output{
	{Name: "html", Default: true, About: "one self-contained page: index.html", Files: html},
	{Name: "markdown", Default: true, About: "report.md, with its charts as charts/*.svg", Files: markdown},
	{Name: "json", Default: true, About: "summary.json, for other programs", Files: summary},
	{Name: "pr-comment", About: "comment.md, to post on a pull request on GitHub", Limit: githubComment.limit(), Files: githubComment.files},
	{Name: "step-summary", About: "step-summary.md, the same for the page of a GitHub Actions job", Limit: stepSummary.limit(), Files: stepSummary.files},
	{Name: "gitlab-note", About: "gitlab-note.md, the same for a merge request on GitLab", Limit: gitlabNote.limit(), Files: gitlabNote.files},
	{Name: "email", About: "report.eml, a message with the same as text and as HTML", Limit: mailLimit(), Files: mail},
	{Name: "annotations", About: "annotations.txt, workflow commands that a job on GitHub Actions may print", Limit: fmt.Sprintf("%d of each level; GitHub shows no more of a step", maxAnnotations), Files: annotations},
	{Name: "feed", About: "feed.atom, what got worse, for feed readers", Limit: fmt.Sprintf("%d entries, the latest", maxEntries), Files: feed},
	{Name: "badge", About: "badge.json, for an endpoint badge of shields.io", Limit: fmt.Sprintf("%d characters", longestBadge), Files: badge},
	{Name: "junit", About: "junit.xml, a test for each rule of the gate and each problem", Limit: grouped(maxTestcases) + " tests; GitLab takes 30 MB and 250,000 objects", Files: junit},
	{Name: "sarif", About: "report.sarif, problems with their lines, for code scanning", Limit: grouped(maxIssues) + " results; GitHub keeps no more of a run", Files: sarif},
	{Name: "codequality", About: "codequality.json, the same for a merge request on GitLab", Limit: grouped(maxIssues) + " entries", Files: codeQuality},
}

// File is one file of an output. Path is relative, with slashes.
type File struct {
	Path    string
	Content []byte
}

// Options say how to render, never what.
type Options struct {
	Jobs        int    // charts drawn at once; below 1: one for each processor
	FrontMatter string // the docs-site builder that Markdown is for: one of FrontMatters; empty: none
	ReportURL   string // where people will find the whole report; empty: not known
}

// Render makes the files of the named outputs, in the order of Outputs. It fails
// on a name that is not in the list, and on a report that an output cannot write,
// naming the part that is at fault.
func Render(r *report.Report, names []string, o Options) ([]File, error) {
	if err := CheckURL(o.ReportURL); err != nil {
		return nil, err
	}
	wanted := make(map[string]bool, len(names))
	for _, name := range names {
		wanted[name] = true
	}
	var files []File
	for _, out := range Outputs {
		if !wanted[out.Name] {
			continue
		}
		delete(wanted, out.Name)
		made, err := out.Files(r, o)
		if err != nil {
			return nil, fmt.Errorf("%s: %w", out.Name, err)
		}
		files = append(files, made...)
	}
	for _, name := range names {
		if wanted[name] {
			return nil, fmt.Errorf("unknown format %q: known are %s", name, strings.Join(Names(), ", "))
		}
	}
	return files, nil
}

// Names lists the names of all outputs.
func Names() []string {
	names := make([]string, len(Outputs))
	for i, out := range Outputs {
		names[i] = out.Name
	}
	return names
}

// DefaultNames lists the names of the outputs that are written when none is named.
func DefaultNames() []string {
	var names []string
	for _, out := range Outputs {
		if out.Default {
			names = append(names, out.Name)
		}
	}
	return names
}
