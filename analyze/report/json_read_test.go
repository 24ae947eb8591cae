package report

import (
	"bytes"
	"encoding/json"
	"maps"
	"reflect"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
)

// written is the data as summary.json.
func written(t testing.TB, d Data) []byte {
	t.Helper()
	out, err := WriteSummary(&d)
	if err != nil {
		t.Fatal(err)
	}
	return out
}

// filled is data in which every field is set.
func filled() Data {
	var d Data
	fill(reflect.ValueOf(&d).Elem(), 0)
	d.Schema = Schema
	for i := range d.Metrics {
		d.Metrics[i].Further = 0 // else its groups were cut
	}
	return d
}

// What was written reads back, and writes the same bytes again.
func TestSummaryReadsBack(t *testing.T) {
	first := written(t, filled())
	d, cut, err := ReadSummary(bytes.NewReader(first))
	if err != nil {
		t.Fatal(err)
	}
	if len(cut) != 0 {
		t.Errorf("the lists %v are said to be cut", cut)
	}
	if diff := cmp.Diff(string(first), string(written(t, *d))); diff != "" {
		t.Errorf("written again it differs (-first +again):\n%s", diff)
	}
}

// Groups that are only counted are told as those that a file leaves out.
func TestGroupsThatAreOnlyCounted(t *testing.T) {
	d := filled()
	d.Metrics = d.Metrics[:1]
	d.Metrics[0].Further = 7
	n := int64(len(d.Metrics[0].Groups))
	got, cut, err := ReadSummary(bytes.NewReader(written(t, d)))
	if err != nil {
		t.Fatal(err)
	}
	if cut["groups"] != n+7 || got.Metrics[0].Further != 7 || int64(len(got.Metrics[0].Groups)) != n {
		t.Errorf("cut %v, %d of %d groups and %d further ones", cut, len(got.Metrics[0].Groups), n, got.Metrics[0].Further)
	}
}

// Every field of every part comes back: a value of each type is set, written and read.
func TestEveryFieldReadsBack(t *testing.T) {
	d := filled()
	got, _, err := ReadSummary(bytes.NewReader(written(t, d)))
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(d, *got); diff != "" {
		t.Errorf("read back it differs (-written +read):\n%s", diff)
	}
}

// fill sets every field to something else than its zero.
func fill(v reflect.Value, depth int) {
	switch v.Type() {
	case numberType:
		v.Set(reflect.ValueOf([]Number{Known(0.25), Missing("no_data")}[depth%2]))
		return
	case wholeType:
		v.Set(reflect.ValueOf([]Whole{Count(7), {Reason: "open"}}[depth%2]))
		return
	case momentType:
		v.Set(reflect.ValueOf(time.Date(2026, 3, 7, 4, 12, 0, 0, time.UTC)))
		return
	}
	switch v.Kind() {
	case reflect.Struct:
		for i := range v.NumField() {
			fill(v.Field(i), depth+1+i)
		}
	case reflect.Slice:
		v.Set(reflect.MakeSlice(v.Type(), 2, 2))
		if v.Type().Elem() == numberType {
			depth = 1 // in a plain list there is no room for a reason
		}
		fill(v.Index(0), depth+1)
		fill(v.Index(1), depth+3)
	case reflect.Array:
		for i := range v.Len() {
			fill(v.Index(i), depth+i)
		}
	case reflect.Pointer:
		v.Set(reflect.New(v.Type().Elem()))
		fill(v.Elem(), depth+1)
	case reflect.String:
		v.SetString("text <&> \u202e \"quoted\"\n")
	case reflect.Bool:
		v.SetBool(true)
	case reflect.Int, reflect.Int64:
		v.SetInt(41)
	case reflect.Float64:
		v.SetFloat(0.5)
	}
}

func TestReadSummaryRefuses(t *testing.T) {
	for _, c := range []struct{ name, in, want string }{
		{"nothing", "", "EOF"},
		{"a list", "[]", "saw a list, expected an object"},
		{"another program's", `{"schema": "other/1"}`, "expected runreport.summary/2"},
		{"an earlier version's", `{"schema": "runreport.summary/1"}`, `its schema is "runreport.summary/1", expected runreport.summary/2: another version of runreport wrote it; build it again from its logs`},
		{"a wrong type", `{"schema": "runreport.summary/2", "runs": [{"key": 1}]}`, "/runs/0/key: saw a number, expected a text"},
		{"a key twice", `{"schema": "runreport.summary/2", "schema": "x"}`, "duplicate"},
		{"a bad time", `{"schema": "runreport.summary/2", "as_of": "yesterday"}`, "/as_of: saw a text that is no time"},
		{"a number beyond floats", `{"schema": "runreport.summary/2", "cycles": [{"noise_floor": 1e999}]}`, "out of range"},
		{"two documents", `{"schema": "runreport.summary/2"}{}`, "follows after its end"},
		{"cut off", `{"schema": "runreport.summary/2", "runs": [`, "EOF"},
	} {
		_, _, err := ReadSummary(strings.NewReader(c.in))
		if err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: error %v, want %q", c.name, err, c.want)
		}
	}
}

func TestReadSummaryPassesOverWhatIsNew(t *testing.T) {
	d, cut, err := ReadSummary(strings.NewReader(`{"schema": "runreport.summary/2", "later": {"a": [1, null]}, "title": "T", "runs": [], "runs_total": 3, "gate": null, "gate_reason": "not_computed"}`))
	if err != nil || d.Title != "T" || len(cut) != 1 || cut["runs"] != 3 {
		t.Errorf("read %+v, cut %v, error %v", d, cut, err)
	}
}

func FuzzReadSummary(f *testing.F) {
	// A summary with every field takes 40 ms to read and write, so each of its outermost members
	// is a seed of its own; TestSummaryReadsBack has the whole.
	var members map[string]json.RawMessage
	if err := json.Unmarshal(written(f, filled()), &members); err != nil {
		f.Fatal(err)
	}
	for _, name := range slices.Sorted(maps.Keys(members)) {
		if len(members[name]) < 8<<10 {
			f.Add([]byte(`{"schema": "` + Schema + `", "` + name + `": ` + string(members[name]) + `}`))
		}
	}
	f.Add([]byte(`{"schema": "runreport.summary/2", "runs": [{"attempts": null, "attempts_reason": "open"}], "durations": {"survival": [{"curve": [[1, 2]]}]}}`))
	f.Fuzz(func(t *testing.T, in []byte) {
		if len(in) > 16<<10 {
			return
		}
		d, _, err := ReadSummary(bytes.NewReader(in))
		if err != nil {
			return
		}
		first, err := WriteSummary(d)
		if err != nil {
			return // a year beyond 9999 has no form in RFC 3339
		}
		again, _, err := ReadSummary(bytes.NewReader(first))
		if err != nil {
			t.Fatalf("what was written does not read back: %v", err)
		}
		second, err := WriteSummary(again)
		if err != nil || !bytes.Equal(first, second) {
			t.Errorf("written again it differs: %v", err)
		}
	})
}
