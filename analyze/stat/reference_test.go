package stat

import (
	"encoding/json"
	"errors"
	"io/fs"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// reference is one case of reference/cases.json, which reference/make.py computed with other
// programs from made-up inputs.
type reference struct {
	ID        string
	Group     string
	Inputs    json.RawMessage
	Expected  json.RawMessage
	Tolerance struct{ Abs, Rel float64 }
}

// checks holds, by group, what turns the inputs of a case into named values to compare
// with the expected ones.
var checks = map[string]func(*testing.T, reference){
	"rate_wilson":          checkRate,
	"fisher_exact":         checkFisher,
	"paired_bug_test":      checkPaired,
	"paired_delta_ci":      checkInterval,
	"pooled_paired_test":   checkPooled,
	"benjamini_hochberg":   checkFDR,
	"repeat_runs_signflip": checkSignFlip,
	"run_noise":            checkNoise,
	"delta_class":          checkDelta,
	"recall_reconcile":     checkRecall,
	"macro_micro":          checkAverages,
	"displacement":         checkDisplacement,
	"bug_stability":        checkStability,
	"shrunk_flake_rate":    checkShrink,
	"change_point":         checkChange,
	"duration_quantiles":   checkQuantiles,
	"kaplan_meier":         checkSurvival,
	"mann_whitney_exact":   checkMannWhitney,
	"duration_shift":       checkShift,
	"trend":                checkTrend,
}

func TestReferenceCases(t *testing.T) {
	checkCases(t, filepath.Join("reference", "cases.json"))
}

// More cases lie beside the project in some places, made by others with older versions.
func TestSharedReferenceCases(t *testing.T) {
	path := filepath.Join("..", "..", "..", "shared", "reference", "statistics.json")
	if _, err := os.Stat(path); errors.Is(err, fs.ErrNotExist) {
		t.Skip("no reference cases beside the project")
	}
	checkCases(t, path, "fisher_exact")
}

// checkCases checks every case of a file. It must have one of every group but those given.
func checkCases(t *testing.T, path string, without ...string) {
	t.Helper()
	data, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	var file struct{ Cases []reference }
	if err := json.Unmarshal(data, &file); err != nil {
		t.Fatal(err)
	}
	seen := map[string]bool{}
	for _, c := range file.Cases {
		if strings.HasPrefix(c.Group, "log_") {
			continue // about logs, not about numbers
		}
		check, ok := checks[c.Group]
		if !ok {
			t.Errorf("%s: no check for group %s", c.ID, c.Group)
			continue
		}
		seen[c.Group] = true
		t.Run(c.ID, func(t *testing.T) { check(t, c) })
	}
	for group := range checks {
		if !seen[group] && !slices.Contains(without, group) {
			t.Errorf("no case of group %s", group)
		}
	}
}

// inputs decodes the inputs of a case.
func inputs[T any](t *testing.T, c reference) T {
	t.Helper()
	var in T
	if err := json.Unmarshal(c.Inputs, &in); err != nil {
		t.Fatal(err)
	}
	return in
}

// compare holds named values against the expected ones: every expected name must be
// given and agree. Numbers that are not OK stand for null.
func (c reference) compare(t *testing.T, got map[string]any) {
	t.Helper()
	var want map[string]any
	if err := json.Unmarshal(c.Expected, &want); err != nil {
		t.Fatal(err)
	}
	for name, value := range want {
		actual, given := got[name]
		if !given {
			t.Errorf("%s is not computed", name)
			continue
		}
		c.compareValue(t, name, plain(t, actual), value)
	}
}

func (c reference) compareValue(t *testing.T, name string, got, want any) {
	t.Helper()
	switch want := want.(type) {
	case float64:
		g, ok := got.(float64)
		if !ok || math.Abs(g-want) > c.Tolerance.Abs+c.Tolerance.Rel*math.Abs(want) {
			t.Errorf("%s = %v, want %v", name, got, want)
		}
	case []any:
		g, ok := got.([]any)
		if !ok && got == nil {
			g, ok = []any{}, true
		}
		if !ok || len(g) != len(want) {
			t.Errorf("%s = %v, want %v", name, got, want)
			return
		}
		for i := range want {
			c.compareValue(t, name, g[i], want[i])
		}
	case map[string]any:
		g, ok := got.(map[string]any)
		if !ok {
			t.Errorf("%s = %v, want %v", name, got, want)
			return
		}
		for key := range want {
			c.compareValue(t, name+"."+key, g[key], want[key])
		}
	default:
		if got != want {
			t.Errorf("%s = %v, want %v", name, got, want)
		}
	}
}

// plain is v as JSON would read back, with missing numbers as null.
func plain(t *testing.T, v any) any {
	t.Helper()
	switch v := v.(type) {
	case Number:
		if !v.OK {
			return nil
		}
		return v.Value
	case []Number:
		list := make([]any, len(v))
		for i := range v {
			list[i] = plain(t, v[i])
		}
		return list
	case []map[string]any:
		list := make([]any, len(v))
		for i := range v {
			object := map[string]any{}
			for key, value := range v[i] {
				object[key] = plain(t, value)
			}
			list[i] = object
		}
		return list
	}
	data, err := json.Marshal(v)
	if err != nil {
		t.Fatal(err)
	}
	var back any
	if err := json.Unmarshal(data, &back); err != nil {
		t.Fatal(err)
	}
	return back
}

func checkRate(t *testing.T, c reference) {
	in := inputs[struct{ Num, Den int }](t, c)
	r := NewRate(in.Num, in.Den)
	number := func(v float64) Number { return Number{Value: v, OK: r.OK} }
	c.compare(t, map[string]any{
		"num": r.Num, "den": r.Den, "value": number(r.Value), "ci_lo": number(r.Lo), "ci_hi": number(r.Hi),
	})
}

func checkPaired(t *testing.T, c reference) {
	in := inputs[struct{ Lost, Gained int }](t, c)
	p := PairedTest(in.Lost, in.Gained)
	c.compare(t, map[string]any{
		"p_exact": p.P, "p_mid": p.PMid, "min_attainable_p": p.MinAttainableP, "can_reach_0.05": p.Conclusive(),
	})
}

func checkInterval(t *testing.T, c reference) {
	in := inputs[struct{ Both, Lost, Gained, Neither int }](t, c)
	e := PairedInterval(Pairs(in))
	c.compare(t, map[string]any{"delta": e.Value, "ci_lo": e.Lo, "ci_hi": e.Hi})
}

func checkPooled(t *testing.T, c reference) {
	in := inputs[struct {
		Benchmarks []struct{ Lost, Gained int }
	}](t, c)
	var tests []Paired
	var p []Number
	for _, b := range in.Benchmarks {
		test := PairedTest(b.Lost, b.Gained)
		tests, p = append(tests, test), append(p, Known(test.P))
	}
	pooled := PooledTest(tests)
	c.compare(t, map[string]any{
		"p": p, "q_bh": BenjaminiHochberg(p),
		"lost_total": pooled.Lost, "gained_total": pooled.Gained, "p_pooled": pooled.P,
	})
}

func checkFDR(t *testing.T, c reference) {
	in := inputs[struct{ P []float64 }](t, c)
	c.compare(t, map[string]any{"q": BenjaminiHochberg(knownAll(in.P...))})
}

func checkSignFlip(t *testing.T, c reference) {
	in := inputs[struct{ Pre, Post map[string][2]int }](t, c)
	var bugs []RepeatedBug
	for id, pre := range in.Pre {
		post := in.Post[id]
		bugs = append(bugs, bug(pre[0], pre[1], post[0], post[1]))
	}
	got := SignFlip(bugs)
	c.compare(t, map[string]any{
		"delta": got.Delta, "p_two_sided": got.P, "bugs_changed": got.Changed, "scale": got.Scale,
	})
}

func checkNoise(t *testing.T, c reference) {
	in := inputs[struct {
		Groups [][]float64
		Pre    int `json:"n_pre"`
		Post   int `json:"n_post"`
	}](t, c)
	n := RunNoise(groups(in.Groups...))
	c.compare(t, map[string]any{
		"pooled_sd": n.SD, "df": n.DF, "sd_upper95": n.SDUpper95(),
		"band95": n.Band95(in.Pre, in.Post), "mdd80": n.MDD80(in.Pre, in.Post),
	})
}

func checkDelta(t *testing.T, c reference) {
	in := inputs[struct {
		Rows []struct {
			Pre, Post *[2]int
			Floor     float64
		}
	}](t, c)
	fraction := func(pair *[2]int) Fraction {
		if pair == nil {
			return Fraction{}
		}
		return Fraction{pair[0], pair[1]}
	}
	var rows []map[string]any
	for _, row := range in.Rows {
		delta := DeltaOf(fraction(row.Pre), fraction(row.Post))
		class, atFloor := Classify(delta, row.Floor)
		rows = append(rows, map[string]any{"delta": delta, "class": string(class), "at_floor": atFloor})
	}
	c.compare(t, map[string]any{"rows": rows})
}

func checkRecall(t *testing.T, c reference) {
	in := inputs[struct {
		Found   []string `json:"bugs_found"`
		Missed  []string `json:"bugs_missed"`
		Literal string   `json:"recall_literal"`
	}](t, c)
	r := Reconcile(BugLists{Found: in.Found, Missed: in.Missed}, in.Literal)
	baseline := Number{Value: float64(r.ListSize), OK: r.ListSize > 0}
	c.compare(t, map[string]any{
		"n_found_listed": r.FoundListed, "n_missed_listed": r.MissedListed, "overlap": r.Overlap, "duplicates": r.Duplicates,
		"recall_from_lists": r.FromLists, "status": r.Status, "recall_used": r.Used, "baseline_n": baseline, "novel": r.Novel,
	})
}
