package demo

import (
	"encoding/json"
	"testing"
	"time"
)

func TestRecord(t *testing.T) {
	fill := func(r *record) string {
		return r.str("s", `a"b`).int("n", -3).bool("b", true).null("z").optional("o", "").seconds("d", 1500*time.Millisecond).
			strs("l", []string{"x", "y"}).ints("i", []int{1, 2}).list("e", nil).raw("r", "{}").add(object().int("m", 1).members()).json()
	}
	for _, test := range []struct {
		name string
		rec  *record
		want string
	}{
		{"compact", object(), `{"s":"a\"b","n":-3,"b":true,"z":null,"o":null,"d":1.5,"l":["x","y"],"i":[1,2],"e":[],"r":{},"m":1}`},
		{"spaced", &record{spaced: true}, `{"s": "a\"b", "n": -3, "b": true, "z": null, "o": null, "d": 1.5, "l": ["x", "y"], "i": [1, 2], "e": [], "r": {}, "m":1}`},
	} {
		if got := fill(test.rec); got != test.want {
			t.Errorf("%s: %s, want %s", test.name, got, test.want)
		}
	}
	if got := object().add("").add(object().str("a", "b").members()).json(); got != `{"a":"b"}` {
		t.Errorf("adding to nothing: %s", got)
	}
}

func TestStringsSurvive(t *testing.T) {
	for _, s := range []string{"", "plain", `"\`, "a\nb\tc\r\x00\x1b[0m", "<script>&", "ü — \u202e \U0001f600"} {
		var back string
		if err := json.Unmarshal(appendString(nil, s), &back); err != nil || back != s {
			t.Errorf("%q became %q (%v)", s, back, err)
		}
	}
}

func TestSecondsText(t *testing.T) {
	for ms, want := range map[int]string{0: "0", 4200: "4.2", 30000: "30", 5: "0.005", 61050: "61.05"} {
		if got := secondsText(time.Duration(ms) * time.Millisecond); got != want {
			t.Errorf("%d ms: %s, want %s", ms, got, want)
		}
	}
}

func TestDecimal(t *testing.T) {
	for _, test := range []struct {
		num, den int
		want     string
	}{
		{1, 2, "0.5"}, {5, 6, "0.8333"}, {2, 3, "0.6667"}, {4, 4, "1.0"}, {0, 7, "0.0"}, {-1, 4, "-0.25"}, {-1, 100000, "0.0"}, {5, 100, "0.05"},
	} {
		if got := decimal(test.num, test.den); got != test.want {
			t.Errorf("%d/%d: %s, want %s", test.num, test.den, got, test.want)
		}
	}
}

func TestDurations(t *testing.T) {
	seconds := func(values ...int) []time.Duration {
		var out []time.Duration
		for _, v := range values {
			out = append(out, time.Duration(v)*time.Second)
		}
		return out
	}
	value := func(p *float64) float64 {
		if p == nil {
			return -1
		}
		return *p
	}
	for _, test := range []struct {
		list           []time.Duration
		p50, p90, most float64 // -1: null
	}{
		{nil, -1, -1, -1},
		{seconds(7), 7, -1, 7},
		{seconds(10, 1, 3, 2, 4), 3, -1, 10}, // linear interpolation of other types gives 2.5
		{seconds(1, 2, 3, 4, 5, 6, 7, 8, 9, 10), 5.5, 9.1, 10},
	} {
		s := summarise(test.list)
		if value(s.P50) != test.p50 || value(s.P90) != test.p90 || value(s.Max) != test.most || s.P95 != nil || s.P99 != nil {
			t.Errorf("%v: p50 %v, p90 %v, max %v", test.list, value(s.P50), value(s.P90), value(s.Max))
		}
	}
}
