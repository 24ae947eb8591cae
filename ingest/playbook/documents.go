package playbook

import (
	"cmp"
	"slices"
	"strconv"
	"strings"

	"runreport/ingest/record"
)

// The kinds of units that are made of documents alone and have no row in the table runs.
const (
	calibrationUnit = "calibration log"
	archiveUnit     = "archive"
)

// documents are the companions of one run, by what they are. Of several of one
// sort the last in path order stands for them; of run metadata, the one that began
// last.
type documents struct {
	progress    *record.Record
	ticks       []*record.Record // lines of the phase checklist and of phase times
	tracked     []*record.Record
	list        *record.Record
	bugs        []*record.Record
	index       *record.Record
	archived    []*record.Record
	gate        *record.Record
	metadata    *record.Record
	tdd         *record.Record
	manifest    *record.Record
	integration *record.Record
	recheck     *record.Record
	all         []*record.Record // in the order of files and lines
}

func documentsOf(u *record.Unit) *documents {
	d := &documents{}
	for _, f := range u.Companions {
		for _, r := range f.Records {
			d.all = append(d.all, r)
			d.take(r)
		}
	}
	return d
}

func (d *documents) take(r *record.Record) {
	switch r.Kind {
	case progressKind:
		d.progress = r
	case progressPhaseKind:
		d.ticks = append(d.ticks, r)
	case trackerKind:
		d.tracked = append(d.tracked, r)
	case bugListKind:
		d.list = r
	case bugKind:
		d.bugs = append(d.bugs, r)
	case indexKind:
		d.index = r
	case archivedKind:
		d.archived = append(d.archived, r)
	case gateLogKind:
		d.gate = r
	case metadataKind:
		if d.metadata == nil || !r.Time("start_time").Before(d.metadata.Time("start_time")) {
			d.metadata = r
		}
	case tddKind:
		d.tdd = r
	case manifestKind:
		d.manifest = r
	case integrationKind:
		d.integration = r
	case recheckKind:
		d.recheck = r
	}
}

// about is what the documents say is reviewed; "" when none does.
func (d *documents) about() string {
	return cmp.Or(fieldText(d.progress, "benchmark"), fieldText(d.metadata, "project"), fieldText(d.progress, "project"), fieldText(d.tdd, "project"), fieldText(d.integration, "project"))
}

// model is the language model that the documents name.
func (d *documents) model() string {
	return cmp.Or(fieldText(d.metadata, "model"), fieldText(d.progress, "model"))
}

// runner is the program that the documents name.
func (d *documents) runner() string {
	return cmp.Or(fieldText(d.metadata, "runner"), fieldText(d.progress, "runner"))
}

// version is the version of the playbook that the documents name.
func (d *documents) version() string {
	return plainVersion(cmp.Or(fieldText(d.progress, "playbook_version"), fieldText(d.metadata, "skill_version"), fieldText(d.progress, "skill_version"), fieldText(d.tdd, "skill_version")))
}

// onlyArchive reports whether there is nothing but an index of archived runs.
func (d *documents) onlyArchive() bool {
	return !slices.ContainsFunc(d.all, func(r *record.Record) bool { return r.Kind != archivedKind })
}

// confirmed are the bugs of BUGS.md that were not dismissed.
func (d *documents) confirmed() []*record.Record {
	return slices.DeleteFunc(slices.Clone(d.bugs), func(b *record.Record) bool {
		dismissed, _ := b.Bool("dismissed")
		return dismissed
	})
}

// str is a field of a document that may not be there.
func fieldText(r *record.Record, key string) string {
	if r == nil {
		return ""
	}
	return r.Str(key)
}

// ids are the different ids of some rows of bugs, in their order.
func bugIDs(rows []*record.Record) []string {
	var list []string
	seen := map[string]bool{}
	for _, r := range rows {
		if id := r.Str("id"); id != "" && !seen[id] {
			seen[id] = true
			list = append(list, id)
		}
	}
	return list
}

// ticked is which phases the checklist of PROGRESS.md has, and whether as done.
func (d *documents) ticked() map[int64]bool {
	m := map[int64]bool{}
	for _, r := range d.ticks {
		if done, given := r.Bool("done"); given {
			n, _ := r.Int("phase")
			m[n] = m[n] || done
		}
	}
	return m
}

// completed are the phases that the run metadata lists, as numbers or as words.
func (d *documents) completed() (done []int64, given bool) {
	if d.metadata == nil || d.metadata.Raw("phases_completed").Kind() != '[' {
		return nil, false
	}
	for _, e := range record.Elements(d.metadata.Raw("phases_completed")) {
		n, err := strconv.ParseInt(numbers.FindString(record.Words(e)), 10, 64)
		if err == nil && n >= 1 && n <= lastPhase && !slices.Contains(done, n) {
			done = append(done, n)
		}
	}
	slices.Sort(done)
	return done, true
}

// plainVersion is a version without the v before it; "" where it is not known.
func plainVersion(s string) string {
	s = strings.TrimPrefix(strings.ToLower(firstWord(strings.TrimSpace(s))), "v")
	if s == "unknown" {
		return ""
	}
	return s
}

func isCalibration(f *record.File) bool {
	return slices.ContainsFunc(f.Records, func(r *record.Record) bool { return r.Kind == calibrationKind })
}

// nameAlone names a run without a log by what its documents say. A folder that
// holds nothing but an index of archived runs is none.
func nameAlone(u *record.Unit) string {
	d := documentsOf(u)
	about, at := d.about(), ""
	if d.metadata != nil {
		at = d.metadata.Value("start_time").Text
	} else if d.progress != nil {
		at = d.progress.Value("started").Text
	}
	if about == "" {
		about = folderName(u.Home)
	}
	if d.onlyArchive() {
		u.Kind = archiveUnit
		about = "archive of " + about
	}
	if at != "" {
		about += " " + record.Cut(at, 40)
	}
	return about
}
