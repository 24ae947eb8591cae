package source

import (
	"fmt"
	"slices"
	"strings"
	"testing"
)

// A head tells the same whether it is made in new room or in that of a head before, of which
// nothing may shine through.
func TestHeadsInReleasedRoom(t *testing.T) {
	texts := []string{
		`{"a":1,"b":"x"}` + "\n" + `{"a":2,"c":[1]}` + "\n",
		`{"a":`,
		`{"runs":[{"id":"r1","a":{"b":1}}],"n":2}`,
		`[{"results":[{"a":1}]},{"results":[{"b":2}]}]`,
		`{"\u0061":1,"a":2}` + "\n",
		`{"` + strings.Repeat("k", 100) + `":1}` + "\n",
		strings.Repeat(`{"x":1`+"\n", 200),
		`{` + strings.TrimSuffix(manyMembers(200), ",") + `}` + "\n" + `{"y":1}` + "\n",
		"no object\n",
		"",
	}
	tell := func(h *Head) string {
		return fmt.Sprintf("%q %v %q %q %q %v", slices.Collect(h.Lines()), h.Spread(), h.Doc, h.Items, h.Rows, h.Whole)
	}
	var want []string
	for _, text := range texts {
		want = append(want, tell(headOf(t, "x.log", text)))
	}
	for round := range 3 {
		for i, text := range texts {
			h := headOf(t, "x.log", text)
			if got := tell(h); got != want[i] {
				t.Errorf("round %d: of %.40q the head is\n%.300s\nin new room\n%.300s", round, text, got, want[i])
			}
			h.Release()
			h.Release() // a second time does nothing
			if h.Path != "logs/x.log" || h.HasObjects() || h.Doc != nil {
				t.Errorf("a released head still has %q, %v and %v", h.Path, slices.Collect(h.Lines()), h.Doc)
			}
		}
	}
}

func manyMembers(n int) string {
	var b strings.Builder
	for i := range n {
		fmt.Fprintf(&b, `"m%d":%d,`, i, i)
	}
	return b.String()
}
