package ingest

import (
	"bytes"
	"database/sql"
	"fmt"
	"io/fs"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"runreport/cmd/runreport/demo"
	"runreport/ingest/dataset"
	"runreport/ingest/table"
	"runreport/unit/tier"
)

// night is what a nightly job finds below its folder of logs: path to content.
type night map[string][]byte

// demoLogs are the logs of made-up runs, some of them damaged.
func demoLogs(t testing.TB, runs int, seed uint64) night {
	t.Helper()
	dir := t.TempDir()
	if _, err := demo.Generate(demo.Options{Dir: dir, Runs: runs, Seed: seed, Dirty: 0.2}); err != nil {
		t.Fatal(err)
	}
	return readNight(t, filepath.Join(dir, demo.LogsFolder))
}

func readNight(t testing.TB, dir string) night {
	t.Helper()
	all := night{}
	err := filepath.WalkDir(dir, func(p string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		rel, err := filepath.Rel(dir, p)
		if err != nil {
			return err
		}
		all[rel], err = os.ReadFile(p)
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return all
}

// split deals the logs out to nights. Some logs of lines grow over several of them.
func split(all night, nights int, rnd *rand.Rand) []night {
	out := make([]night, nights)
	for i := range out {
		out[i] = night{}
	}
	for _, p := range sorted(all) {
		content, first := all[p], rnd.IntN(nights)
		if strings.HasSuffix(p, "l") && rnd.IntN(2) == 0 {
			for n := first; n < nights-1; n++ {
				out[n][p] = content[:cut(content, rnd)]
				if n > first && len(out[n][p]) < len(out[n-1][p]) {
					out[n][p] = out[n-1][p]
				}
			}
			out[nights-1][p] = content
			continue
		}
		out[first][p] = content
	}
	return out
}

// cut is a place to stop at: mostly behind a line, now and then in its midst.
func cut(content []byte, rnd *rand.Rand) int {
	at := rnd.IntN(len(content) + 1)
	if rnd.IntN(5) > 0 {
		at = bytes.LastIndexByte(content[:at], '\n') + 1
	}
	return at
}

func sorted(n night) []string {
	var paths []string
	for p := range n {
		paths = append(paths, p)
	}
	slices.Sort(paths)
	return paths
}

// put writes the logs below dir, as writers that finished a while ago.
func (n night) put(t testing.TB, dir string) {
	t.Helper()
	for p, content := range n {
		full := filepath.Join(dir, p)
		if old, err := os.ReadFile(full); err == nil && bytes.Equal(old, content) {
			continue
		}
		if err := os.MkdirAll(filepath.Dir(full), 0o700); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(full, content, 0o600); err != nil {
			t.Fatal(err)
		}
		when := time.Now().Add(-time.Hour)
		if err := os.Chtimes(full, when, when); err != nil {
			t.Fatal(err)
		}
	}
}

// everything is all tables as text, with the ledger.
func everything(s *table.Set) map[string][]string {
	out := map[string][]string{}
	for _, tab := range s.Tables() {
		out[tab.Name] = strings.Split(tab.Text(), "\n")
	}
	return out
}

// However the logs come in over the nights, the tables of the last night are those of
// one reading of everything.
func TestNightsAreWorthOneReading(t *testing.T) {
	tier.Slow(t, "reads a night at a time")
	from, to := uint64(5), uint64(6) // the sixth has a log that grows by nothing but a torn line
	if os.Getenv("RUNREPORT_LONG") != "" {
		from, to = 0, 12
	}
	for seed := from; seed < to; seed++ {
		for _, gone := range []bool{false, true} {
			t.Run(fmt.Sprintf("seed=%d,gone=%v", seed, gone), func(t *testing.T) {
				rnd := rand.New(rand.NewPCG(seed, 5))
				all := demoLogs(t, 40, seed)
				base := t.TempDir()
				whole, logs, store := filepath.Join(base, "whole", "logs"), filepath.Join(base, "logs"), filepath.Join(base, "history")
				all.put(t, whole)
				want := read(t, Options{Paths: []string{whole}})
				var got *Result
				for _, n := range split(all, 5, rnd) {
					if gone {
						if err := os.RemoveAll(logs); err != nil {
							t.Fatal(err)
						}
						if err := os.MkdirAll(logs, 0o700); err != nil {
							t.Fatal(err)
						}
					}
					n.put(t, logs)
					got = read(t, Options{Paths: []string{logs}, History: store, Version: "1.2.3"})
				}
				if diff := cmp.Diff(everything(want.Tables), everything(got.Tables)); diff != "" {
					t.Errorf("one reading (-) and five nights (+):\n%s", diff)
				}
				again := read(t, Options{Paths: []string{logs}, History: store, Version: "1.2.3"})
				if again.Read != 0 {
					t.Errorf("nothing is new, and %d bytes were read", again.Read)
				}
				if diff := cmp.Diff(everything(want.Tables), everything(again.Tables)); diff != "" {
					t.Errorf("one reading (-) and a night without news (+):\n%s", diff)
				}
				stored, err := LoadDataset(store)
				if err != nil {
					t.Fatal(err)
				}
				if diff := cmp.Diff(inNoOrder(want.Tables), inNoOrder(stored)); diff != "" {
					t.Errorf("one reading (-) and the dataset (+):\n%s", diff)
				}
			})
		}
	}
}

// So are those of two programs that build with one history in turn, which take nothing over of each other, with
// and without compacting in between, where few records are enough to seal units while logs are restored, and few
// rows to fill a part.
func TestNightsOfTwoPrograms(t *testing.T) {
	tier.Slow(t, "reads a night at a time")
	seeds := uint64(2)
	if os.Getenv("RUNREPORT_LONG") != "" {
		seeds = 12
	}
	for seed := range seeds {
		rnd := rand.New(rand.NewPCG(seed, 6))
		all := demoLogs(t, 40, 20+seed)
		base := t.TempDir()
		whole, logs, store := filepath.Join(base, "whole", "logs"), filepath.Join(base, "logs"), filepath.Join(base, "history")
		all.put(t, whole)
		want := everything(read(t, Options{Paths: []string{whole}, sealAfter: -1}).Tables)
		var got *Result
		for i, n := range split(all, 6, rnd) {
			n.put(t, logs)
			o := Options{Paths: []string{logs}, History: store, sealAfter: 8, partRows: 40, LongestDuration: LongestDuration - time.Duration(rnd.IntN(2))*time.Hour}
			got = read(t, o)
			if i%2 == 0 {
				if _, err := Compact(t.Context(), store, 0, "test"); err != nil {
					t.Fatal(err)
				}
			}
		}
		if diff := cmp.Diff(want, everything(got.Tables)); diff != "" {
			t.Errorf("seed %d: one reading (-) and six nights (+):\n%.3000s", seed, diff)
		}
		stored, err := LoadDataset(store)
		if err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(inNoOrder(got.Tables), inNoOrder(stored)); diff != "" {
			t.Errorf("seed %d: six nights (-) and the dataset (+):\n%.3000s", seed, diff)
		}
	}
}

func inNoOrder(s *table.Set) map[string][]string {
	all := everything(s)
	for name := range all {
		slices.Sort(all[name])
	}
	return all
}

// Compacting changes no number, and the next night goes on as if nothing had happened.
func TestCompactingChangesNothing(t *testing.T) {
	tier.Slow(t, "reads a night at a time")
	rnd := rand.New(rand.NewPCG(4, 5))
	all := demoLogs(t, 40, 4)
	base := t.TempDir()
	logs, store := filepath.Join(base, "logs"), filepath.Join(base, "history")
	var want map[string][]string
	for i, n := range split(all, 4, rnd) {
		n.put(t, logs)
		want = everything(read(t, Options{Paths: []string{logs}, History: store}).Tables)
		if i%2 == 0 {
			continue
		}
		done, err := Compact(t.Context(), store, 0, "1.2.3")
		if err != nil || done.Dropped != 0 {
			t.Fatalf("%+v, %v", done, err)
		}
		again := read(t, Options{Paths: []string{logs}, History: store})
		if again.Read != 0 {
			t.Errorf("%d bytes are read after compacting", again.Read)
		}
		if diff := cmp.Diff(want, everything(again.Tables)); diff != "" {
			t.Errorf("before (-) and after (+) compacting:\n%.3000s", diff)
		}
		if done, err = Compact(t.Context(), store, 0, "1.2.3"); err != nil || done.Pieces != 0 {
			t.Errorf("compacting twice: %+v, %v", done, err)
		}
	}
	if _, err := Compact(t.Context(), logs, 0, "1.2.3"); err == nil {
		t.Error("a folder of logs is compacted")
	}
}

// What retention takes out stays out, and what is left is what its logs alone give.
func TestRetention(t *testing.T) {
	base := t.TempDir()
	logs, store := filepath.Join(base, "logs"), filepath.Join(base, "history")
	at := func(day string) []byte { return []byte(strings.ReplaceAll(kahnLog, "2026-04-22", day)) }
	recent := night{"2026-04-22/transitions.jsonl": at("2026-04-22"), "2026-04-10/transitions.jsonl": at("2026-04-10")}
	old := night{"2026-01-01/transitions.jsonl": at("2026-01-01"), "2026-01-02/transitions.jsonl": at("2026-01-02")}
	recent.put(t, logs)
	want := everything(read(t, Options{Paths: []string{logs}}).Tables)
	old.put(t, logs)
	read(t, Options{Paths: []string{logs}, History: store})
	for _, c := range []struct{ days, dropped int }{{200, 0}, {30, 2}, {30, 2}} {
		done, err := Compact(t.Context(), store, time.Duration(c.days)*24*time.Hour, "1.2.3")
		if err != nil || done.Logs != 4 || done.Dropped != c.dropped {
			t.Fatalf("keeping %d days: %+v, %v", c.days, done, err)
		}
	}
	res := read(t, Options{Paths: []string{logs}, History: store})
	f := &res.Tables.Findings
	if last := f.Len() - 1; last < 0 || f.Code.At(last) != pastRetention.Name || f.Count.At(last) != 2 {
		t.Error("no finding says that logs are left out")
	}
	got := everything(res.Tables)
	got["findings"], want["findings"] = nil, nil
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("the recent logs alone (-) and after retention (+):\n%.3000s", diff)
	}
	// More of an old log is a log of its own time.
	grown := night{"2026-01-01/transitions.jsonl": append(at("2026-01-01"), at("2026-04-21")...)}
	grown.put(t, logs)
	if res := read(t, Options{Paths: []string{logs}, History: store}); res.Tables.Sources.Len() != 3 {
		t.Errorf("%d files, want the recent two and the one that has grown", res.Tables.Sources.Len())
	}
}

// Secrets are taken out before anything is stored, two names that become the same stay
// two, and the history gives what one reading gives.
func TestNoSecretIsStored(t *testing.T) {
	token := "gh" + "p_" + "a8F3kQ9zLm2Xv7Tb1Rw6Yc4Nd5Hj0Ps8GhIj"
	lines := strings.Split(kahnLog, "\n")
	note := func(line, key, text string) string {
		return strings.TrimSuffix(line, "}") + fmt.Sprintf(`,%q:%q}`, key, text)
	}
	first := note(lines[0], "note", "token "+token) + "\n" + lines[1] + "\n"
	for _, who := range []string{"ada", "bob"} {
		first += strings.ReplaceAll(lines[1], `"lint"`, `"ask `+who+`@engine.example"`) + "\n"
	}
	first += "not a record: " + token + "\n"
	second := first + note(strings.ReplaceAll(lines[3], "make lint", "curl -u ci:"+token), "mail", "eve@engine.example") + "\n"
	base := t.TempDir()
	logs, store := filepath.Join(base, "logs"), filepath.Join(base, "history")
	for _, content := range []string{first, second} {
		night{"eve@engine.example/transitions.jsonl": []byte(content)}.put(t, logs)
		got := read(t, Options{Paths: []string{logs}, History: store})
		want := read(t, Options{Paths: []string{logs}})
		if diff := cmp.Diff(everything(want.Tables), everything(got.Tables)); diff != "" {
			t.Errorf("without (-) and with (+) a history:\n%.3000s", diff)
		}
		steps := map[string]bool{}
		for row := range got.Tables.Steps.Len() {
			steps[got.Tables.Steps.Step.At(row)] = true
		}
		if len(steps) != 3 {
			t.Errorf("three steps became %v", steps)
		}
	}
	data, err := dataset.Open(t.Context(), store, table.LogsName)
	if err != nil {
		t.Fatal(err)
	}
	var logRows table.Logs
	for _, p := range data.Parts() {
		p.CopyTo(logRows.Named())
	}
	if err := data.Close(); err != nil {
		t.Fatal(err)
	}
	var all bytes.Buffer
	all.WriteString(logRows.Named().Text())
	for row := range logRows.Len() {
		all.Write(logRows.Records.At(row))
		all.Write(logRows.Findings.At(row))
	}
	stored, err := LoadDataset(store)
	if err != nil {
		t.Fatal(err)
	}
	for _, tab := range stored.Tables() {
		all.WriteString(tab.Text())
	}
	for _, secret := range []string{token[4:], "ada@", "bob@", "eve@"} {
		if strings.Contains(all.String(), secret) {
			t.Errorf("the history holds %q", secret)
		}
	}
	if !strings.Contains(all.String(), "[redacted: e-mail] (2)") {
		t.Error("two steps have one name")
	}
}

// What damage costs is a reading: the logs that lie there are read again.
func TestADamagedHistoryIsMadeAgain(t *testing.T) {
	base := t.TempDir()
	logs, store := filepath.Join(base, "logs"), filepath.Join(base, "history")
	all := night{"2026-04-22/transitions.jsonl": []byte(kahnLog), "notes.txt": []byte("no log")}
	all.put(t, logs)
	want := everything(read(t, Options{Paths: []string{logs}, History: store}).Tables)
	parts, err := filepath.Glob(filepath.Join(store, "table=*", "system=kahn", "*", "*.parquet"))
	if err != nil || len(parts) < 5 {
		t.Fatal(parts, err)
	}
	for i, p := range append(parts, filepath.Join(store, "manifest.json")) {
		whole, err := os.ReadFile(p)
		if err != nil {
			t.Fatal(err)
		}
		whole[len(whole)/2] ^= 4
		if err := os.WriteFile(p, whole, 0o600); err != nil {
			t.Fatal(err)
		}
		res := read(t, Options{Paths: []string{logs}, History: store})
		f := &res.Tables.Findings
		if n := f.Len(); n == 0 || f.Code.At(n-1) != damagedPart.Name {
			t.Errorf("%s: no finding says that it is damaged", p)
		}
		again := read(t, Options{Paths: []string{logs}, History: store})
		if diff := cmp.Diff(want, everything(again.Tables)); diff != "" {
			t.Errorf("before (-) and after (+) damage to %s:\n%.2000s", p, diff)
		}
		if isLogs := strings.Contains(p, "table=logs"); isLogs != (res.Read > 0) {
			t.Errorf("file %d, %s: %d bytes were read again", i, p, res.Read)
		}
	}
}

// A finding of every file is stored under the name of its code, so a database that no
// format claims is the same finding when it is no longer there.
func TestADeletedForeignDatabaseIsNotOutdated(t *testing.T) {
	base := t.TempDir()
	logs, store := filepath.Join(base, "logs"), filepath.Join(base, "history")
	if err := os.MkdirAll(logs, 0o700); err != nil {
		t.Fatal(err)
	}
	photos := filepath.Join(logs, "photos.db")
	db, err := sql.Open("sqlite", "file:"+photos)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := db.Exec("CREATE TABLE photos(name TEXT)"); err != nil {
		t.Fatal(err)
	}
	if err := db.Close(); err != nil {
		t.Fatal(err)
	}
	want := everything(read(t, Options{Paths: []string{logs}, History: store}).Tables)["findings"]
	if err := os.Remove(photos); err != nil {
		t.Fatal(err)
	}
	got := everything(read(t, Options{Paths: []string{logs}, History: store}).Tables)["findings"]
	if diff := cmp.Diff(want, got); diff != "" || len(want) < 2 {
		t.Errorf("findings with the database (-) and without it (+):\n%s", diff)
	}
}
