package ingest

import (
	"cmp"
	"context"
	"fmt"
	"maps"
	"strings"
	"time"

	"runreport/ingest/record"
	"runreport/ingest/table"
)

// unitsPerChunk is how many units share a builder: enough that joining costs
// little, few enough that the workers share the load.
const unitsPerChunk = 64

// chunk is a few units of one system that are assembled by one worker.
type chunk struct {
	system *record.System
	units  []*record.Unit
	set    table.Set // those that --since does not leave out
	brief  table.Set // of the others, that they are there
	old    table.Set // the others, where they are to be stored
}

// stitch puts the files of each system together to units, a few to a chunk.
func stitch(files []*record.File) []*chunk {
	// Some rules of a format are about the files beside a log.
	beside := record.NewListing(files)
	for _, f := range files {
		f.Beside = beside
	}
	var chunks []*chunk
	keys := map[string]int{}
	for _, s := range Systems {
		var own []*record.File
		for _, f := range files {
			if f.Format != nil && f.Format.System == s.Name {
				own = append(own, f)
			}
		}
		if len(own) == 0 {
			continue
		}
		units := s.Stitch(own)
		for i, u := range units {
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
// tables without regard to --since, where there is a history to store them.
func (res *Result) fill(ctx context.Context, o Options, files []*record.File) (all *table.Set, err error) {
	chunks := stitch(files)
	if err := plausible(ctx, o, chunks); err != nil {
		return nil, err
	}
	old := 0
	for _, f := range files {
		f.Fill(&res.Tables.Sources)
		f.FillFindings(&res.Tables.Findings)
	}
	err = forEach(ctx, o, "putting together", len(chunks), func(i int) { chunks[i].assemble(o) })
	if err != nil {
		return nil, err
	}
	var shown, stored []*table.Set
	inUse := map[string]bool{} // files of units that --since does not leave out
	aside := map[string]bool{}
	for _, c := range chunks {
		shown = append(shown, &c.set, &c.brief)
		stored = append(stored, &c.set, &c.old)
		for _, u := range c.units {
			at := inUse
			if isOlder(u, o.Since) {
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
	res.Tables.Join(shown...)
	if old > 0 {
		record.Finding{
			Code:  leftOut,
			Seen:  fmt.Sprintf("%d units", old),
			Count: int64(old),
		}.Fill(&res.Tables.Findings, 0, "")
	}
	return all, nil
}

func (c *chunk) assemble(o Options) {
	if o.BriefEvents && o.History == "" {
		c.set.Events.Brief, c.brief.Events.Brief = true, true
	}
	for _, u := range c.units {
		if !isOlder(u, o.Since) {
			c.system.Assemble(u, &c.set)
			continue
		}
		for _, r := range u.Records {
			u.Event(&c.brief, r, "", "", "")
		}
		if o.History != "" {
			c.system.Assemble(u, &c.old)
		}
	}
	longest := cmp.Or(o.LongestDuration, LongestDuration)
	record.DropLonger(&c.set, longest)
	record.DropLonger(&c.old, longest)
}

func isOlder(u *record.Unit, since time.Time) bool {
	last := record.LastTime(u.Records)
	return !since.IsZero() && !last.IsZero() && last.Before(since)
}

// key is the unit's name in the report: its system, where it lies and its own
// name, numbered where that is not enough.
func key(u *record.Unit, taken map[string]int) string {
	// The tables hold valid UTF-8 alone: what becomes the same there is numbered here.
	k := strings.ToValidUTF8(u.System+":"+strings.TrimPrefix(u.Home+"/"+u.ID, "/"), "\uFFFD")
	taken[k]++
	if n := taken[k]; n > 1 {
		return fmt.Sprintf("%s#%d", k, n)
	}
	return k
}
