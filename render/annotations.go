package render

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"runreport/analyze/report"
)

// maxAnnotations is how many annotations of one level GitHub shows of a step; it
// drops the rest without a word.
const maxAnnotations = 10

// annotation is one line beside a job or a file.
type annotation struct {
	level, title, text string
	at                 report.Evidence
}

// annotations writes workflow commands of GitHub Actions into a file. A job that
// wants them prints the file; nothing else of the program prints a command.
func annotations(r *report.Report, _ Options) ([]File, error) {
	var all []annotation
	if g := r.Data.Gate; g != nil {
		for _, rule := range g.Rules {
			level := map[string]string{"blocking": "error", "advisory": "warning"}[rule.Level]
			if rule.Status == "fail" && level != "" {
				all = append(all, annotation{level: level, title: "gate: " + rule.Name, text: rule.Reason})
			}
		}
	}
	for _, p := range r.Data.Problems {
		if p.Acknowledged == "" {
			a := annotation{level: map[int]string{0: "error", 1: "warning", 2: "notice"}[urgencyRank(p.Severity)], title: p.Title, text: cmp.Or(p.Text, p.Title)}
			if len(p.Evidence) > 0 {
				a.at = p.Evidence[0]
			}
			all = append(all, a)
		}
	}
	var b strings.Builder
	for _, level := range []string{"error", "warning", "notice"} {
		list := slices.DeleteFunc(slices.Clone(all), func(a annotation) bool { return a.level != level })
		shown := list[:min(len(list), maxAnnotations)]
		if len(list) > maxAnnotations { // the last says how many are not there
			shown = append(slices.Clone(list[:maxAnnotations-1]), annotation{level: level, title: "runreport",
				text: grouped(int64(len(list)-maxAnnotations+1)) + " more in the full report"})
		}
		for _, a := range shown {
			b.WriteString(a.command() + "\n")
		}
	}
	return []File{{Path: "annotations.txt", Content: []byte(b.String())}}, nil
}

// command is the annotation as a workflow command.
func (a annotation) command() string {
	properties := "title=" + commandProperty(a.title)
	if a.at.File != "" {
		properties += ",file=" + commandProperty(a.at.File)
		if a.at.Line != nil {
			properties += fmt.Sprintf(",line=%d", *a.at.Line)
		}
	}
	return "::" + a.level + " " + properties + "::" + commandData.Replace(plain(a.text))
}

// What a runner reads back in the data and in the properties of a command.
var (
	commandData       = strings.NewReplacer("%", "%25", "\r", "%0D", "\n", "%0A")
	commandProperties = strings.NewReplacer("%", "%25", "\r", "%0D", "\n", "%0A", ":", "%3A", ",", "%2C")
)

func commandProperty(s string) string { return commandProperties.Replace(plain(s)) }
