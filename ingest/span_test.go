package ingest

import (
	"fmt"
	"math/rand/v2"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"runreport/ingest/record"
	"runreport/ingest/tie"
)

// What Near says of files holds for the units in them: no time is taken out.
func TestNearSpansLoseNoTime(t *testing.T) {
	said := 0
	for seed := range 3000 {
		rnd := rand.New(rand.NewPCG(uint64(seed), 29))
		latest, files, all := time.Time{}, make([]tie.Span, 1+rnd.IntN(4)), []record.Stamps{}
		start := time.Date(2024, 1, 1, 0, 0, 0, 0, time.UTC)
		if rnd.IntN(3) == 0 {
			latest = start.AddDate(0, 0, rnd.IntN(900))
		}
		for range 1 + rnd.IntN(6) {
			first := start.AddDate(0, 0, rnd.IntN(1200))
			s := record.Stamps{N: 2, First: first, Last: first.AddDate(0, 0, rnd.IntN(500))}
			files[rnd.IntN(len(files))].Add(s)
			all = append(all, s)
		}
		if !tie.Near(latest, files) {
			continue
		}
		said++
		lines := []string{"run,test,status,begin,end"}
		if !latest.IsZero() {
			for n := range 3 {
				lines = append(lines, fmt.Sprintf("told,t%d,ok,%s,", n, latest.Format(time.RFC3339)))
			}
		}
		for n, s := range all {
			lines = append(lines, fmt.Sprintf("r%d,x,ok,%s,%s", n, s.First.Format(time.RFC3339), s.Last.Format(time.RFC3339)))
		}
		if said%20 == 0 {
			dir := tree(t, map[string]string{"a.csv": strings.Join(lines, "\n") + "\n"})
			s := read(t, Options{Paths: []string{dir}, Mappings: []*Mapping{endMapping}}).Tables
			for row := range s.Findings.Len() {
				if s.Findings.Code.At(row) == "implausible_time" {
					t.Fatalf("seed %d: %s", seed, s.Findings.Seen.At(row))
				}
			}
		}
	}
	if said < 300 {
		t.Errorf("only %d cases are near", said)
	}
}

// endMapping reads rows with two times.
var endMapping = &Mapping{Name: "own", Files: []string{"*.csv"}, Columns: map[string]string{
	"run": "run", "step": "test", "result": "status", "started": "begin", "ended": "end"}}

// Units with one time or two are copied though no unit has more, as reports of JUnit with one
// suite are.
func TestPartsOfUnitsWithFewTimes(t *testing.T) {
	dir, logs := filepath.Join(t.TempDir(), "logs"), night{}
	lists := make([][]string, 2)
	for n := range 6 {
		name := fmt.Sprintf("n%d/%c.csv", n%2, 'a'+n)
		logs[name] = fmt.Appendf(nil, "run,test,status,begin\nr%d,x,ok,2026-05-0%dT02:00:00Z\n", n, n+1)
		lists[n%2] = append(lists[n%2], name)
	}
	for _, c := range []struct {
		name  string
		at    string // of one more unit
		again int
	}{
		{"near", "2026-09-01", 0},
		{"far", "2093-09-01", 7}, // its time is taken out, in whatever part it lies
	} {
		t.Run(c.name, func(t *testing.T) {
			logs["n1/z.csv"] = []byte("run,test,status,begin\nz,x,ok," + c.at + "T02:00:00Z\n")
			logs.write(t, dir)
			checkMerged(t, dir, [][]string{lists[0], append(lists[1], "n1/z.csv")}, c.again)
		})
	}
}
