package crabyard

import (
	"fmt"
	"strconv"

	"runreport/ingest/record"
)

// links are the installation of a file, and by what its cards and sessions are found again in
// another one: the moments in which they, or attempts at them, were made, the first event of a
// session and its name.
func links(f *record.File) (all []record.Link) {
	seen := map[string]bool{}
	tie := func(name string) {
		if !seen[name] {
			seen[name] = true
			all = append(all, record.Link{Name: name})
		}
	}
	tie("home\x00" + home(f.Dir))
	if f.Format != sessionFormat {
		for _, e := range exportsOf(f) {
			for _, b := range e.births {
				tie("attempt\x00" + b.card + "\x00" + strconv.FormatInt(b.attempt, 10) + "\x00" + b.created.String())
			}
			for _, at := range e.places() {
				tie("card\x00" + at.where + "\x00" + at.card)
			}
		}
	}
	for _, r := range f.Records {
		if r.Kind == interactiveSession {
			tie("session\x00" + r.Str("id"))
		}
	}
	for _, l := range sessionLogs(f) {
		first := l.Records[0]
		tie(fmt.Sprintf("begins\x00%x", first.Sum))
		name, _ := sessionName(f.Path)
		if id := first.Str("sessionId"); id != "" {
			name = id
		}
		tie("session\x00" + name)
	}
	return all
}
