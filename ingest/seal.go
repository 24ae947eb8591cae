package ingest

import (
	"slices"
	"sync"
	"time"

	"runreport/ingest/record"
	"runreport/ingest/table"
	"runreport/unit/parallel"
)

// sealer puts units into the tables while files are being read (see [record.Seal]), many
// units to a batch. What it keeps of a unit is the place of its rows and a record that
// stands in for it. Units about which there is anything to say or to decide, as a repeated
// record or a time that cannot be right, are left to be put together with all others.
type sealer struct {
	o       Options
	systems map[string]*record.System

	mu      sync.Mutex
	open    []*batch   // that nobody fills at the moment
	store   *sealStore // nil: nothing is stored
	full    *batch     // the last that became full, as large as the next will be; nil: none did
	waiting []*batch   // that were full before it, and lie in ordinary memory
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

// sealedBlock is units that were sealed at once, whose rows are contiguous. Nothing in their list
// points anywhere: a large log has hundreds of thousands, at which the collector of garbage would
// look again and again while the log is read.
type sealedBlock struct {
	file     *record.File
	batch    *batch
	standIns record.StandIns
	keys     string // in the batch, one after the other
	units    []packedUnit
	to       table.Marks // behind the last
}

// packedUnit is one of the units of a block.
type packedUnit struct {
	from    table.Marks
	records int64
	last    int64 // the latest of its times, seconds since 1970
	nanos   int32 // and nanoseconds
	key     int32 // length of its key
	older   bool  // than --since
	whole   bool  // all its rows say that they are its own
}

// sealedUnit is where the rows of a unit are.
type sealedUnit struct {
	file    *record.File
	name    string // its own
	key     string // in its batch
	standIn *record.Record
	records int64
	batch   *batch
	from    table.Marks
	to      *table.Marks // where the next of its block begins, which is not there twice
	last    time.Time    // the latest of its times
	older   bool         // than --since

	final  string       // among all units, once these are known
	whole  bool         // all its rows say that they are its own
	group  *storedGroup // that its rows are stored in; nil: in none
	stored []byte       // its stand-in as it is stored there
	taken  bool         // it is in this build what it was when it was stored
}

func newSealer(o Options) *sealer {
	s := &sealer{o: o, systems: map[string]*record.System{}}
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

// unpack makes what was sealed units of their own, and gives their files the stand-ins. It is called
// once, when all files were read.
func (s *sealer) unpack() {
	if s == nil {
		return
	}
	made := make([][]sealedUnit, len(s.blocks))
	parallel.Each(len(s.blocks), func(i int) { made[i] = s.blocks[i].unpack() })
	standIns := map[*record.File][]*record.Record{}
	for i, units := range made {
		f := s.blocks[i].file
		for j := range units {
			s.units = append(s.units, &units[j])
			standIns[f] = append(standIns[f], units[j].standIn)
		}
	}
	s.blocks = nil
	for f, more := range standIns {
		records := slices.Concat(f.Records, more)
		slices.SortFunc(records, byLine)
		f.Seal(f.Sealed(), records)
	}
}

func (b *sealedBlock) unpack() []sealedUnit {
	out, standIns, keys := make([]sealedUnit, len(b.units)), b.standIns.Unpack(b.file), b.keys
	end := b.to // a copy, which does not hold on to the block
	for i, p := range b.units {
		to := &end
		if i+1 < len(b.units) {
			to = &out[i+1].from
		}
		out[i] = sealedUnit{
			file:    b.file,
			name:    b.file.Format.Seal.Key(&standIns[i]),
			key:     keys[:p.key],
			standIn: &standIns[i],
			records: p.records,
			batch:   b.batch,
			from:    p.from,
			to:      to,
			last:    time.Unix(p.last, int64(p.nanos)).UTC(),
			older:   p.older,
			whole:   p.whole,
		}
		keys = keys[p.key:]
	}
	return out
}

// manyRecords are enough to seal what ended among them.
const manyRecords = 8 << 10

// unitsPerBatch is how many units share a set of tables: enough that its columns are worth
// their room, and that the same texts do not stand in many of them. With 256 units, reading
// 2 GB of kahn's logs took 8 % longer.
const unitsPerBatch = 1024
