// Package toy is a system that exists for tests alone: a format that no other program
// writes, with words of its own for everything. What the program makes of it shows
// whether a system is a folder and a line: no word of it is known anywhere else.
//
// Mills have shifts, a shift has jobs at stations, and a station may be tried again:
//
//	{"toy":"shift","id":"s-01","at":"2026-05-01T06:00:00Z","mill":"north"}
//	{"toy":"job","id":"s-01","at":"2026-05-01T06:05:00Z","station":"saw","no":1,"went":"crooked","secs":240,"alive":"2026-05-01T06:05:00Z","chips":900,"usd":0.02,"why":"blade"}
//	{"toy":"look","id":"s-01","at":"2026-05-01T06:30:00Z","rule":"straight","fine":true}
//	{"toy":"bell","id":"s-01","at":"2026-05-01T07:00:00Z","went":"straight"}
//
// A contest tries a change of the mill on a board with known knots, before and after:
//
//	{"toy":"contest","id":"c-1","at":"2026-05-02T08:00:00Z","change":"new blade","least":0.05}
//	{"toy":"count","id":"c-1","at":"2026-05-02T09:00:00Z","from":"2026-05-02T08:10:00Z","board":"oak","when":"old","seen":["k1"],"overlooked":["k2"]}
//	{"toy":"prize","id":"c-1","at":"2026-05-02T12:00:00Z","call":"keep"}
package toy

import (
	"embed"
	"io/fs"

	"runreport/ingest/record"
	"runreport/ingest/source"
)

const system = "toy"

// System is the toy. It is never in the product's list of systems.
var System = &record.System{
	Name: system, Title: "Toy, a system that exists for tests",
	Formats: []*record.Format{format},
	Words:   vocabulary,
	Stitch:  stitch, Assemble: assemble, Links: links,
}

var format = &record.Format{
	Name: "toy-log", System: system, Title: "shifts and contests, one JSON object a line",
	Container: record.Lines, Kinds: kinds, TimeKey: "at",
	Is: func(h *source.Head) bool {
		return h.AnyLine(func(o source.Object) bool { return o.Has("toy", "id", "at") })
	},
	KindOf: func(m record.Members) (string, bool) { return m.Text("toy"), false },
}

var common = []record.Field{
	{Key: "toy", Type: record.String, Required: true, Doc: "kind of record"},
	{Key: "id", Type: record.String, Required: true, Doc: "the shift or the contest"},
	{Key: "at", Type: record.Time, Required: true, Doc: "when"},
}

var kinds = record.Compile(common,
	&record.Kind{Name: "shift", Table: "runs", Doc: "a shift begins", Fields: []record.Field{
		{Key: "mill", Type: record.String, Required: true, Column: "subject", Doc: "where"},
	}, Sample: `{"toy":"shift","id":"s-01","at":"2026-05-01T06:00:00Z","mill":"north"}`},
	&record.Kind{
		Name:  "job",
		Table: "attempts",
		Doc:   "an attempt at a station, when it ended or was last seen",
		Fields: []record.Field{
			{Key: "station", Type: record.String, Required: true, Column: "step", Doc: "the station"},
			{Key: "no", Type: record.Int, Required: true, Column: "attempt", Doc: "number of the attempt"},
			{Key: "went", Type: record.String, Required: true, Column: "status", Doc: "how it went"},
			{Key: "secs", Type: record.Float, Column: "duration_s", Doc: "wall time, seconds"},
			{Key: "alive", Type: record.Time, Column: "last_heartbeat_at", Doc: "last sign of life"},
			{Key: "chips", Type: record.Int, Column: "tokens", Doc: "tokens"},
			{Key: "usd", Type: record.Float, Column: "cost_usd", Doc: "cost, US dollars"},
			{Key: "why", Type: record.String, Column: "error", Doc: "what went wrong"},
		},
		Sample: `{"toy":"job","id":"s-01","at":"2026-05-01T06:05:00Z","station":"saw","no":1,"went":"straight","secs":240}`,
	},
	&record.Kind{Name: "look", Table: "checks", Doc: "a gate", Fields: []record.Field{
		{Key: "rule", Type: record.String, Required: true, Column: "name", Doc: "the gate"},
		{Key: "fine", Type: record.Bool, Required: true, Doc: "it passed"},
	}, Sample: `{"toy":"look","id":"s-01","at":"2026-05-01T06:30:00Z","rule":"square","fine":true}`},
	&record.Kind{Name: "bell", Table: "runs", Doc: "a shift ends", Fields: []record.Field{
		{Key: "went", Type: record.String, Required: true, Column: "outcome", Doc: "how it went"},
	}, Sample: `{"toy":"bell","id":"s-01","at":"2026-05-01T07:00:00Z","went":"straight"}`},
	&record.Kind{Name: "contest", Table: "cycles", Doc: "a cycle begins", Fields: []record.Field{
		{Key: "change", Type: record.String, Required: true, Column: "lever", Doc: "what is tried"},
		{Key: "least", Type: record.Float, Column: "noise_floor", Doc: "recall delta below which it is noise"},
	}, Sample: `{"toy":"contest","id":"c-1","at":"2026-05-02T08:00:00Z","change":"new blade","least":0.05}`},
	&record.Kind{Name: "count", Table: "measurements", Doc: "a benchmark was measured", Fields: []record.Field{
		{Key: "from", Type: record.Time, Required: true, Column: "started_at", Doc: "its start"},
		{Key: "board", Type: record.String, Required: true, Column: "benchmark", Doc: "the benchmark"},
		{Key: "when", Type: record.String, Required: true, Column: "lever_state", Doc: "old or new"},
		{Key: "seen", Type: record.Strings, Required: true, Column: "found", Doc: "items found"},
		{Key: "overlooked", Type: record.Strings, Required: true, Column: "missed", Doc: "items missed"},
	}, Sample: `{"toy":"count","id":"c-1","at":"2026-05-02T09:00:00Z","from":"2026-05-02T08:10:00Z","board":"oak","when":"old","seen":["k1"],"overlooked":["k2"]}`},
	&record.Kind{Name: "prize", Table: "cycles", Doc: "a cycle ends", Fields: []record.Field{
		{Key: "call", Type: record.String, Required: true, Column: "verdict", Doc: "what was decided"},
	}, Sample: `{"toy":"prize","id":"c-1","at":"2026-05-02T12:00:00Z","call":"keep"}`},
)

//go:embed sample
var sample embed.FS

// Sample is a folder of logs: shifts on three dates and one contest.
func Sample() fs.FS {
	below, err := fs.Sub(sample, "sample")
	if err != nil {
		panic(err) // the folder is embedded
	}
	return below
}
