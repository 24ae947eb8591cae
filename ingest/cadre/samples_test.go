package cadre

import (
	"slices"
	"strings"
	"testing"

	"runreport/ingest/record"
)

// Every sample is read by the format that shows it, gives a record of its kind and
// no finding.
func TestSamples(t *testing.T) {
	for _, f := range formats {
		for _, k := range f.Kinds {
			t.Run(f.Name+"/"+k.Name, func(t *testing.T) {
				r := ingest(t, input{"work/issues/42/file", k.Sample})
				if got := r.Files[0].Format; got != f {
					t.Fatalf("recognised as %s", got.Name)
				}
				if !slices.ContainsFunc(r.Files[0].Records, func(rec *record.Record) bool { return rec.Kind == k }) {
					t.Errorf("no record of the kind")
				}
				for _, n := range r.Files[0].Findings() {
					t.Errorf("finding %s: saw %q, expected %q", n.Code.Name, n.Seen, n.Expected)
				}
				if k.Doc == "" || k.Table == "" {
					t.Errorf("a kind without doc or table")
				}
			})
		}
	}
}

func TestFieldsAreDocumented(t *testing.T) {
	var check func(name string, k *record.Kind)
	check = func(name string, k *record.Kind) {
		seen := map[string]bool{}
		for _, f := range k.Fields {
			if f.Doc == "" {
				t.Errorf("%s: field %s has no doc", name, f.Key)
			}
			for _, key := range append([]string{f.Key}, f.Alias...) {
				if seen[key] {
					t.Errorf("%s: key %s is declared twice", name, key)
				}
				seen[key] = true
			}
			if f.Of != nil {
				check(name+"."+f.Key, f.Of)
			}
		}
	}
	for _, f := range formats {
		for _, k := range f.Kinds {
			check(f.Name+"/"+k.Name, k)
		}
	}
}

func TestCodesAreComplete(t *testing.T) {
	seen := map[string]bool{}
	for _, c := range append(record.Codes(), System.Codes...) {
		if seen[c.Name] || c.Means == "" || c.Do == "" || c.Severity == "" {
			t.Errorf("code %s is incomplete or there twice", c.Name)
		}
		seen[c.Name] = true
	}
}

// A document that was cut off is still known for what it is; the record is
// rejected, not lost from the ledger.
func TestCutDocuments(t *testing.T) {
	for _, c := range []struct {
		sample, format, upTo string
	}{
		{itemCheckpoint.Sample, formatItem, `"completedPhases":[1`},
		{itemCheckpoint.Sample, formatItem, `"tokenUsage":{"total":31800`},
		{migrationCheckpoint.Sample, formatMigration, `"completedPhases":[2,3`},
		{migrationCheckpoint.Sample, formatMigration, `"terminalExhaustion":{"reasonCode":"wave-c`},
		{fleetSample, formatFleet, `"issues":{"42":{"status":"comp`},
		{fleetSample, formatFleet, `"dag":{"42"`},
		{strings.ReplaceAll(itemCheckpoint.Sample, ",", ",\n  "), formatItem, `"completedTasks":["task`},
	} {
		at := strings.Index(c.sample, c.upTo)
		if at < 0 {
			t.Fatalf("no %s in the sample", c.upTo)
		}
		r := ingest(t, input{"state/x.json", c.sample[:at+len(c.upTo)]})
		if got := r.Files[0].Format.Name; got != c.format {
			t.Errorf("up to %s: read as %s", c.upTo, got)
		}
		want(t, "findings", r.CodeNames(), "broken_document")
		want(t, "ledger", r.rows("Sources", "records", "kept", "rejected"), "1 0 1")
	}
}
