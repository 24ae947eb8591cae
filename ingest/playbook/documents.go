package playbook

import (
	"cmp"
	"slices"

	"runreport/ingest/record"
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
	return cmp.Or(str(d.progress, "benchmark"), str(d.metadata, "project"), str(d.progress, "project"), str(d.tdd, "project"), str(d.integration, "project"))
}

// model is the language model that the documents name.
func (d *documents) model() string { return cmp.Or(str(d.metadata, "model"), str(d.progress, "model")) }

// runner is the program that the documents name.
func (d *documents) runner() string {
	return cmp.Or(str(d.metadata, "runner"), str(d.progress, "runner"))
}

// version is the version of the playbook that the documents name.
func (d *documents) version() string {
	return plainVersion(cmp.Or(str(d.progress, "playbook_version"), str(d.metadata, "skill_version"), str(d.progress, "skill_version"), str(d.tdd, "skill_version")))
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
func str(r *record.Record, key string) string {
	if r == nil {
		return ""
	}
	return r.Str(key)
}

// ids are the different ids of some rows of bugs, in their order.
func ids(rows []*record.Record) []string {
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
