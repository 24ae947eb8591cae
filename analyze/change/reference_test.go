package change

import (
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"math"
	"os"
	"path/filepath"
	"testing"
)

// definitionCase is one case of shared/reference/changes.json.
type definitionCase struct {
	ID       string
	Steps    map[string][][]float64
	Expected struct {
		CommonEffect float64 `json:"common_effect"`
		Steps        map[string]struct {
			State, Way string
			P, Q       float64
			Window     int
			Shift      float64
		}
	}
}

// prepareDurations runs the passes of Find for durations alone.
func prepareDurations(all []Series, search bool) ([]*group, int) {
	dates, dateOf := datesOf(all, "")
	var tracks []*track
	for _, s := range all {
		tracks = append(tracks, newTrack(s, dateOf))
	}
	groups := groupTracks(tracks)
	for _, g := range groups {
		g.takeOutCommonEffects()
	}
	if search {
		searchLevels(tracks)
	}
	for _, t := range tracks {
		t.setReferences(t.cuts())
	}
	return groups, len(dates)
}

func stepSeries(steps map[string][][]float64) []Series {
	var all []Series
	for name, dates := range steps {
		s := Series{Key: Key{Duration, "kahn/shop", name}}
		for d, runs := range dates {
			if len(runs) > 0 {
				s.Points = append(s.Points, Point{Date: fmt.Sprintf("%04d", d), Values: runs})
			}
		}
		all = append(all, s)
	}
	return all
}

// The definition of 1.21 and 1.26 as a program has computed what is expected here.
func TestDefinition(t *testing.T) {
	path := filepath.Join("..", "..", "..", "shared", "reference", "changes.json")
	data, err := os.ReadFile(path)
	if errors.Is(err, fs.ErrNotExist) {
		t.Skip("no reference cases beside the project")
	}
	if err != nil {
		t.Fatal(err)
	}
	var cases []definitionCase
	if err := json.Unmarshal(data, &cases); err != nil {
		t.Fatal(err)
	}
	if len(cases) < 10 {
		t.Fatalf("%d cases", len(cases))
	}
	for _, c := range cases {
		t.Run(c.ID, func(t *testing.T) { checkDefinition(t, c) })
	}
}

func checkDefinition(t *testing.T, c definitionCase) {
	groups, dates := prepareDurations(stepSeries(c.Steps), true)
	if len(groups) != 1 {
		t.Fatalf("%d groups", len(groups))
	}
	d := dates - 1
	if d >= scoreHistory {
		t.Fatal("the scores decide too: compare with judgeDefinition")
	}
	near(t, "common effect", math.Expm1(groups[0].common.at(d).effect), c.Expected.CommonEffect)
	got := map[string]verdict{}
	for _, v := range judgeDefinition()(groups, d, true) {
		got[v.t.key.Name] = v
	}
	// Replayed date by date the package calls the same: the scores contradict none of these.
	groups, dates = prepareDurations(stepSeries(c.Steps), true)
	_, final := replayDurations(groups, dates, judgeDurations)
	for _, v := range final {
		if v.p == 1 {
			continue // suspected from a reference of less than ten dates
		}
		if def, ok := got[v.t.key.Name]; !ok || def.state != v.state || def.q != v.q {
			t.Errorf("%s is %s with the scores, %s by the definition", v.t.key.Name, v.state, def.state)
		}
	}
	for name, want := range c.Expected.Steps {
		v, called := got[name]
		if want.State == "none" {
			if called {
				t.Errorf("%s is %s, want none", name, v.state)
			}
			continue
		}
		state := map[State]string{New: "call", Suspected: "suspected"}[v.state]
		if state != want.State {
			t.Errorf("%s is %q, want %s", name, state, want.State)
			continue
		}
		near(t, name+" p", v.p, want.P)
		near(t, name+" q", v.q, want.Q)
		near(t, name+" shift", math.Expm1(v.shift), want.Shift)
		if v.size != want.Window || (v.way > 0) != (want.Way == "slower") {
			t.Errorf("%s: window %d, way %d, want %d %s", name, v.size, v.way, want.Window, want.Way)
		}
	}
	for name := range got {
		if _, known := c.Expected.Steps[name]; !known {
			t.Errorf("%s is called", name)
		}
	}
}

func near(t *testing.T, what string, got, want float64) {
	t.Helper()
	if !(math.Abs(got-want) <= 1e-9) {
		t.Errorf("%s = %.17g, want %.17g", what, got, want)
	}
}
