package ingest

import (
	"bytes"
	"context"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"testing"
	"testing/iotest"

	"runreport/ingest/record"
	"runreport/ingest/source"
	"runreport/ingest/table"
)

// decodeAll reads contents as files of one folder, by recognition or, where a
// format is given, as that format, and puts everything together.
func decodeAll(t *testing.T, wrap func(io.Reader) io.Reader, forced *record.Format, contents ...[]byte) *Result {
	t.Helper()
	var files []*record.File
	names := []string{"logs/quality/run_state.jsonl", "logs/quality/PROGRESS.md", "logs/quality/results/run-2026.json"}
	for i, content := range contents {
		in, err := source.New(wrap(bytes.NewReader(content)), int64(len(content)))
		if err != nil {
			continue // damaged compression is said where files are opened
		}
		f := &record.File{Index: len(files), Path: names[i%len(names)], Dir: "logs/quality", Bytes: int64(len(content))}
		head, err := in.Head(f.Path)
		if err == nil {
			f.Format = recognise(head)
		}
		if forced != nil && i == 0 {
			f.Format = forced
		}
		if f.Format != nil {
			f.Group = groupOf(f, "logs")
			_ = f.Decode(in) // a reading fault leaves what was read before it
		}
		in.Close()
		files = append(files, f)
	}
	res := &Result{Tables: &table.Set{}}
	if _, err := res.fill(context.Background(), Options{Jobs: 1}, files, sealedUnits{}); err != nil {
		t.Fatal(err)
	}
	return res
}

func plainReader(r io.Reader) io.Reader { return r }

// FuzzDecode reads arbitrary bytes as any format, beside a second file: nothing may
// panic, every ledger adds up, and every kept record is an event.
func FuzzDecode(f *testing.F) {
	var formats []*record.Format
	for _, s := range Systems {
		formats = append(formats, s.Formats...)
	}
	for i, format := range formats {
		var all []byte
		for _, k := range format.Kinds {
			f.Add(byte(i), []byte(k.Sample+"\n"), []byte{})
			all = append(append(all, k.Sample...), '\n')
		}
		f.Add(byte(i), all, all)
	}
	for _, content := range demoFiles(f, 2<<10) {
		f.Add(byte(255), content, []byte("# Quality Playbook Progress\n"))
	}
	f.Fuzz(func(t *testing.T, format byte, first, second []byte) {
		if len(first)+len(second) > 1<<17 {
			return
		}
		var forced *record.Format
		if int(format) < len(formats) {
			forced = formats[format]
		}
		res := decodeAll(t, plainReader, forced, first, second)
		checkLedger(t, res.Tables)
		kept := int64(0)
		for row := range res.Tables.Sources.Len() {
			kept += res.Tables.Sources.Kept.At(row)
		}
		if n := int64(res.Tables.Events.Len()); n != kept {
			t.Errorf("%d records kept, %d events", kept, n)
		}
	})
}

// demoFiles are the demonstration logs that are no larger than limit.
func demoFiles(t testing.TB, limit int64) (contents [][]byte) {
	t.Helper()
	err := filepath.WalkDir(filepath.Join("..", "testdata", "demo"), func(p string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		if info, err := d.Info(); err != nil || info.Size() > limit {
			return err
		}
		b, err := os.ReadFile(p)
		contents = append(contents, b)
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return contents
}

// However slowly the bytes come, the tables are the same.
func TestOneByteAtATime(t *testing.T) {
	n := 0
	for _, content := range demoFiles(t, 1<<20) {
		want := dump(decodeAll(t, plainReader, nil, content).Tables)
		if got := dump(decodeAll(t, iotest.OneByteReader, nil, content).Tables); got != want {
			t.Errorf("other tables for a file that begins %.60q", content)
		}
		n++
	}
	if n < 20 {
		t.Errorf("only %d files", n)
	}
}

// FuzzRestore takes arbitrary bytes for what a history holds of a log: nothing may
// panic, and what is taken from it comes out of it again.
func FuzzRestore(f *testing.F) {
	codes := map[string]*record.Code{}
	for _, c := range Codes() {
		codes[c.Name] = c
	}
	var formats []*record.Format
	for _, s := range Systems {
		formats = append(formats, s.Formats...)
	}
	kahn := formats[0]
	log := &record.File{Path: "ci/transitions.jsonl", Format: kahn}
	in, err := source.New(bytes.NewReader([]byte(kahnLog+"no record\n")), 0)
	if err != nil {
		f.Fatal(err)
	}
	if err := log.Decode(in); err != nil {
		f.Fatal(err)
	}
	in.Close()
	records, findings := log.Store()
	if len(log.Records) < 6 || len(log.Findings()) != 1 {
		f.Fatalf("the seed has %d records and %d findings", len(log.Records), len(log.Findings()))
	}
	f.Add(records, findings)
	f.Fuzz(func(t *testing.T, records, findings []byte) {
		first, second := &record.File{Format: kahn}, &record.File{Format: kahn}
		if first.Restore(records, findings, record.Counts{}, codes) != nil {
			return
		}
		r, n := first.Store()
		if err := second.Restore(r, n, record.Counts{}, codes); err != nil {
			t.Fatalf("what was stored cannot be read: %v", err)
		}
		if r2, n2 := second.Store(); !bytes.Equal(r, r2) || !bytes.Equal(n, n2) {
			t.Error("what was read back is not what was stored")
		}
	})
}
