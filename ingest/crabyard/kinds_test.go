package crabyard

import (
	"testing"

	"runreport/ingest/record"
	"runreport/ingest/table"
)

func TestSamples(t *testing.T) {
	for _, k := range []*record.Kind{capabilities, attempt, changes, card, cardEvent, sessionEvent, auditEvent, setting} {
		f := &record.File{Format: stateFormat}
		r := f.AddObject(k, []byte(k.Sample), 1)
		if r == nil {
			t.Fatalf("%s: the sample is no object", k.Name)
		}
		for _, n := range f.Findings() {
			t.Errorf("%s: the sample has the finding %s: %s", k.Name, n.Code.Name, n.Seen)
		}
		if r.Extra != "" {
			t.Errorf("%s: the sample has undeclared fields: %s", k.Name, r.Extra)
		}
		var set table.Set
		switch k.Table { // the columns that the fields name are there
		case "attempts":
			r.Fill(&set.Attempts, set.Attempts.Add(r.Place()))
		case "runs":
			r.Fill(&set.Runs, set.Runs.Add(r.Place()))
		case "events":
			r.Fill(&set.Events, set.Events.Add(r.Place()))
		case "claims":
			r.Fill(&set.Claims, set.Claims.Add(r.Place()))
		default:
			t.Errorf("%s: no table %s", k.Name, k.Table)
		}
		for _, field := range k.Fields {
			if field.Doc == "" {
				t.Errorf("%s.%s has no doc", k.Name, field.Key)
			}
		}
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

// FuzzDecode reads any text as each of the formats; what is read is accounted for.
func FuzzDecode(f *testing.F) {
	f.Add(answer(attempt.Sample, attempt.Sample))
	f.Add(`{"runs":[]}`)
	f.Add(board(card.Sample, onBoard("CY-1", "Done", attempt.Sample, "10:00:00 a")))
	f.Add(sessionEvent.Sample + "\n" + sessionEvent.Sample)
	f.Add(snake(answer(attempt.Sample)) + answer(`{"cardId":"CY-1","attempt":-1}`, `{"id":"x-R99999999999"}`))
	f.Add(whole().export(true))
	f.Add(histories().dump())
	f.Add(whole().answered(f))
	f.Add(whole().database(f))
	f.Fuzz(func(t *testing.T, text string) {
		res := load(t, named{"f/cards/x.json", text}, named{"g/y.json", text})
		n := res.Fates()
		if kept := int64(res.Set.Events.Len()); kept != n[0] {
			t.Errorf("%d events of %d kept records", kept, n[0])
		}
		for _, f := range res.Files {
			if f.Format == sessionFormat {
				return
			}
		}
		total := int64(0)
		for row := range res.Set.Sources.Len() {
			total += res.Set.Sources.Records.At(row)
		}
		if sum := n[0] + n[1] + n[2] + n[3]; sum != total {
			t.Errorf("%d records, %d accounted for", total, sum)
		}
	})
}
