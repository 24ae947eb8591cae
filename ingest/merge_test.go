package ingest

import (
	"context"
	"errors"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// Merged parts are one reading, in any order, and though a part is named twice or was merged before:
// their tables, what was passed over, and how many logs there are.
func TestPartsOfFewLogs(t *testing.T) {
	dir := fewLogs(t)
	o := Options{Paths: []string{dir}}
	tables, all := wholeTables(t, o), allOf(t, o)
	logs := read(t, o).Tables.Sources.Len()
	const n = 3
	p := parts(t, dir, n, Options{})
	backwards := slices.Clone(p)
	slices.Reverse(backwards)
	for name, c := range map[string]struct {
		parts []string
		count int // of the parts that are named
	}{
		"in order":            {p, n},
		"backwards":           {backwards, n},
		"one twice":           {append(slices.Clone(p), p[0]), n + 1},
		"merged before":       {[]string{merge(t, p...)}, 1},
		"some of them merged": {append([]string{merge(t, p[:1]...)}, p[1:]...), n},
	} {
		into := filepath.Join(t.TempDir(), "merged")
		done, err := Merge(context.Background(), c.parts, into, false, "test")
		if err != nil {
			t.Errorf("%s: %v", name, err)
			continue
		}
		if done.Parts != c.count || done.Logs != logs || len(done.Missing) != 0 {
			t.Errorf("%s: %+v, want %d parts and %d logs", name, done, c.count, logs)
		}
		if got := mergedTablesOf(t, into); got != tables {
			t.Errorf("%s: tables\n%s\nwant\n%s", name, got, tables)
		}
		if got := allOf(t, Options{Dataset: into}); got != all {
			t.Errorf("%s: an analysis sees\n%s\nwant\n%s", name, got, all)
		}
	}
}

// Shards that are missing are named, in one sentence however many they are. Where they may miss, that
// is a finding, and a later part of them takes it away.
func TestPartsThatAreMissing(t *testing.T) {
	dir := fewLogs(t)
	p := parts(t, dir, 4, Options{})
	for _, c := range []struct {
		parts []string
		want  string
	}{
		{p[1:], "1 shard of 4 missing: 1"},
		{p[:1], "3 shards of 4 missing: 2, 3, 4"},
		{[]string{p[3], p[1]}, "2 shards of 4 missing: 1, 3"},
	} {
		_, err := Merge(context.Background(), c.parts, filepath.Join(t.TempDir(), "merged"), false, "test")
		if !errors.Is(err, ErrParts) || !strings.HasSuffix(err.Error(), c.want) {
			t.Errorf("%v, want %s", err, c.want)
		}
		into := merge(t, c.parts...)
		res := read(t, Options{Dataset: into})
		var seen []string
		for row := range res.Tables.Findings.Len() {
			if res.Tables.Findings.Code.At(row) == "shard_missing" {
				seen = append(seen, res.Tables.Findings.Seen.At(row))
			}
		}
		if want := strings.Replace(c.want, " missing", "", 1); !slices.Equal(seen, []string{want}) {
			t.Errorf("findings %q, want %s", seen, want)
		}
		if got, want := mergedTablesOf(t, merge(t, append([]string{into}, p...)...)), mergedTablesOf(t, merge(t, p...)); got != want {
			t.Errorf("merged with the others later:\n%s\nwant\n%s", got, want)
		}
	}
}
