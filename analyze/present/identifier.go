package present

import (
	"fmt"
	"hash/fnv"

	"runreport/analyze/report/slug"
)

// identifier is what a chart or a table about any text is called: the text's letters and
// digits, and a checksum, since different texts must not share one.
func identifier(s string) string {
	h := fnv.New32a()
	_, _ = h.Write([]byte(s)) // a hash never fails
	return fmt.Sprintf("%s-%08x", slug.Of(s, 40), h.Sum32())
}
