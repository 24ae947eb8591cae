package cadre

import (
	"path"
	"regexp"
	"strconv"

	"runreport/ingest/record"
)

// newClaim opens a row of the table claims.
func (o output) newClaim(at *record.Record, by, about, field string) (row int) {
	t := &o.t.Claims
	row = o.unit.Row(&t.Rows, &t.Run, at)
	t.By.Set(row, by)
	t.Subject.SetText(row, about)
	t.Field.Set(row, field)
	return row
}

// claim keeps a statement in words. about is what it is about, "" for the whole unit.
func (o output) claim(at *record.Record, by, about, field, text string) {
	o.t.Claims.Text.SetText(o.newClaim(at, by, about, field), record.Cut(text, maxText))
}

// claimValue keeps a value with its number and its time.
func (o output) claimValue(at *record.Record, by, about, field string, v record.Value) {
	if !v.Given {
		return
	}
	t, row := &o.t.Claims, o.newClaim(at, by, about, field)
	text := v.Text
	if text == "" { // a number that was read from text
		text = strconv.FormatFloat(v.Num, 'f', -1, 64)
	}
	t.Text.Set(row, record.Cut(text, maxText))
	if x, err := strconv.ParseFloat(text, 64); err == nil {
		t.Number.Set(row, x)
	}
	t.At.Set(row, v.When)
}

// claimRows keeps what the progress page and the last event state about the unit.
func (o output) claimRows(in *inputs) {
	if r := in.lastEvent("issue-completed", "migration-completed"); r != nil {
		for _, key := range []string{"success", "duration", "tokenUsage"} {
			o.claimValue(r, r.Name, "", key, value(r, key))
		}
	}
	if in.page == nil {
		return
	}
	by := path.Base(in.page.File.Path)
	for _, key := range []string{"phase", "tokens", "updated", "done", "migrated", "tasks", "resumes"} {
		o.claimValue(in.page, by, "", key, in.page.Value(key))
	}
	for _, r := range in.lines {
		switch {
		case r.Is(progressPhase.Name):
			n, _ := r.Int("phase")
			o.claim(r, by, phaseStep(n), "status", r.Str("status"))
			o.claimValue(r, by, phaseStep(n), "duration_s", r.Value("seconds"))
		case r.Is(progressTask.Name):
			o.claim(r, by, r.Str("task"), "status", r.Str("status"))
		case r.Is(progressGate.Name):
			n, _ := r.Int("phase")
			o.claim(r, by, phaseStep(n), "gate", r.Str("verdict"))
		}
	}
}

// part is a number with what it counts, in the summary line of a fleet.
var part = regexp.MustCompile(`([\d.,]+) ([a-z][a-z-]*)`)

// fleetParts reads the summary line of a fleet's progress page: a total and the
// work items in some of the states.
func fleetParts(line string) (total, sum int64, parts map[string]int64, order []string) {
	parts = map[string]int64{}
	for _, m := range part.FindAllStringSubmatch(line, -1) {
		n, ok := leadingNumber(m[1])
		if _, twice := parts[m[2]]; !ok || twice {
			continue
		}
		parts[m[2]] = n
		order = append(order, m[2])
		if m[2] == "total" {
			total = n
		} else {
			sum += n
		}
	}
	return total, sum, parts, order
}
