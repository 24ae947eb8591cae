package run

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
	"time"

	"runreport/ingest/playbook/layout"
	"runreport/ingest/playbook/sheet"
	"runreport/ingest/record"
)

// Stitch makes a unit of every run, with the documents beside its log. Documents
// without a log are units too.
func Stitch(logs, docs []*record.File) []*record.Unit {
	var all []*fragment
	for _, f := range logs {
		all = append(all, fragmentsOf(f)...)
	}
	runs := group(all)
	of := make(map[*fragmentGroup]*record.Unit, len(runs))
	for _, g := range slices.SortedFunc(slices.Values(runs), byPlace) { // findings of a file follow the order of its lines
		of[g] = g.unit()
	}
	rooms := newFolderOwners()
	var units []*record.Unit
	for _, g := range runs {
		rooms.add(of[g], g)
		units = append(units, of[g])
	}
	return append(units, rooms.companions(docs)...)
}

// byPlace orders runs by where their first piece begins.
func byPlace(a, b *fragmentGroup) int {
	x, y := a.first(), b.first()
	return cmp.Or(cmp.Compare(x.File.Index, y.File.Index), cmp.Compare(x.Records[0].Line, y.Records[0].Line),
		cmp.Compare(x.Records[0].Column, y.Records[0].Column))
}

// fragmentGroup is the fragments of one run.
type fragmentGroup struct {
	fragments []*fragment
	why       []string // what holds them together, in words
}

// group puts the pieces of each run together, in the order of their first piece.
func group(all []*fragment) []*fragmentGroup {
	var runs []*fragmentGroup
	byKey := map[string]*fragmentGroup{}
	gone := map[*fragmentGroup]*fragmentGroup{} // runs that turned out to be another
	find := func(r *fragmentGroup) *fragmentGroup {
		for gone[r] != nil {
			r = gone[r]
		}
		return r
	}
	var loose []*fragment
	for _, p := range all {
		keys := p.keys()
		if len(keys) == 0 {
			loose = append(loose, p)
			continue
		}
		var into *fragmentGroup
		for _, k := range keys {
			other := byKey[k]
			if other = find(other); other == nil || other == into {
				continue
			}
			if into == nil {
				into = other
				continue
			}
			into.fragments = append(into.fragments, other.fragments...)
			other.fragments, gone[other] = nil, into
		}
		if into == nil {
			into = &fragmentGroup{}
			runs = append(runs, into)
		}
		into.fragments = append(into.fragments, p)
		for _, k := range keys {
			byKey[k] = into
		}
	}
	runs = slices.DeleteFunc(runs, func(r *fragmentGroup) bool { return len(r.fragments) == 0 })
	return place(runs, loose)
}

// place puts pieces that carry no name and no start where they belong.
func place(runs []*fragmentGroup, loose []*fragment) []*fragmentGroup {
	folders := map[string][]*fragmentGroup{} // quality folder to runs with a folder of logs in it
	beside := map[string][]*fragmentGroup{}  // folder to runs with a header in it
	for _, r := range runs {
		for _, p := range r.fragments {
			if p.stamp != "" {
				addOnce(folders, p.quality, r)
			}
			if !p.began().IsZero() {
				addOnce(beside, p.File.Dir, r)
			}
		}
	}
	alike := map[string]*fragmentGroup{} // folder or first record to run without a header
	for _, p := range loose {
		if r := before(folders[p.quality], p.First()); r != nil {
			r.fragments = append(r.fragments, p)
			r.why = append(r.why, p.File.Path+" lies in the quality folder of logs/"+r.logFolder(p.quality)+" and begins behind it")
			continue
		}
		if r := before(beside[p.File.Dir], p.First()); r != nil && (r.holds(p.Records[0]) || !r.ended(p)) {
			r.fragments = append(r.fragments, p)
			r.why = append(r.why, p.File.Path+" lies beside the run's log and goes on with it")
			continue
		}
		dir, beginning := sheet.JoinKey("dir", p.File.Dir), sheet.JoinKey("sum", fmt.Sprint(p.Records[0].Sum))
		r := alike[dir]
		if other := alike[beginning]; r == nil && other != nil && other.copyOf(p) {
			r = other
		}
		if r == nil {
			r = &fragmentGroup{}
			runs = append(runs, r)
		}
		r.fragments = append(r.fragments, p)
		alike[dir], alike[beginning] = r, r
	}
	slices.SortStableFunc(runs, func(a, b *fragmentGroup) int { return a.first().File.Index - b.first().File.Index })
	return runs
}

// addOnce adds the run to the folder. Fragments come run by run, so only the last entry can be the same run.
func addOnce(folders map[string][]*fragmentGroup, folder string, r *fragmentGroup) {
	if list := folders[folder]; len(list) == 0 || list[len(list)-1] != r {
		folders[folder] = append(list, r)
	}
}

// before is the run that began last before the time; nil when none did.
func before(runs []*fragmentGroup, at time.Time) (best *fragmentGroup) {
	var latest time.Time
	for _, r := range runs {
		if began := r.began(); !at.IsZero() && !began.IsZero() && !began.After(at) && (best == nil || began.After(latest)) {
			best, latest = r, began
		}
	}
	return best
}

// logFolder is the name of the run's folder under logs in the quality folder.
func (r *fragmentGroup) logFolder(room string) string {
	for _, p := range r.fragments {
		if p.stamp != "" && p.quality == room {
			return p.stamp
		}
	}
	return ""
}

// holds reports whether the run has the record already: what begins with it is a copy.
func (r *fragmentGroup) holds(rec *record.Record) bool {
	return slices.ContainsFunc(r.fragments, func(p *fragment) bool {
		return slices.ContainsFunc(p.Records, func(other *record.Record) bool { return other.Sum == rec.Sum })
	})
}

// ended reports whether a phase that the piece starts has ended in the run: then the
// piece is of another run.
func (r *fragmentGroup) ended(p *fragment) bool {
	return slices.ContainsFunc(p.Records, func(start *record.Record) bool {
		return start.Is("phase_start") && slices.ContainsFunc(r.fragments, func(q *fragment) bool {
			return slices.ContainsFunc(q.Records, func(end *record.Record) bool {
				return end.Is("phase_end") && end.Value("phase").Text == start.Value("phase").Text
			})
		})
	})
}

// began is when the run began: by its header, else by its first record.
func (r *fragmentGroup) began() (began time.Time) {
	for _, p := range r.fragments {
		at := p.began()
		if at.IsZero() {
			at = p.First()
		}
		if began.IsZero() || !at.IsZero() && at.Before(began) {
			began = at
		}
	}
	return began
}

// sameStart is how many records two logs without a header must share at their
// beginning to be copies of each other in different benchmarks.
const sameStart = 3

// copyOf reports whether a piece without a header is a copy or a snapshot of one
// of the run's, in the same benchmark or long enough to be no chance.
func (r *fragmentGroup) copyOf(p *fragment) bool {
	for _, q := range r.fragments {
		same := 0
		for same < min(len(p.Records), len(q.Records)) && p.Records[same].Sum == q.Records[same].Sum {
			same++
		}
		if same > 0 && q.home == p.home || same >= sameStart {
			return true
		}
	}
	return false
}

func (r *fragmentGroup) first() *fragment {
	return slices.MinFunc(r.fragments, func(a, b *fragment) int { return a.File.Index - b.File.Index })
}

// unit puts the pieces together and says by what.
func (r *fragmentGroup) unit() *record.Unit {
	slices.SortStableFunc(r.fragments, func(a, b *fragment) int { return a.File.Index - b.File.Index })
	u := &record.Unit{System: sheet.System, Kind: "run"}
	var fragments []*record.Fragment
	for _, p := range r.fragments {
		sheet.FindNameless(p.Records)
		if r.coveredBy(p) != nil {
			u.Superseded = append(u.Superseded, p.File.Path)
			for _, rec := range p.Records {
				rec.Fate = record.Superseded
			}
			continue
		}
		fragments = append(fragments, &p.Fragment)
	}
	u.Log(fragments, sheet.IsIndex)
	u.DropRepeats(true)
	slices.Sort(u.Superseded)
	u.Superseded, u.Files = slices.Compact(u.Superseded), slices.Compact(u.Files)
	// Of a file that holds the log twice, one copy counts.
	u.Superseded = slices.DeleteFunc(u.Superseded, func(f string) bool { return slices.Contains(u.Files, f) })
	u.Home = layout.BenchmarkFolder(u.Records[0].File.Dir)
	u.ID = r.name(u)
	u.Evidence = strings.Join(r.evidence(), "; ")
	return u
}

// coveredBy is the piece that goes on where this one, which is nothing but a
// header, stops.
func (r *fragmentGroup) coveredBy(p *fragment) *fragment {
	if slices.ContainsFunc(p.Records, func(rec *record.Record) bool { return !sheet.IsIndex(rec) }) {
		return nil
	}
	for _, q := range r.fragments {
		longer := len(q.Records) > len(p.Records) || len(q.Records) == len(p.Records) && q.File.Index < p.File.Index
		if q != p && q.index != nil && q.index.At.Equal(p.began()) && longer {
			return q
		}
	}
	return nil
}

// name is the run's own name: its run_id, else what it is about and when it began.
func (r *fragmentGroup) name(u *record.Unit) string {
	about := ""
	for _, p := range r.fragments {
		if id := p.runID(); id != "" {
			return id
		}
		if about == "" {
			about = p.benchmark()
		}
	}
	if about == "" {
		about = layout.FolderName(u.Home)
	}
	if at := r.began(); !at.IsZero() {
		about += " " + at.Format(time.RFC3339)
	}
	return strings.TrimSpace(about)
}

// evidence says in words why the files are one run.
func (r *fragmentGroup) evidence() []string {
	if len(r.fragments) < 2 {
		return nil
	}
	var why []string
	add := func(text string) {
		if !slices.Contains(why, text) {
			why = append(why, text)
		}
	}
	for _, p := range r.fragments {
		switch {
		case p.runID() != "":
			add("run_id " + p.runID())
		case p.index != nil:
			add("the same _index.ts " + p.index.At.Format(time.RFC3339) + " and benchmark " + record.Cut(p.benchmark(), 80))
		case p.start != nil:
			add("the same run_start at " + p.start.At.Format(time.RFC3339))
		}
	}
	for _, p := range r.fragments {
		if p.stamp != "" {
			add("folder logs/" + p.stamp)
		}
	}
	if len(why) == 0 {
		add("the same first records")
	}
	return append(why, r.why...)
}
