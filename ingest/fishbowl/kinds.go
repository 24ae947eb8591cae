package fishbowl

import (
	"regexp"

	"runreport/ingest/record"
)

var (
	kindForm = regexp.MustCompile(`^[a-z][a-z0-9]*(\.[a-z][a-z0-9]*)+$`)
	dotted   = &record.Check{
		Expected: "two or more segments of lower-case letters and digits with dots between them, as agent.spoke",

		Holds: func(v record.Value) bool { return kindForm.MatchString(v.Text) },
	}
	natural = &record.Check{Expected: "0 or more", Holds: func(v record.Value) bool { return v.Int >= 0 }}

	competitions = []string{noCompetition, "judged", "versus"}
	winnerKinds  = []string{"agent", "team"}
	reasons      = []string{"verdict", "budget", "tick_cap", "user_stop"}
)

var common = []record.Field{
	{Key: "id", Type: record.String, Required: true, Doc: "identity of the event; a repeated one was written before"},
	{Key: "run_id", Type: record.String, Required: true, Doc: "the run that the event belongs to"},
	{Key: "turn", Type: record.Int, Range: record.Ordinal, Required: true, Doc: "turn of the run"},
	{Key: "kind", Type: record.String, Required: true, Check: dotted, Doc: "kind of event"},
	{Key: "actor", Type: record.String, Required: true, Doc: "agent, scenario, visitor or conductor"},
	{Key: "created_at", Type: record.Time, Required: true, Doc: "when, UTC"},
	{
		Key:   "schema_version",
		Type:  record.Int,
		Range: record.Ordinal,
		Doc:   "version of the envelope; absent on old events, which are version 1",
	},
	{Key: "session_id", Type: record.String, Doc: "session that the run belongs to"},
	{Key: "model_profile", Type: record.String, Doc: "profile of the model that spoke"},
	{Key: "model_id", Type: record.String, Doc: "model that spoke"},
}

// speech is what an agent may say in any kind of event.
var speech = []record.Field{
	{Key: "text", Type: record.String, Doc: "what is said"},
	{Key: "mood", Type: record.String, Doc: "in which mood"},
	{Key: "thought", Type: record.Any, Withheld: true, Doc: "what is not said aloud; not copied"},
	{Key: "secret", Type: record.Any, Withheld: true, Doc: "what only the audience may know; not copied"},
	{Key: "_raw_fallback", Type: record.Bool, Doc: "the model's answer had no structure and is all text"},
}

// kind declares one kind of event by its payload, whose fields name columns of table.
func kind(name, table, doc, sample string, payload []record.Field) *record.Kind {
	k := &record.Kind{Name: name, Table: "events", Doc: doc,
		Sample: `{"id":"e1","run_id":"r1","turn":1,"kind":"` + name + `","actor":"ada","payload":` + sample +
			`,"created_at":"2026-05-01T10:00:00.120000Z","schema_version":1,"session_id":null,"model_profile":"fast","model_id":"m-1"}`}
	k.Fields = []record.Field{{Key: "payload", Type: record.Object, Required: true, Doc: "what happened",
		Of: &record.Kind{Name: name + " payload", Table: table, Doc: doc, Fields: payload, Sample: sample}}}
	return k.Compile(common...)
}

// noCompetition is the kind of a scenario without a winner, as "thousand-token-wood".
const noCompetition = "none"

// The kinds with a meaning of their own.
const (
	started  = "run.started"
	finished = "run.finished"
	verdict  = "judge.verdict"
	thought  = "agent.thought"
)

var competition = &record.Kind{Name: "competition", Table: "runs", Doc: "who can win", Fields: []record.Field{
	{
		Key:    "kind",
		Type:   record.String,
		Column: "variant",
		Enum:   competitions,
		Doc:    "nobody, a judge's pick, or one side against another",
	},
	{Key: "teams", Type: record.Object, Doc: "name of each team → its members"},
	{Key: "symmetric_seats", Type: record.Strings, Doc: "seats that differ by their model only"},
}, Sample: `{"kind":"versus","teams":{"spy":["ada"],"herd":["bo","cy"]},"symmetric_seats":null}`}

var kinds = []*record.Kind{
	kind(started, "runs", "a run begins", `{"seed":"A night walk","goal":"Find the way home","scenario":"duel","cast":{"ada":{"model_endpoint":null,"model_profile":"fast","model":"m-1"}},"competition":{"kind":"judged","teams":null,"symmetric_seats":null},"session_id":"s-1"}`,
		[]record.Field{
			{Key: "seed", Type: record.String, Doc: "what the run starts from"},
			{Key: "goal", Type: record.String, Doc: "what the scenario wants"},
			{Key: "scenario", Type: record.String, Required: true, Column: "subject", Doc: "name of the scenario"},
			{
				Key:      "cast",
				Type:     record.Object,
				Required: true,
				Doc:      "name of each agent → {model_endpoint, model_profile, model}",
			},
			{Key: "competition", Type: record.Object, Of: competition, Doc: "who can win"},
			{Key: "session_id", Type: record.String, Doc: "session that the run belongs to"},
		}),
	kind(finished, "verdicts", "a run ends; the last one of a run counts", `{"reason":"verdict","winner":"ada","winner_kind":"agent","winning_model":"m-1","winning_models":["m-1"],"turns":4,"tokens":900}`,
		[]record.Field{
			{Key: "reason", Type: record.String, Required: true, Enum: reasons, Column: "reason", Doc: "why it ended"},
			{Key: "winner", Type: record.String, Column: "winner", Doc: "agent or team that won; null: none"},
			{Key: "winner_kind", Type: record.String, Enum: winnerKinds, Doc: "what the winner names"},
			{Key: "winning_model", Type: record.String, Doc: "endpoint of the one agent that won"},
			{Key: "winning_models", Type: record.Strings, Doc: "models of all that won"},
			{Key: "turns", Type: record.Int, Range: record.Things, Required: true, Check: natural, Doc: "turns played"},
			{Key: "tokens", Type: record.Int, Range: record.Tokens, Required: true, Check: natural, Doc: "tokens used"},
		}),
	kind(verdict, "verdicts", "the judge decides", `{"text":"Ada wins.","mood":"calm","winner":"ada","scores":{"ada":7.5},"accused":"bo","correct":true}`,
		append([]record.Field{
			{Key: "winner", Type: record.String, Column: "winner", Doc: "agent or team that won"},
			{Key: "scores", Type: record.Object, Doc: "agent → score, 0 to 10"},
			{Key: "accused", Type: record.String, Column: "accused", Doc: "the judge's own pick"},
			{Key: "correct", Type: record.Bool, Column: "correct", Doc: "the pick was right"},
			{Key: "no_contest", Type: record.Bool, Column: "no_contest", Doc: "no valid winner could be had"},
			{Key: "reveal", Type: record.Any, Withheld: true, Doc: "who was what; not copied"},
		}, speech...)),
	kind("world.observed", "events", "the world says something", `{"text":"Night falls."}`, speech),
	kind("agent.spoke", "events", "an agent speaks", `{"text":"Maps lie.","mood":"calm","thought":"Not a word more."}`, speech),
	kind(thought, "events", "an agent thinks; not copied", `{"text":"It knows."}`, speech),
	kind("agent.reflected", "events", "an agent sums up what it remembers", `{"text":"So far so good."}`, speech),
	kind("user.injected", "events", "a visitor says something", `{"text":"Look up!"}`, speech),
	kind("commentary.posted", "events", "a commentator speaks, with sound", `{"text":"What a night.","_raw_fallback":true}`, speech),
	kind("oracle.spoke", "events", "an oracle speaks", `{"text":"The wood waits.","mood":"calm"}`, speech),
}

// other is every kind that a scenario made up.
var other = kind("scenario.event", "events", "any kind that a scenario makes up", `{"text":"A bell rings."}`, speech)
