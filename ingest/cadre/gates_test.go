package cadre

import (
	"strings"
	"testing"
)

// The gates of a checkpoint count before those of a page; a page's count where it has none.
func TestGatesOfCheckpointAndPage(t *testing.T) {
	page := input{"work/issues/7/progress.md", strings.Replace(nightPage, "#31", "#7", 1)}
	doc := func(gates string) input {
		return input{"work/issues/7/checkpoint.json", checkpoint(`"workItemId":"7"`, at(0), gates)}
	}
	ofPage := []string{"phase 1 warn one error; 9 ambiguities in the issue (threshold: 4)", "phase 2 pass -"}
	for _, c := range []struct {
		name  string
		files []input
		want  []string
	}{
		{"the page alone", []input{page}, ofPage},
		{"a checkpoint without gates", []input{page, doc("")}, ofPage},
		{"a checkpoint with gates", []input{page, doc(`"gateResults":{"12":{"status":"pass","warnings":["w"],"errors":["e"]}}`)}, []string{"phase 12 pass e; w"}},
		{"a checkpoint without any result", []input{page, doc(`"gateResults":{}`)}, nil},
		{"a gate without a number", []input{doc(`"gateResults":{"x":{"status":"fail"},"2":{"status":"warn"}}`)}, []string{"phase 2 warn -"}},
	} {
		t.Run(c.name, func(t *testing.T) {
			r := ingest(t, c.files...)
			want(t, "checks", r.rows("Checks", "step", "verdict", "reason"), c.want...)
		})
	}
}

// A gate of a page has the messages below its heading, and no text that stands between them.
func TestMessagesOfAGate(t *testing.T) {
	const list = "- ❌ one error\n- ⚠️ 9 ambiguities in the issue (threshold: 4)\n"
	for _, c := range []struct{ name, heading, messages, want string }{
		{"a list", "### Phase 12: Analysis — ⚠️ warn", "- ❌ one\n- ⚠️ two\n", "phase 12 warn one; two"},
		{"a line of text", "### Phase 1: Analysis — ⚠️ warn", "- ❌ one\n\nsome text\n\n- ⚠️ two\n", "phase 1 warn one; two"},
		{"none", "### Phase 1: Analysis — ✅ pass", "", "phase 1 pass -"},
		{"a dash in the title", "### Phase 1: Analysis — part — ✅ pass", "", "phase 1 pass -"},
		{"no gate", "### Analysis", "- one\n", ""},
	} {
		page := strings.NewReplacer("### Phase 1: Analysis & Scouting — ⚠️ warn", c.heading, list, c.messages).Replace(nightPage)
		r := ingest(t, input{"work/issues/31/progress.md", page})
		got := r.rows("Checks", "step", "verdict", "reason")
		if got = got[:len(got)-1]; strings.Join(got, ", ") != c.want { // the last is that of phase 2
			t.Errorf("%s: %q, want %q", c.name, got, c.want)
		}
	}
	if got := ingest(t, input{"w/issues/31/progress.md", nightPage}).Files[0].Records; got[5].Str("name") != "Analysis & Scouting" {
		t.Errorf("the first gate is of the phase %q", got[5].Str("name"))
	}
}
