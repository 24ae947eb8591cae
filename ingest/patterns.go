package ingest

import (
	"errors"
	"path"
	"slices"
	"strings"

	"github.com/bmatcuk/doublestar/v4"

	"runreport/ingest/record"
)

// below is a shown path as the patterns see it: below the argument, since its own name
// is chance.
func below(shown string) string {
	if _, rest, ok := strings.Cut(shown, "/"); ok && rest != "" {
		return rest
	}
	return shown
}

// unwanted is why the flags leave a file out; the zero value where they do not.
func (o Options) unwanted(shown string) passReason {
	switch {
	case matchAny(o.Exclude, shown):
		return passReason{record.FolderOf(shown), byExclude}
	case len(o.Include) > 0 && !matchAny(o.Include, shown):
		return passReason{record.FolderOf(shown), byInclude}
	}
	return passReason{}
}

func matchAny(patterns []string, shown string) bool {
	return slices.ContainsFunc(patterns, func(p string) bool { return match(p, below(shown)) })
}

// match is a shell pattern with ** for any folders; a pattern without a slash is
// for the name alone.
func match(pattern, p string) bool {
	if !strings.Contains(pattern, "/") {
		p = path.Base(p)
	}
	ok, _ := doublestar.Match(pattern, p) // the patterns were checked beforehand
	return ok
}

var (
	errLink = errors.New("a symbolic link is not followed: name its target as a path of its own to have it read")
	errOdd  = errors.New("neither a file nor a folder")
)
