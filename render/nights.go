package render

import (
	"cmp"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path"
	"regexp"
	"slices"
	"time"

	"runreport/analyze/report"
	"runreport/render/publish"
	"runreport/unit"
)

// Night is one report of a folder of reports: only what a list says of it, since a folder
// may hold years of them.
type Night struct {
	Folder   string
	AsOf     report.Moment
	Runs     int64
	Errors   int64 // problems of that severity that nobody has acknowledged
	Warnings int64
	Verdict  string // what its gate says, where it has one, and the most urgent sentence
}

// nightName is what a night's folder may be called: it becomes part of a link.
var nightName = regexp.MustCompile(`^[A-Za-z0-9][A-Za-z0-9._-]{0,99}$`)

// Nights reads the reports in the folders of dir that have a page for the builder,
// newest first. A folder without a manifest of ours is no report. One that is a
// report and cannot be listed is among the problems, with the reason.
func Nights(dir, frontMatter string) (nights []Night, problems []error, err error) {
	f, err := flavourOf(frontMatter)
	if err != nil {
		return nil, nil, err
	}
	root, err := os.OpenRoot(dir)
	if err != nil {
		return nil, nil, err
	}
	defer root.Close()
	entries, err := fs.ReadDir(root.FS(), ".")
	if err != nil {
		return nil, nil, err
	}
	for _, e := range entries {
		if !e.IsDir() {
			continue
		}
		switch n, err := readNight(root, e.Name(), f); {
		case err != nil:
			problems = append(problems, err)
		case n != nil:
			nights = append(nights, *n)
		}
	}
	slices.SortFunc(nights, func(a, b Night) int {
		return cmp.Or(b.AsOf.Compare(a.AsOf), cmp.Compare(b.Folder, a.Folder))
	})
	return nights, problems, nil
}

// readNight is nil where the folder holds no report.
func readNight(root *os.Root, folder string, f flavour) (*Night, error) {
	if m, err := publish.ReadManifest(root.FS(), path.Join(folder, publish.ManifestName)); err != nil || m == nil {
		return nil, err
	}
	if !nightName.MatchString(folder) {
		return nil, fmt.Errorf("%q: a report's folder is named with letters, digits, dots, _ and - only", folder)
	}
	if _, err := root.Stat(path.Join(folder, f.page)); err != nil {
		return nil, fmt.Errorf("%s: it has no %s; build it with --format markdown,json --front-matter %s", folder, f.page, f.name)
	}
	file, err := root.Open(path.Join(folder, summaryName))
	if errors.Is(err, fs.ErrNotExist) {
		return nil, fmt.Errorf("%s: it has no %s; build it with --format markdown,json", folder, summaryName)
	}
	if err != nil {
		return nil, err
	}
	defer file.Close()
	name := path.Join(folder, summaryName)
	d, totals, err := report.ReadMembers(file, "schema", "as_of", "verdict", "problems")
	if errors.Is(err, report.ErrVersion) {
		return nil, fmt.Errorf("%s: %w", name, err)
	}
	if err != nil {
		return nil, fmt.Errorf("%s: not a summary of runreport: %w", name, err)
	}
	urgent := count(d.Problems, nil)
	return &Night{Folder: folder, AsOf: d.AsOf, Runs: totals["runs"], Errors: urgent[report.SeverityError], Warnings: urgent[report.SeverityWarning], Verdict: NewBrief(d).Line()}, nil
}

// nightsView is a list of reports in the words of Markdown, escaped.
type nightsView struct {
	Front  string
	Titled bool
	Title  string
	Count  string
	Rows   []string
	Foot   string
}

// NightList is the page that lists the nights in the order they are in, with a link
// to each.
func NightList(title string, nights []Night, o Options) ([]File, error) {
	f, err := flavourOf(o.FrontMatter)
	if err != nil {
		return nil, err
	}
	grid := [][]string{{"Report", "As of (UTC)", "Runs", "Errors", "Warnings", "Verdict"}}
	for _, n := range nights {
		grid = append(grid, []string{
			"[" + escape(n.Folder) + "](" + n.Folder + f.link + ")", escape(unit.Stamp(n.AsOf)), grouped(n.Runs),
			grouped(n.Errors), grouped(n.Warnings), escape(n.Verdict),
		})
	}
	page, err := f.write("nights", nightsView{
		Front: f.frontMatter(title, ""), Titled: !f.untitled, Title: escape(title),
		Count: counted(int64(len(nights)), "report"),
		Rows:  aligned(grid, func(i int) bool { return i >= 2 && i <= 4 }), Foot: f.foot,
	})
	if err != nil {
		return nil, err
	}
	return []File{{Path: f.nights, Content: page}}, nil
}

// dated is a title with the day that the report is of.
func dated(title string, asOf time.Time) string {
	if asOf.IsZero() {
		return title
	}
	return title + ", " + asOf.UTC().Format(time.DateOnly)
}
