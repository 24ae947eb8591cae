package stat

import (
	"slices"
	"strings"
)

// BugLists is what one run says of the known bugs: the IDs it found and the IDs
// it missed.
type BugLists struct {
	Found, Missed []string
}

// Distinct is the lists with each trimmed ID once, sorted; IDs in both are in neither.
func (l BugLists) Distinct() BugLists {
	c := l.clean()
	return BugLists{Found: c.found, Missed: c.missed}
}

// cleaned is BugLists made consistent: trimmed, distinct, sorted, in one list only.
type cleaned struct {
	found, missed []string
	overlap       []string // in both lists, so in neither of the above
	duplicates    int      // further mentions of an ID within its list
	blank         int      // entries that name nothing
}

func (l BugLists) clean() cleaned {
	var c cleaned
	found := c.distinct(l.Found)
	missed := c.distinct(l.Missed)
	for _, id := range missed {
		if _, both := slices.BinarySearch(found, id); both {
			c.overlap = append(c.overlap, id)
		}
	}
	inBoth := func(id string) bool {
		_, both := slices.BinarySearch(c.overlap, id)
		return both
	}
	c.found = slices.DeleteFunc(found, inBoth)
	c.missed = slices.DeleteFunc(missed, inBoth)
	return c
}

// distinct returns the trimmed IDs once each, sorted, and counts the rest.
func (c *cleaned) distinct(ids []string) []string {
	kept := make([]string, 0, len(ids))
	for _, id := range ids {
		if id = strings.TrimSpace(id); id == "" {
			c.blank++
			continue
		}
		kept = append(kept, id)
	}
	slices.Sort(kept)
	named := len(kept)
	kept = slices.Compact(kept)
	c.duplicates += named - len(kept)
	return kept
}
