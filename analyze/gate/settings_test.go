package gate

import (
	"strings"
	"testing"
)

// A setting takes the values that its kind names, both ends among them, and nothing else.
func TestSettingBounds(t *testing.T) {
	for _, c := range []struct {
		kind    Kind
		fits    string
		not     string
		message string
	}{
		{Share, "0 0.5 1 1e-9", "-0.001 1.001 x NaN Inf 10%", "expected a share from 0 to 1"},
		{Count, "0 1 250", "-1 1.5 x 1e3", "expected a whole number from 0 on"},
		{Seconds, "0 0.5 90 1e9", "-1 1000000001 x NaN Inf 5s", "expected seconds from 0 on"},
		{Dollars, "0 0.5 90 1e9", "-1 1000000001 x NaN Inf $5", "expected US dollars from 0 on"},
		{Word, "a b", "c A", "expected one of a, b"},
		{Words, "a b_* -1", "", ""},
	} {
		s := Setting{Kind: c.kind, Of: []string{"a", "b"}}
		for _, value := range strings.Fields(c.fits) {
			if err := s.Check(value); err != nil {
				t.Errorf("%s: %v", c.kind, err)
			}
		}
		for _, value := range append(strings.Fields(c.not), "") {
			if value == "" && c.kind == Words {
				continue
			}
			err := s.Check(value)
			if want := `saw "` + value + `", ` + c.message; err == nil || err.Error() != want {
				t.Errorf("%s: %v, want %s", c.kind, err, want)
			}
		}
	}
}

// A setting is found by its rule and its name, the level by the rule alone.
func TestFind(t *testing.T) {
	for _, c := range []struct{ name, full, setting string }{
		{"flake-rate", "flake-rate.level", "level"},
		{"flake-rate.level", "flake-rate.level", "level"},
		{"flake-rate.allowed", "flake-rate.allowed", "allowed"},
		{"flake-rate.", "flake-rate.level", "level"},
		{"minimum-runs.repeats", "minimum-runs.repeats", "repeats"},
		{"minimum-runs.allowed", "", ""}, // of another rule
		{"drift.cycles", "", ""},
		{"flake", "", ""},
		{"", "", ""},
	} {
		full, s, ok := Find(c.name)
		if full != c.full || s.Name != c.setting || ok != (c.full != "") {
			t.Errorf("%q: %q, %q, %t; want %q, %q", c.name, full, s.Name, ok, c.full, c.setting)
		}
	}
}

// Where a rule differs from its defaults, the report says by what, each source once.
func TestOrigin(t *testing.T) {
	for _, c := range []struct {
		level, allowed, failures string
		want                     string
	}{
		{"default", "default", "default", "default"},
		{"default", "--gate", "default", "--gate"},
		{"a.yml:3", "default", "--gate", "a.yml:3, --gate"},
		{"a.yml", "a.yml", "a.yml", "a.yml"},
	} {
		values := Defaults()
		values["failed-run.level"] = Value{Blocking, c.level}
		values["failed-run.allowed"] = Value{"0", c.allowed}
		values["failed-run.failures"] = Value{"any", c.failures}
		got := ruleValues{values, "failed-run"}.origin(failedRun)
		if got != c.want {
			t.Errorf("%s, %s, %s: %q, want %q", c.level, c.allowed, c.failures, got, c.want)
		}
	}
}

// What a rule allows is said in a sentence that holds its settings.
func TestLimits(t *testing.T) {
	for _, c := range []struct{ rule, set, want string }{
		{"failed-run", "", "no failures on the last run date"},
		{"failed-run", "failures=new", "no new failures on the last run date"},
		{"failed-run", "allowed=1", "at most 1 failures on the last run date"},
		{"failed-run", "allowed=2 failures=new", "at most 2 new failures on the last run date"},
		{"recall-regression", "", "no regression with strong or moderate evidence in the latest cycles"},
		{"recall-regression", "evidence=strong cycles=all", "no regression with strong evidence in any cycle"},
		{"recall-regression", "evidence=weak", "no regression with strong or moderate or weak evidence in the latest cycles"},
		{"recall-loss-across", "", "no loss over all benchmarks together in the latest cycles"},
		{"verdict-not-supported", "cycles=all", "no verdict that the numbers do not support in any cycle"},
		{"contradiction", "", "no log that contradicts its own bug lists in the latest cycles"},
		{"missing-benchmark", "allowed=2", "at most 2 missing benchmarks in the latest cycles"},
		{"drift", "", "no change of level before the lever"},
		{"flake-rate", "", "no step whose flake rate has a 95 % CI above 10 %"},
		{"new-flake", "", "no step whose flake rate rose by more than chance on the last run date or since the baseline"},
		{"slower", "", "no step slower by more than 0 s for certain"},
		{"slower", "allowed_s=90", "no step slower by more than 1 min 30 s for certain"},
		{"common-slow-down", "", "no subject whose steps are all slower by more than 5 %"},
		{"stale", "", "no subject without a run in the last 2 days before --as-of"},
		{"cost", "", "a passed run costs at most 20 % more than before"},
		{"cost", "most_usd=1.5", "a passed run costs at most 20 % more than before and at most $1.50"},
		{"cost", "most_usd=0.5 allowed_rise=0", "a passed run costs at most 0 % more than before and at most $0.50"},
		{"stall-rate", "allowed=0.25", "no stall rate with a 95 % CI above 25 %"},
		{"complete-input", "codes=bad_line,torn_*", "no finding of bad_line, torn_*"},
		{"findings", "", "no finding of severity error"},
		{"findings", "severity=none", "no finding"},
		{"findings", "severity=info codes=torn_line", "no finding of severity info and none of torn_line"},
		{"findings", "severity=none codes=torn_line", "no finding and none of torn_line"},
		{"gone", "severity=warning", "nothing of the baseline missing, of severity warning"},
		{"minimum-runs", "", "at least 1 run, and 1 a side of each benchmark in the latest cycles"},
		{"minimum-runs", "runs=4 repeats=3", "at least 4 runs, and 3 a side of each benchmark in the latest cycles"},
		{"acknowledgements", "", "no acknowledgement that is expired or covers nothing"},
	} {
		values := Defaults()
		for set := range strings.FieldsSeq(c.set) {
			name, text, _ := strings.Cut(set, "=")
			values[c.rule+"."+name] = Value{strings.ReplaceAll(text, ",", " "), "test"}
		}
		for _, r := range Rules {
			if r.Name != c.rule {
				continue
			}
			if got := r.limit(ruleValues{values, r.Name}); got != c.want {
				t.Errorf("%s %s: %q, want %q", c.rule, c.set, got, c.want)
			}
			if c.set == "" && r.Limit() != c.want {
				t.Errorf("%s: %q, want %q", c.rule, r.Limit(), c.want)
			}
		}
	}
}
