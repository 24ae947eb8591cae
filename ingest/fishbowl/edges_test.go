package fishbowl

import (
	"fmt"
	"strings"
	"testing"

	"runreport/ingest/record"
)

// What is taken for sound or a picture: an address of data, or base64 that is longer than a word.
func TestWhatIsMedia(t *testing.T) {
	long := strings.Repeat("Ab1+", 50) // 200 characters
	for text, want := range map[string]bool{
		"data:x": true, " DATA:audio/wav": true, "data:": false, "data": false, "dates:x": false, "": false,
		long: true, long[1:]: false, long[1:] + " ": false, long + "\n" + long: true, long + ".": false, long[:100] + " " + long[:100]: false, " " + long + "==\r\n": true,
		strings.Repeat("é", 200):               false,
		strings.Repeat("AZaz09+/=-_\r\n.", 20): false,
		strings.Repeat("AZaz09+/=-_\r\n@", 20): false,
		strings.Repeat("AZaz09+/=-_\r\n[", 20): false,
		strings.Repeat("AZaz09+/=-_\r\n`", 20): false,
		strings.Repeat("AZaz09+/=-_\r\n{", 20): false,
		strings.Repeat("AZaz09+/=-_\r\n:", 20): false,
		strings.Repeat("AZaz09+/=-_\r\n", 20):  true,
	} {
		if got := media(text); got != want {
			t.Errorf("%.20q of %d bytes is media: %v", text, len(text), got)
		}
	}
}

// A run that ends before it starts has no duration, and is told. Both at once is a run of no time.
func TestRunsThatEndBeforeTheyStart(t *testing.T) {
	for second, want := range map[int]string{0: "map[]", 1: "map[]"} {
		res := load(t, named{"x.jsonl", begin("r") + end("e", "r", second, "tick_cap", "null", "null", "[]")})
		equal(t, fmt.Sprint("after ", second, " s"), fmt.Sprint(res.Codes()), want)
	}
	late := strings.Replace(begin("r"), "2026-05-01T10:00:00.250000Z", "2026-05-01T10:00:20.250000Z", 1)
	res := load(t, named{"x.jsonl", late + end("e", "r", 10, "tick_cap", "null", "null", "[]")})
	equal(t, "10 s before", res.Codes()["fishbowl_negative_duration"], 1)
	if d, ok := res.Set.Runs.DurationS.Get(0); ok {
		t.Errorf("a run that ends before it starts lasts %g s", d)
	}
}

// Tokens are those that the result states; 0 is a number of them, less is none.
func TestTokensOfAResult(t *testing.T) {
	for tokens, want := range map[string]string{"900": "900", "0": "0", "-1": "", "null": ""} {
		text := strings.Replace(end("e", "r", 10, "tick_cap", "null", "null", "[]"), `"tokens":900`, `"tokens":`+tokens, 1)
		res := load(t, named{"x.jsonl", begin("r") + text})
		res.Want(t, want, "Runs", "tokens")
		res.Want(t, want, "Verdicts", "tokens")
	}
}

// The models that won are a list in the order of names, whichever field states them.
func TestWinningModels(t *testing.T) {
	for text, want := range map[string]string{
		`"winning_models":["m-2","m-1"]`:                           "m-1, m-2",
		`"winning_models":["m-2","m-1"],"winning_model":"m-0"`:     "m-0, m-1, m-2",
		`"winning_models":["m-2","m-1"],"winning_model":"m-2"`:     "m-1, m-2",
		`"winning_models":null,"winning_model":"m-1"`:              "m-1",
		`"winning_models":[],"winning_model":null`:                 "",
		`"winning_models":["m-1"],"winning_model":null,"turns":12`: "m-1",
	} {
		f := &record.File{Format: databaseFormat}
		r := f.AddObject(leaderboardEntry, []byte(`{"run_id":"r","created_at":"2026-05-01T10:00:00Z",`+text+`}`), 1)
		if r == nil {
			t.Fatalf("%s is not read", text)
		}
		equal(t, text, inWords(r, "winning_models"), want)
	}
}

// Findings name the winners that differ, and say none where there is none.
func TestFindingsOfWinners(t *testing.T) {
	won := func(id string, n int, winner string) string { return end(id, "r", n, "verdict", winner, "null", "[]") }
	judged := said("v", "r", "judge.verdict", "judge", 15, `{"text":"x","winner":"ada"}`)
	for _, c := range []struct{ name, lines, want string }{
		{"another", won("a", 20, `"bo"`) + won("b", 30, `"ada"`), "winner: bo, later ada"},
		{"none later", won("a", 20, `"bo"`) + won("b", 30, "null"), "winner: bo, later none"},
		{"none before", won("a", 20, "null") + won("b", 30, `"ada"`), ""},
		{"the same", won("a", 20, `"ada"`) + won("b", 30, `"ada"`), ""},
		{"two before", won("a", 20, `"bo"`) + won("b", 30, "null") + won("c", 40, `"ada"`), "winner: bo, later ada"},
		{"the verdict has another", judged + won("a", 20, `"bo"`), "winner: bo; the verdict says ada"},
		{"the verdict has one", judged + won("a", 20, "null"), "winner: none; the verdict says ada"},
		{"the verdict has the same", judged + won("a", 20, `"ada"`), ""},
		{"no verdict", won("a", 20, "null"), ""},
	} {
		res := load(t, named{"x.jsonl", begin("r") + c.lines})
		equal(t, c.name, strings.Join(res.Rows(t, "Findings", "seen"), ", "), c.want)
		equal(t, c.name, res.Set.Runs.Result.At(0), "passed")
	}
}

// A text is kept up to 400 bytes. An event without a turn is of no step.
func TestTextsAndTurns(t *testing.T) {
	word := strings.Repeat("a b ", 100)
	for text, want := range map[string]string{word: word, word + "c": word + "…", word[:399]: word[:399]} {
		res := load(t, named{"x.jsonl", said("a", "r", "agent.spoke", "ada", 10, `{"text":"`+text+`"}`)})
		equal(t, fmt.Sprint(len(text)), res.Set.Events.Text.At(0), want)
		equal(t, "turn", res.Set.Events.Step.At(0), "turn 1")
	}
	none := strings.Replace(said("a", "r", "agent.spoke", "ada", 10, `{"text":"x"}`), `"turn":1,`, "", 1)
	if step, given := load(t, named{"x.jsonl", none}).Set.Events.Step.Get(0); given && step != "" {
		t.Errorf("an event without a turn is of %q", step)
	}
}
