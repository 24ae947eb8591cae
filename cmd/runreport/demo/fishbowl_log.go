package demo

import (
	"cmp"
	"path"
	"slices"
	"time"
)

// fishbowl writes one ledger a week.
func (g *generator) fishbowl(runs []int) (FishbowlTruth, error) {
	tally := newFishbowlTally(g.samples)
	for _, week := range batches(runs, weekOf) {
		var lines []timedLine
		for _, i := range week {
			d := drawDuel(g.seed, i)
			events := d.lines()
			tally.add(d, events[len(events)-1].at.Sub(d.start))
			lines = append(lines, events...)
		}
		name := path.Join("fishbowl", "week-"+weekOf(week[0]).Format(time.DateOnly), "ledger.jsonl")
		if err := g.write(ledger(name, lines)); err != nil {
			return FishbowlTruth{}, err
		}
	}
	return tally.truth(), nil
}

func ledger(name string, lines []timedLine) file {
	data := joinByTime(lines) // which leaves the last event last
	last := lines[len(lines)-1]
	return file{path: name, format: formatFishbowl, data: data, can: runLog, note: func(text string) string {
		return object().str("id", "note-of-"+last.run).str("run_id", last.run).int("turn", 0).str("kind", "crowd.murmured").
			str("actor", "crowd").raw("payload", `{"note":"`+text+`"}`).str("created_at", stampMicros(last.at)).int("schema_version", 1).line()
	}}
}

// duelLog writes the events of a duel on a running clock.
type duelLog struct {
	*duel
	now time.Time
	out []timedLine
}

// emit writes an event; seat is nil where no model speaks.
func (l *duelLog) emit(turn int, kind, actor string, who *seat, payload *record) {
	rec := object().str("id", l.ids.uuid()).str("run_id", l.id).int("turn", turn).str("kind", kind).str("actor", actor).
		raw("payload", payload.json()).str("created_at", stampMicros(l.now)).int("schema_version", 1)
	if !l.bare {
		rec.optional("session_id", l.session)
		if who == nil {
			rec.null("model_profile").null("model_id")
		} else {
			rec.str("model_profile", who.profile).str("model_id", modelOf(who.profile))
		}
	}
	l.out = append(l.out, timedLine{l.now, l.id, rec.line()})
	l.now = l.now.Add(l.pace)
}

// lines are the events of the duel in the order of time.
func (d *duel) lines() []timedLine {
	l := &duelLog{duel: d, now: d.start}
	l.emit(0, "run.started", "conductor", nil, d.opening())
	l.emit(0, "world.observed", d.game.scenario, nil, object().str("text", "The table is set: "+d.topic))
	for turn := 1; turn <= d.turns; turn++ {
		for n := range d.game.seats {
			who := &d.game.seats[n]
			text := d.game.lines[(turn+n+len(d.topic))%len(d.game.lines)]
			l.emit(turn, "agent.spoke", who.name, who, object().str("text", text).str("mood", "calm"))
		}
		if d.audio > 0 && turn == d.audioAt {
			l.emit(turn, "commentary.posted", "gallery", nil, object().str("text", "The gallery leans in.").bool("_raw_fallback", true).
				raw("audio", object().str("src", speech(d.ids, d.audio)).json()))
		}
	}
	finishes := d.finishes
	if len(finishes) > 1 { // the budget ran out before the judge had spoken
		l.emit(d.turns, "run.finished", "conductor", nil, d.closing(finishes[0]))
		finishes = finishes[1:]
	}
	if d.verdict != nil {
		judge := &seat{name: d.game.judge, profile: "strong"}
		l.emit(d.turns+1, "judge.verdict", judge.name, judge, d.verdict.payload())
	}
	for _, f := range finishes {
		l.emit(d.turns+1, "run.finished", "conductor", nil, d.closing(f))
	}
	return l.out
}

func (d *duel) opening() *record {
	cast, teams := object(), object()
	add := func(name, profile string) {
		cast.raw(name, object().null("model_endpoint").str("model_profile", profile).str("model", modelOf(profile)).json())
	}
	for _, s := range d.game.seats {
		add(s.name, s.profile)
	}
	if d.game.judge != "" {
		add(d.game.judge, "strong")
	}
	competition := object().str("kind", d.game.kind)
	if d.game.kind == "versus" {
		_, names := d.game.competitors()
		for _, team := range names {
			var members []string
			for _, s := range d.game.seats {
				if s.team == team {
					members = append(members, s.name)
				}
			}
			teams.strs(team, members)
		}
		competition.raw("teams", teams.json())
	} else {
		competition.null("teams")
	}
	return object().str("seed", d.topic).str("goal", d.game.goal).str("scenario", d.game.scenario).
		raw("cast", cast.json()).raw("competition", competition.null("symmetric_seats").json())
}

func (v *duelVerdict) payload() *record {
	if v.noContest {
		return object().str("text", "Nobody here convinced me.").str("mood", "thinking").bool("no_contest", true)
	}
	rec := object().str("text", "Verdict: "+v.winner+" takes it.").str("mood", "calm").str("winner", v.winner)
	if v.judged {
		rec.str("accused", v.accused).bool("correct", v.correct)
	}
	return rec.raw("scores", "{}")
}

func (d *duel) closing(f duelFinish) *record {
	rec := object().str("reason", f.reason).optional("winner", f.winner)
	models := d.game.models(f.winner)
	kind, _ := d.game.competitors()
	switch {
	case f.winner == "":
		rec.null("winner_kind").null("winning_model")
	case kind == "agent":
		rec.str("winner_kind", kind).str("winning_model", models[0])
	default:
		rec.str("winner_kind", kind).null("winning_model")
	}
	return rec.strs("winning_models", models).int("turns", d.turns).int("tokens", d.tokens())
}

func (d *duel) tokens() int { return 700*d.turns*len(d.game.seats) + len(d.topic) }

// fishbowlTally counts duels as they are drawn.
type fishbowlTally struct {
	sum  FishbowlTruth
	out  *samples
	wins map[WinTruth]Rate // by kind and name
}

func newFishbowlTally(out *samples) *fishbowlTally {
	return &fishbowlTally{out: out, sum: FishbowlTruth{Reasons: map[string]int{}}, wins: map[WinTruth]Rate{}}
}

// add counts a duel that took that long up to its last event, which is its end if it has one.
func (t *fishbowlTally) add(d *duel, took time.Duration) {
	t.sum.Started++
	if d.verdict != nil && d.verdict.judged {
		t.sum.Judge.count(d.verdict.correct)
		t.out.hit("judge-correct-rate", "fishbowl", d.verdict.correct)
	}
	if len(d.finishes) == 0 {
		t.sum.Open++
		return
	}
	t.sum.Finished++
	if len(d.finishes) > 1 {
		t.sum.Corrected++
	}
	last := d.finishes[len(d.finishes)-1]
	t.sum.Reasons[last.reason]++
	t.out.took("run-duration", "fishbowl", took)
	t.out.category("outcome-mix", "fishbowl", last.reason)
	switch {
	case last.winner != "":
		t.sum.Decided++
		t.addDecided(d, last.winner)
	case d.verdict != nil && d.verdict.noContest:
		t.sum.NoContest++
	default:
		t.sum.NoWinner++
	}
}

// addDecided counts a duel that somebody won.
func (t *fishbowlTally) addDecided(d *duel, winner string) {
	kind, names := d.game.competitors()
	for _, name := range names {
		t.out.hit(kind+"-win-rate", "fishbowl", name == winner)
		t.out.hitStep(kind+"-win-rate", "fishbowl", name, name == winner)
		w := WinTruth{Kind: kind, Name: name}
		r := t.wins[w]
		r.count(name == winner)
		t.wins[w] = r
	}
	var models []string
	for _, s := range d.game.seats {
		models = append(models, modelOf(s.profile))
	}
	slices.Sort(models)
	for _, model := range slices.Compact(models) {
		t.out.hit("model-win-rate", "fishbowl", slices.Contains(d.game.models(winner), model))
	}
	t.out.value("turns-to-verdict", "fishbowl", float64(d.turns))
	t.out.value("tokens-to-verdict", "fishbowl", float64(d.tokens()))
}

func (t *fishbowlTally) truth() FishbowlTruth {
	t.sum.Wins = []WinTruth{}
	for w, r := range t.wins {
		w.Rate = r
		t.sum.Wins = append(t.sum.Wins, w)
	}
	slices.SortFunc(t.sum.Wins, func(a, b WinTruth) int {
		return cmp.Or(cmp.Compare(a.Kind, b.Kind), cmp.Compare(a.Name, b.Name))
	})
	return t.sum
}
