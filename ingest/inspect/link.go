package inspect

import "runreport/ingest/record"

// links are the log that a file is of, and the eval, of which other logs may be copies.
func links(f *record.File) []record.Link {
	all := []record.Link{{Name: "log\x00" + rootOf(f)}}
	for _, r := range f.Records {
		if r.Is(logKind.Name) && evalOf(r) != "" {
			all = append(all, record.Link{Name: "eval\x00" + evalOf(r)})
		}
	}
	return all
}
