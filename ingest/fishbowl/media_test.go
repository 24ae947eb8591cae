package fishbowl

import (
	"fmt"
	"strings"
	"testing"

	"runreport/ingest/record"
	"runreport/ingest/table"
)

func TestMedia(t *testing.T) {
	blob := strings.Repeat("QUJD", 100)
	tests := []struct{ name, payload, text, extra string }{
		{"long sound", `{"text":"x","audio":{"src":"data:audio/wav;base64,` + strings.Repeat("A", 70_000) + `"}}`, "x", `{"payload":{"audio":"(70032 bytes left out)"}}`},
		{"short sound", `{"text":"x","audio":{"src":"data:audio/wav;base64,AAAA","mime":"audio/wav"}}`, "x", `{"payload":{"audio":{"src":"(26 bytes left out)","mime":"audio/wav"}}}`},
		{"bare base64", `{"text":"x","pic":["` + blob + `"]}`, "x", `{"payload":{"pic":["(400 bytes left out)"]}}`},
		{"as the text", `{"text":"DATA:image/png;base64,AAAA"}`, "(26 bytes left out)", ""},
		{"long words are none", `{"text":"` + strings.Repeat("word ", 60) + `"}`, strings.Repeat("word ", 60), ""},
		{"a long text", `{"text":"` + strings.Repeat("é ", 400) + `"}`, strings.Repeat("é ", 133) + "…", ""},
		{"hidden things deep down", `{"text":"x","more":{"role":"spy","secret":"TEA","list":[{"thought":"TEA"}]}}`, "x", `{"payload":{"more":{"role":"spy","list":[{}]}}}`},
		{"nothing but hidden things", `{"text":"x","reveal":[{"secret":"TEA"}]}`, "x", ""},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			res := load(t, named{"x.jsonl", said("a", "r", "commentary.posted", "ada", 10, test.payload)})
			equal(t, "text", res.Set.Events.Text.At(0), test.text)
			equal(t, "extra", res.Set.Events.Extra.At(0), test.extra)
		})
	}
	res := load(t, named{"x.jsonl", said("a", "r", "agent.thought", "ada", 10, `{"text":"TEA"}`, "image", `"data:,TEA"`, "x", "1")})
	equal(t, "a thought", res.Set.Events.Text.At(0), "")
	equal(t, "fields beside the envelope", res.Set.Events.Extra.At(0), `{"image":"(9 bytes left out)","x":1}`)
}

func TestSamples(t *testing.T) {
	for _, k := range append([]*record.Kind{other}, kinds...) {
		f := &record.File{Format: format}
		r := f.AddObject(k, []byte(k.Sample), 1)
		if r == nil {
			t.Fatalf("%s: the sample is no object", k.Name)
		}
		for _, n := range f.Findings() {
			t.Errorf("%s: the sample has the finding %s: %s", k.Name, n.Code.Name, n.Seen)
		}
		p := payloadOf(r)
		if r.Extra+p.Extra != "" {
			t.Errorf("%s: the sample has undeclared fields: %s %s", k.Name, r.Extra, p.Extra)
		}
		var set table.Set
		switch p.Kind.Table { // the columns that the fields name are there
		case "runs":
			p.Fill(&set.Runs, set.Runs.Add(r.Place()))
		case "verdicts":
			p.Fill(&set.Verdicts, set.Verdicts.Add(r.Place()))
		case "events":
			p.Fill(&set.Events, set.Events.Add(r.Place()))
		default:
			t.Errorf("%s: no table %s", k.Name, p.Kind.Table)
		}
	}
	f := &record.File{Format: &record.Format{}}
	if r := f.AddObject(competition, []byte(competition.Sample), 1); r == nil || len(f.Findings()) > 0 {
		t.Error("the sample of competition has findings")
	}
}

func TestCodes(t *testing.T) {
	seen := map[string]bool{}
	for _, c := range codes {
		if seen[c.Name] || c.Means == "" || c.Do == "" {
			t.Errorf("finding %s is declared twice or says too little", c.Name)
		}
		seen[c.Name] = true
	}
}

// FuzzDecode reads any text as a ledger, twice; every line is accounted for.
func FuzzDecode(f *testing.F) {
	all := begin("r")
	for _, k := range append([]*record.Kind{other}, kinds...) {
		f.Add(k.Sample)
		all += strings.Replace(k.Sample, `"e1"`, fmt.Sprintf("%q", k.Name), 1) + "\n"
	}
	f.Add(all)
	f.Add(begin("r") + said("v", "r", "judge.verdict", "judge", 30, `{"scores":{"ada":1e999,"bo":"x"},"winner":7}`) + end("a", "r", 20, "budget", `"spy"`, "null", "null"))
	f.Fuzz(func(t *testing.T, text string) {
		res := load(t, named{"a/x.jsonl", text}, named{"b/y.jsonl", text})
		n := res.Fates()
		if kept := int64(res.Set.Events.Len()); kept != n[0] {
			t.Errorf("%d events of %d kept records", kept, n[0])
		}
		s := &res.Set.Sources
		for row := range s.Len() {
			sum := s.Kept.At(row) + s.Blank.At(row) + s.Ignored.At(row) + s.Duplicate.At(row) + s.Superseded.At(row) + s.Rejected.At(row)
			if sum != s.Lines.At(row) {
				t.Errorf("%d lines, %d accounted for", s.Lines.At(row), sum)
			}
		}
	})
}
