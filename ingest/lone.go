package ingest

import (
	"cmp"
	"slices"
	"time"

	"github.com/zeebo/xxh3"

	"runreport/ingest/record"
	"runreport/ingest/table"
	"runreport/unit/parallel"
)

// loneUnits are sealed units that have nothing to do with any other: no other has their name, nor would get
// their key. Their rows are all that is needed of them, so they stay packed: unpacked, and put together with
// all others, 300,000 of them took 280 MB.
type loneUnits []*sealedBlock

// mayMeetOthers says which sealed units have the name of another one, or the key, or of records that wait
// until all files were read. By hashes: what has one in common by chance is only looked at more closely. A key
// with a number was given in its batch alone, where also a unit counts that was put together twice.
func (s *sealer) mayMeetOthers(files []*record.File) func(*packedUnit) bool {
	var names, keys hashes
	parallel.Do(
		func() { names.addShared(s.blocks, func(p *packedUnit) uint64 { return p.name }) },
		func() { keys.addShared(s.blocks, func(p *packedUnit) uint64 { return p.plainKey }) },
	)
	for _, f := range files {
		if f.Format == nil || f.Format.Seal == nil {
			continue
		}
		for _, r := range f.Records {
			name := f.Format.Seal.Key(r)
			names.add(hashOfName(f.Format.System, name))
			keys.add(xxh3.HashString(plainKey(&record.Unit{System: f.Format.System, Home: f.Dir, ID: name})))
		}
	}
	return func(p *packedUnit) bool { return p.numbered || names.has[p.name] || keys.has[p.plainKey] }
}

func hashOfName(system, name string) uint64 {
	return xxh3.HashStringSeed(name, xxh3.HashString(system))
}

// hashes are those that several units have, or records that wait.
type hashes struct{ has map[uint64]bool }

func (h *hashes) add(hash uint64) {
	if h.has == nil {
		h.has = map[uint64]bool{}
	}
	h.has[hash] = true
}

// addShared adds the hashes that several units of the blocks have.
func (h *hashes) addShared(blocks []*sealedBlock, hash func(*packedUnit) uint64) {
	var all []uint64
	for _, b := range blocks {
		for i := range b.units {
			all = append(all, hash(&b.units[i]))
		}
	}
	slices.Sort(all)
	for i := 1; i < len(all); i++ {
		if all[i] == all[i-1] {
			h.add(all[i])
		}
	}
}

// each visits the units with their blocks and their keys.
func (l loneUnits) each(visit func(b *sealedBlock, i int, key string)) {
	for _, b := range l {
		b.each(func(i int, key string) {
			if !b.units[i].standsOut {
				visit(b, i, key)
			}
		})
	}
}

func (l loneUnits) count() (n int) {
	for _, b := range l {
		for i := range b.units {
			if !b.units[i].standsOut {
				n++
			}
		}
	}
	return n
}

// last is the latest of their times.
func (l loneUnits) last() (last time.Time) {
	for _, b := range l {
		for i := range b.units {
			if p := &b.units[i]; !p.standsOut { // else it may have been unsealed, and its times taken out
				last = record.Later(last, p.latest())
			}
		}
	}
	return last
}

// loneRows is where the rows of a lone unit are, in the order of all units.
type loneRows struct {
	line         int64
	column       uint32
	block, unit  int32
	system, file int32
}

func (x loneRows) compare(y loneRows) int {
	return cmp.Or(cmp.Compare(x.system, y.system), cmp.Compare(x.file, y.file), cmp.Compare(x.line, y.line), cmp.Compare(x.column, y.column))
}

// inOrder visits the units in the order of their places. Files are numbered in the order of their paths.
func (l loneUnits) inOrder(visit func(system int, at unitPlace, b *sealedBlock, i int)) {
	all := make([]loneRows, 0, l.count())
	for n, b := range l {
		system := int32(placeOfSystem(b.file.Format))
		for i := range b.units {
			if p := &b.units[i]; !p.standsOut {
				all = append(all, loneRows{p.line, p.column, int32(n), int32(i), system, int32(b.file.Index)})
			}
		}
	}
	slices.SortFunc(all, loneRows.compare)
	for _, x := range all {
		b := l[x.block]
		visit(int(x.system), unitPlace{b.file.Path, x.line, x.column}, b, int(x.unit))
	}
}

// part is where the rows of the unit are.
func (b *sealedBlock) part(i int) table.Part {
	return table.Part{Set: &b.batch.set, From: b.units[i].from, To: b.behind(i), Renamed: b.batch.renamed}
}

// nameSubjects gives units of a system, and those that are lone, the names of what they are about.
func nameSubjects(s *record.System, units []*record.Unit, lone loneUnits) {
	if s.Subject == nil {
		return
	}
	var all record.Subjects
	for _, u := range units {
		u.StableSubject = s.Subject(u.Home, u.ID)
		all.Add(u.StableSubject)
	}
	eachOwn := func(visit func(p table.Part, subject string)) { // twice, rather than to keep a name for each
		lone.each(func(b *sealedBlock, i int, key string) {
			if b.file.Format.System == s.Name {
				visit(b.part(i), s.Subject(b.file.Dir, key[len(key)-int(b.units[i].id):]))
			}
		})
	}
	eachOwn(func(_ table.Part, subject string) { all.Add(subject) })
	for _, u := range units {
		u.StableSubject = all.Short(u.StableSubject)
	}
	eachOwn(func(p table.Part, subject string) { p.NameSubject(all.Short(subject)) })
}
