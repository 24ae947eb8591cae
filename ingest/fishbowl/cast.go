package fishbowl

import (
	"cmp"
	"slices"

	"github.com/go-json-experiment/json/jsontext"

	"runreport/ingest/record"
)

// seat is one member of the cast.
type seat struct {
	name, team, model, profile string
	competes, known            bool // whether it can win; known: the run says it
}

// cast is who takes part in a run, as its run.started says, in the order written.
type cast struct {
	seats []seat
	place map[string]int      // name → the last seat of that name
	teams map[string][]string // name → members
}

func castOf(start *record.Record) cast {
	var c cast
	if start == nil {
		return c
	}
	p := payloadOf(start)
	side := map[string]string{} // member → team, the first that names it
	var symmetric []string
	if rules := p.Item("competition"); rules != nil {
		symmetric = rules.List("symmetric_seats")
		teams := record.Entries(rules.Raw("teams"))
		c.teams = make(map[string][]string, len(teams))
		for _, team := range teams {
			members := []string{}
			for _, raw := range record.Elements(team.Raw) {
				member := record.Words(raw)
				members = append(members, member)
				if _, ok := side[member]; !ok {
					side[member] = team.Key
				}
			}
			c.teams[team.Key] = members
		}
	}
	members := record.Entries(p.Raw("cast"))
	c.seats, c.place = make([]seat, 0, len(members)), make(map[string]int, len(members))
	for _, e := range members {
		s := seat{name: e.Key, team: side[e.Key]}
		s.bind(record.Entries(e.Raw))
		s.known = len(side)+len(symmetric) > 0
		s.competes = s.team != "" || slices.Contains(symmetric, s.name)
		c.place[s.name] = len(c.seats)
		c.seats = append(c.seats, s)
	}
	return c
}

// bind sets the seat's model and profile. model_endpoint is preferred to model, since it is more
// exact.
func (s *seat) bind(to []record.Entry) {
	endpoint := ""
	for _, b := range to {
		if b.Raw.Kind() != '"' {
			continue
		}
		switch b.Key {
		case "model_profile":
			s.profile = record.Words(b.Raw)
		case "model_endpoint":
			endpoint = record.Words(b.Raw)
		case "model":
			s.model = record.Words(b.Raw)
		}
	}
	s.model = cmp.Or(endpoint, s.model)
}

// kindOf is what a winner's name means: the cast is looked up before the teams.
// "" when it is in neither.
func (c cast) kindOf(winner string) string {
	if _, ok := c.place[winner]; ok {
		return "agent"
	}
	if _, ok := c.teams[winner]; ok {
		return "team"
	}
	return ""
}

// models are those of the winner's seat, or of every member of the winning team; a
// member whose model is unknown is left out. nil when none is known.
func (c cast) models(winner, kind string) []string {
	members := []string{winner}
	if kind == "team" {
		members = c.teams[winner]
	}
	var list []string
	for _, m := range members {
		if at, ok := c.place[m]; ok && c.seats[at].model != "" {
			list = append(list, c.seats[at].model)
		}
	}
	return list
}

// scores are a verdict's scores as a JSON object in the order of names: held to 0
// to 10, and without those of anybody who is not in the cast, when there is one.
// touched reports whether that changed any. "" when no score is left.
func (c cast) scores(raw jsontext.Value) (object string, touched bool) {
	entries := record.Entries(raw)
	slices.SortFunc(entries, func(a, b record.Entry) int { return cmp.Compare(a.Key, b.Key) })
	out := []byte{'{'}
	for _, e := range entries {
		x, ok := record.Number(e.Raw)
		_, known := c.place[e.Key]
		if !ok || !known && len(c.seats) > 0 {
			touched = true
			continue
		}
		held := max(0, min(10, x))
		touched = touched || held != x
		if len(out) > 1 {
			out = append(out, ',')
		}
		out, _ = jsontext.AppendQuote(out, e.Key) // broken text was replaced when it was read
		out = append(out, ':')
		out = jsontext.AppendFloat(out, held, 64)
	}
	if len(out) == 1 {
		return "", touched
	}
	return string(append(out, '}')), touched
}
