package render

import (
	"crypto/sha256"
	"encoding/base32"
	"regexp"
	"strings"

	"runreport/analyze/report"
	"runreport/analyze/report/slug"
)

// folders are where the pages of each kind lie. Lists of runs lie beside the runs.
var folders = map[report.PageKind]string{
	report.PageNight: "nights", report.PageCycle: "cycles", report.PageBenchmark: "benchmarks",
	report.PageStep: "steps", report.PageRun: "runs", report.PageList: "runs",
}

// plainKey is a key that may be a file name as it is. Only keys of the program's own
// making are held against it: the dates of nights, the numbers of lists.
var plainKey = regexp.MustCompile(`^[0-9]{4}-[0-9]{2}-[0-9]{2}$|^list-[0-9]{3,9}$|^index$`)

// maxWords is how many bytes of a page's title are in its address, for the eye.
const maxWords = 40

// pagePath is where a page lies below the site. It depends on the page's own name and
// on nothing else, so that a link to it lasts. Of the words of a log only letters from a
// to z and digits are in it; a sum of the key keeps pages apart.
func pagePath(ref report.PageRef) string {
	name := ref.Key
	if own := ref.Kind == report.PageNight || ref.Kind == report.PageList; !own || !plainKey.MatchString(name) {
		name = strings.TrimPrefix(slug.Of(ref.Title, maxWords)+"-"+keySum(ref.Key), "-")
	}
	return folders[ref.Kind] + "/" + name + ".html"
}

var sumEncoding = base32.NewEncoding("0123456789abcdefghijklmnopqrstuv").WithPadding(base32.NoPadding)

// keySum is 80 bits of the key's SHA-256: nobody finds two keys of one sum by accident,
// and hardly on purpose.
func keySum(key string) string {
	sum := sha256.Sum256([]byte(key))
	return sumEncoding.EncodeToString(sum[:10])
}

// root is the way from a page up to the site's own folder: "" or "../".
func root(path string) string { return strings.Repeat("../", strings.Count(path, "/")) }

// linker gives the relative address of pages; "" for one that the site does not have.
func (s *website) linker(root string) func(report.PageID) trusted {
	return func(id report.PageID) trusted {
		path, there := s.paths[id]
		if !there {
			return ""
		}
		return trusted(root + path)
	}
}
