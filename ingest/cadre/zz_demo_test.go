package cadre

import (
	"encoding/json"
	"fmt"
	"os"
	"path"
	"path/filepath"
	"slices"
	"testing"
	"time"

	"runreport/cmd/runreport/demo"
	"runreport/ingest/record"
	"runreport/ingest/source"
	"runreport/ingest/table"
)

func TestDemoTruth(t *testing.T) {
	for _, dirty := range []float64{0, 0.5} {
		dir := t.TempDir()
		truth, err := demo.Generate(demo.Options{Dir: dir, Runs: 5000, Seed: 7, Dirty: dirty})
		if err != nil {
			t.Fatal(err)
		}
		var paths []string
		filepath.Walk(filepath.Join(dir, "logs"), func(p string, i os.FileInfo, err error) error {
			if err == nil && !i.IsDir() {
				paths = append(paths, p)
			}
			return nil
		})
		slices.Sort(paths)
		begin := time.Now()
		var files []*record.File
		claimed := map[string]int{}
		for _, p := range paths {
			rel, _ := filepath.Rel(dir, p)
			in, err := source.Open(p)
			if err != nil {
				t.Fatal(err)
			}
			h, _ := in.Head(rel)
			for _, f := range formats {
				if f.Is(h) {
					file := &record.File{Index: len(files), Path: rel, Dir: path.Dir(rel), Format: f}
					file.Decode(in)
					files = append(files, file)
					claimed[f.Name]++
					break
				}
			}
			in.Close()
		}
		units := stitch(files)
		set := &table.Set{}
		for i, u := range units {
			u.Key = fmt.Sprint(u.Home, "/", u.ID, "#", i)
			assemble(u, set)
		}
		fmt.Println(claimed, time.Since(begin))
		type got struct {
			Runs                                 int
			Causes, Reasons, Statuses, Invocations map[string]int
			Flake                                [2]int
			Tokens                               int64
			Unmeasured                           int
		}
		all := map[string]*got{}
		kindOf := map[string]string{}
		for row := range set.Runs.Len() {
			k := set.Runs.Kind.At(row)
			kindOf[set.Runs.Key.At(row)] = k
			g := all[k]
			if g == nil {
				g = &got{Causes: map[string]int{}, Reasons: map[string]int{}, Statuses: map[string]int{}, Invocations: map[string]int{}}
				all[k] = g
			}
			g.Runs++
			g.Statuses[set.Runs.Status.At(row)]++
			if c, ok := set.Runs.Cause.Get(row); ok {
				g.Causes[c]++
				if !set.Runs.Inferred.Is(row) {
					g.Reasons[set.Runs.Outcome.At(row)]++
				}
			}
		}
		failedBefore := map[string]map[int64]int{}
		for row := range set.Attempts.Len() {
			g := all[kindOf[set.Attempts.Run.At(row)]]
			g.Invocations[set.Attempts.Status.At(row)]++
			g.Tokens += set.Attempts.Tokens.At(row)
			key := set.Attempts.Run.At(row) + "|" + set.Attempts.Step.At(row)
			if failedBefore[key] == nil {
				failedBefore[key] = map[int64]int{}
			}
			n := set.Attempts.Attempt.At(row)
			c, ok := set.Attempts.Converged.Get(row)
			failedBefore[key][n] |= 1
			if ok && !c {
				failedBefore[key][n] |= 2
			}
		}
		for row := range set.Steps.Len() {
			if !set.Steps.Converged.Is(row) {
				continue
			}
			g := all[kindOf[set.Steps.Run.At(row)]]
			if v, ok := set.Steps.FlakeMeasured.Get(row); ok && !v {
				g.Unmeasured++
				continue
			}
			g.Flake[1]++
			A := set.Steps.Attempts.At(row)
			key := set.Steps.Run.At(row) + "|" + set.Steps.Step.At(row)
			for n := int64(1); n < A; n++ {
				if f := failedBefore[key][n]; f == 0 || f&2 != 0 {
					g.Flake[0]++
					break
				}
			}
		}
		for _, k := range []string{"work item", "migration", "fleet"} {
			b, _ := json.Marshal(all[k])
			fmt.Println(k, string(b))
		}
		b, _ := json.Marshal(truth.CADRE)
		fmt.Println("CADRE", string(b))
		b, _ = json.Marshal(truth.AAMF)
		fmt.Println("AAMF", string(b))
		codes := map[string]int64{}
		for row := range set.Findings.Len() {
			codes[set.Findings.Code.At(row)] += set.Findings.Count.At(row)
		}
		for _, f := range files {
			for _, n := range f.Findings() {
				codes[n.Code.Name] += n.Count
			}
		}
		fmt.Println(codes); seenm := map[string]bool{}; for _, f := range files { for _, n := range f.Findings() { if n.Code.Name == "missing_field" && !seenm[n.Seen] { seenm[n.Seen]=true; fmt.Println(f.Path, n.Line, n.Seen) } } }
	}
}
