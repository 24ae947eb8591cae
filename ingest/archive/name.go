package archive

import (
	"fmt"
	"path"
	"strings"
	"unicode/utf8"
)

// endings are those of files that may be archives.
var endings = []string{".zip", ".tar", ".tar.gz", ".tgz", ".tar.zst", ".tzst"}

// Named reports whether a file of this name may be an archive.
func Named(name string) bool {
	name = strings.ToLower(name)
	for _, ending := range endings {
		if len(name) > len(ending) && strings.HasSuffix(name, ending) {
			return true
		}
	}
	return false
}

// clean is the name under which a member lies below its archive, as a file lies below
// a folder. odd says what no folder has of it; "": nothing.
func clean(raw string) (name, odd string) {
	name = raw
	if !utf8.ValidString(name) || strings.Contains(name, "\x00") {
		name = strings.ReplaceAll(strings.ToValidUTF8(name, "\uFFFD"), "\x00", "\uFFFD")
		odd = "bytes that are no text"
	}
	if strings.HasPrefix(name, "/") {
		odd = "an absolute name"
	}
	for part := range strings.SplitSeq(name, "/") {
		if part == ".." {
			odd = "a name that leads out of its folder"
		}
	}
	return path.Clean("/" + name)[1:], odd
}

// numbered tells a name from others that became the same.
func numbered(name string, n int) string {
	ext := path.Ext(name)
	return fmt.Sprintf("%s (%d)%s", strings.TrimSuffix(name, ext), n, ext)
}
