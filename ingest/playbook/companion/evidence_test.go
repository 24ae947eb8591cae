package companion

import (
	"maps"
	"slices"
	"strings"
	"testing"
	"time"

	"runreport/ingest/record"
)

// Without documents only code was read where EXPLORATION.md says so.
func TestCodeOnly(t *testing.T) {
	for text, want := range map[string]bool{
		"# Exploration\n\n## Documentation status: complete\n":  false,
		"# Exploration\n\n## Documentation status: code-only\n": true,
	} {
		f := &record.File{Path: "quality/EXPLORATION.md", Format: &record.Format{}}
		readExploration([]byte(text), f)
		if got := (&Documents{Exploration: f.Records[0]}).CodeOnly(); got != want {
			t.Errorf("%q: code only is %v", text, got)
		}
	}
}

// The log of a test is of the bug and the phase that its name says, compressed or not.
func TestLogsOfTests(t *testing.T) {
	d := &Documents{}
	for name, want := range map[string]string{
		"BUG-001.red.log": "BUG-001 red", "BUG-001.green.log": "BUG-001 green", "BUG-002.red.log.gz": "BUG-002 red",
		"BUG-003.red.log.zst": "BUG-003 red", "BUG-003.blue.log": "", "notes.txt": "",
	} {
		f := &record.File{Path: "quality/results/" + name, Format: &record.Format{}}
		readTestLog([]byte("\n red \nCommand: x\n"), f)
		got := ""
		for _, r := range f.Records {
			got += r.Str("id") + " " + r.Str("phase")
			d.testLogs = append(d.testLogs, r)
			if tag := r.Str("tag"); tag != "RED" {
				t.Errorf("%s: the tag is %q", name, tag)
			}
		}
		if got != want {
			t.Errorf("%s is of %q, want %q", name, got, want)
		}
	}
	for phase, want := range map[string]string{"red": "BUG-001 BUG-002 BUG-003", "green": "BUG-001", "blue": ""} {
		logs := d.TestLogsOf(phase)
		if got := strings.Join(slices.Sorted(maps.Keys(logs)), " "); got != want {
			t.Errorf("%s: %s, want %s", phase, got, want)
		}
		for id, r := range logs {
			if r.Str("id") != id || r.Str("phase") != phase {
				t.Errorf("%s of %s: %s of %s", phase, id, r.Str("phase"), r.Str("id"))
			}
		}
	}
	if len(d.TestLogs()) != 4 {
		t.Errorf("%d logs, want 4", len(d.TestLogs()))
	}
	if (&Documents{}).Listed() != nil {
		t.Error("entries of a manifest that is not there")
	}
}

// A version is plain without the v before it and the words behind it.
func TestPlainVersion(t *testing.T) {
	for text, want := range map[string]string{
		"1.5.6": "1.5.6", "v1.5.6": "1.5.6", " V1.5.7 (x)": "1.5.7", "unknown": "", "Unknown": "", "": "", "v": "",
	} {
		if got := PlainVersion(text); got != want {
			t.Errorf("%q: %q, want %q", text, got, want)
		}
	}
}

// Metadata is of the run that began within a minute, else in another zone, else while the run went on.
func TestHowMetadataFits(t *testing.T) {
	from := time.Date(2026, 3, 2, 9, 0, 0, 0, time.UTC)
	to := from.Add(2 * time.Hour)
	file := func() *record.File {
		return &record.File{Path: "quality/results/run.json", Dir: "quality/results", Format: &record.Format{}}
	}
	for _, c := range []struct {
		after time.Duration
		end   time.Time
		want  fit
	}{
		{0, to, sameMoment}, {time.Minute, to, sameMoment}, {-time.Minute, to, sameMoment},
		{61 * time.Second, to, insideRun}, {-61 * time.Second, to, otherRun},
		{30 * time.Minute, to, otherZone}, {-30 * time.Minute, to, otherZone}, {14 * time.Hour, to, otherZone},
		{-14 * time.Hour, to, otherZone}, {14*time.Hour + 30*time.Minute, to, otherRun},
		{29 * time.Minute, to, insideRun}, {119 * time.Minute, to, insideRun}, {121 * time.Minute, to, otherRun},
		{121 * time.Minute, time.Time{}, insideRun}, {-29 * time.Minute, to, otherRun},
		{67 * time.Minute, from.Add(67 * time.Minute), insideRun},
		{67 * time.Minute, from.Add(67*time.Minute - time.Second), otherRun},
	} {
		f := file()
		r := f.AddObject(metadataKind, []byte(`{"start_time":"`+from.Add(c.after).Format(time.RFC3339)+`"}`), 0)
		if got := fits(r, from, c.end); got != c.want {
			t.Errorf("%s after the start: %d, want %d", c.after, got, c.want)
		}
		f.Dir = "quality/" + earlierMetadata
		if got := fits(r, from, c.end); got != otherRun {
			t.Errorf("%s after the start, of an earlier run: %d", c.after, got)
		}
	}
	if got := fits(file().AddObject(metadataKind, []byte(`{}`), 0), from, to); got != sameMoment {
		t.Errorf("without a start: %d", got)
	}
}
