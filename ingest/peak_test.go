package ingest

import (
	"bufio"
	"bytes"
	"compress/gzip"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"runreport/ingest/table"
)

// peakLog names the log that a process of its own reads, whose memory is measured, and peakWay the way in
// which it does that, with a folder for what is stored.
const (
	peakLog = "RUNREPORT_PEAK_LOG"
	peakWay = "RUNREPORT_PEAK_WAY"
)

// peakBase is how much memory reading takes at most besides what follows the log's length, in
// bytes. Where units are sealed while the log is read, only the rows of the tables follow it,
// which are there twice when they are joined.
const peakBase = 128 << 20

// segmentBase is the same where a log is put together segment by segment: the records of several blocks are there.
const segmentBase = 224 << 20

// lotBase is the same where files are put together lot by lot: the records of two lots are there.
const lotBase = 256 << 20

// The most memory that the process takes is bounded, whatever GOMEMLIMIT says.
// RUNREPORT_LONG reads 400 MB instead of 48, of which all that is held at once would be too much.
func TestPeakMemoryOfReading(t *testing.T) {
	if path := os.Getenv(peakLog); path != "" {
		readForPeak(t, path)
		return
	}
	if testing.Short() {
		t.Skip("reads a large log")
	}
	size := 48 << 20
	if os.Getenv("RUNREPORT_LONG") != "" {
		size = 400 << 20
	}
	for _, long := range longLogs {
		t.Run(long.name, func(t *testing.T) {
			measurePeak(t, writeLong(t, long.file, size, long.write), size, long.peak, long.base)
		})
	}
	t.Run("kahn with a run that stands twice", func(t *testing.T) { // of which all is read again that matters, and no more
		twice := func(w io.Writer, size int) error { return errors.Join(longKahnLog(w, size), longKahnLog(w, 1)) }
		measurePeak(t, writeLong(t, "run_state.jsonl", size, twice), size, 2, peakBase)
	})
	t.Run("copies of kahn", func(t *testing.T) { // whose units are put together again, a few at a time
		measurePeak(t, copiesOfKahn(t, size, false), size, 2, lotBase)
	})
	t.Run("packed copies of kahn", func(t *testing.T) { measurePeak(t, copiesOfKahn(t, size, true), size, 2, lotBase) })
	t.Run("copies of junit", func(t *testing.T) { measurePeak(t, copiesOfJUnit(t, size), size, 2, lotBase) })
	t.Run("nights of junit", func(t *testing.T) { measurePeak(t, nightsOfJUnit(t, size), size, 2, lotBase) })
	for logs, path := range map[string]string{
		"kahn":            writeLong(t, "run_state.jsonl", size, longKahnLog),
		"packed kahn":     packedLong(t, "run_state.jsonl.gz", size, longKahnLog),
		"nights of junit": nightsOfJUnit(t, size),
		"playbook":        writeLong(t, "run_state.jsonl", size, longPlaybookLog),
	} {
		for name, way := range peakWays {
			t.Run(logs+", "+name, func(t *testing.T) {
				store := filepath.Join(t.TempDir(), "store")
				for _, before := range way.before {
					peakWays[before].run(t, path, store)
				}
				t.Setenv(peakWay, name+":"+store)
				measurePeak(t, path, size, storedPerByte, lotBase)
			})
		}
	}
}

// storedPerByte is how many bytes of memory are taken at most for a byte of a log that is stored: what is
// stored, some of it in mapped files, beside its rows. A log that was restored as a whole took eight, and
// eleven to compact it.
const storedPerByte = 3

// peakWays are the ways of reading a log and storing it.
var peakWays = map[string]struct {
	before []string // the ways that come before it
	run    func(t *testing.T, log, store string)
}{
	"stored": {nil, func(t *testing.T, log, store string) {
		readTo(t, Options{Paths: []string{log}, History: store, Jobs: 2, Events: table.EventLatest})
	}},
	"restored": {[]string{"stored"}, func(t *testing.T, log, store string) { // its rows are of others
		readTo(t, Options{Paths: []string{log}, History: store, LongestDuration: time.Hour, Jobs: 2, Events: table.EventLatest})
	}},
	"a window of": {[]string{"stored"}, func(t *testing.T, log, store string) {
		readTo(t, Options{Paths: []string{log}, History: store, Since: time.Date(2026, 1, 2, 0, 0, 0, 0, time.UTC), Jobs: 2, Events: table.EventLatest})
	}},
	"compacted":                    {[]string{"stored"}, compactTo},
	"compacted by another program": {[]string{"stored", "restored"}, compactTo},
	"a shard": {nil, func(t *testing.T, log, store string) {
		if _, err := ReadShard(context.Background(), Options{Paths: []string{log}, Jobs: 2}, Shards{1, 1}, store); err != nil {
			t.Fatal(err)
		}
	}},
}

func compactTo(t *testing.T, _, store string) {
	if done, err := Compact(context.Background(), store, 0, "test"); err != nil || done.Logs == 0 {
		t.Fatal(done, err)
	}
}

func readTo(t *testing.T, o Options) {
	res, err := Read(context.Background(), o)
	if err != nil {
		t.Fatal(err)
	}
	if res.Claimed == 0 || res.Tables.Runs.Len() == 0 {
		t.Fatal(fmt.Sprint(res.Claimed, " files, ", res.Tables.Runs.Len(), " runs"))
	}
}

// writeLong writes a log of that size.
func writeLong(t *testing.T, name string, size int, write func(io.Writer, int) error) string {
	path := filepath.Join(t.TempDir(), name)
	f, err := os.Create(path)
	if err != nil {
		t.Fatal(err)
	}
	w := bufio.NewWriterSize(f, 1<<20)
	if err := write(w, size); err != nil {
		t.Fatal(err)
	}
	if err := w.Flush(); err != nil {
		t.Fatal(err)
	}
	if err := f.Close(); err != nil {
		t.Fatal(err)
	}
	return path
}

// packedLong writes a log of that size, which takes less where it lies.
func packedLong(t *testing.T, name string, size int, write func(io.Writer, int) error) string {
	return writeLong(t, name, size, func(w io.Writer, size int) error {
		z := gzip.NewWriter(w)
		return errors.Join(write(z, size), z.Close())
	})
}

// nightsOfJUnit are folders with a report of 256 KiB each: every night's records are let go
// while the next one is read.
func nightsOfJUnit(t *testing.T, size int) string {
	dir := t.TempDir()
	for n := range size >> 18 {
		date := time.Date(2026, 1, 1+n%300, n/300, 0, 0, 0, time.UTC)
		var report bytes.Buffer
		if err := longJUnitReport(&report, 1<<18); err != nil {
			t.Fatal(err)
		}
		folder := filepath.Join(dir, date.Format("2006-01-02-15"))
		if err := os.MkdirAll(folder, 0o700); err != nil {
			t.Fatal(err)
		}
		text := bytes.ReplaceAll(report.Bytes(), []byte("2026-05-01T02"), []byte(date.Format("2006-01-02T15")))
		if err := os.WriteFile(filepath.Join(folder, "report.xml"), text, 0o600); err != nil {
			t.Fatal(err)
		}
	}
	return dir
}

// copiesOfJUnit are the reports of nights, and a copy of each.
func copiesOfJUnit(t *testing.T, size int) string {
	nights, all := nightsOfJUnit(t, size/2), t.TempDir()
	for _, folder := range []string{"first", "second"} {
		if err := os.CopyFS(filepath.Join(all, folder), os.DirFS(nights)); err != nil {
			t.Fatal(err)
		}
	}
	return all
}

func measurePeak(t *testing.T, path string, size, perByte int, base int64) {
	reader := exec.Command(os.Args[0], "-test.run", "^TestPeakMemoryOfReading$")
	reader.Env = append(os.Environ(), peakLog+"="+path, "GOMEMLIMIT=off", "GOGC=") // as if it were not set
	out, err := reader.CombinedOutput()
	if err != nil || !strings.Contains(string(out), "PASS") {
		t.Fatalf("%v: %s", err, out)
	}
	_, said, _ := strings.Cut(string(out), "VmHWM:")
	var peak int64
	if _, err := fmt.Sscan(said, &peak); err != nil {
		t.Skipf("this system does not say how much memory a process has taken: %v", err)
	}
	peak <<= 10
	t.Logf("%d MB of memory for %d MB of logs", peak>>20, size>>20)
	if limit := int64(size)*int64(perByte) + base; peak > limit {
		t.Errorf("%d MB of memory for %d MB of logs, at most %d", peak>>20, size>>20, limit>>20)
	}
}

func readForPeak(t *testing.T, path string) {
	if name, store, stored := strings.Cut(os.Getenv(peakWay), ":"); stored {
		peakWays[name].run(t, path, store)
	} else {
		readTo(t, Options{Paths: []string{path}, Jobs: 2, Events: table.EventLatest})
	}
	// The process says it itself: the resource usage that a parent sees counts the memory of
	// the parent too, which it shared until the child had started.
	status, _ := os.ReadFile("/proc/self/status") // absent on other systems
	for line := range strings.Lines(string(status)) {
		if strings.HasPrefix(line, "VmHWM:") {
			fmt.Print(line) // in kB
		}
	}
}
