package ingest

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"runtime"
	"runtime/debug"
	"slices"
	"time"

	"github.com/bmatcuk/doublestar/v4"

	"runreport/ingest/clean"
	"runreport/ingest/history"
	"runreport/ingest/record"
	"runreport/ingest/redact"
	"runreport/ingest/table"
	"runreport/unit/garbage"
	"runreport/unit/parallel"
	"runreport/unit/program"
	"runreport/unit/spill"
)

// ErrHistory is a history that cannot be used as it is asked for; ErrNotStored one that
// could not be written.
var (
	ErrHistory   = history.Err
	ErrNotStored = history.ErrNotStored
)

// Options says what to read.
type Options struct {
	Paths   []string
	Root    string   // for ReadShard: Paths are single files below it; "": they are walked
	Include []string // patterns of paths to read; none: all
	Exclude []string
	Since   time.Time // units whose last event is older are left out of the tables but events
	Jobs    int       // workers; below 1: one per processor
	// LongestDuration is the longest that counts; 0: the constant of that name.
	LongestDuration time.Duration
	// KeepSecrets leaves keys, tokens, passwords, e-mail addresses and home folders
	// in the tables.
	KeepSecrets bool
	// Mappings name logs of one's own; each has passed its Check.
	Mappings []*Mapping
	// IncludeText takes over the texts of private formats, as prompts and answers.
	IncludeText bool
	// History is a folder that keeps what was read, for later builds: of logs that it
	// knows only what was added is read, and logs that are there no more are taken from
	// it. "": none.
	History string
	// Dataset is a folder that Merge or a history wrote, which is read instead of logs. Paths
	// may name the logs themselves then, of which the report quotes lines. "": none.
	Dataset string
	Version string // of the program, for the history
	Config  string // the file that says how the logs are read, which is no log; "": none
	// Labels are what the caller says of the logs that are read now, as name=value. A
	// history keeps them with each log, so that they hold for its runs in later builds too.
	Labels []string
	// Events is what of the table events is to be there. Where there is a history, units that are
	// put together have all of it.
	Events table.EventDetail
	// Output are the folders that this build writes, as they were named. What Listed says
	// of them is no input: it was written by an earlier build.
	Output []string
	Listed func(dir fs.FS) []string
	// Progress is told now and then what has been done. It is called from several
	// goroutines.
	Progress func(stage string, done, total int)

	redactor *redact.Redactor // nil: secrets are kept
	links    *linker          // nil: nothing is merged with what is read
	sealer   *sealer          // nil: units are put together when all files are read
	lots     *lots            // that take long logs segment by segment; nil: none do
	// sealAfter is how many records of a file are read before units are sealed; 0: a number
	// that suits most files. Below 0 no unit is, which sealing is held against in tests.
	sealAfter   int
	stored      func()             // is told when a file was read, before its units are sealed; nil: nobody is
	lotFiles    int                // how many files a lot has at least; 0: a number that suits most inputs
	partRows    int                // rows of a part of a history or shard at most; 0: as many as suit most
	againAtOnce int64              // records that are read again at once; 0: as many as suit most machines
	largeLot    int64              // bytes of a lot that is put together on all processors; 0: those of a log of many blocks
	rooms       func() *spill.Room // where rows lie while there is much of them; nil: [spill.New]
}

// room is one for rows of which there may be many.
func (o Options) room() *spill.Room {
	if o.rooms == nil {
		return spill.New()
	}
	return o.rooms()
}

// longest is the longest duration that counts.
func (o Options) longest() time.Duration { return cmp.Or(o.LongestDuration, LongestDuration) }

// LongestDuration is the longest duration that is plausible unless a user says otherwise.
const LongestDuration = 90 * 24 * time.Hour

// Problem is a file that could not be opened or read to its end.
type Problem struct {
	Path string // as shown in the report
	Err  error
}

// Result is what was read.
type Result struct {
	Tables   *table.Set
	Claimed  int // files that a format claimed
	Problems []Problem
	Passed   []Passed // what was passed over, by folder and reason
	Read     int64    // bytes that were read and decoded
	Checked  int64    // bytes that were read to see whether they are as the history knows them

	locations []location       // of the logs that the tables name, in the order of paths
	redactor  *redact.Redactor // nil: secrets are kept
	told      []lateFinding    // that follow all others of their files
	recalled  int              // units whose rows were taken over from the history
	sealed    int              // units that were put together while files were read
}

var errTexts = fmt.Errorf("%w never holds the texts of private logs: build with texts and without a history", ErrHistory)

// Read reads everything below the paths. The error is about the arguments; what
// goes wrong with single files is in the result.
func Read(ctx context.Context, o Options) (*Result, error) {
	if err := o.prepare(); err != nil {
		return nil, err
	}
	if o.Dataset != "" {
		return readDataset(ctx, o)
	}
	defer garbage.Percent(readingPercent)()
	if o.History != "" {
		go program.Hash() // the store needs it after the files are listed
	}
	list, passed, err := walk(ctx, o)
	if err != nil {
		return nil, err
	}
	var h *history.History
	var store *sealStore
	if o.History != "" {
		if o.IncludeText {
			return nil, errTexts
		}
		if h, err = history.Open(ctx, o.History, Systems, Codes()); err != nil {
			return nil, err
		}
		defer h.Close()
		if s := h.About().Shard; s != nil && !s.Merged {
			return nil, fmt.Errorf("%w: %s is a part that ingest wrote, not a history", ErrHistory, o.History)
		}
		if err := h.Agree(!o.KeepSecrets); err != nil {
			return nil, err
		}
		if h.About().Logs > 0 {
			defer garbage.Percent(recallPercent)()
		}
		parallel.Do(
			func() { list = addStored(h, list) },
			func() { store, err = openStore(ctx, h, o) },
		)
		if err != nil {
			return nil, err
		}
	}
	sealing := o
	switch {
	case h != nil:
		sealing = o.sealing(store)
	case o.sealAfter >= 0:
		sealing.sealAfter = cmp.Or(o.sealAfter, manyRecords)
		sealing.sealer = newSealer(sealing)
	}
	files := make([]*record.File, len(list))
	outcomes := make([]outcome, len(list))
	var readings []reading
	if h != nil {
		readings = make([]reading, len(list))
	}
	lots := newLots(sealing.sealer, list, files)
	sealing.lots = lots
	err = forEach(ctx, o, "reading", len(list), func(i int) {
		files[i] = &record.File{Index: i, Path: list[i].shown, Dir: record.FolderOf(list[i].shown), Labels: o.Labels, Jobs: o.Jobs, Passing: lots != nil}
		if h != nil {
			readings[i] = readKnown(h, store, files[i], list[i], sealing)
			fault := sealing.sealer.sealKnown(files[i], readings[i])
			outcomes[i] = readings[i].outcome
			outcomes[i].fault = cmp.Or(outcomes[i].fault, fault)
		} else {
			fault := decode(files[i], list[i], sealing)
			outcomes[i] = outcome{read: files[i].Bytes, fault: fault}
		}
		list[i].release()
		lots.done(i, h != nil && (readings[i].dropped || readings[i].inLot))
	})
	if err != nil {
		return nil, err
	}
	lone := sealing.sealer.unpack(files)
	dropped := 0
	var told []lateFinding
	if h != nil {
		told = toldOf(files, readings)
		files, dropped = dropExpired(files, readings)
		sealing.sealer.renumber(files, readings, lots)
	}
	lots.addStored()
	claimBeside(files)
	res := &Result{Tables: &table.Set{Room: o.room()}, redactor: o.redactor}
	res.sum(list, outcomes)
	if res.Passed, err = passedOver(ctx, o, passed); err != nil {
		return nil, err
	}
	if o.Progress != nil {
		o.Progress("telling units apart", 0, 1)
	}
	by, faults, err := sealing.sealer.settle(ctx, list, files, true)
	if err != nil {
		return nil, err
	}
	res.addFaults(faults)
	for _, u := range by {
		if u.group != nil {
			res.recalled++
		}
	}
	sealed := sealedUnits{by: by, lone: lone}
	res.sealed = len(by) - res.recalled + lone.count()
	faults, err = lots.open(ctx, o, list, files, sealed)
	if err != nil {
		return nil, err
	}
	res.addFaults(faults)
	res.recalled += lots.recalled()
	res.told = told
	for _, f := range files {
		if f.Format != nil {
			res.Claimed++
		}
	}
	res.locate(list, files)
	rows, all, err := res.putTogether(ctx, o, files, sealed, lots.whole()...)
	if err != nil {
		return nil, err
	}
	if h == nil { // of 100,000 small logs they take 100 MB while rows are joined
		files, sealed = nil, sealedUnits{}
	}
	res.take(rows)
	unchanged := true // nothing came to be a secret by being put together
	if !o.KeepSecrets {
		unchanged = clean.Tables(res.redactor, res.Tables) == 0
	}
	if err := ctx.Err(); err != nil { // the history is not to change after an interruption
		return nil, err
	}
	if h != nil {
		if all != res.Tables && !o.KeepSecrets {
			unchanged = clean.Tables(res.redactor, all) == 0 && unchanged
		}
		for _, r := range readings {
			for _, n := range r.fresh {
				h.Add(n)
			}
		}
		commit := func() error { return h.Commit(all, o.Version) }
		if store != nil {
			commit = func() error { return store.commit(all, files, sealed, unchanged, o.Version) }
		}
		if err := commit(); err != nil {
			return nil, fmt.Errorf("%s: %w: %w", o.History, ErrNotStored, err)
		}
		res.addDamage(h.About().Damaged)
		if dropped > 0 {
			gone := record.Finding{Code: pastRetention, Seen: fmt.Sprintf("%d files", dropped), Count: int64(dropped)}
			gone.Fill(&res.Tables.Findings, 0, "")
		}
	}
	// Records that were not sealed are garbage now, several times their tables. Left alone
	// they would be collected only after as much again was taken. Where most rows were taken over
	// there are few.
	if res.recalled == 0 || res.Read > manyBytes {
		debug.FreeOSMemory()
	}
	return res, nil
}

// prepare checks the options and sets those that were left out.
func (o *Options) prepare() error {
	for _, p := range append(append([]string{}, o.Include...), o.Exclude...) {
		if !doublestar.ValidatePattern(p) {
			return fmt.Errorf("pattern %q is not valid", p)
		}
	}
	if o.Jobs < 1 {
		o.Jobs = runtime.GOMAXPROCS(0)
	}
	if !o.KeepSecrets {
		o.redactor = redact.New()
	}
	return nil
}

// dropExpired leaves out the files that retention has taken out of the history.
func dropExpired(files []*record.File, readings []reading) (kept []*record.File, dropped int) {
	for i, f := range files {
		if readings[i].dropped {
			dropped++
			continue
		}
		f.Index = len(kept)
		kept = append(kept, f)
	}
	return kept, dropped
}

// sum adds up what became of the files of the list.
func (res *Result) sum(list []found, outcomes []outcome) {
	for i, r := range outcomes {
		if r.fault != nil && !errors.Is(r.fault, errLink) {
			res.Problems = append(res.Problems, Problem{list[i].shown, clean.Error(res.redactor, r.fault)})
		}
		res.Read += r.read
		res.Checked += r.checked
	}
}

// addFaults adds files that could not be read a second time.
func (res *Result) addFaults(faults []Problem) {
	for _, p := range faults {
		if !slices.ContainsFunc(res.Problems, func(have Problem) bool { return have.Path == p.Path }) {
			res.Problems = append(res.Problems, Problem{p.Path, clean.Error(res.redactor, p.Err)})
		}
	}
}
