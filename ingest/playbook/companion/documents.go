// Package companion reads the documents beside a run's log: PROGRESS.md, BUGS.md, INDEX.md,
// RUN_INDEX.md, the lever calibration log, quality-gate.log and results in JSON. Models
// write them, so every document is read in the several shapes it is found in.
package companion

import (
	"cmp"
	"slices"
	"strconv"
	"strings"

	"runreport/ingest/playbook/layout"
	"runreport/ingest/playbook/sheet"
	"runreport/ingest/record"
)

// The kinds of units that are made of documents alone and have no row in the table runs.
const (
	CalibrationLog = "calibration log"
	Archive        = "archive"
	BugList        = "bug list"
)

// Documents are the companions of one run, by what they are. Of several of one
// sort the last in path order stands for them; of run metadata, the one that is of this
// run, once ForRun has told, and until then the one that began last.
type Documents struct {
	Progress    *record.Record
	Ticks       []*record.Record // lines of the phase checklist and of phase times
	Tracked     []*record.Record
	List        *record.Record
	bugs        []*record.Record
	confirmed   []*record.Record // of the bugs
	Index       *record.Record
	archived    []*record.Record
	Gate        *record.Record
	gateLines   []*record.Record // checks that fail or warn
	Metadata    *record.Record
	metadata    []*record.Record // all of it, of other iterations too
	Tdd         *record.Record
	Manifest    *record.Record
	Integration *record.Record
	Recheck     *record.Record
	Exploration *record.Record
	testLogs    []*record.Record
	All         []*record.Record // in the order of files and lines
}

// DocumentsOf sorts the records of a unit's companion files by what they are.
func DocumentsOf(u *record.Unit) *Documents {
	n := 0
	for _, f := range u.Companions {
		n += len(f.Records)
	}
	d := &Documents{All: make([]*record.Record, 0, n)}
	for _, f := range u.Companions {
		for _, r := range f.Records {
			d.All = append(d.All, r)
			d.take(r)
		}
	}
	return d
}

func (d *Documents) take(r *record.Record) {
	switch r.Kind {
	case progressKind:
		d.Progress = r
	case progressPhaseKind:
		d.Ticks = add(d.Ticks, r)
	case trackerKind:
		d.Tracked = add(d.Tracked, r)
	case bugListKind:
		d.List = r
	case bugKind:
		d.bugs = add(d.bugs, r)
		if dismissed, _ := r.Bool("dismissed"); !dismissed {
			d.confirmed = add(d.confirmed, r)
		}
	case indexKind:
		d.Index = r
	case archivedKind:
		d.archived = append(d.archived, r)
	case gateLogKind:
		d.Gate = r
	case gateLineKind:
		d.gateLines = append(d.gateLines, r)
	case metadataKind:
		d.metadata = append(d.metadata, r)
		if d.Metadata == nil || !r.Time("start_time").Before(d.Metadata.Time("start_time")) {
			d.Metadata = r
		}
	case tddKind:
		d.Tdd = r
	case manifestKind:
		d.Manifest = r
	case integrationKind:
		d.Integration = r
	case recheckKind:
		d.Recheck = r
	case explorationKind:
		d.Exploration = r
	case testLogKind:
		d.testLogs = append(d.testLogs, r)
	}
}

// add appends a record. The first call reserves capacity for eight.
func add(list []*record.Record, r *record.Record) []*record.Record {
	if list == nil {
		list = make([]*record.Record, 0, 8)
	}
	return append(list, r)
}

// About is what the documents say is reviewed; "" when none does.
func (d *Documents) About() string {
	return cmp.Or(FieldText(d.Progress, "benchmark"), FieldText(d.Metadata, "project"), FieldText(d.Progress, "project"), FieldText(d.Tdd, "project"), FieldText(d.Integration, "project"))
}

// Model is the language model that the documents name.
func (d *Documents) Model() string {
	return cmp.Or(FieldText(d.Metadata, "model"), FieldText(d.Progress, "model"))
}

// Runner is the program that the documents name.
func (d *Documents) Runner() string {
	return cmp.Or(FieldText(d.Metadata, "runner"), FieldText(d.Progress, "runner"))
}

// Version is the version of the playbook that the documents name.
func (d *Documents) Version() string {
	return PlainVersion(cmp.Or(FieldText(d.Progress, "playbook_version"), FieldText(d.Metadata, "skill_version"), FieldText(d.Progress, "skill_version"), FieldText(d.Tdd, "skill_version")))
}

// only reports whether there is nothing but documents of these kinds.
func (d *Documents) only(kinds ...*record.Kind) bool {
	return !slices.ContainsFunc(d.All, func(r *record.Record) bool { return !slices.Contains(kinds, r.Kind) })
}

// onlyLists reports whether there is nothing but lists of bugs, as calibration keeps them
// to compare with, and evidence for them: no document tells how a run went.
func (d *Documents) onlyLists() bool {
	return d.only(bugListKind, bugKind, manifestKind, explorationKind, testLogKind, archivedKind)
}

// onlyEvidence reports whether there is not even a list of bugs.
func (d *Documents) onlyEvidence() bool { return d.only(explorationKind, testLogKind, archivedKind) }

// Bugs are all entries of BUGS.md, dismissed ones too. The list is that of the documents and must not be changed.
func (d *Documents) Bugs() []*record.Record { return d.bugs }

// Confirmed are the bugs of BUGS.md that were not dismissed. The list is that of the documents and must not be
// changed.
func (d *Documents) Confirmed() []*record.Record { return d.confirmed }

// FieldText is a field of a document; "" where r is nil.
func FieldText(r *record.Record, key string) string {
	if r == nil {
		return ""
	}
	return r.Str(key)
}

// BugIDs are the different ids of some rows of bugs, in their order.
func BugIDs(rows []*record.Record) []string {
	var ids sheet.Places[string]
	for _, r := range rows {
		if id := r.Str("id"); id != "" {
			ids.Place(id)
		}
	}
	return ids.Order
}

// Ticked is which phases the checklist of PROGRESS.md has, and whether as done.
func (d *Documents) Ticked() map[int64]bool {
	m := map[int64]bool{}
	for _, r := range d.Ticks {
		if done, given := r.Bool("done"); given {
			n, _ := r.Int("phase")
			m[n] = m[n] || done
		}
	}
	return m
}

// Completed are the phases that the run metadata lists, as numbers or as words.
func (d *Documents) Completed() (done []int64, given bool) {
	if d.Metadata == nil || d.Metadata.Raw("phases_completed").Kind() != '[' {
		return nil, false
	}
	for _, e := range record.Elements(d.Metadata.Raw("phases_completed")) {
		n, err := strconv.ParseInt(firstNumber(record.Words(e)), 10, 64)
		if err == nil && n >= 1 && n <= sheet.LastPhase && !slices.Contains(done, n) {
			done = append(done, n)
		}
	}
	slices.Sort(done)
	return done, true
}

// Listed are the entries of the manifest.
func (d *Documents) Listed() []*record.Record {
	if d.Manifest == nil {
		return nil
	}
	return d.Manifest.Items("records")
}

// PlainVersion is a version without the v before it; "" where it is not known.
func PlainVersion(s string) string {
	s = strings.TrimPrefix(strings.ToLower(FirstWord(strings.TrimSpace(s))), "v")
	if s == "unknown" {
		return ""
	}
	return s
}

// IsCalibration reports whether the file is a lever calibration log.
func IsCalibration(f *record.File) bool {
	return slices.ContainsFunc(f.Records, func(r *record.Record) bool { return r.Kind == calibrationKind })
}

// NameAlone names a run without a log by what its documents say. A folder that
// holds nothing but an index of archived runs is none, and neither is one that holds
// lists of bugs alone where the playbook archives them: they are what a calibration
// compares with. Example: "Calibration Cycles/c/post-lever-snapshots/harbor-2.1.md".
func NameAlone(u *record.Unit) string {
	d := DocumentsOf(u)
	about, at := d.About(), ""
	if d.Metadata != nil {
		at = d.Metadata.Value("start_time").Text
	} else if d.Progress != nil {
		at = d.Progress.Value("started").Text
	}
	if about == "" {
		about = layout.FolderName(u.Home)
	}
	switch {
	case d.only(archivedKind):
		u.Kind = Archive
		about = "archive of " + about
	case d.onlyEvidence(), d.onlyLists() && !layout.Live(d.All[0].File.Dir):
		u.Kind = BugList
	}
	if at != "" {
		about += " " + record.Cut(at, 40)
	}
	return about
}

// FirstGateFailure is the first check that failed by quality-gate.log; "" where none did.
func (d *Documents) FirstGateFailure() string {
	for _, r := range d.gateLines {
		if r.Str("verdict") == "FAIL" {
			return r.Str("text")
		}
	}
	return ""
}

// IndexVerdict is the verdict of the gate in INDEX.md, in its summary or beside it.
func (d *Documents) IndexVerdict() string {
	if d.Index == nil {
		return ""
	}
	for _, e := range record.Entries(d.Index.Raw("summary")) {
		if e.Key == "gate_verdict" {
			return record.Words(e.Raw)
		}
	}
	return d.Index.Str("gate_verdict")
}
