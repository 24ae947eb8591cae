package ingest

import (
	"archive/tar"
	"archive/zip"
	"bytes"
	"compress/gzip"
	"fmt"
	"io"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/klauspost/compress/zstd"

	"runreport/ingest/source/sqlite"
	"runreport/unit/tier"
)

// packers make archives of files, whose order in the archive is that of the names.
var packers = map[string]func(t testing.TB, n night, names []string) []byte{
	".zip": zipOf,
	".tar": tarOf,
	".tar.gz": func(t testing.TB, n night, names []string) []byte {
		var b bytes.Buffer
		return finished(t, &b, gzip.NewWriter(&b), tarOf(t, n, names))
	},
	".tar.zst": func(t testing.TB, n night, names []string) []byte {
		var b bytes.Buffer
		z, err := zstd.NewWriter(&b)
		if err != nil {
			t.Fatal(err)
		}
		return finished(t, &b, z, tarOf(t, n, names))
	},
}

func zipOf(t testing.TB, n night, names []string) []byte {
	t.Helper()
	var b bytes.Buffer
	z := zip.NewWriter(&b)
	for i, name := range names {
		w, err := z.CreateHeader(&zip.FileHeader{Name: name, Method: []uint16{zip.Deflate, zip.Store}[i%2]})
		if err == nil {
			_, err = w.Write(n[name])
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	return finished(t, &b, z, nil)
}

func tarOf(t testing.TB, n night, names []string) []byte {
	t.Helper()
	var b bytes.Buffer
	z := tar.NewWriter(&b)
	for _, name := range names {
		err := z.WriteHeader(&tar.Header{Name: "./" + name, Mode: 0o644, Size: int64(len(n[name]))})
		if err == nil {
			_, err = z.Write(n[name])
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	return finished(t, &b, z, nil)
}

// finished is what b holds when w has written the content and is closed.
func finished(t testing.TB, b *bytes.Buffer, w io.Closer, content []byte) []byte {
	t.Helper()
	if content != nil {
		if _, err := w.(io.Writer).Write(content); err != nil {
			t.Fatal(err)
		}
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

func gzipped(t testing.TB, content []byte) []byte {
	var b bytes.Buffer
	return finished(t, &b, gzip.NewWriter(&b), content)
}

// noTemporary fails the test if anything is left among temporary files at its end.
func noTemporary(t *testing.T) {
	t.Helper()
	temp := t.TempDir()
	t.Setenv("TMPDIR", temp)
	t.Cleanup(func() {
		if left, _ := os.ReadDir(temp); len(left) > 0 {
			t.Errorf("left behind: %v", left)
		}
	})
}

// An archive is worth a folder of the same name, however it is packed, in whatever
// order, and however its members are compressed.
func TestAnArchiveIsAFolder(t *testing.T) {
	noTemporary(t)
	runs := 40
	if testing.Short() {
		runs = 3
	}
	all := demoLogs(t, runs, 3)
	for i, name := range sorted(all) {
		if i%5 == 0 { // a member may be compressed itself
			all[name+".gz"] = gzipped(t, all[name])
			delete(all, name)
		}
	}
	rnd := rand.New(rand.NewPCG(1, 2))
	for ending, pack := range packers {
		for _, inner := range []string{"", "inner.zip", "inner.tgz"} {
			names := sorted(all)
			rnd.Shuffle(len(names), func(i, j int) { names[i], names[j] = names[j], names[i] })
			folder, file := filepath.Join(t.TempDir(), "logs"), filepath.Join(t.TempDir(), "logs")
			night{}.put(t, folder)
			in := night{}
			for name, content := range all {
				in[filepath.Join("night"+ending, inner, name)] = content
			}
			in.put(t, folder)
			content := pack(t, all, names)
			switch inner {
			case "inner.zip":
				content = pack(t, night{inner: zipOf(t, all, names)}, []string{inner})
			case "inner.tgz":
				content = pack(t, night{inner: packers[".tar.gz"](t, all, names)}, []string{inner})
			}
			night{"night" + ending: content}.put(t, file)
			want := everything(read(t, Options{Paths: []string{folder}}).Tables)
			for _, jobs := range []int{1, 3} {
				got := read(t, Options{Paths: []string{file}, Jobs: jobs})
				if diff := cmp.Diff(want, everything(got.Tables)); diff != "" {
					t.Fatalf("%s %s, %d jobs: the folder (-) and the archive (+):\n%.3000s", ending, inner, jobs, diff)
				}
			}
			// As an argument of its own it is a folder of its own too.
			want = everything(read(t, Options{Paths: []string{filepath.Join(folder, "night"+ending)}}).Tables)
			got := read(t, Options{Paths: []string{filepath.Join(file, "night"+ending)}})
			if diff := cmp.Diff(want, everything(got.Tables)); diff != "" {
				t.Errorf("%s %s as an argument: the folder (-) and the archive (+):\n%.3000s", ending, inner, diff)
			}
		}
	}
}

// found are the findings as "path code", and the problems.
func findingsOf(res *Result) (all []string, problems []string) {
	f := &res.Tables.Findings
	for row := range f.Len() {
		all = append(all, res.Tables.Sources.Path.At(int(f.Source.At(row)))+" "+f.Code.At(row))
	}
	slices.Sort(all)
	for _, p := range res.Problems {
		problems = append(problems, p.Path)
	}
	return all, problems
}

func TestBadArchives(t *testing.T) {
	noTemporary(t)
	log := []byte(kahnLog)
	later := []byte(strings.ReplaceAll(kahnLog, "n1", "m1"))
	pair := night{"a.jsonl": log, "b/c.jsonl": later}
	names := sorted(pair)
	every := night{}
	half := func(b []byte) []byte { return b[:len(b)/2] }
	twice := func(pack func(t testing.TB, n night, names []string) []byte) []byte {
		return pack(t, night{"a.jsonl": log, "./a.jsonl": later}, []string{"./a.jsonl", "a.jsonl"})
	}
	deep := zipOf(t, night{"d.zip": zipOf(t, night{"e.zip": zipOf(t, pair, names)}, []string{"e.zip"})}, []string{"d.zip"})
	tarred, stored := tarOf(t, pair, names), zipOf(t, night{"-": nil, "a.jsonl": log}, []string{"-", "a.jsonl"})
	for _, c := range []struct {
		name, file string
		content    []byte
		runs       int
		findings   []string
		problems   int
	}{
		{"a page instead of a zip", "x.zip", []byte("<!DOCTYPE html><p>Sign in"), 0, []string{"x.zip archive_damaged"}, 1},
		{"nothing", "x.zip", nil, 0, []string{"x.zip empty_file"}, 0},
		{"a zip without its end", "x.zip", half(zipOf(t, pair, names)), 0, []string{"x.zip archive_damaged"}, 1},
		{"a tar called a zip", "x.zip", tarred, 3, nil, 0},
		{"a tar that stops in the first log", "x.tar", tarred[:512+len(kahnLog)-10], 2, []string{"x.tar archive_damaged", "x.tar/a.jsonl torn_line", "x.tar/a.jsonl unreadable"}, 2},
		{"a tar that stops between two", "x.tar", tarred[:512+(len(kahnLog)+511)/512*512], 2, []string{"x.tar archive_damaged"}, 1},
		{"noise behind a log", "x.tar", append(slices.Clone(tarred[:512+(len(kahnLog)+511)/512*512]), bytes.Repeat([]byte("noise "), 500)...), 2, []string{"x.tar archive_damaged"}, 1},
		{"a compressed tar that stops", "x.tgz", cutAfter(t, tarred, 512+len(kahnLog)-10), 2, []string{"x.tgz archive_damaged", "x.tgz/a.jsonl torn_line", "x.tgz/a.jsonl unreadable"}, 2},
		{"a wrong checksum", "x.tgz", flip(gzipped(t, tarred), -6), 3, []string{"x.tgz archive_damaged"}, 1},
		{"a compressed log called a tar", "x.tgz", gzipped(t, log), 0, []string{"x.tgz archive_damaged"}, 1},
		{"not gzip after all", "x.tgz", []byte("\x1f\x8b\x00"), 0, []string{"x.tgz archive_damaged"}, 1},
		{"a log with another content than its checksum", "x.zip", flip(stored, bytes.Index(stored, []byte("make lint"))), 2, []string{"x.zip/- empty_file", "x.zip/a.jsonl unreadable"}, 1},
		{"one name twice in a zip", "x.zip", twice(zipOf), 2, []string{"x.zip archive_double_name"}, 0},
		{"one name twice in a tar", "x.tar.gz", twice(packers[".tar.gz"]), 2, []string{"x.tar.gz archive_double_name"}, 0},
		{"names for another folder", "x.zip", zipOf(t, night{"/a.jsonl": log, "../../a.jsonl": later}, []string{"/a.jsonl", "../../a.jsonl"}), 3, []string{"x.zip archive_odd_name", "x.zip archive_odd_name"}, 0},
		{"backslashes", "x.zip", zipOf(t, night{`b\a.jsonl`: log, `b\`: nil}, []string{`b\`, `b\a.jsonl`}), 2, nil, 0},
		{"names that are no text", "x.zip", zipOf(t, night{"\xff\x00.jsonl": log, "\xfe\x00.jsonl": later}, []string{"\xff\x00.jsonl", "\xfe\x00.jsonl"}), 3, []string{"x.zip archive_odd_name"}, 0},
		{"a file and a folder", "x.tar", tarOf(t, night{"b": log, "b/c.jsonl": later}, []string{"b", "b/c.jsonl"}), 2, []string{"x.tar archive_double_name"}, 0},
		{"three deep", "x.zip", deep, 0, []string{"x.zip/d.zip/e.zip archive_nested"}, 0},
		{"an inner one that is none", "x.zip", zipOf(t, night{"d.tgz": log, "a.jsonl": log}, []string{"d.tgz", "a.jsonl"}), 2, []string{"x.zip/d.tgz archive_damaged"}, 1},
		{"what a Mac adds", "x.zip", zipOf(t, night{"a.jsonl": log, "__MACOSX/._a.jsonl": log, "._a.jsonl": []byte("\x00\x05\x16\x07\x00\x02\x00\x00Mac OS X")}, []string{"a.jsonl", "__MACOSX/._a.jsonl", "._a.jsonl"}), 2, nil, 0},
	} {
		t.Run(c.name, func(t *testing.T) {
			one := tree(t, map[string]string{c.file: string(c.content)})
			res := read(t, Options{Paths: []string{filepath.Join(one, c.file)}})
			findings, problems := findingsOf(res)
			if diff := cmp.Diff(c.findings, findings); diff != "" {
				t.Errorf("findings, wanted (-) and got (+):\n%s", diff)
			}
			if len(problems) != c.problems {
				t.Errorf("problems %v, want %d", problems, c.problems)
			}
			if n := res.Tables.Runs.Len(); n != c.runs {
				t.Errorf("%d runs, want %d", n, c.runs)
			}
			f := &res.Tables.Findings
			for row := range f.Len() {
				if strings.HasPrefix(f.Code.At(row), "archive_") && (f.Seen.At(row) == "" || f.Expected.At(row) == "") {
					t.Errorf("%s does not say what was seen and expected", f.Code.At(row))
				}
			}
			checkLedger(t, res.Tables)
		})
		every[c.name+"/"+c.file] = c.content
	}
	// With a history they are the same, also when they are not read again.
	logs, store := filepath.Join(t.TempDir(), "logs"), filepath.Join(t.TempDir(), "history")
	every.put(t, logs)
	want := read(t, Options{Paths: []string{logs}})
	for range 2 {
		got := read(t, Options{Paths: []string{logs}, History: store})
		if diff := cmp.Diff(everything(want.Tables), everything(got.Tables)); diff != "" {
			t.Errorf("without (-) and with (+) a history:\n%.3000s", diff)
		}
		if len(got.Problems) != len(want.Problems) {
			t.Errorf("problems %v, want %v", got.Problems, want.Problems)
		}
	}
}

// cutAfter is the tar as gzip, which stops when so many bytes of it have come out.
func cutAfter(t *testing.T, content []byte, n int) []byte {
	t.Helper()
	var b bytes.Buffer
	z := gzip.NewWriter(&b)
	if _, err := z.Write(content[:n]); err != nil {
		t.Fatal(err)
	}
	if err := z.Flush(); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

// flip changes one bit; at below 0 counts from the end.
func flip(b []byte, at int) []byte {
	b = slices.Clone(b)
	if at < 0 {
		at += len(b)
	}
	b[at] ^= 4
	return b
}

// Links and devices in a tar, and members of a zip that need a password or an unknown
// method, are said and left alone.
func TestMembersThatAreNotRead(t *testing.T) {
	var b bytes.Buffer
	w := tar.NewWriter(&b)
	for _, h := range []*tar.Header{
		{Name: "folder/", Typeflag: tar.TypeDir, Mode: 0o755},
		{Name: "link.jsonl", Typeflag: tar.TypeSymlink, Linkname: "/etc/passwd"},
		{Name: "hard.jsonl", Typeflag: tar.TypeLink, Linkname: "a.jsonl"},
		{Name: "null.jsonl", Typeflag: tar.TypeChar},
		{Name: "pipe.jsonl", Typeflag: tar.TypeFifo},
		{Name: "a.jsonl", Typeflag: tar.TypeReg, Size: int64(len(kahnLog))},
	} {
		if err := w.WriteHeader(h); err != nil {
			t.Fatal(err)
		}
	}
	tarred := finished(t, &b, w, []byte(kahnLog))
	// The directory of a zip is at its end; the flags stand 8 bytes into an entry.
	zipped := zipOf(t, night{"a.jsonl": []byte(kahnLog), "locked.jsonl": []byte(kahnLog), "odd.jsonl": []byte(kahnLog)}, []string{"a.jsonl", "locked.jsonl", "odd.jsonl"})
	entry := func(name string) []byte {
		at := bytes.LastIndex(zipped, []byte(name)) - 46
		return zipped[at : at+46]
	}
	entry("locked.jsonl")[8] |= 1
	entry("odd.jsonl")[10] = 14
	dir := tree(t, map[string]string{"logs/x.tar": string(tarred), "logs/x.zip": string(zipped)})
	res := read(t, Options{Paths: []string{filepath.Join(dir, "logs")}})
	findings, problems := findingsOf(res)
	want := []string{"logs/x.tar/hard.jsonl link_not_followed", "logs/x.tar/link.jsonl link_not_followed", "logs/x.tar/null.jsonl unreadable", "logs/x.tar/pipe.jsonl unreadable",
		"logs/x.zip/locked.jsonl unreadable", "logs/x.zip/odd.jsonl unreadable"}
	if diff := cmp.Diff(want, findings); diff != "" {
		t.Errorf("findings, wanted (-) and got (+):\n%s", diff)
	}
	if len(problems) != 4 || res.Claimed != 2 {
		t.Errorf("problems %v, %d claimed", problems, res.Claimed)
	}
}

// The patterns, what is passed over, and the copies beside an archive.
func TestArchivesAmongFiles(t *testing.T) {
	member := night{"x.jsonl": []byte(kahnLog), "y.jsonl": []byte(kahnLog), ".git/x.jsonl": []byte(kahnLog),
		"data/manifest.json": []byte("{}"), "data/table=runs/x.jsonl": []byte(kahnLog)}
	inner := zipOf(t, member, sorted(member))
	dir := tree(t, map[string]string{"logs/a.zip": string(inner), "logs/b.tar": string(tarOf(t, night{"in.zip": inner}, []string{"in.zip"})), "logs/x.jsonl": kahnLog})
	for _, c := range []struct {
		o    Options
		want []string
	}{
		// A file in an archive that looks like a dataset or an output hides nothing.
		{Options{}, []string{"logs/a.zip/data/manifest.json", "logs/a.zip/data/table=runs/x.jsonl", "logs/a.zip/x.jsonl", "logs/a.zip/y.jsonl",
			"logs/b.tar/in.zip/data/manifest.json", "logs/b.tar/in.zip/data/table=runs/x.jsonl", "logs/b.tar/in.zip/x.jsonl", "logs/b.tar/in.zip/y.jsonl", "logs/x.jsonl"}},
		{Options{Include: []string{"y.jsonl"}}, []string{"logs/a.zip/y.jsonl", "logs/b.tar/in.zip/y.jsonl"}},
		{Options{Include: []string{"a.zip"}, Exclude: []string{"data/**", "a.zip/data/**"}}, []string{"logs/a.zip/x.jsonl", "logs/a.zip/y.jsonl"}},
		{Options{Include: []string{"b.tar/**/x.jsonl"}, Exclude: []string{"**/data/**"}}, []string{"logs/b.tar/in.zip/x.jsonl"}},
		{Options{Exclude: []string{"*.zip"}}, []string{"logs/x.jsonl"}},
		{Options{Exclude: []string{"*.tar", "x.jsonl", "manifest.json"}}, []string{"logs/a.zip/y.jsonl"}},
	} {
		c.o.Paths = []string{filepath.Join(dir, "logs")}
		res := read(t, c.o)
		var got []string
		for row := range res.Tables.Sources.Len() {
			got = append(got, res.Tables.Sources.Path.At(row))
		}
		if diff := cmp.Diff(c.want, got); diff != "" {
			t.Errorf("include %v, exclude %v: wanted (-) and got (+):\n%s", c.o.Include, c.o.Exclude, diff)
		}
		if n := res.Tables.Runs.Len(); n != 2 {
			t.Errorf("copies are %d runs, want 2", n)
		}
	}
}

// A unit may lie partly in an archive, and a database with its log altogether.
func TestUnitsAcrossArchives(t *testing.T) {
	noTemporary(t)
	lines := strings.SplitAfter(kahnLog, "\n")
	first, rest := strings.Join(lines[:3], ""), strings.Join(lines[3:], "")
	board := t.TempDir()
	boardDatabase(t, filepath.Join(board, "board.db"), "PRAGMA journal_mode=WAL", secondAttempt)
	db := readNight(t, board)
	if len(db) < 2 {
		t.Fatalf("the database has no log: %v", sorted(db))
	}
	for ending, pack := range packers {
		folder, file := filepath.Join(t.TempDir(), "logs"), filepath.Join(t.TempDir(), "logs")
		in := night{"later.jsonl": []byte(rest), "old" + ending + "/earlier.jsonl": []byte(first)}
		for name, content := range db {
			in["board"+ending+"/"+name] = content
		}
		in.put(t, folder)
		night{"later.jsonl": []byte(rest), "old" + ending: pack(t, night{"earlier.jsonl": []byte(first)}, []string{"earlier.jsonl"}), "board" + ending: pack(t, db, sorted(db))}.put(t, file)
		want, got := read(t, Options{Paths: []string{folder}}).Tables, read(t, Options{Paths: []string{file}}).Tables
		if diff := cmp.Diff(everything(want), everything(got)); diff != "" {
			t.Errorf("%s: the folder (-) and the archive (+):\n%.3000s", ending, diff)
		}
		// n1's attempt begins in one piece and ends in the other; the board has two.
		if want.Runs.Len() != 4 || want.Attempts.Len() != 3 {
			t.Errorf("%d runs, %d attempts: want n1, n2 and the board's", want.Runs.Len(), want.Attempts.Len())
		}
	}
	if _, ok := sqlite.Belongs("board.db-wal"); !ok {
		t.Error("the log is none of the database's")
	}
}

// Lines of members are quoted like others.
func TestQuotesFromArchives(t *testing.T) {
	noTemporary(t)
	logs := night{"a.jsonl": []byte(kahnLog), "b.jsonl.gz": gzipped(t, []byte(kahnLog)), "quality/BUGS.md": []byte("# Bugs\n\n## BUG-001: off by one\n\n- Severity: high\n\n")}
	files := map[string]string{}
	for ending, pack := range packers {
		files["logs/x"+ending] = string(pack(t, logs, sorted(logs)))
	}
	files["logs/y.zip"] = string(zipOf(t, night{"in.tgz": []byte(files["logs/x.tar.gz"])}, []string{"in.tgz"}))
	res := read(t, Options{Paths: []string{filepath.Join(tree(t, files), "logs")}})
	lines := strings.Split(kahnLog, "\n")
	for _, quote := range []func([]Citation) []Quote{res.Quote, res.QuoteSmall} {
		for name := range files {
			if name == "logs/y.zip" {
				name += "/in.tgz"
			}
			got := quote([]Citation{{name + "/quality/BUGS.md", 3}, {name + "/b.jsonl.gz", 2}, {name + "/a.jsonl", 3}, {name + "/a.jsonl", 1}})
			want := []Quote{{Citation{name + "/a.jsonl", 1}, lines[0], false}, {Citation{name + "/a.jsonl", 3}, lines[2], false},
				{Citation{name + "/b.jsonl.gz", 2}, lines[1], false}, {Citation{name + "/quality/BUGS.md", 3}, "## BUG-001: off by one", false}}
			if diff := cmp.Diff(want, got); diff != "" {
				t.Errorf("%s: wanted (-) and got (+):\n%s", name, diff)
			}
		}
	}
}

// However archives come in over the nights, the tables are those of one reading, and an
// archive that has not changed is not decoded again.
func TestArchivesWithAHistory(t *testing.T) {
	noTemporary(t)
	all := demoLogs(t, 30, 7)
	rnd := rand.New(rand.NewPCG(7, 5))
	endings := []string{".zip", ".tar", ".tar.gz", ".tar.zst"}
	base := t.TempDir()
	whole, logs, store := filepath.Join(base, "whole", "logs"), filepath.Join(base, "logs"), filepath.Join(base, "history")
	names := sorted(all)
	rnd.Shuffle(len(names), func(i, j int) { names[i], names[j] = names[j], names[i] })
	for i := 0; len(names) > 0; i++ {
		n := min(len(names), 1+len(all)/4)
		part := night{}
		for _, name := range names[:n] {
			part[name] = all[name]
		}
		archive := fmt.Sprintf("night-%d%s", i, endings[i%4])
		packed := night{archive: packers[endings[i%4]](t, part, names[:n])}
		names = names[n:]
		packed.put(t, whole)
		packed.put(t, logs)
		want := read(t, Options{Paths: []string{whole}})
		got := read(t, Options{Paths: []string{logs}, History: store})
		if diff := cmp.Diff(everything(want.Tables), everything(got.Tables)); diff != "" {
			t.Fatalf("%s: one reading (-) and with a history (+):\n%.3000s", archive, diff)
		}
		again := read(t, Options{Paths: []string{logs}, History: store})
		if again.Read != 0 || again.Checked != 0 {
			t.Errorf("%s: nothing is new, and %d bytes were decoded, %d compared", archive, again.Read, again.Checked)
		}
		if diff := cmp.Diff(everything(want.Tables), everything(again.Tables)); diff != "" {
			t.Errorf("%s: one reading (-) and a night without news (+):\n%.3000s", archive, diff)
		}
		if i%2 == 1 { // what has gone is in the history
			if err := os.Remove(filepath.Join(logs, archive)); err != nil {
				t.Fatal(err)
			}
		}
	}
}

// What bombs in an archive may hold, they share, and the logs beside them are read.
func TestBombsInAnArchive(t *testing.T) {
	tier.Seconds(t)
	noTemporary(t)
	blank := strings.Repeat(strings.Repeat(" ", 2000)+"\n", 20<<10) // 40 MB
	logs := night{"a.jsonl": []byte(kahnLog)}
	for i := range 7 {
		logs[fmt.Sprintf("bomb-%d.jsonl.gz", i)] = gzipped(t, []byte(strings.ReplaceAll(kahnLog, "n1", fmt.Sprint("b", i))+blank))
	}
	zst := packers[".tar.zst"]
	for name, content := range map[string][]byte{"x.tar.zst": zst(t, logs, sorted(logs)), "y.tar.zst": zst(t, night{"in.zip": zipOf(t, logs, sorted(logs))}, []string{"in.zip"})} {
		dir := tree(t, map[string]string{"logs/" + name: string(content)})
		res := read(t, Options{Paths: []string{filepath.Join(dir, "logs")}})
		lines := int64(0)
		for row := range res.Tables.Sources.Len() {
			lines += res.Tables.Sources.Lines.At(row)
		}
		if n := lines * 2000; n > 2*64<<20 || n < 32<<20 {
			t.Errorf("%s: about %d bytes came out of %d, of which 64 MiB may", name, n, len(content))
		}
		if len(res.Problems) != 7 || res.Tables.Runs.Len() != 9 {
			t.Errorf("%s: problems %v, %d runs", name, res.Problems, res.Tables.Runs.Len())
		}
		checkLedger(t, res.Tables)
	}
}
