package crabyard

import (
	"slices"
	"strings"
	"testing"
)

// The home of every path of up to four segments is the one that the list of its segments gives.
func TestHomeBySegments(t *testing.T) {
	var walk func(segs []string)
	walk = func(segs []string) {
		if len(segs) > 0 {
			equal(t, strings.Join(segs, "/"), home(strings.Join(segs, "/")), homeBySegments(segs))
		}
		if len(segs) == 4 {
			return
		}
		for _, name := range []string{"cards", "orgs", "CY-1", "CY-", "CY-1x", "xCY-1", "a", ""} {
			walk(append(slices.Clip(segs), name))
		}
	}
	walk(nil)
}

func homeBySegments(segs []string) string {
	for i, s := range segs {
		if s == "cards" || s == "orgs" || i == len(segs)-1 && cardID.MatchString(s) {
			return strings.Join(segs[:i], "/")
		}
	}
	return strings.Join(segs, "/")
}
