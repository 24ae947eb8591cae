package trial

import (
	"math"
	"strconv"

	"github.com/go-json-experiment/json/jsontext"
)

// Text is a value as text: of a string what it holds, of another scalar how it is written;
// "" of null, of what is absent, of an object and of an array.
func Text(raw jsontext.Value) string {
	if len(raw) == 0 {
		return ""
	}
	switch raw.Kind() {
	case '"':
		s, err := jsontext.AppendUnquote(nil, raw)
		if err != nil {
			return ""
		}
		return string(s)
	case 'n', '{', '[':
		return ""
	}
	return string(raw)
}

// Number is a value as a number of 0 to most; 0 where it is none of these.
func Number(raw jsontext.Value, most float64) float64 {
	x, err := strconv.ParseFloat(Text(raw), 64)
	if err != nil || !(x >= 0 && x <= most) {
		return 0
	}
	return x
}

// mostOfScore is how large a score may be, as record.Score has it.
const mostOfScore = 1e9

// NewScore is a score as it is written. One of 0 to 1 is taken for a ratio.
func NewScore(scorer string, raw jsontext.Value) Score {
	s := Score{Scorer: scorer, Written: Text(raw)}
	switch s.Written {
	case "true":
		s.Value, s.Given, s.Unit = 1, true, "ratio"
	case "false":
		s.Given, s.Unit = true, "ratio"
	}
	x, err := strconv.ParseFloat(s.Written, 64)
	if err != nil || math.IsNaN(x) || math.Abs(x) > mostOfScore {
		return s
	}
	s.Value, s.Given = x, true
	if x >= 0 && x <= 1 {
		s.Unit = "ratio"
	}
	return s
}
