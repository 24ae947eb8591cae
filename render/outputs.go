package render

import (
	"errors"
	"fmt"
	"iter"
	"slices"
	"strings"

	"runreport/analyze/report"
	"runreport/render/publish"
)

// Output is one form that a report can be written in. Exactly one of Files and Each is
// given.
type Output struct {
	Name    string // as --format spells it
	Front   string // the path of the file to open first
	About   string // its files and what they are, for the help
	Limit   string // how long it gets at most, and whose limit that is; empty: as long as the report
	Default bool   // written when no form is named
	Whole   bool   // made of sections, pages and quotes too; else of the report's data and tests
	Paged   bool   // of these, one that is made of pages
	Files   func(*report.Report, Options) ([]File, error)
	// Each makes the files one after the other, for an output of so many that they
	// would not fit into memory together. It ends with the first error.
	Each func(*report.Report, Options) iter.Seq2[File, error]
}

// Outputs lists every form, in the order the help names them.
var Outputs = []Output{
	{Name: "html", Front: "index.html", Default: true, Whole: true, About: "one self-contained page: index.html", Limit: grouped(DefaultPageBytes) + " bytes, or --max-page-bytes; it says what it leaves out", Files: html},
	{Name: "site", Front: "site/index.html", Whole: true, Paged: true, About: "site/index.html, with a page for every run date, cycle, benchmark, flaky step and run", Each: site},
	{Name: "markdown", Front: "report.md", Default: true, Whole: true, About: "report.md, the first screen, with details.md and charts/*.svg", Limit: grouped(maxBrief) + " bytes of report.md, without --front-matter", Files: markdown},
	{Name: "json", Front: "summary.json", Default: true, About: "summary.json, for other programs", Limit: grouped(report.MaxSummaryBytes) + " bytes, and " + grouped(report.MaxList) + " entries a list; a list that is cut says how long it was", Files: summary},
	{Name: "pr-comment", Front: "comment.md", About: "comment.md, to post on a pull request on GitHub", Limit: githubComment.limit(), Files: githubComment.files},
	{Name: "step-summary", Front: "step-summary.md", About: "step-summary.md, the same for the page of a GitHub Actions job", Limit: stepSummary.limit(), Files: stepSummary.files},
	{Name: "gitlab-note", Front: "gitlab-note.md", About: "gitlab-note.md, the same for a merge request on GitLab", Limit: gitlabNote.limit(), Files: gitlabNote.files},
	{Name: "email", Front: "report.eml", About: "report.eml, a message with the same as text and as HTML", Limit: mailLimit(), Files: mail},
	{Name: "annotations", Front: "annotations.txt", About: "annotations.txt, workflow commands that a job on GitHub Actions may print", Limit: fmt.Sprintf("%d of each level; GitHub shows no more of a step", maxAnnotations), Files: annotations},
	{Name: "feed", Front: "feed.atom", About: "feed.atom, what failed or got worse, for feed readers", Limit: fmt.Sprintf("%d entries, the latest", maxEntries), Files: feed},
	{Name: "badge", Front: "badge.json", About: "badge.json, for an endpoint badge of shields.io", Limit: fmt.Sprintf("%d characters", longestBadge), Files: badge},
	{Name: "junit", Front: "junit.xml", About: "junit.xml, a test for each step of the latest runs and each rule of the gate", Limit: grouped(maxTestcases) + " tests; GitLab takes 30 MB and 250,000 objects", Files: junit},
	{Name: "sarif", Front: "report.sarif", About: "report.sarif, problems with their lines, for code scanning", Limit: grouped(maxIssues) + " results; GitHub keeps no more of a run", Files: sarif},
	{Name: "codequality", Front: "codequality.json", About: "codequality.json, the same for a merge request on GitLab", Limit: grouped(maxIssues) + " entries", Files: codeQuality},
}

// made are the output's files. They are made now, or where Each is given when they are asked for.
func (out Output) made(r *report.Report, o Options) (iter.Seq2[File, error], error) {
	if out.Each != nil {
		return out.Each(r, o), nil
	}
	files, err := out.Files(r, o)
	return publish.All(files), err
}

// File is one file of an output.
type File = publish.File

// Options say how to render, never what.
type Options struct {
	Jobs        int    // outputs made at once, and charts that each of them draws at once; below 1: one for each processor
	FrontMatter string // the docs-site builder that Markdown is for: one of FrontMatters; empty: none
	PageBytes   int    // how long the page gets at most; 0: DefaultPageBytes
	ReportURL   string // where people will find the whole report; empty: not known
	// Quote gives the raw lines behind what the report cites, QuotePage those behind what
	// one page of the site cites; the latter is called from several goroutines. Nil: the
	// quotes that the report and its pages hold already.
	Quote, QuotePage func(cited []report.Evidence) []report.Quote
	// Unchanged says that the output holds the file of that path already, made from what
	// the fingerprint sums up, so that it need not be made. Several goroutines may call it.
	// Nil: it holds nothing.
	Unchanged func(path, fingerprint string) bool
}

// ErrRender is every error of Render: what is wrong is the report or what was asked for,
// not the place that the files go to.
var ErrRender = errors.New("the report cannot be drawn")

// Render makes the files of the named outputs, in the order of Outputs. Up to o.Jobs outputs are made at once. An
// output of many files makes each when it is asked for. Render fails on a name that is not in the list, and on a
// report that an output cannot write, naming the part that is at fault.
func Render(r *report.Report, names []string, o Options) iter.Seq2[File, error] {
	return func(yield func(File, error) bool) {
		if err := checkRequest(names, o); err != nil {
			yield(File{}, fmt.Errorf("%w: %w", ErrRender, err))
			return
		}
		if o.Quote != nil && Whole(names) {
			quoted := *r
			quoted.Quotes = o.Quote(cite(r, siteRoom, maxCited))
			r = &quoted
		}
		outputs := slices.DeleteFunc(slices.Clone(Outputs), func(out Output) bool {
			return !slices.Contains(names, out.Name)
		})
		made := inOrder(len(outputs), o.Jobs, func(i int) (files iter.Seq2[File, error], err error) {
			return outputs[i].made(r, o)
		})
		next := 0
		for files, err := range made {
			name := outputs[next].Name
			if next++; err != nil {
				files = func(yield func(File, error) bool) { yield(File{}, err) }
			}
			for f, err := range files {
				if err != nil {
					err = fmt.Errorf("%w: %s: %w", ErrRender, name, err)
				}
				if !yield(f, err) || err != nil {
					return
				}
			}
		}
	}
}

func checkRequest(names []string, o Options) error {
	for _, name := range names {
		if !slices.Contains(Names(), name) {
			return fmt.Errorf("unknown format %q: known are %s", name, strings.Join(Names(), ", "))
		}
	}
	return CheckURL(o.ReportURL)
}

// Whole reports whether one of the named outputs is made of sections, pages or quotes.
func Whole(names []string) bool {
	return slices.ContainsFunc(Outputs, func(out Output) bool { return out.Whole && slices.Contains(names, out.Name) })
}

// Paged reports whether one of the named outputs is made of pages.
func Paged(names []string) bool {
	return slices.ContainsFunc(Outputs, func(out Output) bool { return out.Paged && slices.Contains(names, out.Name) })
}

// Front is the path of the file to open first of the named outputs; of several it is
// that of the one which Outputs lists first.
func Front(names []string) string {
	for _, out := range Outputs {
		if slices.Contains(names, out.Name) {
			return out.Front
		}
	}
	return ""
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
