package ingest

import (
	"context"
	"fmt"
	"maps"
	"slices"
	"strings"
	"time"

	"runreport/ingest/record"
	"runreport/ingest/table"
	"runreport/unit/parallel"
)

// unitsPerChunk is how many units share a builder: enough that joining costs
// little, few enough that the workers share the load.
const unitsPerChunk = 64

// chunk is a few units of one system that are assembled by one worker.
type chunk struct {
	system *record.System
	units  []*record.Unit
	set    table.Set    // those that --since does not leave out
	brief  table.Set    // of the others, that they are there
	old    table.Set    // the others, where they are to be stored
	rows   []table.Part // of set and of sealed units, in the order of units
	briefs []table.Part // of brief and of sealed units
}

// stitch puts the files of each system together to units, a few to a chunk. beside are all
// files that were found; nil: these.
func stitch(files []*record.File, beside *record.Listing) []*chunk {
	// Some rules of a format are about the files beside a log.
	if beside == nil {
		beside = record.NewListing(files)
	}
	for _, f := range files {
		f.Beside = beside
	}
	own := map[string][]*record.File{}
	for _, f := range files {
		if f.Format != nil {
			own[f.Format.System] = append(own[f.Format.System], f)
		}
	}
	units := make([][]*record.Unit, len(Systems))
	parallel.Each(len(Systems), func(i int) { // none sees a file of another
		if s := Systems[i]; len(own[s.Name]) > 0 {
			units[i] = s.Stitch(own[s.Name])
		}
	})
	var chunks []*chunk
	keys := map[string]int{}
	for n, s := range Systems {
		for i, u := range units[n] {
			u.Key = key(u, keys)
			if i%unitsPerChunk == 0 {
				chunks = append(chunks, &chunk{system: s})
			}
			last := chunks[len(chunks)-1]
			last.units = append(last.units, u)
		}
	}
	return chunks
}

// fill stitches the files of each system into units and writes all tables. all are the
// tables without regard to --since, where there is a history to store them. sealed are units
// whose rows are there already.
func (res *Result) fill(ctx context.Context, o Options, files []*record.File, sealed sealedUnits) (all *table.Set, err error) {
	chunks := stitch(files, o.links.listing())
	o.links.tie(files, chunks)
	if err := plausible(ctx, o, chunks, sealed); err != nil {
		return nil, err
	}
	old := 0
	for _, f := range files {
		f.Fill(&res.Tables.Sources)
		f.FillFindings(&res.Tables.Findings)
	}
	sealed.name(chunks)
	err = forEach(ctx, o, "putting together", len(chunks), func(i int) { chunks[i].assemble(o, sealed) })
	if err != nil {
		return nil, err
	}
	var shown []table.Part
	var stored []*table.Set
	inUse := map[string]bool{} // files of units that --since does not leave out
	aside := map[string]bool{}
	for _, c := range chunks {
		for _, p := range slices.Concat(c.rows, c.briefs) {
			shown = table.Append(shown, p)
		}
		stored = append(stored, &c.set, &c.old)
		for _, u := range c.units {
			at := inUse
			if x := sealed.of(u); x != nil && x.older || x == nil && isOlder(u, o.Since) {
				old++
				at = aside
			}
			for _, f := range u.Files {
				at[f] = true
			}
		}
	}
	maps.DeleteFunc(aside, func(f string, _ bool) bool { return inUse[f] })
	res.addOlder(aside)
	all = res.Tables
	if o.History != "" && !o.Since.IsZero() {
		all = &table.Set{}
		all.Join(append([]*table.Set{res.Tables}, stored...)...)
	}
	res.Tables.TakeParts(shown)
	if old > 0 {
		record.Finding{
			Code:  leftOut,
			Seen:  fmt.Sprintf("%d units", old),
			Count: int64(old),
		}.Fill(&res.Tables.Findings, 0, "")
	}
	return all, nil
}

func (c *chunk) assemble(o Options, sealed sealedUnits) {
	if o.BriefEvents && o.History == "" {
		c.set.Events.Brief, c.brief.Events.Brief = true, true
	}
	for _, u := range c.units {
		switch x := sealed.of(u); {
		case x != nil && x.older:
			c.briefs = table.Append(c.briefs, x.rows())
		case x != nil:
			c.rows = table.Append(c.rows, x.rows())
		case !isOlder(u, o.Since):
			c.rows = table.Append(c.rows, added(&c.set, func() { c.system.Assemble(u, &c.set) }))
		default:
			c.briefs = table.Append(c.briefs, added(&c.brief, func() { mention(u, &c.brief) }))
			if o.History != "" {
				c.system.Assemble(u, &c.old)
			}
		}
	}
	c.rows = table.Append(c.rows, added(&c.set, func() { record.DropLonger(&c.set, o.longest()) }))
	record.DropLonger(&c.old, o.longest())
}

// added is the rows that fill adds to the set.
func added(s *table.Set, fill func()) table.Part {
	from := s.Marks()
	fill()
	return table.Part{Set: s, From: from, To: s.Marks()}
}

// mention writes only that the unit's records are there.
func mention(u *record.Unit, t *table.Set) {
	for _, r := range u.Records {
		u.Event(t, r, "", "", "")
	}
}

func isOlder(u *record.Unit, since time.Time) bool {
	last := record.LastTime(u.Records)
	return !since.IsZero() && !last.IsZero() && last.Before(since)
}

// key is the unit's name in the report: its system, where it lies and its own
// name, numbered where that is not enough.
func key(u *record.Unit, taken map[string]int) string {
	k := plainKey(u)
	taken[k]++
	if n := taken[k]; n > 1 {
		return fmt.Sprintf("%s#%d", k, n)
	}
	return k
}

// plainKey is the name without a number. The tables hold valid UTF-8 alone: what becomes the
// same there is numbered.
func plainKey(u *record.Unit) string {
	return strings.ToValidUTF8(u.System+":"+strings.TrimPrefix(u.Home+"/"+u.ID, "/"), "\uFFFD")
}
