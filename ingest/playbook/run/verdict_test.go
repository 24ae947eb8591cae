package run

import "testing"

// The texts are those of public logs and documents, and what the gate itself prints.
func TestVerdictOf(t *testing.T) {
	for text, want := range map[string]verdict{
		"pass":                            verdictPass,
		"PASS (with confirmed open bugs)": verdictPass,
		"PASS WITH FLAGGED PARTIAL-COUNCIL CAVEAT":                                         verdictPass,
		"PASS (markdown artifacts); quality_gate.py FAIL on missing bin/-runner manifests": verdictPass,
		"GATE PASSED": verdictPass,
		"GATE PASSED WITH CLEANUP NEEDED — 3 audit record-keeping gap(s)": verdictPass,
		"pass-with-cleanup": verdictPass,
		"SHIP":              verdictPass,
		"GATE FAILED — 1 substantive issue(s) must be fixed": verdictFail,
		"fail":                            verdictFail,
		"BLOCK":                           verdictFail,
		"no_go_until_external_gates_pass": verdictFail,
		"code_and_connected_dev_complete_release_blocked": verdictFail,
		"ABORTED":          verdictFail,
		"Do not release":   verdictFail,
		"partial":          verdictPartial,
		"FIX BEFORE MERGE": verdictPartial,
		"":                 verdictNone,
		"unknown":          verdictNone,
		"8 bugs":           verdictNone,
	} {
		if got := verdictOf(text); got != want {
			t.Errorf("%q: %q, want %q", text, got, want)
		}
	}
}

// An end without a status says nothing, as the vocabulary has it.
func TestNoWord(t *testing.T) {
	if m, known := endWords.Of(""); known || badWord("") {
		t.Errorf("no word means %+v", m)
	}
}

// A verdict is one word of small letters, which is all that is looked for in a text.
func TestVerdictWords(t *testing.T) {
	for word := range verdictWords {
		if got := verdictLetters.FindString(word); got != word {
			t.Errorf("%q is looked for as %q", word, got)
		}
	}
}
