package ingest

import (
	"slices"
	"sync"
	"time"

	"runreport/ingest/record"
	"runreport/ingest/table"
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
	units   []*sealedUnit
}

// batch is some sealed units in one set of tables, which one goroutine at a time fills.
type batch struct {
	set     table.Set
	keys    map[string]int    // how many units have that name; nil: no more come
	renamed map[string]string // key in the set → key among all units, where it is another one
	n       int
}

// sealedUnit is where the rows of a unit are.
type sealedUnit struct {
	file     *record.File
	name     string // its own
	key      string // in its batch
	standIn  *record.Record
	records  int64
	batch    *batch
	from, to table.Marks
	last     time.Time // the latest of its times
	older    bool      // than --since

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
	b.set.Need(s.o.Events)
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

// manyRecords are enough to seal what ended among them.
const manyRecords = 8 << 10

// unitsPerBatch is how many units share a set of tables: enough that its columns are worth
// their room, and that the same texts do not stand in many of them. With 256 units, reading
// 2 GB of kahn's logs took 8 % longer.
const unitsPerBatch = 1024
