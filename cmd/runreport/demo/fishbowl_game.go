package demo

import (
	"encoding/base64"
	"time"
)

// game is a kind of Fishbowl run: who takes part and how it is decided.
type game struct {
	scenario string
	goal     string
	kind     string // judged: an agent wins; versus: a team wins; none
	seats    []seat
	judge    string // empty: nobody judges
	lines    []string
}

// seat is a place at the table.
type seat struct{ name, profile, team string }

// duel is one run of a game.
type duel struct {
	id       string
	session  string
	game     *game
	start    time.Time
	topic    string
	turns    int
	pace     time.Duration // between two events
	verdict  *duelVerdict  // nil: nobody was asked
	finishes []duelFinish  // run.finished, in order; empty: still open
	audio    int           // bytes of speech in a comment; 0: no comment
	audioAt  int           // the turn of the comment
	bare     bool          // only the eight oldest fields of the envelope
	ids      stream        // for the identifiers of the events
}

// duelVerdict is what the judge said.
type duelVerdict struct {
	winner    string // empty: no contest
	accused   string
	correct   bool
	judged    bool // correct was written
	noContest bool
}

// duelFinish is a run.finished event.
type duelFinish struct {
	reason string
	winner string // empty: none
}

var games = []*game{debateGame, keeperGame, herdGame, taleGame}

var debateGame = &game{
	scenario: "kettle-debate", kind: "judged", judge: "kettle-judge",
	goal:  "Two kettles argue about one motion until the judge has heard enough.",
	seats: []seat{{"copper-kettle", "fast", ""}, {"iron-kettle", "balanced", ""}},
	lines: []string{
		"Tea waits for nobody, and neither should a decision.",
		"What boils slowly spills never.",
		"My opponent confuses steam with warmth.",
		"A lid is not an argument.",
	},
}

var keeperGame = &game{
	scenario: "garden-riddle", kind: "judged", judge: "gate-judge",
	goal:  "The keeper holds a word; the visitor asks until it is named or the gate closes.",
	seats: []seat{{"hedge-keeper", "fast", ""}, {"curious-visitor", "strong", ""}},
	lines: []string{
		"Does it grow, or was it made?",
		"It was made, though weather thinks otherwise.",
		"Could I carry it in one hand?",
		"You could, and you would look silly.",
	},
}

var herdGame = &game{
	scenario: "lantern-spy", kind: "versus", judge: "night-watch",
	goal:  "Three lanterns share a word, the moth has another one; find the moth.",
	seats: []seat{{"lantern-red", "balanced", "lanterns"}, {"lantern-amber", "fast", "lanterns"}, {"lantern-green", "tiny", "lanterns"}, {"lantern-blue", "balanced", "moth"}},
	lines: []string{
		"Warm, and better before dawn.",
		"You would not put it in a pocket.",
		"Somebody here has never held one.",
		"It is round, mostly. Mostly.",
	},
}

var taleGame = &game{
	scenario: "campfire-tale", kind: "none",
	goal:  "Two voices tell one story, a sentence each.",
	seats: []seat{{"ember-voice", "fast", ""}, {"ash-voice", "fast", ""}},
	lines: []string{
		"Once there was a bridge that had forgotten its river.",
		"So it asked the fog, which never answers twice.",
		"The fog said: downhill.",
		"And that is why the valley has two names.",
	},
}

var topics = []string{"A map is a promise.", "Rain is a kind of music.", "Every door should have two handles.", "Owls make poor clerks."}

// competitors are the names that can win the game, and the kind of each.
func (g *game) competitors() (kind string, names []string) {
	switch g.kind {
	case "judged":
		for _, s := range g.seats {
			names = append(names, s.name)
		}
		return "agent", names
	case "versus":
		for _, s := range g.seats {
			if len(names) == 0 || names[len(names)-1] != s.team {
				names = append(names, s.team)
			}
		}
		return "team", names
	}
	return "", nil
}

// spy is the seat whose team has one member, in a game of teams.
func (g *game) spy() seat { return g.seats[len(g.seats)-1] }

// models are the resolved models of a winner.
func (g *game) models(winner string) []string {
	var out []string
	for _, s := range g.seats {
		if s.name == winner || s.team == winner && winner != "" {
			out = append(out, modelOf(s.profile))
		}
	}
	return out
}

func modelOf(profile string) string { return "stub:" + profile }

// drawDuel draws run number i.
func drawDuel(seed uint64, i int) *duel {
	s := newStream(seed, "fishbowl", i)
	d := &duel{
		id: s.uuid(), game: pick(s, games), topic: pick(s, topics), turns: s.between(2, 8),
		start: dayOf(i).Add(18*time.Hour + time.Duration(s.between(0, 4*3600*1e6))*time.Microsecond),
		pace:  time.Duration(s.between(3e6, 40e6)) * time.Microsecond, bare: s.chance(100),
		ids: newStream(seed, "fishbowl ids", i),
	}
	if s.chance(600) {
		d.session = "sess-" + s.uuid()
	}
	if s.chance(100) {
		d.audio, d.audioAt = s.between(2000, 90000), s.between(1, d.turns)
	}
	d.end(s)
	return d
}

// end draws how the duel ends.
func (d *duel) end(s stream) {
	ending := s.between(1, 100)
	if ending <= 5 {
		return // still open
	}
	_, names := d.game.competitors()
	if d.game.kind == "none" {
		d.finishes = []duelFinish{{reason: pick(s, []string{"tick_cap", "user_stop", "budget"})}}
		return
	}
	switch {
	case ending <= 12:
		d.finishes = []duelFinish{{reason: pick(s, []string{"budget", "budget", "user_stop", "tick_cap"})}}
		return
	case ending <= 20:
		d.verdict = &duelVerdict{noContest: true}
		d.finishes = []duelFinish{{reason: "verdict"}}
		return
	}
	d.verdict = d.game.judgeFor(pick(s, names))
	if ending <= 27 {
		d.finishes = []duelFinish{{reason: "budget"}} // corrected below
	}
	d.finishes = append(d.finishes, duelFinish{"verdict", d.verdict.winner})
}

// judgeFor is the verdict that makes a competitor win. In a game of teams the
// judge accuses somebody, and the herd wins if that is the spy.
func (g *game) judgeFor(winner string) *duelVerdict {
	v := &duelVerdict{winner: winner}
	if g.kind == "versus" {
		v.judged, v.correct, v.accused = true, winner != g.spy().team, g.spy().name
		if !v.correct {
			v.accused = g.seats[0].name
		}
	}
	return v
}

// speech is a data URL of random sound, size bytes before its encoding.
func speech(s stream, size int) string {
	wave := append(make([]byte, 0, size), "RIFF\x00\x00\x00\x00WAVEfmt "...)
	for len(wave) < size {
		wave = append(wave, byte(s.Uint32()))
	}
	return "data:audio/wav;base64," + base64.StdEncoding.EncodeToString(wave)
}
