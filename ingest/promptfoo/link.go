package promptfoo

import "runreport/ingest/record"

// links are the eval, of which other files may be copies.
func links(f *record.File) []record.Link {
	return []record.Link{{Name: "eval\x00" + evalID(f)}}
}
