package demo

import (
	"slices"
	"strings"
	"testing"
)

func side(runs, found, of int) SideTruth { return SideTruth{Runs: runs, Found: found, Of: of} }

func TestClassify(t *testing.T) {
	for _, test := range []struct {
		name      string
		pre, post SideTruth
		floor     int
		class     string
		atFloor   bool
	}{
		{"nothing before", side(0, 0, 0), side(1, 4, 5), 5, insufficient, false},
		{"nothing after", side(1, 4, 5), side(0, 0, 0), 5, insufficient, false},
		{"equal", side(1, 4, 5), side(1, 4, 5), 5, withinNoise, false},
		{"equal without a floor", side(1, 4, 5), side(1, 4, 5), 0, withinNoise, false},
		{"exactly the floor up", side(1, 18, 20), side(1, 19, 20), 5, improved, true},
		{"exactly the floor down", side(1, 16, 20), side(1, 15, 20), 5, regressed, true},
		{"below the floor", side(1, 4, 10), side(1, 5, 10), 11, withinNoise, false},
		{"repeats", side(3, 26, 36), side(3, 28, 36), 5, improved, false},
		{"uneven repeats", side(1, 9, 12), side(2, 12, 24), 5, regressed, false},
	} {
		class, atFloor := classify(test.pre, test.post, test.floor)
		if class != test.class || atFloor != test.atFloor {
			t.Errorf("%s: %s %v, want %s %v", test.name, class, atFloor, test.class, test.atFloor)
		}
	}
}

// quick makes a trial of ten bugs that finds so many of them before and after.
func quick(pre, post int) trial {
	t := trial{name: "x", bugs: strings.Fields("a b c d e f g h i j")}
	run := func(hits int) []measurement {
		m := measurement{found: make([]bool, len(t.bugs))}
		for n := range hits {
			m.found[n] = true
		}
		return []measurement{m}
	}
	t.pre, t.post = run(pre), run(post)
	return t
}

func TestAccepts(t *testing.T) {
	for _, test := range []struct {
		name   string
		number int
		floor  int
		trials []trial
		want   string
	}{
		{"nothing comparable", 1, 5, []trial{{name: "x", bugs: []string{"a"}}}, ""},
		{"one regression", 1, 5, []trial{quick(5, 8), quick(5, 4)}, "revert"},
		{"one improvement", 1, 5, []trial{quick(5, 8), quick(5, 5)}, "ship"},
		{"no change", 1, 5, []trial{quick(5, 5)}, "iterate revert"},
		{"no change, third try", 3, 5, []trial{quick(5, 5)}, "halt-iterate-cap revert"},
		{"at the floor, better", 1, 10, []trial{quick(5, 6)}, "iterate revert ship"},
		{"at the floor, worse", 1, 10, []trial{quick(5, 4)}, "iterate revert"},
	} {
		r := calibrationRound{number: test.number, floor: test.floor, benchmarks: test.trials}
		if got := strings.Join(r.accepts(), " "); got != test.want {
			t.Errorf("%s: %q, want %q", test.name, got, test.want)
		}
	}
}

func TestLostAndGained(t *testing.T) {
	run := func(pattern string) measurement {
		m := measurement{}
		for _, c := range pattern {
			m.found = append(m.found, c == 'x')
		}
		return m
	}
	trial := trial{
		bugs: []string{"steady", "gone", "new", "sometimes", "fading"},
		pre:  []measurement{run("xx.xx"), run("xx..x"), {unknown: true}},
		post: []measurement{run("x.xx."), run("x.x.x")},
	}
	got := trial.truth(5)
	if !slices.Equal(got.Lost, []string{"gone"}) || !slices.Equal(got.Gained, []string{"new"}) {
		t.Errorf("lost %v, gained %v", got.Lost, got.Gained)
	}
	if got.Pre != side(2, 7, 10) || got.Post != side(2, 6, 10) || got.Class != regressed {
		t.Errorf("%+v", got)
	}
}
