package ingest

import (
	"context"
	"errors"
	"fmt"
	"path"
	"runtime"
	"strings"
	"time"

	"github.com/bmatcuk/doublestar/v4"
	"golang.org/x/sync/errgroup"

	"runreport/ingest/record"
	"runreport/ingest/redact"
	"runreport/ingest/source"
	"runreport/ingest/source/sqlite"
	"runreport/ingest/table"
)

// Options says what to read.
type Options struct {
	Paths   []string
	Include []string // patterns of paths to read; none: all
	Exclude []string
	Since   time.Time // units whose last event is older are left out of the tables but events
	Jobs    int       // workers; below 1: one per processor
	// KeepSecrets leaves keys, tokens, passwords, e-mail addresses and home folders
	// in the tables.
	KeepSecrets bool
	// History is a folder that keeps what was read, for later builds: of logs that it
	// knows only what was added is read, and logs that are there no more are taken from
	// it. "": none.
	History string
	Version string // of the program, for the history
	// PassOver names the files of a folder that are this program's own output.
	PassOver func(dir string) []string
	// Progress is told now and then what has been done. It is called from several
	// goroutines.
	Progress func(stage string, done, total int)

	skip     map[string]bool
	redactor *redact.Redactor // nil: secrets are kept
}

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
	Read     int64 // bytes that were read and decoded
	Checked  int64 // bytes that were read to see whether they are as the history knows them

	real     map[string]string // where the files of the tables lie
	redactor *redact.Redactor  // nil: secrets are kept
}

// The findings about files as such.
var (
	cannotRead = &record.Code{Name: "unreadable", Severity: record.Act, Means: "a file that could not be read, or not to its end", Do: "repair or remove it; nothing of what is missing is in the numbers"}
	linkLeft   = &record.Code{Name: "link_not_followed", Severity: record.Look, Means: "a symbolic link was left alone", Do: "name its target on the command line to have it read"}
	emptyFile  = &record.Code{Name: "empty_file", Severity: record.Know, Means: "a file without content", Do: "its writer may have been stopped at once"}
	noFormat   = &record.Code{Name: "unknown_format", Severity: record.Look, Means: "a file of lines that no format claims", Do: "if it is a log of one of the systems, its first lines may be damaged"}
	foreign    = &record.Code{Name: "foreign_database", Severity: record.Know, Means: "an SQLite database that no format claims", Do: "none needed; if it is one of the systems', look at what became of its tables"}
	decoder    = &record.Code{Name: "decoder_failed", Severity: record.Act, Means: "this program failed on the file", Do: "report it with the file; nothing of it is in the numbers"}
	leftOut    = &record.Code{Name: "older_than_since", Severity: record.Know, Means: "units that ended before --since", Do: "none needed; they are in the table events only"}

	ownCodes = []*record.Code{cannotRead, linkLeft, emptyFile, noFormat, decoder, leftOut, redacted, damagedPart, replaced, outdated}
)

// Read reads everything below the paths. The error is about the arguments; what
// goes wrong with single files is in the result.
func Read(ctx context.Context, o Options) (*Result, error) {
	for _, p := range append(append([]string{}, o.Include...), o.Exclude...) {
		if !doublestar.ValidatePattern(p) {
			return nil, fmt.Errorf("pattern %q is not valid", p)
		}
	}
	o.skip = map[string]bool{}
	if o.Jobs < 1 {
		o.Jobs = runtime.GOMAXPROCS(0)
	}
	if !o.KeepSecrets {
		o.redactor = redact.New()
	}
	list, err := walk(o)
	if err != nil {
		return nil, err
	}
	var h *history
	if o.History != "" {
		if h, err = openHistory(ctx, o.History, !o.KeepSecrets); err != nil {
			return nil, err
		}
		defer h.data.Close()
		list = h.addTo(list)
	}
	files := make([]*record.File, len(list))
	readings := make([]reading, len(list))
	err = each(ctx, o, "reading", len(list), func(i int) {
		files[i] = &record.File{Index: i, Path: list[i].shown, Dir: dir(list[i].shown)}
		if h != nil {
			readings[i] = h.read(files[i], list[i], o)
			return
		}
		fault := decode(files[i], list[i], o)
		readings[i] = reading{read: files[i].Bytes, fault: fault}
	})
	if err != nil {
		return nil, err
	}
	claimBeside(files)
	res := &Result{Tables: &table.Set{}, redactor: o.redactor}
	res.sum(files, readings)
	all, err := res.fill(ctx, o, files)
	if err != nil {
		return nil, err
	}
	if !o.KeepSecrets {
		res.redact(res.Tables)
	}
	if h != nil {
		if all != res.Tables && !o.KeepSecrets {
			res.redact(all)
		}
		if err := h.commit(readings, all, o.Version); err != nil {
			return nil, fmt.Errorf("%s: %w: %w", o.History, ErrNotStored, err)
		}
		res.addDamage(h.data.Damaged)
	}
	res.locate(list)
	// The records are garbage now, several times the tables. Left alone they would be
	// collected only after as much again was taken.
	runtime.GC()
	return res, nil
}

// sum adds up what became of the files.
func (res *Result) sum(files []*record.File, readings []reading) {
	for i, r := range readings {
		if files[i].Format != nil {
			res.Claimed++
		}
		if r.fault != nil && !errors.Is(r.fault, errLink) {
			res.Problems = append(res.Problems, Problem{files[i].Path, r.fault})
		}
		res.Read += r.read
		res.Checked += r.checked
	}
}

// dir is the folder of a shown path, "" for an argument that is a file.
func dir(shown string) string {
	if d := path.Dir(shown); d != "." {
		return d
	}
	return ""
}

// decode recognises and reads one file. A fault ends this file only.
func decode(f *record.File, at found, o Options) error {
	if errors.Is(at.fault, errLink) {
		f.Finding(linkLeft, 0, "", "")
		return at.fault
	}
	if at.fault != nil {
		f.Finding(cannotRead, 0, plain(at.fault), "")
		return at.fault
	}
	return guard(f, func() error {
		fault := decodeFile(f, at)
		o.hide(f)
		return fault
	})
}

// guard lets work on a file fail without ending the program.
func guard(f *record.File, work func() error) (fault error) {
	defer func() {
		if p := recover(); p != nil {
			f.Format, f.Records = nil, nil
			f.Finding(decoder, 0, fmt.Sprint(p), "")
			fault = fmt.Errorf("internal fault: %v", p)
		}
	}()
	return work()
}

func decodeFile(f *record.File, at found) error {
	in, err := at.open()
	if err != nil {
		f.Finding(cannotRead, 0, plain(err), "")
		return err
	}
	defer in.Close()
	f.Bytes, f.Compression = in.Bytes, in.Compression
	head, err := in.Head(f.Path)
	if err == nil {
		f.Format = recognise(head)
	}
	if f.Format == nil {
		return unclaimed(f, head, err)
	}
	f.Group = group(f, at.root)
	if err := f.Decode(in); err != nil {
		f.Finding(cannotRead, 0, plain(err), "the file to its end")
		return err
	}
	return nil
}

// open opens the file, up to the size that was seen where one was.
func (at found) open() (*source.Input, error) {
	if at.size > 0 {
		return source.OpenFirst(at.real, at.size)
	}
	return source.Open(at.real)
}

func recognise(h *source.Head) *record.Format {
	if h.Binary && !h.Database {
		return nil
	}
	for _, s := range Systems {
		for _, f := range s.Formats {
			if (f.Container == record.Database) == h.Database && f.Is(h) {
				return f
			}
		}
	}
	return nil
}

func unclaimed(f *record.File, h *source.Head, err error) error {
	if err != nil {
		f.Finding(cannotRead, 0, plain(err), "")
		return err
	}
	if h.Database {
		f.Finding(foreign, 0, tablesOf(h), "a database of "+systemNames())
		return nil
	}
	if len(h.Bytes) == 0 {
		if _, beside := sqlite.Belongs(f.Path); !beside { // a log that was put into its database is empty
			f.Finding(emptyFile, 0, "", "")
		}
		return nil
	}
	if ext := path.Ext(h.Name()); ext == ".jsonl" || ext == ".ndjson" {
		f.Finding(noFormat, 0, "none of its first records is one of theirs", "a log of "+systemNames())
	}
	return nil
}

func systemNames() string {
	var names []string
	for _, s := range Systems {
		names = append(names, s.Name)
	}
	return strings.Join(names, ", ")
}

// group is where the cut-off time of the file's open work is taken from.
func group(f *record.File, root string) string {
	for _, s := range Systems {
		if s.Name == f.Format.System && s.Home != nil {
			return s.Name + ":" + s.Home(f.Dir)
		}
	}
	return f.Format.System + ":" + root
}

// plain is an error without the path on this machine, which must not show.
func plain(err error) string {
	text := err.Error()
	if inner := errors.Unwrap(err); inner != nil && strings.Contains(text, "/") {
		return plain(inner)
	}
	return text
}

// each calls work for 0 to n-1 on the workers and stops early when it is told to.
func each(ctx context.Context, o Options, stage string, n int, work func(i int)) error {
	g, ctx := errgroup.WithContext(ctx)
	next, done := make(chan int), make(chan struct{}, o.Jobs)
	g.Go(func() error {
		defer close(next)
		for i := range n {
			select {
			case next <- i:
			case <-ctx.Done():
				return ctx.Err()
			}
		}
		return nil
	})
	finished := make(chan struct{})
	go func() {
		defer close(finished)
		for i := 1; i <= n; i++ {
			if _, ok := <-done; !ok {
				return
			}
			if o.Progress != nil {
				o.Progress(stage, i, n)
			}
		}
	}()
	for range o.Jobs {
		g.Go(func() error {
			for i := range next {
				work(i)
				done <- struct{}{}
			}
			return nil
		})
	}
	err := g.Wait()
	close(done)
	<-finished
	return err
}
