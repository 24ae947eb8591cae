package ingest

import (
	"context"
	"errors"
	"fmt"
	"hash/fnv"
	"os"
	"path"
	"slices"
	"strings"
	"time"

	"runreport/ingest/clean"
	"runreport/ingest/dataset"
	"runreport/ingest/history"
	"runreport/ingest/record"
	"runreport/ingest/table"
	"runreport/unit/garbage"
	"runreport/unit/program"
)

// Shards say which part of the input one of several processes reads, as 2 of 8. The zero
// value is all of a list of files that somebody else has cut.
type Shards struct{ Index, Of int }

// holds reports whether the shard has the file. The files of a folder and of an installation
// are in one shard: what belongs together often lies together, and a database needs the files
// beside it.
func (s Shards) holds(shown string) bool {
	if s.Of <= 1 {
		return true
	}
	h := fnv.New64a()
	h.Write([]byte(homeOf(record.FolderOf(shown)))) // it never fails
	return int(h.Sum64()%uint64(s.Of)) == s.Index-1
}

// cutVersion is the version of the rule by which files are given to shards: shards of different
// rules would leave files out.
const cutVersion = 1

// homeOf is the folder whose files are in one shard: that of the installation that wrote them,
// by the folders that any of the systems keeps its files in, else their own.
//
//	tidepool/issues/457/logs → tidepool
func homeOf(dir string) string {
	for _, s := range Systems {
		if s.Home != nil {
			dir = s.Home(dir)
		}
	}
	return dir
}

// Needs reports whether whoever reads the shard needs the file, whose path is as the report
// shows it: those of the shard; every archive, whose members are in folders of their own; and
// what is passed over, which all shards count.
func (s Shards) Needs(shown string) bool {
	if s.holds(shown) || mayBeArchive(path.Base(shown)) {
		return true
	}
	return slices.ContainsFunc(strings.Split(shown, "/"), func(name string) bool { return slices.Contains(notEntered, name) })
}

// Sharded says what ReadShard read.
type Sharded struct {
	Files    int // of the shard
	Claimed  int // that a format claimed
	Bytes    int64
	Problems []Problem // files that could not be read to their end
}

// ReadShard reads the shard's share of what lies below the paths into the dataset in dir,
// which holds nothing else afterwards. Every process sees the same tree and takes the
// folders that are its own. What is stored are records and findings of single files, and the
// rows of the units that they make. Where shards are merged, files that turn out to belong
// together with those of another shard are put together again, so that a run whose files lie
// in two shards is one run.
func ReadShard(ctx context.Context, o Options, shards Shards, dir string) (Sharded, error) {
	var done Sharded
	if err := o.prepare(); err != nil {
		return done, err
	}
	defer garbage.Percent(readingPercent)()
	if o.IncludeText {
		return done, errTexts
	}
	o.History = dir // what the shard wrote before is no input
	look := walk
	if o.Root != "" {
		look = walkFiles
	}
	list, passed, err := look(ctx, o)
	if err != nil {
		return done, err
	}
	h, err := openShard(ctx, dir)
	if err != nil {
		return done, err
	}
	defer h.Close()
	if err := h.Agree(!o.KeepSecrets); err != nil {
		return done, err
	}
	list = slices.DeleteFunc(list, func(f found) bool { return !shards.holds(f.shown) })
	o.Since, o.LongestDuration = time.Time{}, 0 // who reports on the shard says that
	store := newStore(h, o)
	sealing := o.sealing(store)
	files := make([]*record.File, len(list))
	lots := newLots(sealing.sealer, list, files)
	sealing.lots = lots
	pieces := make([][]*history.New, len(list))
	outcomes := make([]outcome, len(list))
	err = forEach(ctx, o, "reading", len(list), func(i int) {
		files[i] = &record.File{Index: i, Path: list[i].shown, Dir: record.FolderOf(list[i].shown), Labels: o.Labels, Jobs: o.Jobs, Passing: lots != nil}
		pieces[i], outcomes[i] = readPieces(files[i], list[i], sealing, store.place)
		_ = sealing.sealer.sealKnown(files[i], reading{fresh: pieces[i], sealed: true}) // nothing is read again
		list[i].release()
		lots.done(i, false)
	})
	if err != nil {
		return done, err
	}
	links := newLinker()
	for i, r := range outcomes {
		links.add(files[i], history.Content(pieces[i]), pieces[i][0].Stored())
		done.Files++
		done.Bytes += r.read
		if files[i].Format != nil {
			done.Claimed++
		}
		if r.fault != nil && !errors.Is(r.fault, errLink) {
			done.Problems = append(done.Problems, Problem{list[i].shown, r.fault})
		}
		for _, p := range pieces[i] {
			h.Add(p)
		}
	}
	sealing.sealer.unpack(files)
	claimBeside(files)
	by, faults, err := sealing.sealer.settle(ctx, list, files, false)
	if err != nil {
		return done, err
	}
	done.Problems = append(done.Problems, faults...)
	all, err := passedOver(ctx, o, passed)
	if err != nil {
		return done, err
	}
	about := dataset.Shard{Index: shards.Index, Of: shards.Of, Logs: len(files), Cut: cutVersion, Passed: []dataset.PassedOver{}}
	for _, p := range all {
		about.Passed = append(about.Passed, dataset.PassedOver(p))
	}
	links.beside = record.NewListing(files)
	o.links, o.History = links, ""
	sealed := sealedUnits{by: by}
	if faults, err = lots.open(ctx, o, list, files, sealed); err != nil {
		return done, err
	}
	done.Problems = append(done.Problems, faults...)
	tables, unchanged, err := linkedTables(ctx, o, files, sealed, lots.whole()...)
	if err != nil {
		return done, err
	}
	maker := ""
	if unchanged {
		maker = shardMaker()
	}
	if err := h.CommitShard(about, tables, maker, o.Version); err != nil {
		return done, fmt.Errorf("%s: %w: %w", dir, ErrNotStored, err)
	}
	return done, nil
}

// shardMaker says who makes the rows of a shard: those of another program are made anew.
func shardMaker() string {
	if program.Hash() == "" {
		return ""
	}
	return program.Hash() + ", shards"
}

// linkedTables puts the files together, and returns the partitions of all tables, with the links. sealed are
// units whose rows are there, and so are those of the lots.
// unchanged is false where something came to be a secret by being put together: then the rows depend
// on all files.
func linkedTables(ctx context.Context, o Options, files []*record.File, sealed sealedUnits, lots ...*lot) (tables []table.Partition, unchanged bool, err error) {
	if len(files) == 0 {
		return nil, true, nil
	}
	res := &Result{Tables: &table.Set{Room: o.room()}, redactor: o.redactor}
	all, err := res.fill(ctx, o, files, sealed, lots...)
	if err != nil {
		return nil, false, err
	}
	unchanged = res.redactor == nil || clean.Tables(res.redactor, all) == 0
	placing := all.Placing()
	placing.Most = o.partRows
	tables = placing.Later(nil, nil)
	return append(tables, o.links.rows(tables)), unchanged, nil
}

// readPieces decodes a file and makes of it what is stored, which is in one place in the shard. Until then place
// says where its records lie.
func readPieces(f *record.File, at found, o Options, place func([]byte) []byte) (pieces []*history.New, done outcome) {
	o.stored = func() { pieces = history.NewPieces(f, history.State{Size: f.Bytes}, place) }
	fault := decode(f, at, o)
	history.InOnePlace(pieces)
	return pieces, outcome{read: f.Bytes, fault: fault}
}

// openShard opens the dataset in dir for a shard. It refuses a history, which a shard
// would replace.
func openShard(ctx context.Context, dir string) (*history.History, error) {
	whole := dataset.Is(os.DirFS(dir))
	h, err := history.Open(ctx, dir, Systems, Codes())
	if err != nil {
		return nil, err
	}
	if whole && h.About().Shard == nil && h.About().Logs > 0 {
		return nil, errors.Join(fmt.Errorf("%w: %s holds one, and no shard: write into another folder", ErrHistory, dir), h.Close())
	}
	h.Empty()
	return h, nil
}
