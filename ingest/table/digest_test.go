package table

import (
	"encoding/hex"
	"strings"
	"testing"
)

// digested is a table with columns of most types whose values are some megabytes.
func digested() Named {
	logs := &Logs{}
	for i := range 500 {
		row := logs.Add(Place{Source: i, Line: int64(i % 3)})
		logs.Path.Set(row, strings.Repeat("p", i%9))
		logs.Redacted.Set(row, i%2 == 0)
		logs.Labels.Set(row, []string{"branch=main", strings.Repeat("x", i%5)}[:i%3])
		if i%4 > 0 {
			logs.Records.Set(row, []byte(strings.Repeat("r", 17*i)))
		}
	}
	return logs.Named()
}

// Stored parts state digests, by which a build finds that a part need not be written again: they
// stay the same in every version of the program.
func TestDigestStaysTheSame(t *testing.T) {
	sum := digested().Digest()
	if got, want := hex.EncodeToString(sum[:8]), "6255f12f6ebf377f"; got != want {
		t.Errorf("the digest is %s, stored parts have %s", got, want)
	}
}

// The values are not put together before they are hashed.
func TestDigestTakesLittleMemory(t *testing.T) {
	n := digested()
	n.Digest() // pads the columns
	if got := taken(func() { n.Digest() }); got > 256<<10 {
		t.Errorf("%d bytes were allocated", got)
	}
}
