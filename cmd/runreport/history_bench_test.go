package main

import (
	"cmp"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"testing"
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

var date = regexp.MustCompile(`20\d\d-\d\d-\d\d`)

// byDate deals the files out in the order of the first date in them, as a year's nights
// would bring them.
func byDate(b *testing.B, dir string, nights int) [][]string {
	b.Helper()
	type dated struct{ path, date string }
	var all []dated
	for _, p := range deal(b, dir, 1, rand.New(rand.NewPCG(1, 1)))[0] {
		content, err := os.ReadFile(filepath.Join(dir, p))
		if err != nil {
			b.Fatal(err)
		}
		all = append(all, dated{p, string(date.Find(append([]byte(p+" "), content...)))})
	}
	slices.SortFunc(all, func(x, y dated) int { return cmp.Or(cmp.Compare(x.date, y.date), cmp.Compare(x.path, y.path)) })
	out := make([][]string, nights)
	for i, f := range all {
		night := i * nights / len(all)
		out[night] = append(out[night], f.path)
	}
	return out
}
