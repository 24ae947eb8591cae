package record

import (
	"strings"
	"unicode/utf8"
)

// damagedName is in the gate's rule complete-input: what stands under such a name is lost
// although the line is whole.
var damagedName = &Code{
	Name: "damaged_name", Severity: Warning,
	Means: "a key or a kind of record that is not UTF-8, or differs in one character from one that " +
		"the format has and the record lacks",
	Do: "look at the line; what stands under that name is in no number",
}

// minNamed is the shortest name that another one is taken for: of three letters, many
// words are one letter away from each other.
const minNamed = 4

// damagedKeys tells of keys that look like one of the kind's that the record lacks, of the members of these places.
// Example: "varyant" where the kind has "variant".
func (r *Record) damagedKeys(members []member, places []int) {
	for _, n := range places {
		m := &members[n]
		if r.Kind.known(m.key) {
			continue // given in two spellings, or with a value that is none
		}
		if strings.ContainsRune(m.key, utf8.RuneError) {
			r.Finding(damagedName, r.File.Cut(m.key, 80), "a key of "+r.Kind.Name)
			continue
		}
		for i := range r.Kind.Fields {
			if key := r.Kind.Fields[i].Key; oneOff(m.key, key) && !r.vals.value(i).Given {
				r.Finding(damagedName, r.File.Cut(m.key, 80), key)
				break
			}
		}
	}
}

func (k *Kind) known(key string) bool {
	_, _, ok := k.keys.find(key)
	return ok
}

// damagedKind is the kind whose name an unknown one looks like; "" where there is none.
func damagedKind(kinds []*Kind, name string) string {
	for _, k := range kinds {
		if oneOff(name, k.Name) {
			return k.Name
		}
	}
	return ""
}

// oneOff reports whether two names differ in one byte: another one, one more or one less.
// A plural is another name and so is one with another number: recall_1, recall_2.
func oneOff(a, b string) bool {
	if len(a) > len(b) {
		a, b = b, a
	}
	if len(a) < minNamed || len(b)-len(a) > 1 || b == a+"s" {
		return false
	}
	i := 0
	for i < len(a) && a[i] == b[i] {
		i++
	}
	switch {
	case len(a) < len(b):
		return a[i:] == b[i+1:] && !isDigit(b[i])
	case i == len(a):
		return false
	}
	return a[i+1:] == b[i+1:] && !(isDigit(a[i]) && isDigit(b[i]))
}

func isDigit(b byte) bool { return '0' <= b && b <= '9' }
