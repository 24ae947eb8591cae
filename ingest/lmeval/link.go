package lmeval

import "runreport/ingest/record"

// links are the run, and what its results say, of which there may be copies.
func links(f *record.File) []record.Link {
	if len(f.Records) == 0 {
		return nil
	}
	key, _ := runOf(f)
	all := []record.Link{{Name: "run\x00" + key}}
	if r := f.Records[0]; r.Is(resultsKind.Name) {
		all = append(all, record.Link{Name: "results\x00" + said(r)})
	}
	return all
}
