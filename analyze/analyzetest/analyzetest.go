// Package analyzetest makes reports of the logs in testdata for the tests of the rooms of
// analyze, and holds parts of them against golden files.
package analyzetest

import (
	"bytes"
	"cmp"
	"encoding/json"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"runreport/analyze"
	"runreport/analyze/change"
	"runreport/analyze/report"
	"runreport/ingest"

	diff "github.com/google/go-cmp/cmp"
)

// Report reads folders of testdata, as "small" or "demo/shop-builds", and makes their report.
func Report(t *testing.T, o analyze.Options, folders ...string) *report.Report {
	t.Helper()
	root, err := filepath.Abs(filepath.Join("..", "..", "testdata"))
	if err != nil {
		t.Fatal(err)
	}
	var paths []string
	for _, f := range folders {
		paths = append(paths, filepath.Join(root, filepath.FromSlash(f)))
	}
	read, err := ingest.Read(t.Context(), ingest.Options{Paths: paths, LongestDuration: 30 * 24 * time.Hour})
	if err != nil {
		t.Fatal(err)
	}
	o.Title, o.LongestDuration = "Report", 30*24*time.Hour
	r, err := analyze.Build(t.Context(), read.Tables, o)
	if err != nil {
		t.Fatal(err)
	}
	return r
}

// Small is the report of testdata/small: a few runs of each format.
func Small(t *testing.T) *report.Report {
	t.Helper()
	return Report(t, analyze.Options{}, "small")
}

// Compared is a report with changes on its last run date, recall and a baseline. The logs of
// the baseline end earlier, and one of its systems is missing later.
func Compared(t *testing.T) *report.Report {
	t.Helper()
	dates, err := filepath.Glob(filepath.Join("..", "..", "testdata", "demo", "shop-builds", "*"))
	if err != nil || len(dates) < 8 {
		t.Fatal("no builds in testdata", err)
	}
	before := []string{"demo/playbook-runs", "demo/playbook-calibration", "demo/crabyard-cards"}
	for _, d := range dates[:len(dates)-8] {
		before = append(before, "demo/shop-builds/"+filepath.Base(d))
	}
	earlier := Report(t, analyze.Options{SelfTestPoints: 1}, before...)
	return Report(t, analyze.Options{
		AsOf: time.Date(2026, 3, 17, 0, 0, 0, 0, time.UTC), SelfTestPoints: 1, Plan: true,
		Baseline: &change.Baseline{Data: &earlier.Data, Label: "earlier"},
		Acknowledged: []report.Acknowledgement{
			{Key: "stale/*", Why: "freeze", Who: "release"},
			{Key: "flake/kahn/*/*", Why: "old", Who: "release", Until: time.Date(2026, 3, 1, 0, 0, 0, 0, time.UTC)},
			{Key: "drift/none", Why: "none", Who: "release"},
		},
	}, "demo/playbook-runs", "demo/playbook-calibration", "demo/aamf-migration", "demo/shop-builds")
}

// Golden holds parts of a report, by name, against testdata/NAME.golden: texts line by line,
// all else as JSON without its empty members. UPDATE_GOLDEN=1 writes the file: read what
// changed before it is committed.
func Golden(t *testing.T, name string, parts map[string]any) {
	t.Helper()
	var b bytes.Buffer
	for _, part := range slices.Sorted(maps.Keys(parts)) {
		fmt.Fprintf(&b, "# %s\n", part)
		if text, ok := parts[part].([]string); ok {
			b.WriteString(strings.Join(append(text, ""), "\n"))
			continue
		}
		content, err := json.Marshal(parts[part])
		if err != nil {
			t.Fatal(err)
		}
		var v any
		if err := json.Unmarshal(content, &v); err != nil {
			t.Fatal(err)
		}
		lines(&b, "", "", v)
	}
	path := filepath.Join("testdata", name+".golden")
	if os.Getenv("UPDATE_GOLDEN") != "" {
		if err := cmp.Or(os.MkdirAll("testdata", 0o777), os.WriteFile(path, b.Bytes(), 0o666)); err != nil {
			t.Fatal(err)
		}
		return
	}
	want, err := os.ReadFile(path)
	if err != nil {
		t.Fatalf("%v; UPDATE_GOLDEN=1 writes it", err)
	}
	if d := diff.Diff(strings.Split(string(want), "\n"), strings.Split(b.String(), "\n")); d != "" {
		t.Errorf("%s has changed (-golden +got); UPDATE_GOLDEN=1 takes it over:\n%s", path, d)
	}
}

// wide is how long a value may be on one line.
const wide = 400

// lines writes a value, one object a line where it fits. What is empty is left out.
func lines(b *bytes.Buffer, indent, name string, v any) {
	v = bare(v)
	if v == nil {
		return
	}
	if name != "" {
		name += ": "
	}
	var short bytes.Buffer
	e := json.NewEncoder(&short)
	e.SetEscapeHTML(false)
	if err := e.Encode(v); err != nil {
		fmt.Fprintf(b, "%s%s%v\n", indent, name, err)
		return
	}
	if short.Len() <= wide {
		fmt.Fprintf(b, "%s%s%s", indent, name, short.Bytes())
		return
	}
	switch v := v.(type) {
	case map[string]any:
		fmt.Fprintf(b, "%s%s{\n", indent, name)
		for _, k := range slices.Sorted(maps.Keys(v)) {
			lines(b, indent+"  ", k, v[k])
		}
		fmt.Fprintf(b, "%s}\n", indent)
	case []any:
		fmt.Fprintf(b, "%s%s[\n", indent, name)
		for _, x := range v {
			lines(b, indent+"  ", "", x)
		}
		fmt.Fprintf(b, "%s]\n", indent)
	default:
		fmt.Fprintf(b, "%s%s%s", indent, name, short.Bytes())
	}
}

// bare is a value without its empty parts; nil where nothing is left. In a list, an empty
// element stays, since the others are known by their places. Evidence is a file and a line.
func bare(v any) any {
	switch v := v.(type) {
	case map[string]any:
		if known, ok := v["OK"].(bool); ok { // a number that may be missing
			if known {
				return fmt.Sprintf("%.6g", v["Value"])
			}
			return bare(v["Reason"])
		}
		if file, ok := v["file"].(string); ok && len(v) == 2 { // evidence
			place := file[strings.LastIndexByte(file, '/')+1:]
			if line, ok := v["line"].(float64); ok {
				place += fmt.Sprintf(":%.0f", line)
			}
			return bare(place)
		}
		for k, x := range v {
			if v[k] = bare(x); v[k] == nil {
				delete(v, k)
			}
		}
		if len(v) == 0 {
			return nil
		}
	case []any:
		for i := range v {
			v[i] = bare(v[i])
		}
		if len(v) == 0 {
			return nil
		}
	case string:
		if v == "" {
			return nil
		}
	case bool:
		if !v {
			return nil
		}
	case float64:
		if v == 0 {
			return nil
		}
	}
	return v
}
