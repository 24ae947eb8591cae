package codex

import "runreport/ingest/record"

// links are the session, which other files may be copies or parts of.
func links(f *record.File) []record.Link {
	if id := idOf(f); id != "" {
		return []record.Link{{Name: "session\x00" + id}}
	}
	return nil
}
