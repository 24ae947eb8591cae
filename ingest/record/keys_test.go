package record

import (
	"fmt"
	"testing"
)

// Every key names its field, also where keys have one hash, which is made of their lengths and
// of their first, middle and last bytes. A letter a table moves the keys over all slots, so that
// the search goes on from the last slot at the first in some tables.
func TestKeysOfOneHash(t *testing.T) {
	for first := 'a'; first <= 'z'; first++ {
		key := func(n int) string { return fmt.Sprintf("%c%dm%dz", first, n, n) }
		table := newKeyTable(4)
		for n := range 4 {
			table.set(key(n), n, n == 3)
		}
		for n := range 4 {
			if field, also, ok := table.find(key(n)); field != n || also != (n == 3) || !ok {
				t.Errorf("%s: field %d, %v, %v", key(n), field, also, ok)
			}
		}
		for _, unknown := range []string{key(4), "", "x"} {
			if field, _, ok := table.find(unknown); ok {
				t.Errorf("%q, which was not set, names the field %d", unknown, field)
			}
		}
		table.set(key(1), 7, true)
		if field, also, ok := table.find(key(1)); field != 7 || !also || !ok {
			t.Errorf("%s, set again: field %d, %v, %v", key(1), field, also, ok)
		}
	}
}
