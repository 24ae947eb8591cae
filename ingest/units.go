package ingest

import (
	"cmp"
	"context"
	"fmt"
	"maps"
	"slices"
	"strings"
	"time"

	"runreport/ingest/naming"
	"runreport/ingest/record"
	"runreport/ingest/table"
	"runreport/unit/parallel"
)

// unitsPerChunk is how many units share a builder: enough that joining costs
// little, few enough that the workers share the load.
const unitsPerChunk = 64

// chunk is a few units of one system that are assembled by one worker.
type chunk struct {
	system int // its place in Systems
	units  []*record.Unit
	set    *table.Set  // those that --since does not leave out, and the others where they are to be stored; nil: none
	brief  *table.Set  // of the others, that they are there; nil: none
	rows   []*unitRows // of set, of brief and of sealed units
}

// unitRows are the rows of one unit.
type unitRows struct {
	system int // its place in Systems
	at     unitPlace
	sealed *sealedUnit // which says where they are; nil: made does
	made   *table.Part
	stored *table.Part // in place of made, what is stored of a unit that is older; nil: that
	older  bool        // than --since: its events alone are shown
	files  []string    // that it is made of, where there is --since
}

// shown is where those of the rows are that the report is about.
func (r *unitRows) shown() table.Part {
	if r.sealed != nil {
		return r.sealed.shown()
	}
	return *r.made
}

// all is where the rows are, without regard to --since.
func (r *unitRows) all() table.Part {
	switch {
	case r.sealed != nil:
		return r.sealed.rows()
	case r.stored != nil:
		return *r.stored
	}
	return *r.made
}

// unitPlace is where a unit begins: its units are in this order, whatever is read with them.
type unitPlace struct {
	path   string
	line   int64
	column uint32
}

// placeOf is the place of the unit's first record: its own, else one that speaks of it. Of a unit
// without any it is that of a document beside it, or of a file that is superseded as a whole.
func placeOf(u *record.Unit) unitPlace {
	for _, own := range [][]*record.Record{u.Records, u.Related} {
		if len(own) > 0 {
			return unitPlace{own[0].File.Path, own[0].Line, own[0].Column}
		}
	}
	for _, f := range u.Companions {
		return unitPlace{path: f.Path}
	}
	for _, path := range slices.Concat(u.Files, u.Superseded) {
		return unitPlace{path: path}
	}
	return unitPlace{}
}

func (a unitPlace) compare(b unitPlace) int {
	return cmp.Or(strings.Compare(a.path, b.path), cmp.Compare(a.line, b.line), cmp.Compare(a.column, b.column))
}

// stitch puts the files of each system together to units, a few to a chunk. beside are all
// files that were found; nil: these. Of files whose records were let go, the units are there. Those of sealed
// get the names of what they are about.
func stitch(files []*record.File, beside *record.Listing, sealed sealedUnits) []*chunk {
	// Some rules of a format are about the files beside a log.
	if beside == nil {
		beside = record.NewListing(files)
	}
	own := map[string][]*record.File{}
	for _, f := range files {
		f.Beside = beside
		if f.Format != nil && !f.Released() {
			own[f.Format.System] = append(own[f.Format.System], f)
		}
	}
	units := make([][]*record.Unit, len(Systems))
	parallel.Each(len(Systems), func(i int) { // none sees a file of another
		if s := Systems[i]; len(own[s.Name]) > 0 {
			units[i] = s.Stitch(own[s.Name])
			for _, u := range units[i] {
				if x := sealed.of(u); x != nil && x.again {
					u.Home = x.home
				}
			}
			nameSubjects(s, units[i], sealed.lone)
			slices.SortStableFunc(units[i], func(a, b *record.Unit) int { return placeOf(a).compare(placeOf(b)) })
		}
	})
	var chunks []*chunk
	all := 0
	for _, own := range units {
		all += len(own)
	}
	keys := make(map[string]int, all)
	for n := range Systems {
		for i, u := range units[n] {
			u.Key = key(u, keys)
			if i%unitsPerChunk == 0 {
				chunks = append(chunks, &chunk{system: n})
			}
			last := chunks[len(chunks)-1]
			last.units = append(last.units, u)
		}
	}
	return chunks
}

// fill stitches the files of each system into units and writes all tables, see putTogether.
func (res *Result) fill(ctx context.Context, o Options, files []*record.File, sealed sealedUnits, lots ...*lot) (all *table.Set, err error) {
	rows, all, err := res.putTogether(ctx, o, files, sealed, lots...)
	if err != nil {
		return nil, err
	}
	res.take(rows)
	return all, nil
}

// shownRows are the rows of all units, in their order, before they are joined.
type shownRows struct {
	parts []table.Part
	older int // units that --since leaves out
}

// putTogether stitches the files of each system into units, and writes the tables of files and of their
// findings. all are the tables without regard to --since, where there is a history to store them. sealed are units
// whose rows are there already, and so are those of the lots. Where nothing is stored, nobody needs the files and the
// units any more once the rows are there.
func (res *Result) putTogether(ctx context.Context, o Options, files []*record.File, sealed sealedUnits, lots ...*lot) (shown shownRows, all *table.Set, err error) {
	chunks := stitch(files, o.links.listing(), sealed)
	o.links.tie(files, chunks)
	if err := plausible(ctx, o, chunks, sealed, lots); err != nil {
		return shown, nil, err
	}
	for _, n := range res.told {
		n.file.Add(&n.finding)
	}
	parallel.Do(
		func() {
			for _, f := range files {
				f.Fill(&res.Tables.Sources)
				f.FillFindings(&res.Tables.Findings)
			}
		},
		func() {
			sealed.name(chunks)
			if o.History == "" {
				sealed.forget()
			}
			err = forEach(ctx, o, "putting together", len(chunks), func(i int) { chunks[i].assemble(o, sealed) })
		},
	)
	if err != nil {
		return shown, nil, err
	}
	sealed.release(files, o.History != "")
	var rows []*unitRows
	for _, l := range lots {
		rows = append(rows, l.rows()...)
	}
	for _, c := range chunks {
		rows = append(rows, c.rows...)
	}
	slices.SortStableFunc(rows, func(a, b *unitRows) int {
		return cmp.Or(cmp.Compare(a.system, b.system), a.at.compare(b.at))
	})
	o.links.order(rows)
	all = res.Tables
	if o.History != "" && !o.Since.IsZero() {
		parts := []table.Part{res.Tables.Whole()}
		for _, r := range rows {
			parts = table.Append(parts, r.all())
		}
		all = &table.Set{Room: o.room()}
		all.JoinParts(parts)
	}
	inUse := map[string]bool{} // files of units that --since does not leave out
	aside := map[string]bool{}
	show := func(p table.Part, older bool, files ...string) {
		shown.parts = table.Append(shown.parts, p)
		at := inUse
		if older {
			shown.older++
			at = aside
		}
		for _, f := range files {
			at[f] = true
		}
	}
	sealed.lone.inOrder(func(system int, at unitPlace, b *sealedBlock, i int) {
		for len(rows) > 0 && cmp.Or(cmp.Compare(rows[0].system, system), rows[0].at.compare(at)) < 0 {
			show(rows[0].shown(), rows[0].older, rows[0].files...)
			rows = rows[1:]
		}
		if o.Since.IsZero() {
			show(b.part(i), b.units[i].older)
		} else {
			show(b.part(i), b.units[i].older, at.path)
		}
	})
	for _, r := range rows {
		show(r.shown(), r.older, r.files...)
	}
	maps.DeleteFunc(aside, func(f string, _ bool) bool { return inUse[f] })
	res.addOlder(aside)
	return shown, all, nil
}

// take joins the rows to the tables.
func (res *Result) take(rows shownRows) {
	res.Tables.TakeParts(rows.parts)
	res.Tables.Room.Rest()
	if rows.older > 0 {
		record.Finding{
			Code:  leftOut,
			Seen:  fmt.Sprintf("%d units", rows.older),
			Count: int64(rows.older),
		}.Fill(&res.Tables.Findings, 0, "")
	}
}

func (c *chunk) assemble(o Options, sealed sealedUnits) {
	// A set of empty tables takes 35 kB, and most chunks are of units whose rows are there already.
	setFor := func(s **table.Set) *table.Set {
		if *s == nil {
			*s = &table.Set{}
			if o.History == "" {
				table.Need(*s, o.Events)
			}
		}
		return *s
	}
	rows := make([]unitRows, len(c.units))
	for i, u := range c.units {
		r := &rows[i]
		*r = unitRows{system: c.system, at: placeOf(u), older: isOlder(u, o.Since)}
		switch x := sealed.of(u); {
		case x != nil:
			r.sealed, r.older = x, x.older
		case r.older:
			brief := setFor(&c.brief)
			r.made = added(brief, func() { mention(u, brief) })
			if o.History != "" {
				r.stored = c.put(u, setFor(&c.set), o)
			}
		default:
			r.made = c.put(u, setFor(&c.set), o)
		}
		if !o.Since.IsZero() {
			r.files = u.Files
		}
		c.rows = append(c.rows, r)
	}
	c.units = nil // nobody needs them any more, and there are as many as rows
}

// put assembles the unit into the set.
func (c *chunk) put(u *record.Unit, s *table.Set, o Options) *table.Part {
	return added(s, func() {
		from := s.Marks()
		Systems[c.system].Assemble(u, s)
		record.DropLonger(s, from, o.longest())
	})
}

// added is the rows that fill adds to the set.
func added(s *table.Set, fill func()) *table.Part {
	from := s.Marks()
	fill()
	return &table.Part{Set: s, From: from, To: s.Marks()}
}

// mention writes only that the unit's records are there.
func mention(u *record.Unit, t *table.Set) {
	for _, r := range u.Records {
		u.Event(t, r, "", "", "")
	}
}

func isOlder(u *record.Unit, since time.Time) bool {
	return !since.IsZero() && isBefore(record.LastTime(u.Records), since)
}

// isBefore reports whether a unit with that last time is older than since.
func isBefore(last, since time.Time) bool { return !last.IsZero() && last.Before(since) }

// key is the unit's name in the report: its system, where it lies and its own
// name, numbered where that is not enough.
func key(u *record.Unit, taken map[string]int) string { return naming.Key(plainKey(u), taken) }

// plainKey is the name without a number. The tables hold valid UTF-8 alone: what becomes the
// same there is numbered.
func plainKey(u *record.Unit) string {
	return strings.ToValidUTF8(u.System+":"+strings.TrimPrefix(u.Home+"/"+u.ID, "/"), "\uFFFD")
}
