package record

import (
	"slices"
	"strings"
)

// Finding is one deviation; repeats of the same are counted.
type Finding struct {
	Code           *Code
	Line           int64 // 0: the whole file
	Seen, Expected string
	Count          int64
}

// maxFindings is how many different findings of one file are listed. A hostile
// log can make up as many as it has lines.
const maxFindings = 500

// findings are the deviations of a file, in the order in which they were met.
type findings struct {
	all     []*Finding
	byTopic map[topic]*Finding
	isPart  bool // of some lines of a file: they are not cut short
}

// Findings are the deviations in the order in which they were met.
func (f *findings) Findings() []*Finding { return f.all }

// Add records a finding that may count for several.
func (f *findings) Add(n *Finding) {
	if f.byTopic == nil && len(f.all) > 0 { // after Release
		f.byTopic = make(map[topic]*Finding, len(f.all))
		for _, have := range f.all {
			f.byTopic[have.topic()] = have
		}
	}
	if have, ok := f.byTopic[n.topic()]; ok {
		have.Count += n.Count
		return
	}
	if len(f.all) >= maxFindings && !f.isPart {
		n = &Finding{Code: tooMany, Line: n.Line, Count: n.Count}
		if have, ok := f.byTopic[n.topic()]; ok {
			have.Count += n.Count
			return
		}
	}
	f.list(n)
}

// list lists a finding, so that repeats are counted at it.
func (f *findings) list(n *Finding) {
	if f.byTopic == nil {
		f.byTopic = map[topic]*Finding{}
	}
	f.byTopic[n.topic()] = n
	f.all = append(f.all, n)
}

// Found reports whether there is a finding of the code.
func (f *findings) Found(code *Code) bool {
	return slices.ContainsFunc(f.all, func(n *Finding) bool { return n.Code == code })
}

// topic is the same for findings that say the same again.
type topic struct{ code, about, expected string }

func (n *Finding) topic() topic {
	about, _, _ := strings.Cut(n.Seen, ": ")
	return topic{n.Code.Name, about, n.Expected}
}
