package report

import (
	"encoding/json"
	"math"
	"reflect"
	"strings"
	"testing"
	"time"
)

// encode writes v as summary.json writes its parts.
func encode(v any) (string, error) {
	e := newEncoder(0)
	err := e.value(e.form(reflect.TypeOf(v)), reflect.ValueOf(v), 0)
	return string(e.out), err
}

func TestEncode(t *testing.T) {
	type inner struct {
		A int64 `json:"a"`
	}
	yes, one, word := true, int64(1), "w"
	tests := []struct {
		name string
		in   any
		want string
	}{
		{"known numbers", struct {
			N Number `json:"n"`
			W Whole  `json:"w"`
		}{Known(0.1), Count(3)}, `{"n": 0.1, "w": 3}`},
		{"missing numbers", struct {
			N Number `json:"n"`
			W Whole  `json:"w"`
			X Number `json:"x"`
		}{Missing("open"), Whole{Reason: "no_data"}, Number{}},
			`{"n": null, "n_reason": "open", "w": null, "w_reason": "no_data", "x": null, "x_reason": "not_computed"}`},
		{"times", struct {
			Zero  time.Time `json:"zero"`
			Whole time.Time `json:"whole"`
			Part  time.Time `json:"part"`
		}{time.Time{}, time.Date(2026, 3, 7, 2, 0, 0, 0, time.FixedZone("", 7200)), time.Date(2026, 3, 7, 0, 0, 0, 250e6, time.UTC)},
			`{"zero": null, "whole": "2026-03-07T00:00:00Z", "part": "2026-03-07T00:00:00.25Z"}`},
		{"lists", struct {
			Nil   []string     `json:"nil"`
			Words []string     `json:"words"`
			Pairs [][2]float64 `json:"pairs"`
			Rows  []inner      `json:"rows" list:"total"`
		}{nil, []string{"a", "b"}, [][2]float64{{0, 1}, {2, 0.5}}, []inner{{1}}},
			`{"nil": [], "words": ["a", "b"], "pairs": [[0, 1], [2, 0.5]], "rows": [{"a": 1}], "rows_total": 1}`},
		{"embedded", struct {
			inner
			B bool `json:"b"`
		}{inner{7}, true}, `{"a": 7, "b": true}`},
		{"pointers", struct {
			Yes  *bool   `json:"yes"`
			No   *bool   `json:"no"`
			One  *int64  `json:"one"`
			None *int64  `json:"none"`
			W    *string `json:"w"`
			Part *inner  `json:"part"`
			Left *inner  `json:"left,omitempty"`
		}{&yes, nil, &one, nil, &word, nil, nil}, `{"yes": true, "no": null, "one": 1, "none": null, "w": "w", "part": null, "part_reason": "not_computed"}`},
		{"nothing", struct{}{}, `{}`},
		{"floats", []float64{0, math.Copysign(0, -1), 1e21, 1e-7, 123456789.125, 1.0 / 3}, `[0, 0, 1e+21, 1e-07, 123456789.125, 0.3333333333333333]`},
		{"text", []string{"</script>&", "a\u202E\u2028\x00\x7f", `"\`, "é\n\t", "bad\xff", "\U000E0041"},
			`["\u003c/script\u003e\u0026", "a\u202e\u2028\u0000\u007f", "\"\\", "é\n\t", "bad` + "\uFFFD" + `", "\udb40\udc41"]`},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			got, err := encode(tt.in)
			if err != nil {
				t.Fatal(err)
			}
			if flat := flatten(got); flat != tt.want {
				t.Errorf("got  %s\nwant %s", flat, tt.want)
			}
			if !json.Valid([]byte(got)) {
				t.Errorf("not JSON: %s", got)
			}
		})
	}
}

// flatten takes the line breaks and indents out.
func flatten(s string) string {
	var b strings.Builder
	for i, line := range strings.Split(s, "\n") {
		line = strings.TrimLeft(line, " ")
		if last := b.String(); i > 0 && strings.HasSuffix(last, ",") {
			b.WriteByte(' ')
		}
		b.WriteString(line)
	}
	return b.String()
}

func TestEncodeRefuses(t *testing.T) {
	type part struct {
		F []float64 `json:"f"`
	}
	for _, tt := range []struct {
		in   any
		want string
	}{
		{struct {
			P []part `json:"p"`
		}{[]part{{}, {[]float64{1, math.NaN()}}}}, "p: [1]: f: [1]: NaN is not a number in JSON"},
		{struct {
			N Number `json:"n"`
		}{Number{Value: math.Inf(1), OK: true}}, "n: +Inf is not a number in JSON"},
		{struct {
			M map[string]int `json:"m"`
		}{}, "m: a map[string]int has no form in JSON"},
		{time.Date(12026, 1, 1, 0, 0, 0, 0, time.UTC), "the year 12026 has no form in RFC 3339"},
	} {
		if _, err := encode(tt.in); err == nil || err.Error() != tt.want {
			t.Errorf("error %v, want %s", err, tt.want)
		}
	}
}
