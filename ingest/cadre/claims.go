package cadre

import (
	"regexp"
	"strconv"
	"strings"

	"runreport/ingest/record"
	"runreport/ingest/table"
)

// claim is the empty row of a statement.
func claim(u *record.Unit, t *table.Claims, at *record.Record, by, about, field string) int {
	row := u.Row(&t.Rows, &t.Run, at)
	t.By.Set(row, by)
	t.Subject.SetText(row, about)
	t.Field.Set(row, field)
	return row
}

func (w *work) claim(at *record.Record, by, about, field, text string) {
	w.t.Claims.Text.SetText(claim(w.unit, &w.t.Claims, at, by, about, field), record.Cut(text, 400))
}

// claimValue keeps a value with its number and its time.
func claimValue(u *record.Unit, t *table.Claims, at *record.Record, by, about, field string, v record.Value) {
	if !v.Given {
		return
	}
	row := claim(u, t, at, by, about, field)
	words := v.Text
	if words == "" { // a number that was read from text
		words = strconv.FormatFloat(v.Num, 'f', -1, 64)
	}
	t.Text.Set(row, record.Cut(words, 400))
	if x, err := strconv.ParseFloat(words, 64); err == nil {
		t.Number.Set(row, x)
	}
	t.At.Set(row, v.When)
}

// claims keeps what the progress page and the last event state about the unit.
func (w *work) claims() {
	t := &w.t.Claims
	for i := len(w.events) - 1; i >= 0; i-- {
		if r := w.events[i]; r.Is("issue-completed") || r.Is("migration-completed") {
			for _, key := range []string{"success", "duration", "tokenUsage"} {
				claimValue(w.unit, t, r, r.Name, "", key, value(r, key))
			}
			break
		}
	}
	if w.page == nil {
		return
	}
	by := w.page.File.Path[strings.LastIndex(w.page.File.Path, "/")+1:]
	for _, key := range []string{"phase", "tokens", "updated"} {
		claimValue(w.unit, t, w.page, by, "", key, w.page.Value(key))
	}
	for _, r := range w.lines {
		switch {
		case r.Is(progressPhase.Name):
			n, _ := r.Int("phase")
			w.claim(r, by, phaseStep(n), "status", r.Str("status"))
			claimValue(w.unit, t, r, by, phaseStep(n), "duration_s", r.Value("seconds"))
		case r.Is(progressTask.Name):
			w.claim(r, by, r.Str("task"), "status", r.Str("status"))
		case r.Is(progressGate.Name):
			n, _ := r.Int("phase")
			w.claim(r, by, phaseStep(n), "gate", r.Str("verdict"))
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
