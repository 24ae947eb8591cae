package trial

import (
	"testing"

	"github.com/go-json-experiment/json/jsontext"
)

func TestText(t *testing.T) {
	for raw, want := range map[string]string{
		`"a\"b"`: `a"b`, `7`: "7", `1.50`: "1.50", `true`: "true", `null`: "", `{"a":1}`: "", `[1]`: "", ``: "",
		`"a\qb"`: "", `"a`: "", `"\ud800"`: "", // no such escape, no end, half a character
	} {
		if got := Text(jsontext.Value(raw)); got != want {
			t.Errorf("%s: %q, want %q", raw, got, want)
		}
	}
}

func TestNumber(t *testing.T) {
	for _, c := range []struct {
		raw        string
		most, want float64
	}{
		{`7`, 10, 7}, {`"7.5"`, 10, 7.5}, {`10`, 10, 10}, {`10.5`, 10, 0}, {`-1`, 10, 0}, {`0`, 10, 0}, {`0.5`, 10, 0.5}, {`"-0"`, 10, 0},
		{`"NaN"`, 10, 0}, {`"inf"`, 10, 0}, {`true`, 10, 0}, {`null`, 10, 0}, {`"seven"`, 10, 0},
	} {
		if got := Number(jsontext.Value(c.raw), c.most); got != c.want {
			t.Errorf("%s of at most %v: %v, want %v", c.raw, c.most, got, c.want)
		}
	}
}

// A score is what is written, as a number where it is one that a score can have.
func TestNewScore(t *testing.T) {
	for _, c := range []struct {
		raw   string
		value float64
		given bool
		unit  string
	}{
		{`true`, 1, true, "ratio"}, {`false`, 0, true, "ratio"}, {`0`, 0, true, "ratio"}, {`1`, 1, true, "ratio"},
		{`"0.5"`, 0.5, true, "ratio"}, {`1.01`, 1.01, true, ""}, {`-0.01`, -0.01, true, ""}, {`13.67`, 13.67, true, ""},
		{`1e9`, 1e9, true, ""}, {`-1e9`, -1e9, true, ""}, {`1.1e9`, 0, false, ""}, {`-1.1e9`, 0, false, ""},
		{`"NaN"`, 0, false, ""}, {`"Inf"`, 0, false, ""}, {`"C"`, 0, false, ""}, {`null`, 0, false, ""}, {`"N/A"`, 0, false, ""},
	} {
		want := Score{Scorer: "s", Value: c.value, Given: c.given, Unit: c.unit, Written: Text(jsontext.Value(c.raw))}
		if got := NewScore("s", jsontext.Value(c.raw)); got != want {
			t.Errorf("%s: %+v, want %+v", c.raw, got, want)
		}
	}
}
