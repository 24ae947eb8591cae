package metric

import (
	"fmt"
	"slices"
	"testing"
)

func TestRowsAreFoundByTheirOwner(t *testing.T) {
	const none = noOwner
	for _, c := range []struct {
		owner []int32
		want  string // rows of each owner
		apart bool   // rows are not in the order of their owners
	}{
		{nil, "[] [] []", false},
		{[]int32{0, 0, 1, 2, 2}, "[0 1] [2] [3 4]", false},
		{[]int32{0, 2, none, none}, "[0] [] [1]", false},
		{[]int32{2, 0, 1, 0, 2}, "[1 3] [2] [0 4]", true},
		{[]int32{none, 1, none, 0, 1}, "[3] [1 4] []", true},
		{[]int32{none, none}, "[] [] []", false},
	} {
		g := groupRows(stretches(c.owner), 3, nil)
		var got []string
		for o := range int32(3) {
			list := slices.Collect(g.of(o).each)
			if len(list) != g.of(o).len() {
				t.Errorf("owners %v: %d has rows %v, said to be %d", c.owner, o, list, g.of(o).len())
			}
			got = append(got, fmt.Sprint(list))
		}
		if got := fmt.Sprint(got); got != "["+c.want+"]" || (g.order != nil) != c.apart {
			t.Errorf("owners %v: rows %s, order %v, want %s", c.owner, got, g.order, c.want)
		}
	}
}
