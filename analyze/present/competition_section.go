package present

import (
	"fmt"

	"runreport/analyze/report"
	"runreport/analyze/stat"
	"runreport/analyze/words"
	"runreport/unit"
)

// competitionSection is who won.
func competitionSection(v *View) report.Section {
	s := report.Section{ID: "competitions", Title: "Competitions"}
	c := v.Data.Competitions
	if c.Started == 0 {
		s.Lead = []string{"No competition was found below the given paths."}
		return s
	}
	s.Lead = append(s.Lead, fmt.Sprintf("%s: %s with a winner, %s without one, %s without a contest, %s open.",
		words.Plural(int(c.Started), "run"), words.Count(c.Decided), words.Count(c.NoWinner), words.Count(c.NoContest), words.Count(c.Open)))
	if c.Corrected > 0 {
		s.Lead = append(s.Lead, fmt.Sprintf("%s a corrected result; the last one counts.", haveOrHas(c.Corrected)))
	}
	if c.JudgeCorrect.Den > 0 {
		s.Lead = append(s.Lead, fmt.Sprintf("The judge's pick was right in %s.", words.Rate(c.JudgeCorrect)))
	}
	if t := v.Turns; t.N > 0 {
		s.Lead = append(s.Lead, fmt.Sprintf("Turns to a winner: median %s (n = %s).", unit.Count.Format(t.P50.Value), words.Count(t.N)))
	}
	for _, r := range c.Reversals {
		s.Lead = append(s.Lead, fmt.Sprintf("Over all competitions together %s won more often than %s. Within each of %s that both took part in, %s did not: compare them there.",
			r.Ahead, r.Behind, words.Plural(int(r.Competitions), "competition"), r.Ahead))
	}
	if ch := winChart(c.Wins, c.Decided); ch != nil {
		s.Blocks = append(s.Blocks, chartBlock(ch))
	}
	s.Blocks = append(s.Blocks, tableBlock(winTable(c.Wins)))
	return s
}

func winChart(all []report.Wins, decided int64) *report.Chart {
	var names []string
	var rates []report.Rate
	chance := report.Series{Name: "by chance", Role: report.RoleNeutral}
	for _, w := range all {
		if len(names) == maxDots {
			break
		}
		if w.Kind == "model" { // in the table: seats of one model compete against each other
			continue
		}
		if v := w.Chance.Value; w.Chance.OK {
			chance.Points = append(chance.Points, report.Point{X: v, Y: float64(len(names)), Value: &v, Label: unit.Ratio.Format(v)})
		}
		names = append(names, name(w.Subject, w.Name, true))
		rates = append(rates, w.Rate)
	}
	if len(names) == 0 {
		return nil
	}
	ch := dots("wins", winTitle(names, rates), fmt.Sprintf("n = %s decided runs; bars: 95 %% interval", words.Count(decided)),
		report.Axis{Title: "Share of decided runs won", Unit: unit.Ratio}, names, rates, report.RoleA)
	one := 1.0
	ch.X.Max = &one
	ch.Series[0].Name = "share won, with its 95 % interval"
	if len(chance.Points) > 0 {
		ch.Series = append(ch.Series, chance)
	}
	if len(chance.Points) < len(names) {
		ch.N += "; no chance level where the casts differ"
	}
	return ch
}

// winTitle names who won most for certain: one win of one is no record. Of several with
// the same record none won most.
func winTitle(names []string, rates []report.Rate) string {
	best, equal := 0, 1
	for i, r := range rates[1:] {
		switch d := r.Lo.Value - rates[best].Lo.Value; {
		case d > stat.Eps:
			best, equal = i+1, 1
		case d > -stat.Eps:
			equal++
		}
	}
	record := fmt.Sprintf("%s of %s", words.Count(rates[best].Num), words.Count(rates[best].Den))
	if equal > 1 {
		return fmt.Sprintf("%d competitors won as often as each other, and none more for certain: %s each", equal, record)
	}
	return fmt.Sprintf("%s won most often: %s", names[best], record)
}

func winTable(all []report.Wins) *report.Table {
	columns := []report.Column{left("Competitor"), left("Kind"), left("Competition"), right("Won"), right("95 % CI"), right("By chance")}
	var rows []report.Row
	for _, w := range all {
		rows = append(rows, report.Row{Cells: []report.Cell{code(w.Name), text(w.Kind), code(w.Subject), shareCell(w.Rate), likely(w.Rate), num(w.Chance, unit.Ratio)}})
	}
	return tableOf("wins", "Wins among the decided runs that each competitor took part in. No ranking across competitions: the logs hold no pairings.", "No run was decided.", columns, rows, someRows)
}
