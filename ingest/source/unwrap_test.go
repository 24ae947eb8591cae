package source

import (
	"math/rand/v2"
	"strconv"
	"testing"
)

// What collectors of logs put around a line comes off, and nothing else does.
func TestUnwrap(t *testing.T) {
	const o = `{"a":"b, [c] d"}`
	const text = `{"a":"build failed: exit 1"}`
	docker := func(line string) string {
		return `{"log":` + strconv.Quote(line+"\n") + `,"stream":"stdout","time":"2026-04-22T10:00:00.1Z"}`
	}
	for _, c := range []struct {
		line, want string
		wrapped    bool
	}{
		{o, o, false},
		{"2026-04-22T10:00:00.123456789Z " + o, o, true},
		{"2026-04-22T10:00:00+02:00 " + o, o, true},
		{"2026-04-22T10:00:00.123456789Z stdout F " + o, o, true},
		{"2026-04-22T10:00:00.123456789Z stderr P started", "started", true},
		{"2026-04-22T10:00:00+0200 build-1 kahn[17]: " + o, o, true},
		{"Apr 22 10:00:00 build-1 kahn[17]: " + o, o, true},
		{"Apr  2 10:00:00.123 build-1 kahn: " + o, o, true},
		{"2026-04-22T10:00:00Z " + text, text, true}, // what looks like a host and a program is in the object
		{"Apr 22 10:00:00 build-1 kahn: " + text, text, true},
		{"Apr 22 10:00:00 " + text, "Apr 22 10:00:00 " + text, false},
		{"kahn-1  | " + o, o, true},
		{"kahn-1  | 2026-04-22T10:00:00.123Z " + o, o, true},
		{docker(o), o, true},
		{docker("started"), "started", true},
		{"[" + o + ",", o, true},
		{"  " + o + ",", o, true},
		{o + "]", o, true},
		{", " + o, o, true},
		{"[", "", true},
		{"],", "", true},
		{"[1,2]", "[1,2]", false},
		{`["x"],`, `["x"],`, false},
		{"[7", "[7", false},
		{"[{7", "[{7", false},
		{`{"log":"x","stream":"s","time":"t","attrs":{}}`, "x", true},
		{`{"log":"x","stream":"s","time":"t","attrs":{},"level":"info"}`, `{"log":"x","stream":"s","time":"t","attrs":{},"level":"info"}`, false},
		{`{"log":"\q","stream":"s","time":"t"}`, `{"log":"\q","stream":"s","time":"t"}`, false}, // no such escape
		{`{"log":7,"stream":"s","time":"t"}`, `{"log":7,"stream":"s","time":"t"}`, false},
		{`{"log":"\ud800","stream":"s","time":"t"}`, `{"log":"\ud800","stream":"s","time":"t"}`, false}, // half a character
		{`{"log":"x","level":"info"}`, `{"log":"x","level":"info"}`, false},
		{`{"log":{"a":1},"stream":"s","time":"t"}`, `{"log":{"a":1},"stream":"s","time":"t"}`, false},
		{"started " + o, "started " + o, false},
		{"echo '" + o + "'", "echo '" + o + "'", false},
		{"| a | " + o, "| a | " + o, false}, // a table of Markdown
		{"", "", false},
	} {
		got, wrapped := Unwrap([]byte(c.line))
		if string(got) != c.want || wrapped != c.wrapped {
			t.Errorf("%s is %s, %v; want %s, %v", c.line, got, wrapped, c.want, c.wrapped)
		}
	}
}

// mayBeCollected accepts every text that the regular expression matches, and takes texts of any length.
func TestTextsThatMayBeCollected(t *testing.T) {
	pieces := []string{
		"web-1", " ", "  ", "|", "| ", "2026-04-22T10:00:00", ".123", ",5", "Z", "+02:00", "-0530", " stdout F", " stderr P ", "Apr", "May", "AprX",
		" 22 ", "  2 ", " 10:00:00", " host", " kahn[7]:", ":", "{", "x", "T", "-", "4", "é", "\t", "\n", "",
	}
	random := rand.New(rand.NewPCG(17, 11))
	collects := 0
	for range 400_000 {
		var text []byte
		for range random.IntN(8) {
			text = append(text, pieces[random.IntN(len(pieces))]...)
		}
		if collected.Match(text) {
			collects++
			if !mayBeCollected(text) {
				t.Fatalf("%q has a prefix", text)
			}
		}
	}
	for _, text := range []string{"Apr", "the cat", "Apr 22 10:00:00", "Apr 22 10:00:00 ", "2026-04-22T10", "web", "web |", "-"} {
		if got := mayBeCollected([]byte(text)); got != (text == "2026-04-22T10" || text == "web |") {
			t.Errorf("%q may have a prefix: %v", text, got)
		}
	}
	if collects < 500 {
		t.Errorf("only %d texts have a prefix", collects)
	}
}

// What writes the logs of several containers together puts the name of each before its lines. A name is of
// letters, digits, _, . and -.
func TestNamesBeforeLines(t *testing.T) {
	const o = `{"a":1}`
	for _, first := range "azmAZM059_.-" {
		line := string(first) + "eb-1  | " + o
		if got, wrapped := Unwrap([]byte(line)); string(got) != o || !wrapped {
			t.Errorf("%s is %s, %v", line, got, wrapped)
		}
	}
	for _, first := range "`{@[/:,+é" {
		line := string(first) + "eb-1  | " + o
		if got, _ := Unwrap([]byte(line)); string(got) == o {
			t.Errorf("%s is %s", line, got)
		}
	}
}
