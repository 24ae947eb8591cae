package record

import (
	"math"
	"path/filepath"
	"reflect"
	"strings"
	"testing"
	"time"

	"github.com/go-json-experiment/json/jsontext"

	"runreport/ingest/source"
)

func TestHeldGivesBackWhatWasPutIn(t *testing.T) {
	early := time.Date(1, 1, 1, 0, 0, 0, 1, time.UTC)
	late := time.Date(9999, 12, 31, 23, 59, 59, 999_999_999, time.UTC)
	for name, v := range map[string]Value{
		"nothing":                     {},
		"text that could not be read": {Text: "not a time"},
		"text":                        TextValue("a"),
		"whole":                       {Given: true, Text: "7", Int: 7, Num: 7},
		"beyond a float's digits":     {Given: true, Int: 1<<53 + 1, Num: 1 << 53},
		"smallest":                    {Given: true, Int: math.MinInt64, Num: math.MinInt64},
		"fraction":                    NumberValue(0.4),
		"minus zero":                  NumberValue(math.Copysign(0, -1)),
		"zero":                        IntValue(0),
		"true":                        BoolValue(true),
		"false":                       BoolValue(false),
		"early":                       TimeValue(early, "early"),
		"late":                        TimeValue(late, "late"),
		"1970":                        TimeValue(time.Unix(0, 0).UTC(), "1970"),
		"a time that is a number":     {Given: true, Text: "5", Int: 5, Num: 5, When: time.Unix(5, 0).UTC()},
		"words":                       ListValue([]string{"a"}),
		"raw":                         {Given: true, more: jsontext.Value(`{}`)},
	} {
		h := hold(3, v)
		if got := h.value(); !reflect.DeepEqual(got, v) || math.Signbit(got.Num) != math.Signbit(v.Num) {
			t.Errorf("%s: %#v became %#v", name, v, got)
		}
	}
}

// BenchmarkDecode reads a log of lines, as most of a reading's time goes.
func BenchmarkDecode(b *testing.B) {
	line := `{"name":"checkout","count":3,"share":0.4,"ok":true,"state":"up","ts":"2026-04-22T10:00:00Z","many":[{"n":1},{"n":2}],"new":"x"}` + "\n"
	path := filepath.Join(b.TempDir(), "things.jsonl")
	write(b, path, strings.Repeat(line, 1000))
	b.SetBytes(int64(1000 * len(line)))
	b.ReportAllocs()
	for b.Loop() {
		in, err := source.Open(path)
		if err != nil {
			b.Fatal(err)
		}
		f := &File{Path: "things.jsonl", Format: lineFormat}
		if err := f.Decode(in); err != nil || len(f.Records) != 1000 {
			b.Fatal(len(f.Records), err)
		}
		in.Close()
	}
}
