package tie

import (
	"fmt"
	"math"
	"slices"
	"time"

	"runreport/ingest/dataset"
	"runreport/ingest/record"
	"runreport/ingest/table"
)

// Read adds the files of a part, which has so many logs, with what its table links says about them. The error is that the
// table does not name each of them once, or another content of one than an earlier part.
func (t *Ties) Read(part int, links *table.Links, logs int) error {
	files := 0
	for row := range links.Len() {
		if name, ok := links.Name.Get(row); ok {
			x := t.at[links.Source.At(row)]
			if x == nil {
				return fmt.Errorf("a link of a file that it does not have")
			}
			t.Link(x, Link{name, links.Value.At(row)})
			continue
		}
		if _, ok := links.Unit.Get(row); ok {
			continue
		}
		path := links.Path.At(row)
		f := &record.File{Path: path, Dir: record.FolderOf(path), Bytes: links.Bytes.At(row), Link: links.Link.At(row)}
		x, err := t.Add(part, f, links.Stored.At(row), links.Content.At(row))
		if err != nil {
			return err
		}
		files++
		x.Below = links.Below.At(row)
		x.Places = append(x.Places, links.Places.At(row)...)
		x.Times = append(x.Times, Span{TimeOf(&links.Last, row), TimeOf(&links.First, row), TimeOf(&links.Lone, row)})
	}
	if files != logs {
		return fmt.Errorf("it has %d logs, and links of %d", logs, files)
	}
	return nil
}

// TimeOf is a time that SetTime set.
func TimeOf(c *table.Int, row int) time.Time {
	if ns, ok := c.Get(row); ok {
		return time.Unix(0, ns).UTC()
	}
	return time.Time{}
}

// SetTime sets a time in nanoseconds; the zero time is null, and one after 2259 is the end of that year: nanoseconds
// end in 2262.
func SetTime(c *table.Int, row int, at time.Time) {
	switch {
	case at.IsZero():
	case at.After(farTime):
		c.Set(row, farTime.UnixNano())
	default:
		c.Set(row, at.UnixNano())
	}
}

// Storable reports whether a column has the time as it is, once SetTime has set it.
func Storable(at time.Time) bool {
	return at.IsZero() || at.After(time.Unix(0, math.MinInt64)) && !at.After(farTime)
}

// farTime is as good as any later time.
var farTime = time.Date(2260, 1, 1, 0, 0, 0, 0, time.UTC)

// note notes where there are rows of an open file.
func (t *Ties) note(x *File) {
	for _, part := range x.Parts {
		for _, place := range x.Places {
			t.places[part][place] = true
		}
	}
}

// Spans are the times of the files that are not open.
func (t *Ties) Spans() (all []Span) {
	for _, x := range t.Files {
		if !x.Open {
			all = append(all, x.Times[0])
		}
	}
	return all
}

// Sound reports whether in no part a time was taken out because it is far from those of other
// units, which are others where all parts are read at once.
func (t *Ties) Sound() bool {
	parts := make([][]Span, len(t.places))
	for _, x := range t.Files {
		for i, p := range x.Parts {
			parts[p] = append(parts[p], x.Times[i])
		}
	}
	return !slices.ContainsFunc(parts, func(all []Span) bool { return !Near(time.Time{}, all) })
}

// Left says which rows of a part are not taken over: those of open files, and the logs that an
// earlier part has.
func (t *Ties) Left(part int, at dataset.Place) dataset.Left {
	switch {
	case at.Table == table.LogsName:
		if !t.logs[part][at.System+"/"+at.Month] {
			return dataset.Left{}
		}
		return dataset.Left{Of: func(source int64) bool { x := t.at[source]; return x != nil && x.Parts[0] != part }}
	case t.All:
		return dataset.Left{All: true}
	case at.Table == table.LinksName:
		if !t.anyOpen(part) {
			return dataset.Left{}
		}
	case !t.places[part][at.System+"/"+at.Month]:
		return dataset.Left{}
	}
	return dataset.Left{Of: func(source int64) bool { x := t.at[source]; return x != nil && x.Open }}
}

func (t *Ties) anyOpen(part int) bool {
	return slices.ContainsFunc(t.Files, func(x *File) bool { return x.Open && slices.Contains(x.Parts, part) })
}
