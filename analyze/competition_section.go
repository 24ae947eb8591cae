package analyze

import (
	"fmt"

	"runreport/analyze/report"
	"runreport/unit"
)

// competitionSection is who won.
func (a *analysis) competitionSection() report.Section {
	s := report.Section{ID: "competitions", Title: "Competitions"}
	c := a.d.Competitions
	if c.Started == 0 {
		s.Lead = []string{"No competition was found: no event ledger with run.started is below the given paths."}
		return s
	}
	s.Lead = append(s.Lead, fmt.Sprintf("Of %s, %d ended with a winner, %d without one, %d without a contest; %d still open.",
		plural(int(c.Started), "run"), c.Decided, c.NoWinner, c.NoContest, c.Open))
	if c.Corrected > 0 {
		s.Lead = append(s.Lead, fmt.Sprintf("%s a corrected result; the last one counts.", haveOrHas(c.Corrected)))
	}
	if c.JudgeCorrect.Den > 0 {
		s.Lead = append(s.Lead, fmt.Sprintf("The judge's pick was right in %s.", ofRate(c.JudgeCorrect)))
	}
	if t := spreadOf(values(a.samples[turnsToVerdict.Name])); t.N > 0 {
		s.Lead = append(s.Lead, fmt.Sprintf("A winner took %s turns in the middle (n = %d).", unit.Count.Format(t.P50.Value), t.N))
	}
	if ch := winChart(c); ch != nil {
		s.Blocks = append(s.Blocks, chartBlock(ch))
	}
	s.Blocks = append(s.Blocks, tableBlock(winTable(c)), terms("competitions"))
	return s
}

func winChart(c report.Competitions) *report.Chart {
	var names []string
	var rates []report.Rate
	chance, same := report.Number{}, true
	for _, w := range c.Wins {
		if len(names) == maxDots {
			break
		}
		if w.Kind == "model" { // in the table: seats of one model compete against each other
			continue
		}
		names = append(names, name(w.Subject, w.Name, true))
		rates = append(rates, w.Rate)
		same = same && (!chance.OK || chance == w.Chance)
		chance = w.Chance
	}
	if len(names) == 0 {
		return nil
	}
	ch := dots("wins", fmt.Sprintf("%s won most often: %d of %d", names[0], rates[0].Num, rates[0].Den), fmt.Sprintf("n = %d decided runs; bars: 95 %% interval", c.Decided),
		report.Axis{Title: "Share of decided runs won", Unit: unit.Ratio}, names, rates, report.RoleA)
	one := 1.0
	ch.X.Max = &one
	if same && chance.OK {
		ch.Marks = []report.Mark{{Name: "chance", Role: report.RoleNeutral, At: chance.Value}}
	}
	return ch
}

func winTable(c report.Competitions) *report.Table {
	columns := []report.Column{left("Competitor"), left("Kind"), left("Competition"), right("Won"), right("Likely"), right("By chance")}
	var rows []report.Row
	for _, w := range c.Wins {
		rows = append(rows, report.Row{Cells: []report.Cell{code(w.Name), text(w.Kind), code(w.Subject), shareCell(w.Rate), likely(w.Rate), num(w.Chance, unit.Ratio)}})
	}
	return tableOf("wins", "Wins among the decided runs that each competitor took part in. No ranking across competitions: the logs hold no pairings.", "No run was decided.", columns, rows, someRows)
}
