package record

import (
	"slices"
	"testing"
)

// Each piece ends behind the one before, in the file, and the last where the file does.
func TestPiecesSpread(t *testing.T) {
	for name, c := range map[string]struct {
		ends []int64
		size int64
		want []int64
	}{
		"of a file that is not compressed":  {[]int64{30, 60, 90}, 90, []int64{30, 60, 90}},
		"a blank end that is in no piece":   {[]int64{30, 60, 88}, 90, []int64{30, 60, 90}},
		"of a compressed file":              {[]int64{250, 500, 1000}, 100, []int64{25, 50, 100}},
		"all but the last at its end":       {[]int64{996, 998, 1000}, 100, []int64{98, 99, 100}},
		"all but the last at its beginning": {[]int64{1, 2, 3, 1000}, 100, []int64{1, 2, 3, 100}},
		"ends that nobody knows":            {[]int64{0, 0, 0}, 90, []int64{1, 2, 90}},
		"as many as bytes":                  {[]int64{500, 700, 1000}, 3, []int64{1, 2, 3}},
		"more than floats count":            {[]int64{1 << 60, 1<<60 + 1, 1 << 61}, 1 << 60, []int64{1 << 59, 1<<59 + 1, 1 << 60}},
		"one":                               {[]int64{7}, 90, []int64{90}},
	} {
		pieces := make([]Piece, len(c.ends))
		for i, to := range c.ends {
			pieces[i].To = to
		}
		spread(pieces, c.size)
		var got []int64
		for _, p := range pieces {
			got = append(got, p.To)
		}
		if !slices.Equal(got, c.want) {
			t.Errorf("%s: pieces end at %d, want %d", name, got, c.want)
		}
	}
}
