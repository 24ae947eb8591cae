package naming

import (
	"fmt"
	"strings"
)

// Key is the key of a unit with a number where it is taken, also where the key with that number is another unit's own.
//
//	x, x, x#2 → x, x#2, x#2#2
func Key(plain string, taken map[string]int) string {
	k := plain
	for n := taken[plain]; n > 0 && taken[k] > 0; {
		n++
		taken[plain] = n
		k = fmt.Sprintf("%s#%d", plain, n)
	}
	taken[k]++
	return k
}

// WithoutNumber is the key that a key may be numbered from.
//
//	x#2 → x    x, x#a, x# → no key
func WithoutNumber(key string) (plain string, ok bool) {
	plain = strings.TrimRight(key, "0123456789")
	return strings.TrimSuffix(plain, "#"), len(plain) < len(key) && strings.HasSuffix(plain, "#")
}
