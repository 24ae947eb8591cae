package ingest

import (
	"cmp"
	"fmt"
	"path"
	"slices"
	"strings"
	"unicode/utf8"
)

// nameAll gives the files the paths that the report shows: valid UTF-8, and without
// secrets. What was two folders or two files stays two, and a path that is shown as it
// is keeps its name when another comes to the same one.
func (o Options) nameAll(all []found) {
	if o.allClean(all) {
		return
	}
	order := make([]*found, len(all))
	for i := range all {
		order[i] = &all[i]
		if odd := oddBytes(all[i].shown); odd != "" {
			all[i].own().odd = odd
		}
	}
	slices.SortStableFunc(order, func(a, b *found) int { return cmp.Compare(len(a.odd), len(b.odd)) })
	clean := o.cleanName
	dirs, names, roots := uniqueNames{clean: clean}, uniqueNames{clean: clean}, uniqueNames{clean: clean}
	for _, f := range order {
		d, base := path.Split(f.shown)
		f.root = roots.name(f.root)
		f.shown = names.name(dirs.name(d) + base)
		f.pass(passReason{clean(f.passing.folder), f.passing.rule}, nil)
	}
	slices.SortFunc(all, func(a, b found) int { return cmp.Compare(a.shown, b.shown) })
}

// allClean reports whether every file is shown under the path that it has, as nearly always: none of
// them is to be told from others then.
func (o Options) allClean(all []found) bool {
	clean := func(text string) bool { return o.cleanName(text) == text }
	var dir, root string // of the file before
	for _, f := range all {
		if d, _ := path.Split(f.shown); d != dir {
			if !clean(d) {
				return false
			}
			dir = d
		}
		if f.root != root {
			if !clean(f.root) {
				return false
			}
			root = f.root
		}
		if !clean(f.shown) || f.passing.folder != "" && !clean(f.passing.folder) {
			return false
		}
	}
	return true
}

func (o Options) cleanName(text string) string {
	text = validName(text)
	if o.redactor != nil {
		text, _ = o.redactor.Text(text)
	}
	return text
}

// validName is a path in valid UTF-8. A system may allow any bytes in a name; tables,
// JSON and pages do not. In a part of the path that is not valid each byte that is no
// UTF-8 becomes %XX, and a percent sign %25, so that the name can be told from it.
// Example: "50%/caf\xe9.jsonl" becomes "50%/caf%E9.jsonl".
func validName(p string) string {
	if utf8.ValidString(p) {
		return p
	}
	parts := strings.Split(p, "/")
	for i, part := range parts {
		if utf8.ValidString(part) {
			continue
		}
		var b strings.Builder
		for len(part) > 0 {
			r, size := utf8.DecodeRuneInString(part)
			if r == utf8.RuneError && size == 1 || r == '%' {
				fmt.Fprintf(&b, "%%%02X", part[0])
			} else {
				b.WriteString(part[:size])
			}
			part = part[size:]
		}
		parts[i] = b.String()
	}
	return strings.Join(parts, "/")
}

// maxOddBytes is how many bytes of a name a finding cites.
const maxOddBytes = 8

// oddBytes are the bytes of a name that are no UTF-8, as "\xe9"; "" where there are none.
func oddBytes(name string) string {
	if utf8.ValidString(name) {
		return ""
	}
	var odd []byte
	for i, r := range name {
		if r == utf8.RuneError {
			if _, size := utf8.DecodeRuneInString(name[i:]); size == 1 {
				odd = append(odd, name[i])
			}
		}
	}
	if len(odd) > maxOddBytes {
		return fmt.Sprintf("%q and %d more", odd[:maxOddBytes], len(odd)-maxOddBytes)
	}
	return fmt.Sprintf("%q", odd)
}

// uniqueNames gives clean names, different ones to different names. Example: where
// "ada@x.example.jsonl" and "bob@x.example.jsonl" both become "[redacted].jsonl", the second
// becomes "[redacted] (2).jsonl".
type uniqueNames struct {
	clean       func(string) string
	made, taken map[string]string
}

func (a *uniqueNames) name(text string) string {
	if out, ok := a.made[text]; ok {
		return out
	}
	if a.made == nil {
		a.made, a.taken = map[string]string{}, map[string]string{}
	}
	clean := a.clean(text)
	out := clean
	for n := 2; a.taken[out] != ""; n++ {
		ext := path.Ext(clean)
		out = numbered(strings.TrimSuffix(clean, ext), n) + ext
		if dir, ok := strings.CutSuffix(clean, "/"); ok {
			out = numbered(dir, n) + "/"
		}
	}
	a.made[text], a.taken[out] = out, text
	return out
}
