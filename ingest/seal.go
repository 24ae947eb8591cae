package ingest

import (
	"slices"
	"sync"
	"time"

	"runreport/ingest/record"
	"runreport/ingest/table"
	"runreport/unit/parallel"
	"runreport/unit/spill"
)

// sealer puts units into the tables while files are being read (see [record.Seal]), many
// units to a batch. What it keeps of a unit is the place of its rows and a record that
// stands in for it. Units about which there is anything to say or to decide, as a repeated
// record or a time that cannot be right, are left to be put together with all others.
type sealer struct {
	o       Options
	systems map[string]*record.System

	mu      sync.Mutex
	open    []*batch    // that nobody fills at the moment
	store   *sealStore  // nil: nothing is stored
	slab    *spill.Slab // where what is known of sealed units lies
	full    *batch      // the last that became full, as large as the next will be; nil: none did
	waiting []*batch    // that were full before it, and lie in ordinary memory
	blocks  []*sealedBlock
	units   []*sealedUnit // those of blocks too, since all files were read
}

// batch is some sealed units in one set of tables, which one goroutine at a time fills.
type batch struct {
	set     table.Set
	keys    map[string]int    // how many units have that name; nil: no more come
	renamed map[string]string // key in the set → key among all units, where it is another one
	n       int
}

// sealedBlock is units that were sealed at once, whose rows are contiguous. What there is of each of them
// points nowhere, and lies in files where much memory is in use: a large log has hundreds of thousands.
type sealedBlock struct {
	file     *record.File
	batch    *batch
	standIns record.StandIns
	keys     []byte // in the batch, one after the other
	units    []packedUnit
	to       *table.Marks // behind the last
}

// packedUnit is one of the units of a block.
type packedUnit struct {
	from      table.Marks
	records   int64
	line, end int64 // where its first record is, and its last
	column    uint32
	last      int64  // the latest of its times, seconds since 1970
	nanos     int32  // and nanoseconds
	name      uint64 // hash of its system and its own name
	plainKey  uint64 // hash of its key without a number
	id        int32  // length of its own name, with which its key ends where it is alone
	key       int32  // length of its key
	older     bool   // than --since
	whole     bool   // all its rows say that they are its own
	numbered  bool   // its key has a number, or reads as if it had
	standsOut bool   // it is a unit of its own now, since it may have to do with others
}

// latest is the latest of its times.
func (p *packedUnit) latest() time.Time { return time.Unix(p.last, int64(p.nanos)).UTC() }

// sealedUnit is where the rows of a unit are.
type sealedUnit struct {
	file    *record.File
	name    string // its own
	key     string // in its batch
	standIn *record.Record
	records int64
	end     int64 // the line of its last record; 0: an earlier build sealed it
	batch   *batch
	from    table.Marks
	to      *table.Marks // where they end, which is where those of the next one begin, if that is one too
	last    time.Time    // the latest of its times
	latest  time.Time    // of its events, where it is stored by this build
	older   bool         // than --since
	again   bool         // it was sealed once more, when all records of its name were there
	home    string       // then: the folder that tells it apart, which may be that of a copy

	final  string       // among all units, once these are known
	whole  bool         // all its rows say that they are its own
	group  *storedGroup // that its rows are stored in; nil: in none
	stored []byte       // its stand-in as it is stored there
	taken  bool         // it is in this build what it was when it was stored
	inLot  *placeInLot  // what there is to say of it as one of a lot; nil: it is taken over alone
}

func newSealer(o Options) *sealer {
	s := &sealer{o: o, systems: map[string]*record.System{}, slab: spill.NewSlab(o.room())}
	for _, sys := range Systems {
		s.systems[sys.Name] = sys
	}
	return s
}

// take is a batch for a few more units. It is given back with put.
func (s *sealer) take() *batch {
	s.mu.Lock()
	defer s.mu.Unlock()
	if n := len(s.open); n > 0 {
		b := s.open[n-1]
		s.open = s.open[:n-1]
		return b
	}
	b := &batch{keys: map[string]int{}}
	table.Need(&b.set, s.o.Events)
	if s.full != nil {
		b.set.RoomLike(&s.full.set)
	}
	return b
}

func (s *sealer) put(b *batch) {
	s.mu.Lock()
	if b.n < unitsPerBatch {
		s.open = append(s.open, b)
		s.mu.Unlock()
		return
	}
	full := s.waiting
	if s.full != nil {
		full = append(full, s.full)
	}
	b.keys, s.full, s.waiting = nil, b, nil
	s.mu.Unlock()
	s.shelve(full)
}

// shelve moves the rows of full batches out of ordinary memory, as far as much of it is in use.
func (s *sealer) shelve(full []*batch) {
	full = slices.DeleteFunc(full, func(b *batch) bool { return table.Shelve(&b.set, s.o.room()) })
	s.mu.Lock()
	defer s.mu.Unlock()
	s.waiting = append(s.waiting, full...)
}

// unpack makes sealed units units of their own, and gives their files the stand-ins: those that may have to
// do with others, and all where they are stored. It returns the others. It is called once, when all files
// were read.
func (s *sealer) unpack(files []*record.File) loneUnits {
	if s == nil {
		return nil
	}
	wanted := func(*packedUnit) bool { return true }
	if s.store == nil {
		wanted = s.mayMeetOthers(files)
	}
	made, left := make([][]sealedUnit, len(s.blocks)), make([]bool, len(s.blocks))
	parallel.Each(len(s.blocks), func(i int) { made[i], left[i] = s.blocks[i].unpack(wanted) })
	standIns := map[*record.File][]*record.Record{}
	var lone loneUnits
	for i, units := range made {
		b := s.blocks[i]
		for j := range units {
			s.units = append(s.units, &units[j])
			standIns[b.file] = append(standIns[b.file], units[j].standIn)
		}
		if left[i] {
			lone = append(lone, b)
		}
	}
	s.blocks = nil
	for f, more := range standIns {
		records := slices.Concat(f.Records, more)
		slices.SortFunc(records, byLine)
		f.Seal(f.Sealed(), records)
	}
	return lone
}

// unpack makes those units of the block that are wanted units of their own. left says that there are others.
func (b *sealedBlock) unpack(wanted func(*packedUnit) bool) (out []sealedUnit, left bool) {
	n := 0
	for i := range b.units {
		p := &b.units[i]
		if p.standsOut = wanted(p); p.standsOut {
			n++
		}
	}
	if n == 0 {
		return nil, len(b.units) > 0
	}
	standIns := b.standIns.Unpack(b.file)
	out = make([]sealedUnit, 0, n)
	b.each(func(i int, key string) {
		p := &b.units[i]
		if !p.standsOut {
			return
		}
		out = append(out, sealedUnit{
			file:    b.file,
			name:    b.file.Format.Seal.Key(&standIns[i]),
			key:     key,
			standIn: &standIns[i],
			records: p.records,
			end:     p.end,
			batch:   b.batch,
			from:    p.from,
			last:    p.latest(),
			older:   p.older,
			whole:   p.whole,
		})
		u := &out[len(out)-1]
		if i > 0 && b.units[i-1].standsOut {
			out[len(out)-2].to = &u.from
		}
		if i+1 == len(b.units) || !b.units[i+1].standsOut {
			end := b.behind(i)
			u.to = &end
		}
	})
	return out, n < len(b.units)
}

// behind is where the rows of the unit end.
func (b *sealedBlock) behind(i int) table.Marks {
	if i+1 < len(b.units) {
		return b.units[i+1].from
	}
	return *b.to
}

// each visits the units of the block with their keys in the batch.
func (b *sealedBlock) each(visit func(i int, key string)) {
	keys := string(b.keys)
	for i := range b.units {
		n := b.units[i].key
		visit(i, keys[:n])
		keys = keys[n:]
	}
}

// manyRecords are enough to seal what ended among them.
const manyRecords = 8 << 10

// unitsPerBatch is how many units share a set of tables: enough that its columns are worth
// their room, and that the same texts do not stand in many of them. With 256 units, reading
// 2 GB of kahn's logs took 8 % longer.
const unitsPerBatch = 1024
