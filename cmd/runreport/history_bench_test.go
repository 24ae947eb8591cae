package main

import (
	"cmp"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"testing"
	"time"

	"runreport/ingest/source"
)

// BenchmarkNight is a build with --history of a night of ten runs after so many
// nights. It says what the build costs in processor time as well, which other work on
// the machine does not change.
func BenchmarkNight(b *testing.B) {
	const runsANight = 10
	all := manyRuns(b, 365*runsANight)
	arriving := byDate(b, all, 365)
	for _, night := range []int{10, 365} {
		b.Run(fmt.Sprintf("night=%d", night), func(b *testing.B) {
			base := b.TempDir()
			logs, before := filepath.Join(base, "logs"), filepath.Join(base, "before")
			arrive(b, all, logs, slices.Concat(arriving[:night-1]...))
			nightly(b, logs, before, base)
			arrive(b, all, logs, arriving[night-1])
			b.ResetTimer()
			spent := 0.0
			for i := range b.N {
				b.StopTimer()
				store := filepath.Join(base, fmt.Sprint("history", i))
				if err := os.CopyFS(store, os.DirFS(before)); err != nil {
					b.Fatal(err)
				}
				b.StartTimer()
				spent += nightly(b, logs, store, base)
			}
			b.ReportMetric(spent/float64(b.N), "cpu-s/op")
		})
	}
}

// nightly is one build as a process of its own, which has drawn nothing before, and the
// processor time that it took, in seconds.
func nightly(b *testing.B, logs, store, base string) float64 {
	b.Helper()
	c := child(b, "build", logs, "-o", filepath.Join(base, "report"), "--history", store, "-q")
	if out, err := c.CombinedOutput(); c.ProcessState.ExitCode() != exitOK && c.ProcessState.ExitCode() != exitInput {
		b.Fatalf("%v: %s", err, out)
	}
	return (c.ProcessState.UserTime() + c.ProcessState.SystemTime()).Seconds()
}

// A date in a log, and the milliseconds since 1970 in logs without dates.
var (
	date   = regexp.MustCompile(`20\d\d-\d\d-\d\d`)
	millis = regexp.MustCompile(`\b1[67]\d{11}\b`)
)

// firstDate is the first date in a log; "" where it has none.
func firstDate(b *testing.B, dir, path string) string {
	b.Helper()
	in, err := source.Open(filepath.Join(dir, path))
	if err != nil {
		b.Fatal(err)
	}
	defer in.Close()
	content, err := in.All()
	if err != nil {
		b.Fatal(err)
	}
	if d := date.FindString(path + " " + string(content)); d != "" {
		return d
	}
	if ms, err := strconv.ParseInt(string(millis.Find(content)), 10, 64); err == nil {
		return time.UnixMilli(ms).UTC().Format(time.DateOnly)
	}
	return ""
}

// byDate deals the files out in the order of the first date in them, as a year's nights
// would bring them. What has no date comes with the folder it lies in.
func byDate(b *testing.B, dir string, nights int) [][]string {
	b.Helper()
	type dated struct{ path, date string }
	var all []dated
	first := map[string]string{} // by folder
	for _, p := range deal(b, dir, 1, rand.New(rand.NewPCG(1, 1)))[0] {
		d := firstDate(b, dir, p)
		all = append(all, dated{p, d})
		for up := filepath.Dir(p); d != "" && up != "."; up = filepath.Dir(up) {
			if first[up] == "" || d < first[up] {
				first[up] = d
			}
		}
	}
	for i, f := range all {
		for up := filepath.Dir(f.path); all[i].date == "" && up != "."; up = filepath.Dir(up) {
			all[i].date = first[up]
		}
	}
	slices.SortFunc(all, func(x, y dated) int { return cmp.Or(cmp.Compare(x.date, y.date), cmp.Compare(x.path, y.path)) })
	out := make([][]string, nights)
	for i, f := range all {
		night := i * nights / len(all)
		out[night] = append(out[night], f.path)
	}
	return out
}
