package report

import (
	"errors"
	"io"
	"maps"
	"reflect"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/go-json-experiment/json"

	"runreport/unit/alias"
)

// The limits that docs/summary.md and other programs go by.
func TestLimits(t *testing.T) {
	for _, c := range []struct {
		name      string
		got, want int
	}{
		{"entries of a list", MaxList, 10_000}, {"bytes of a summary that is written", MaxSummaryBytes, 16_000_000},
		{"bytes of a summary that is read", MaxSummary, 1_073_741_824}, {"tests of a test report", MaxTests, 2000},
		{"items that can show a difference", LeastItems, 6}, {"definitions", Definitions, 7},
	} {
		if c.got != c.want {
			t.Errorf("%s: %d, want %d", c.name, c.got, c.want)
		}
	}
}

// Members stand one to a line, two blanks deeper than what they are in, and so do the entries
// of a list that are no plain values.
func TestLayout(t *testing.T) {
	type deep struct {
		Next []deep `json:"next"`
	}
	type inner struct {
		A    int64     `json:"a"`
		Rows [][]int64 `json:"rows"`
	}
	for _, c := range []struct {
		in   any
		want []string
	}{
		{struct {
			N     Number  `json:"n"`
			Inner inner   `json:"inner"`
			List  []inner `json:"list" list:"total"`
			Skip  []int64 `json:"skip,omitempty"`
			None  *inner  `json:"none"`
			Last  bool    `json:"last"`
		}{Inner: inner{A: 1, Rows: [][]int64{{1, 2}, {}}}, List: []inner{{A: 2}, {A: 3}}}, []string{
			"{", `  "n": null,`, `  "n_reason": "not_computed",`, `  "inner": {`, `    "a": 1,`, `    "rows": [`, "      [1, 2],", "      []", "    ]", "  },",
			`  "list": [`, "    {", `      "a": 2,`, `      "rows": []`, "    },", "    {", `      "a": 3,`, `      "rows": []`, "    }", "  ],",
			`  "list_total": 2,`, `  "none": null,`, `  "none_reason": "not_computed",`, `  "last": false`, "}"}},
		{struct {
			Empty struct{} `json:"empty"`
		}{}, []string{"{", `  "empty": {}`, "}"}},
		{[]deep{{}}, []string{"[", "  {", `    "next": []`, "  }", "]"}},
		{[]int64{}, []string{"[]"}},
		{[]int64{7}, []string{"[7]"}},
	} {
		got, err := encode(c.in)
		if err != nil {
			t.Fatal(err)
		}
		if want := strings.Join(c.want, "\n"); got != want {
			t.Errorf("%s\nwant\n%s", got, want)
		}
	}
	// The indents that are kept ready reach to 32 levels; deeper ones are as right.
	value := []deep{}
	const levels = 20
	for range levels {
		value = []deep{{value}}
	}
	got, err := encode(value)
	if err != nil {
		t.Fatal(err)
	}
	if want := "\n" + strings.Repeat("    ", levels) + "\"next\": []\n"; !strings.Contains(got, want) {
		t.Errorf("the deepest member is not%sin\n%s", want, got)
	}
}

// A list holds ten thousand entries, its first or its latest, and says how many there were.
func TestListsAreCut(t *testing.T) {
	type row struct {
		N int64 `json:"n"`
	}
	type lists struct {
		Plain  []int64 `json:"plain" list:"total"`
		First  []row   `json:"first" list:"total"`
		Latest []row   `json:"latest" list:"total,latest"`
	}
	of := func(n int) (v lists) {
		for i := range n {
			v.Plain, v.First, v.Latest = append(v.Plain, int64(i)), append(v.First, row{int64(i)}), append(v.Latest, row{int64(i)})
		}
		return v
	}
	for _, c := range []struct{ n, held, latest int }{{0, 0, 0}, {1, 1, 0}, {MaxList, MaxList, 0}, {MaxList + 1, MaxList, 1}, {MaxList + 7, MaxList, 7}} {
		text, err := encode(of(c.n))
		if err != nil {
			t.Fatal(err)
		}
		var got struct {
			Plain                                  []int64
			First, Latest                          []row
			Plain_total, First_total, Latest_total int
		}
		if err := json.Unmarshal([]byte(text), &got, json.MatchCaseInsensitiveNames(true)); err != nil {
			t.Fatal(err)
		}
		if len(got.Plain) != c.held || len(got.First) != c.held || len(got.Latest) != c.held {
			t.Errorf("of %d: %d, %d and %d, want %d", c.n, len(got.Plain), len(got.First), len(got.Latest), c.held)
		}
		if got.Plain_total != c.n || got.First_total != c.n || got.Latest_total != c.n {
			t.Errorf("of %d it says %d, %d and %d", c.n, got.Plain_total, got.First_total, got.Latest_total)
		}
		if c.held > 0 && (got.Plain[0] != 0 || got.First[0].N != 0 || got.Latest[0].N != int64(c.latest) || got.Latest[c.held-1].N != int64(c.n-1)) {
			t.Errorf("of %d: from %d, %d and %d to %d", c.n, got.Plain[0], got.First[0].N, got.Latest[0].N, got.Latest[c.held-1].N)
		}
	}
}

// What is wrong with a summary is said by what was seen, what was expected, and where.
func TestWhatWasSeen(t *testing.T) {
	for in, want := range map[string]string{
		`"title": 1`:                         `/title: saw a number, expected a text`,
		`"title": null`:                      `/title: saw null, expected a text`,
		`"title": true`:                      `/title: saw true or false, expected a text`,
		`"title": false`:                     `/title: saw true or false, expected a text`,
		`"title": {}`:                        `/title: saw an object, expected a text`,
		`"title": []`:                        `/title: saw a list, expected a text`,
		`"public": 1`:                        `/public: saw a number, expected true or false`,
		`"public": "true"`:                   `/public: saw a text, expected true or false`,
		`"definitions": "4"`:                 `/definitions: saw a text, expected a whole number or null`,
		`"definitions": 1.5`:                 `/definitions: saw a number that is not whole or out of range`,
		`"definitions": 9223372036854775808`: `/definitions: saw a number that is not whole or out of range`,
		`"as_of": 7`:                         `/as_of: saw a number, expected a time or null`,
		`"as_of": "2026-03-07"`:              `/as_of: saw a text that is no time, expected RFC 3339`,
		`"runs": {}`:                         `/runs: saw an object, expected a list`,
		`"runs": null`:                       `/runs: saw null, expected a list`,
		`"runs": [1]`:                        `/runs/0: saw a number, expected an object`,
		`"runs": [{}, {"duration_s": "1"}]`:  `/runs/1/duration_s: saw a text, expected a number or null`,
		`"runs": [{"duration_s": 1e999}]`:    `/runs/0/duration_s: saw a number that is out of range`,
		`"runs_total": "3"`:                  `/runs_total: saw a text, expected a whole number or null`,
		`"runs": [{"attempts": true}]`:       `/runs/0/attempts: saw true or false, expected a whole number or null`,
		`"items": {"comparisons": [{"only": [1, 2, 3]}]}`: `/items/comparisons/0/only/1: saw a list of more than 2`,
		`"items": {"comparisons": [{"only": [1, "2"]}]}`:  `/items/comparisons/0/only/1: saw a text, expected a whole number or null`,
		`"selftest": {"promised": "x"}`:                   `/selftest/promised: saw a text, expected a number or null`,
		`"public": tru`:                                   `/public: `,
		`"title`:                                          `/`,
		`"runs": [{"key": "a"`:                            `/runs/0`,
	} {
		d, cut, err := ReadSummary(strings.NewReader(`{"schema": "` + Schema + `", ` + in + `}`))
		if err == nil || !strings.HasPrefix(err.Error(), want) || d != nil || cut != nil {
			t.Errorf("%s: %v, want %s", in, err, want)
		}
	}
	for in, want := range map[string]string{
		``: "/: ", `{`: "/: ", `7`: "/: saw a number, expected an object", `{}`: `its schema is "", expected ` + Schema,
		`{"schema": "runreport.other/2"}`:   `its schema is "runreport.other/2", expected ` + Schema,
		`{"schema": "runreport.summary"}`:   `its schema is "runreport.summary", expected ` + Schema + ": another version",
		`{"schema": "` + Schema + `"} x`:    "something follows after its end",
		`{"schema": "` + Schema + `"} null`: "something follows after its end",
	} {
		_, _, err := ReadSummary(strings.NewReader(in))
		if err == nil || !strings.HasPrefix(err.Error(), want) || errors.Is(err, ErrVersion) != strings.Contains(want, "another version") {
			t.Errorf("%s: %v, want %s", in, err, want)
		}
	}
	fault := errors.New("no more")
	if _, _, err := ReadSummary(io.MultiReader(strings.NewReader("{"), faulty{fault})); !errors.Is(err, fault) {
		t.Errorf("what the source says is lost: %v", err)
	}
}

type faulty struct{ err error }

func (f faulty) Read([]byte) (int, error) { return 0, f.err }

// null leaves a value as it is, and a reason beside it says why.
func TestNullAndReason(t *testing.T) {
	d, cut, err := ReadSummary(strings.NewReader(`{"schema": "` + Schema + `", "definitions": null, "as_of": null, "gate": null, "gate_reason": "not_computed",
		"title": "T", "title_reason": "none", "runs": [{"duration_s": null, "duration_s_reason": "open", "attempts": null, "attempts_reason": "no_data", "key": "k"},
		{"duration_s": 5, "attempts": 3, "attempts_reason": 7, "started_at": "2026-03-07T02:00:00+02:00"}], "runs_total": 2, "problems": [], "problems_total": null}`))
	if err != nil {
		t.Fatal(err)
	}
	a, b := d.Runs[0], d.Runs[1]
	if d.Definitions != 0 || !d.AsOf.IsZero() || d.Gate != nil || d.Title != "T" || len(cut) != 0 {
		t.Errorf("%+v, cut %v", d, cut)
	}
	if a.DurationS != Missing("open") || a.Attempts != (Whole{Reason: "no_data"}) || a.Key != "k" || b.DurationS != Known(5) || b.Attempts != Count(3) ||
		b.StartedAt != time.Date(2026, 3, 7, 0, 0, 0, 0, time.UTC) {
		t.Errorf("%+v and %+v", a, b)
	}
}

// Only some of the outermost members are read where some are named, with all that is in them,
// and the lengths of all outermost lists.
func TestReadMembers(t *testing.T) {
	text := `{"schema": "` + Schema + `", "title": "T", "runs": [{"key": "a", "title": "x"}], "runs_total": 3, "problems": [{"key": "b"}], "problems_total": 1,
		"ledger": {"files": [{"path": "p"}], "files_total": 9, "passed_over": [], "passed_over_total": 0}, "findings": [], "findings_total": 0}`
	for _, c := range []struct {
		only  []string
		runs  int
		title string
		files int
	}{
		{[]string{"schema", "runs"}, 1, "", 0}, {[]string{"schema", "title", "ledger"}, 0, "T", 1}, {nil, 1, "T", 1},
	} {
		d, totals, err := ReadMembers(strings.NewReader(text), c.only...)
		if err != nil {
			t.Fatal(err)
		}
		if len(d.Runs) != c.runs || d.Title != c.title || len(d.Ledger.Files) != c.files || c.runs == 1 && d.Runs[0].Key != "a" {
			t.Errorf("%q: %d runs, title %q, %d files", c.only, len(d.Runs), d.Title, len(d.Ledger.Files))
		}
		if want := map[string]int64{"runs": 3, "problems": 1, "findings": 0}; !maps.Equal(totals, want) {
			t.Errorf("%q: %v, want %v", c.only, totals, want)
		}
	}
	_, cut, err := ReadSummary(strings.NewReader(text))
	if want := map[string]int64{"runs": 3, "files": 9}; err != nil || !maps.Equal(cut, want) {
		t.Errorf("cut are %v, %v, want %v", cut, err, want)
	}
	if _, _, err := ReadMembers(strings.NewReader(`{"schema": "`+Schema+`", "runs": [}`), "schema"); err == nil {
		t.Error("what is not read may be broken")
	}
	if _, _, err := ReadMembers(strings.NewReader("[]"), "schema"); err == nil {
		t.Error("a list is taken")
	}
}

// The entries of lists may take 16 MiB of memory and sixteen bytes for each of the text.
func TestEntriesOfForgedLists(t *testing.T) {
	size := 0
	for _, t := range []reflect.Type{reflect.TypeFor[Run](), reflect.TypeFor[RunSetup](), reflect.TypeFor[RunEnd](), reflect.TypeFor[RunDetails]()} {
		size += int(t.Size())
	}
	head := `{"schema":"` + Schema + `","runs":[`
	text := func(n int) string { return head + strings.Repeat("{},", n-1) + "{}]}" }
	// The entry n is looked at behind the comma before it: 3 bytes for each that came before.
	most := 0
	for n := 1; ; n++ {
		if n*size > 16<<20+16*(len(head)+3*(n-1)) {
			most = n - 1
			break
		}
	}
	for _, c := range []struct {
		n  int
		ok bool
	}{{most - 1, true}, {most + 2, false}} {
		_, _, err := ReadSummary(strings.NewReader(text(c.n)))
		if ok := err == nil; ok != c.ok || !ok && !strings.Contains(err.Error(), "its lists hold more entries than a report of its size") {
			t.Errorf("%d runs of %d bytes, at most %d: %v", c.n, size, most, err)
		}
	}
}

// A list that its own entries do not fit in is an error of the entry, wherever it stands.
func TestEntriesThatCannotBeWritten(t *testing.T) {
	type row struct {
		F float64 `json:"f"`
	}
	for _, c := range []struct {
		in   any
		want string
	}{
		{struct {
			Rows []row `json:"rows" list:"total"`
		}{[]row{{}, {nan()}, {}}}, "rows: [1]: f: NaN is not a number in JSON"},
		{struct {
			Rows []float64 `json:"rows" list:"total,latest"`
		}{[]float64{nan()}}, "rows: [0]: NaN is not a number in JSON"},
	} {
		if _, err := encode(c.in); err == nil || err.Error() != c.want {
			t.Errorf("%v, want %s", err, c.want)
		}
	}
}

// A year has four digits; the ends of what they can say are written.
func TestMomentsAtTheirEnds(t *testing.T) {
	for year, want := range map[int]string{-1: "", 0: `"0000-06-01T00:00:00Z"`, 9999: `"9999-06-01T00:00:00Z"`, 10000: ""} {
		got, err := encode(time.Date(year, 6, 1, 0, 0, 0, 0, time.UTC))
		if (err == nil) != (want != "") || err == nil && got != want {
			t.Errorf("%d: %s, %v", year, got, err)
		}
	}
}

func TestNumbersAtTheirEnds(t *testing.T) {
	for v, want := range map[float64]string{1e-6: "0.000001", 9.99e-7: "9.99e-07", 1e20: "100000000000000000000", 1e21: "1e+21", -1e21: "-1e+21", -1e-7: "-1e-07"} {
		if got, err := encode(v); err != nil || got != want {
			t.Errorf("%g: %s, %v, want %s", v, got, err, want)
		}
	}
}

// A subject whose lasting name is no part of its name keeps its own, unless that was renamed.
func TestRenameOfOtherNames(t *testing.T) {
	stable := func(s string) *string { return &s }
	d := &Data{Runs: []Run{
		{System: "kahn", RunSetup: &RunSetup{Subject: "shop/17", StableSubject: stable("shop")}, RunEnd: &RunEnd{}}, {System: "kahn", RunSetup: &RunSetup{Subject: "own", StableSubject: stable("shop")}, RunEnd: &RunEnd{}},
		{System: "kahn", RunSetup: &RunSetup{Subject: "a/b", StableSubject: stable("b")}, RunEnd: &RunEnd{}}, {System: "", RunDetails: &RunDetails{ErrorStep: "pay"}, RunSetup: &RunSetup{Subject: ""}, RunEnd: &RunEnd{}}}}
	d.Rename(&alias.Names{Subjects: map[string]string{"shop": "mart", "own": "mine"}, Steps: map[string]string{"pay": "payment"}})
	var got []string
	for _, r := range d.Runs {
		got = append(got, r.Subject)
	}
	if want := []string{"shop/17", "mine", "a/b", ""}; !slices.Equal(got, want) || *d.Runs[0].StableSubject != "mart" || d.Runs[3].ErrorStep != "payment" {
		t.Errorf("%q, %s, %s, want %q", got, *d.Runs[0].StableSubject, d.Runs[3].ErrorStep, want)
	}
}
