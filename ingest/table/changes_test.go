package table_test

import (
	"slices"
	"strings"
	"testing"
	"time"

	"runreport/ingest/ingesttest"
	"runreport/ingest/table"
	"runreport/unit/alias"
)

var noon = time.Date(2026, 3, 2, 12, 0, 0, 0, time.UTC)

// nights is a set of two files and three runs. The second run lasts too long, and the third
// has a step of both names.
func nights() *table.Set {
	s := &table.Set{}
	for i, path := range []string{"nightly/shop/a.jsonl", "nightly/till/b.jsonl"} {
		row := s.Sources.Add(table.Place{Source: i})
		s.Sources.Source.Set(row, int64(i))
		s.Sources.Path.Set(row, path)
		s.Sources.System.Set(row, "kahn")
		s.Sources.Labels.Set(row, []string{"os=linux", "arch=" + []string{"arm", ""}[i]})
	}
	run := func(source int, line int64, key, subject, stable string) int {
		row := s.Runs.Add(table.Place{Source: source, Line: line})
		s.Runs.Key.Set(row, key)
		s.Runs.System.Set(row, "kahn")
		s.Runs.Subject.SetText(row, subject)
		s.Runs.StableSubject.SetText(row, stable)
		s.Runs.StartedAt.Set(row, noon.Add(time.Duration(row)*time.Hour))
		s.Runs.DurationS.Set(row, float64(100*(row+1)))
		s.Runs.Reason.Set(row, "it said so")
		s.Runs.Files.Set(row, []string{"nightly/shop/a.jsonl"})
		return row
	}
	run(0, 1, "kahn:nightly/shop/1", "nightly/shop", "shop")
	s.Runs.Runner.Set(run(0, 7, "kahn:nightly/shop/2", "nightly/shop", ""), "mac")
	run(1, 1, "kahn:till", "till", "")
	step := func(run, name string, failedBy ...string) {
		row := s.Steps.Add(table.Place{Source: 0, Line: 2})
		s.Steps.Run.Set(row, run)
		s.Steps.Step.Set(row, name)
		s.Steps.StableStep.Set(row, name)
		s.Steps.FailedBy.Set(row, failedBy)
	}
	step("kahn:nightly/shop/1", "pay")
	step("kahn:nightly/shop/1", "ship", "pay", "load")
	step("kahn:till", "pay")
	step("kahn:till", "payment", "pay")
	for i, run := range []string{"kahn:nightly/shop/1", "kahn:till"} {
		row := s.Attempts.Add(table.Place{Source: i, Line: 3})
		s.Attempts.Run.Set(row, run)
		s.Attempts.Step.Set(row, "pay")
		s.Attempts.Error.Set(row, "no money")
		row = s.Checks.Add(table.Place{Source: i, Line: 4})
		s.Checks.Run.Set(row, run)
		s.Checks.Kind.Set(row, []string{"command", "assertion"}[i])
		s.Checks.Name.Set(row, []string{"bin/test ./cart/...", "says thanks"}[i])
		row = s.Claims.Add(table.Place{Source: i, Line: 5})
		s.Claims.Run.Set(row, run)
		s.Claims.Subject.Set(row, "harbor")
		s.Claims.Text.Set(row, "0.5")
		if i == 0 {
			s.Claims.Topic.Set(row, table.TopicDelta)
		}
		row = s.Measurements.Add(table.Place{Source: i, Line: 6})
		s.Measurements.Benchmark.Set(row, "harbor")
	}
	return s
}

// textOf are the rows of the tables of those names.
func textOf(s *table.Set, names ...string) string {
	var out []string
	for part := range strings.SplitSeq(ingesttest.Text(s), "\n\n") {
		name, _, _ := strings.Cut(part, " ")
		if slices.Contains(names, name) {
			out = append(out, strings.TrimSpace(part))
		}
	}
	return strings.Join(out, "\n")
}

func same(t *testing.T, got, want string) {
	t.Helper()
	if got, want := strings.TrimSpace(got), strings.TrimSpace(want); got != want {
		t.Errorf("got\n%s\n\nwant\n%s", got, want)
	}
}

// cells are the values of a column, null as "-".
func cells(n int, get func(row int) (string, bool)) string {
	var out []string
	for row := range n {
		v, ok := get(row)
		if !ok {
			v = "-"
		}
		out = append(out, v)
	}
	return strings.Join(out, ", ")
}

func TestRename(t *testing.T) {
	s := nights()
	s.Rename(nil)
	same(t, ingesttest.Text(s), ingesttest.Text(nights()))
	s.Cycles.Benchmarks.Set(s.Cycles.Add(table.Place{}), []string{"shop", "harbor"})
	claim := s.Claims.Add(table.Place{})
	s.Claims.Subject.Set(claim, "harbor")
	s.Claims.Topic.Set(claim, table.TopicDelta)
	s.Rename(&alias.Names{
		Systems: map[string]string{"kahn": "khan"}, Subjects: map[string]string{"shop": "mart", "nightly/shop": "market"},
		Benchmarks: map[string]string{"harbor": "port", "till": "desk"}, Steps: map[string]string{"pay": "payment", "mart/load": "fetch"},
	})
	for what, c := range map[string]struct{ got, want string }{
		"systems of files":             {cells(2, s.Sources.System.Get), "khan, khan"},
		"systems of runs":              {cells(3, s.Runs.System.Get), "khan, khan, khan"},
		"a subject by what lasts":      {cells(3, s.Runs.Subject.Get), "nightly/mart, market, desk"},
		"what lasts":                   {cells(3, s.Runs.StableSubject.Get), "mart, -, -"},
		"benchmarks":                   {cells(2, s.Measurements.Benchmark.Get), "port, port"},
		"benchmarks of cycles":         {strings.Join(s.Cycles.Benchmarks.At(0), " "), "shop port"},
		"claims with a topic":          {cells(3, s.Claims.Subject.Get), "port, harbor, port"},
		"a run of both names has both": {cells(4, s.Steps.Step.Get), "payment, ship, pay, payment"},
		"what lasts of steps":          {cells(4, s.Steps.StableStep.Get), "payment, ship, pay, payment"},
		"steps of attempts":            {cells(2, s.Attempts.Step.Get), "payment, pay"},
		"steps that failed it":         {strings.Join(s.Steps.FailedBy.At(1), " ") + ", " + strings.Join(s.Steps.FailedBy.At(3), " "), "payment fetch, pay"},
	} {
		if c.got != c.want {
			t.Errorf("%s: %s, want %s", what, c.got, c.want)
		}
	}
}

// Rows that follow each other share the list of what failed them, also those of two runs of which
// one alone is renamed.
func TestRenameInSharedLists(t *testing.T) {
	for _, order := range [][]int{{0, 1}, {1, 0}} {
		s := &table.Set{}
		run := []string{"kahn:shop", "kahn:till"}
		for i, key := range run {
			row := s.Runs.Add(table.Place{Line: int64(i)})
			s.Runs.Key.Set(row, key)
			s.Runs.System.Set(row, "kahn")
			s.Runs.Subject.Set(row, []string{"shop", "till"}[i])
		}
		for _, i := range order {
			row := s.Steps.Add(table.Place{})
			s.Steps.Run.Set(row, run[i])
			s.Steps.Step.Set(row, "ship")
			s.Steps.FailedBy.Set(row, []string{"pay"})
		}
		s.Rename(&alias.Names{Steps: map[string]string{"shop/pay": "payment"}})
		for row, i := range order {
			if got, want := s.Steps.FailedBy.At(row)[0], []string{"payment", "pay"}[i]; got != want {
				t.Errorf("%v: %s is blocked by %s, want %s", order, run[i], got, want)
			}
		}
	}
}

// A subject is renamed by what lasts of it where it ends with that, else as a whole. What does not last
// and what is not given stays so.
func TestRenameOfSubjects(t *testing.T) {
	s := &table.Set{}
	for _, names := range [][]string{
		{"07/shop", "shop"}, {"shop", "till"}, {"shop", "oven"}, {"oven", "shop"}, {"shop"}, {"07/shop"}, {"", "shop"}, {},
	} {
		row := s.Runs.Add(table.Place{})
		if len(names) > 0 && names[0] != "" {
			s.Runs.Subject.Set(row, names[0])
		}
		if len(names) > 1 {
			s.Runs.StableSubject.Set(row, names[1])
		}
	}
	s.Rename(&alias.Names{Subjects: map[string]string{"shop": "mart", "till": "desk"}})
	same(t, cells(8, s.Runs.Subject.Get), "07/mart, mart, mart, oven, mart, 07/shop, -, -")
	same(t, cells(8, s.Runs.StableSubject.Get), "mart, desk, oven, mart, -, -, mart, -")
}

// A step that one subject has is renamed by what lasts of the subject, where anything does.
func TestRenameOfStepsOfASubject(t *testing.T) {
	s := &table.Set{}
	for key, subject := range map[string][]string{
		"a": {"07/shop", "shop"}, "b": {"shop", ""}, "c": {"shop"}, "d": {"till", "oven"},
	} {
		row := s.Runs.Add(table.Place{})
		s.Runs.Key.Set(row, key)
		s.Runs.Subject.Set(row, subject[0])
		if len(subject) > 1 {
			s.Runs.StableSubject.Set(row, subject[1])
		}
	}
	for _, key := range []string{"a", "b", "c", "d"} {
		row := s.Steps.Add(table.Place{})
		s.Steps.Run.Set(row, key)
		s.Steps.Step.Set(row, "pay")
	}
	s.Rename(&alias.Names{Steps: map[string]string{"shop/pay": "payment", "till/pay": "wrong"}})
	same(t, cells(4, s.Steps.Step.Get), "payment, payment, payment, pay")
}

// One name alone is renamed too, and what nobody has renames nothing.
func TestRenameOfOneThing(t *testing.T) {
	for name, c := range map[string]struct {
		names alias.Names
		steps string
		runs  string
	}{
		"a step":    {alias.Names{Steps: map[string]string{"ship": "send"}}, "pay, send, pay, payment", "kahn"},
		"no step":   {alias.Names{Steps: map[string]string{"none": "send"}}, "pay, ship, pay, payment", "kahn"},
		"a system":  {alias.Names{Systems: map[string]string{"kahn": "khan"}}, "pay, ship, pay, payment", "khan"},
		"no system": {alias.Names{Systems: map[string]string{"none": "khan"}}, "pay, ship, pay, payment", "kahn"},
	} {
		s := nights()
		s.Rename(&c.names)
		if got := cells(4, s.Steps.Step.Get); got != c.steps || !strings.HasPrefix(cells(3, s.Runs.System.Get), c.runs+",") {
			t.Errorf("%s: steps %s, systems %s; want %s and %s", name, got, cells(3, s.Runs.System.Get), c.steps, c.runs)
		}
	}
}

func TestSplitSubjects(t *testing.T) {
	for _, c := range []struct {
		by             []string
		subjects, last string
	}{
		{nil, "nightly/shop, nightly/shop, till", "shop, -, -"},
		{[]string{"runner"}, "nightly/shop, nightly/shop (mac), till", "shop, -, -"},
		{[]string{"model"}, "nightly/shop, nightly/shop, till", "shop, -, -"},
		{[]string{"label:os", "label:arch"}, "nightly/shop (linux, arm), nightly/shop (linux, arm), till (linux)", "shop (linux, arm), -, -"},
		{[]string{"label:arch"}, "nightly/shop (arm), nightly/shop (arm), till", "shop (arm), -, -"},
	} {
		s := nights()
		s.SplitSubjects(c.by)
		same(t, cells(3, s.Runs.Subject.Get), c.subjects)
		same(t, cells(3, s.Runs.StableSubject.Get), c.last)
	}
	s := nights()
	s.Runs.Variant.Set(0, "fast")
	s.Runs.Model.Set(0, "small")
	s.Runs.Version.Set(2, "v2")
	s.SplitSubjects([]string{"version", "model", "variant", "label:none"})
	same(t, cells(3, s.Runs.Subject.Get), "nightly/shop (small, fast), nightly/shop, till (v2)")
	s = nights()
	s.Cycles.System.Set(s.Cycles.Add(table.Place{}), "kahn") // its runs are those of benchmarks
	s.SplitSubjects([]string{"runner"})
	same(t, cells(3, s.Runs.Subject.Get), "nightly/shop, nightly/shop, till")
}

func TestPublish(t *testing.T) {
	s := nights()
	s.Checks.Step.Set(0, "cart/pay") // names of no check, which hold no folder
	s.Counts.Name.Set(s.Counts.Add(table.Place{}), "a/b")
	s.Publish()
	for what, c := range map[string]struct{ got, want string }{
		"subjects":                 {cells(3, s.Runs.Subject.Get), "shop, shop, till"},
		"what lasts":               {cells(3, s.Runs.StableSubject.Get), "shop, shop, till"},
		"reasons":                  {cells(3, s.Runs.Reason.Get), "-, -, -"},
		"errors":                   {cells(2, s.Attempts.Error.Get), "-, -"},
		"checks":                   {cells(2, s.Checks.Name.Get), "test ..., assertion"},
		"steps of checks":          {cells(2, s.Checks.Step.Get), "cart/pay, -"},
		"names of counts":          {s.Counts.Name.At(0), "a/b"},
		"claims that are compared": {cells(2, s.Claims.Text.Get), "0.5, -"},
		"steps":                    {cells(4, s.Steps.Step.Get), "pay, ship, pay, payment"},
	} {
		if c.got != c.want {
			t.Errorf("%s: %s, want %s", what, c.got, c.want)
		}
	}
	if key := s.Runs.Key.At(0); !strings.HasPrefix(key, "kahn:") || len(key) != len("kahn:")+12 || key != s.Attempts.Run.At(0) || key == s.Runs.Key.At(1) {
		t.Errorf("key %s, of attempts %s", key, s.Attempts.Run.At(0))
	}
	if path := s.Sources.Path.At(0); !strings.HasSuffix(path, ".jsonl") || len(path) != 12+len(".jsonl") || path != s.Runs.Files.At(0)[0] {
		t.Errorf("path %s, of runs %s", path, s.Runs.Files.At(0))
	}
	for _, n := range s.Tables() {
		part, err := n.Encode()
		if err != nil || strings.Contains(string(part), "no money") || strings.Contains(string(part), "nightly") {
			t.Errorf("%s holds what is not published: %v", n.Name, err)
		}
	}
}

func TestDurationsAboveALimit(t *testing.T) {
	s := nights()
	begin, end := table.Marks{}, s.Marks()
	for limit, want := range map[float64]bool{299: true, 300: false} {
		if got := s.Longer(limit, begin); got != want {
			t.Errorf("a duration above %v: %v", limit, got)
		}
	}
	if s.Longer(0, end) {
		t.Error("a duration behind the end")
	}
	var found []string
	s.DropLonger(200, table.Marks{}, func(column, run string, at table.Place, seconds float64) {
		found = append(found, column, run)
		if at != (table.Place{Source: 1, Line: 1}) || seconds != 300 {
			t.Errorf("%v at %v", seconds, at)
		}
	})
	same(t, strings.Join(found, " "), "duration_s kahn:till")
	if _, ok := s.Runs.DurationS.Get(2); ok || s.Runs.DurationS.At(1) != 200 || s.Longer(200, begin) {
		t.Error("the wrong durations were dropped")
	}
}

func TestMonths(t *testing.T) {
	for at, want := range map[time.Time]string{
		{}: "undated", noon: "2026-03", time.Unix(0, 0): "1970-01", time.Unix(-1, 0): "undated",
		time.Date(9999, 12, 31, 23, 0, 0, 0, time.UTC): "9999-12", time.Date(10000, 1, 1, 0, 0, 0, 0, time.UTC): "undated",
		time.Date(2026, 3, 1, 1, 0, 0, 0, time.FixedZone("", 7200)): "2026-02",
	} {
		if got := table.MonthOf(at); got != want {
			t.Errorf("%v is of %s, want %s", at, got, want)
		}
	}
}

func TestSpanAndPick(t *testing.T) {
	s := nights()
	for _, n := range s.Tables() {
		first, last := n.Span()
		switch n.Name {
		case "runs":
			if !first.Equal(noon) || !last.Equal(noon.Add(2*time.Hour)) {
				t.Errorf("runs: %v to %v", first, last)
			}
			picked := n.Pick([]int{2, 0})
			if picked.Len() != 2 || picked.Digest() == n.Pick([]int{0, 2}).Digest() || picked.Digest() != n.Pick([]int{2, 0}).Digest() {
				t.Errorf("%d rows of two, or the digest does not tell their order", picked.Len())
			}
			if from, to := picked.Pick([]int{0}).Span(); !from.Equal(noon.Add(2*time.Hour)) || !from.Equal(to) {
				t.Errorf("the last run: %v to %v", from, to)
			}
		case "steps":
			if !first.IsZero() || !last.IsZero() {
				t.Errorf("steps have no times: %v to %v", first, last)
			}
		}
	}
}

// Rows of units that lie one behind the other are found by their keys.
func TestSpansOfUnits(t *testing.T) {
	runs := []string{"a", "b", "c"}
	s := &table.Set{}
	for _, run := range runs {
		s.Runs.Key.Set(s.Runs.Add(table.Place{Source: 4}), run)
		for range map[string]int{"a": 2, "b": 0, "c": 1}[run] {
			s.Steps.Run.Set(s.Steps.Add(table.Place{Source: 4}), run)
		}
	}
	marks, ok := s.Spans(runs)
	if !ok || len(marks) != 4 || marks[3] != s.Marks() || marks[0] != (table.Marks{}) {
		t.Fatalf("%v %v", marks, ok)
	}
	for i, run := range runs {
		if !s.OfUnit(run, 4, marks[i], marks[i+1]) || s.OfUnit("x", 4, marks[i], marks[i+1]) || s.OfUnit(run, 4, marks[0], marks[3]) ||
			s.OfUnit(run, 5, marks[i], marks[i+1]) {
			t.Errorf("the rows of %s are told wrongly", run)
		}
	}
	last := s.Steps.Len() - 1
	s.Steps.Source.Set(last, 5) // of another file than the run
	if s.OfUnit("c", 4, marks[2], marks[3]) || s.OfUnit("c", 5, marks[2], marks[3]) || !s.OfUnit("a", 4, marks[0], marks[1]) {
		t.Error("the rows of two files are told to be those of one")
	}
	s.Steps.Source.Set(last, 4)
	for _, keys := range [][]string{{"a", "b"}, {"b", "a", "c"}, {"a", "c", "b"}, {}} {
		if _, ok := s.Spans(keys); ok {
			t.Errorf("the rows of %v are said to lie so", keys)
		}
	}
	s.NumberSources(map[int64]int64{4: 9})
	if s.Runs.Place(1).Source != 9 || s.Steps.Place(2).Source != 9 {
		t.Errorf("files %d and %d", s.Runs.Place(1).Source, s.Steps.Place(2).Source)
	}
	table.PlaceUnits(s, marks, []int64{300, 2, 1})
	for row, want := range []int{300, 2, 1} {
		if got := s.Runs.Place(row).Source; got != want {
			t.Errorf("run %d is of file %d, want %d", row, got, want)
		}
		if got, want := s.Steps.Place(row).Source, []int{300, 300, 1}[row]; got != want {
			t.Errorf("step %d is of file %d, want %d", row, got, want)
		}
	}
	other := &table.Set{}
	for _, n := range s.Tables() {
		if n.Name == "steps" {
			other.TakeTable(n)
		}
	}
	if other.Steps.Len() != 3 || other.Runs.Len() != 0 {
		t.Errorf("%d steps and %d runs were taken", other.Steps.Len(), other.Runs.Len())
	}
	s.Sources.Path.Set(s.Sources.Add(table.Place{}), "p")
	if _, ok := s.Spans(runs); ok {
		t.Error("a table without units has rows, and is said to hold those of units")
	}
}

func TestWords(t *testing.T) {
	for noun, want := range map[string]string{
		"": "", "pass": "passes", "box": "boxes", "match": "matches", "dish": "dishes", "try": "tries", "day": "days", "y": "ys",
		"node": "nodes", "work item": "work items", "key": "keys", "city": "cities",
	} {
		if got := table.Plural(noun); got != want {
			t.Errorf("the plural of %q is %q, want %q", noun, got, want)
		}
	}
	for state, want := range map[table.BugState]bool{
		"": true, table.BugOpen: true, table.BugFixed: true, table.BugDeferred: true, table.BugRetracted: false, table.BugFalsePositive: false, table.BugDuplicate: false,
	} {
		if state.IsBug() != want {
			t.Errorf("%q is a bug: %v", state, !want)
		}
	}
	for _, r := range table.Results() {
		if want := slices.Contains([]table.Result{table.Passed, table.Flaky, table.Failed, table.Stalled}, r); r.Decided() != want {
			t.Errorf("%s is decided: %v", r, !want)
		}
	}
	for _, c := range table.Causes() {
		if want := slices.Contains([]table.Cause{table.CauseStall, table.CauseSignal, table.CauseInfrastructure}, c); c.Infrastructure() != want {
			t.Errorf("%s lies outside of the work: %v", c, !want)
		}
	}
}
