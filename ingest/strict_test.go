package ingest

import (
	"bytes"
	"slices"
	"sync"
	"testing"

	"runreport/ingest/clean"
	"runreport/ingest/record"
	"runreport/ingest/redact"
	"runreport/ingest/source"
)

var allRules = sync.OnceValue(redact.New)

// readAs reads the content as the format, with secrets taken out.
func readAs(t testing.TB, format *record.Format, content []byte, strict bool) *record.File {
	t.Helper()
	in, err := source.New(bytes.NewReader(content), int64(len(content)))
	if err != nil {
		return nil
	}
	defer in.Close()
	f := &record.File{Path: "logs/a/b.jsonl", Dir: "logs/a", Format: format, Strict: strict}
	cleaner := clean.New(allRules(), f)
	if strict {
		f.Quiet = nil
	}
	_ = f.Decode(in) // a fault of reading leaves what was read before it
	cleaner.Redact(f)
	return f
}

// holdStrict fails where the quick ways of reading give other records, counts or findings
// than the strict reader and all rules.
func holdStrict(t testing.TB, format *record.Format, content []byte) {
	t.Helper()
	quick, strict := readAs(t, format, content, false), readAs(t, format, content, true)
	if quick == nil || strict == nil {
		return
	}
	records, findings := quick.Store()
	wantRecords, wantFindings := strict.Store()
	if !bytes.Equal(records, wantRecords) || quick.Counts() != strict.Counts() {
		t.Errorf("%s: %d records, counts %+v; strictly %d, %+v", format.Name, len(quick.Records), quick.Counts(), len(strict.Records), strict.Counts())
	}
	if !bytes.Equal(findings, wantFindings) {
		t.Errorf("%s: %d findings, strictly %d", format.Name, len(quick.Findings()), len(strict.Findings()))
	}
}

func lineFormats() (all []*record.Format) {
	for _, s := range Systems {
		for _, f := range s.Formats {
			if f.Container == record.Lines {
				all = append(all, f)
			}
		}
	}
	return all
}

// deviations are made of every sample, each to be read by all rules.
var deviations = []struct{ old, new string }{
	{"", ""}, {`"`, `\"`}, {`":`, `" : `}, {`1`, `"1"`}, {`1`, `1.0`}, {`1`, `1e99`}, {`1`, `-1`}, {`1`, `123456789012345678901`}, {`true`, `"true"`},
	{`Z"`, `+02:00"`}, {`T`, ` `}, {`2026`, `1826`}, {`:"`, `:" `}, {`:"`, `:"\u0061`}, {`:"`, `:"\xff`}, {`:"`, `:"ada@mail.example `},
	{`:"`, `:"token=ghp_0123456789abcdefghijABCDEFGHIJ012345 `}, {`[`, `[1,`}, {`{`, `{"x":`}, {`{`, `{"password":"word",`}, {`e`, `E`},
}

func TestQuickReadingIsStrictReading(t *testing.T) {
	if testing.Short() {
		t.Skip("reads every sample in many variants")
	}
	for _, format := range lineFormats() {
		for _, k := range format.Kinds {
			for _, d := range deviations {
				one := bytes.Replace([]byte(k.Sample), []byte(d.old), []byte(d.new), 2)
				all := bytes.ReplaceAll([]byte(k.Sample), []byte(d.old), []byte(d.new))
				holdStrict(t, format, slices.Concat(one, []byte("\n"), []byte(k.Sample), []byte("\r\n"), all, []byte("\n"), one))
			}
		}
	}
}

// FuzzStrict reads arbitrary bytes as one of the formats of lines, the quick way and the strict.
func FuzzStrict(f *testing.F) {
	formats := lineFormats()
	for i, format := range formats {
		for _, k := range format.Kinds {
			f.Add(byte(i), []byte(k.Sample+"\n"))
		}
	}
	f.Fuzz(func(t *testing.T, format byte, content []byte) {
		holdStrict(t, formats[int(format)%len(formats)], content)
	})
}
