package render

import (
	"cmp"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"strings"

	"runreport/analyze/report"
	"runreport/analyze/report/slug"
)

// host is a place where people discuss a change, with what it takes of a note.
type host struct {
	file   string // the file that the note is written to
	bytes  int    // the longest note. No text has more characters or UTF-16 units than bytes, so bytes stand for all three
	rows   int    // rows of one part that people look through there
	whose  string // the limit that bytes keep well below
	sticky bool   // the note is found by its marker and edited when the next one comes
}

// The hosts.
var (
	githubComment = host{file: "comment.md", bytes: 60_000, rows: 12, whose: "GitHub takes 65,536 characters", sticky: true}
	stepSummary   = host{file: "step-summary.md", bytes: 950_000, rows: 200, whose: "GitHub takes 1 MiB for a step"}
	gitlabNote    = host{file: "gitlab-note.md", bytes: 900_000, rows: 100, whose: "GitLab takes 1,000,000 characters", sticky: true}
)

func (h host) limit() string {
	return fmt.Sprintf("%s bytes, %d rows of one part; %s", grouped(int64(h.bytes)), h.rows, h.whose)
}

// longestTitle and longestText are how many characters a note shows of a title and
// of a sentence of a report. They are cut before they are escaped.
const (
	longestTitle = 120
	longestText  = 400
)

// noteRoom is what a note shows of a place and of an identifier.
var noteRoom = budget{places: 48, code: 60}

// files writes the report as a note: what a reviewer has to know first, then the
// rest by weight as far as the host takes it.
func (h host) files(r *report.Report, o Options) ([]File, error) {
	key, err := reportKey(&r.Data)
	if err != nil {
		return nil, err
	}
	foot := "\n"
	if o.ReportURL != "" {
		foot += "[Full report](" + o.ReportURL + ") · "
	}
	foot += noteText(noteFoot(&r.Data), longestText) + "\n"
	if h.sticky {
		foot += "\n<!-- runreport:" + key + " -->\n"
	}
	head := noteHead(&r.Data)
	body := noteMarkdown.fit(noteParts(&r.Data), h.bytes-len(head)-len(foot), h.rows)
	return []File{{Path: h.file, Content: []byte(head + body + foot)}}, nil
}

// noteHead is the verdict, and below it what it is about, and what became of the items of evals,
// which no other part tells.
func noteHead(d *report.Data) string {
	b := NewBrief(d)
	head := "## " + b.Sign + " " + noteText(b.Line(), longestText) + "\n\n"
	about := "Report: " + noteText(cmp.Or(d.Title, "Run report"), longestTitle) // no text of a log begins a line
	if b.About != "" {
		about += ", run date " + noteText(b.About, longestTitle)
	}
	about += ", " + b.Scope
	if b.Since != "" {
		about += ", against " + noteText(b.Since, longestTitle)
	}
	for _, n := range b.Notes {
		about += "; " + noteText(n, longestTitle)
	}
	about += ".\n"
	if b.Items != "" {
		about += "\n" + noteText(b.Items, longestText) + "\n"
	}
	return head + about
}

// noteFoot says what the note rests on.
func noteFoot(d *report.Data) string {
	line, _ := inputLine(d.Ledger)
	for _, l := range d.Labels {
		line += ", " + l.Name + " " + l.Value
	}
	return strings.TrimSuffix(line, ".") + "."
}

// jobLabel is the label that tells the jobs of one matrix apart. Other labels, such as
// a commit, are not the same from one build to the next.
const jobLabel = "job"

// reportKey tells the notes, feeds and fingerprints of one report from those of
// another in the same place. It stays the same from build to build as long as the
// title and the job do.
func reportKey(d *report.Data) (string, error) {
	name := cmp.Or(d.Title, "Run report")
	for _, l := range d.Labels {
		if l.Name == jobLabel {
			name += " " + l.Value
		}
	}
	sum := sha256.Sum256([]byte(name))
	key := hex.EncodeToString(sum[:])[:8]
	if name := slug.Of(name, 32); name != "" {
		key = name + "-" + key
	}
	if !anchorID.MatchString(key) {
		return "", fmt.Errorf("the key %q of the report has to be of a-z, 0-9 and -", key)
	}
	return key, nil
}

// noteText is a text of a report as it stands in a note.
func noteText(s string, limit int) string { return escapeNote(Cut(legible(s), limit)) }
