package terminalbench

import "runreport/ingest/record"

// links are the run and the folder of each record, and what tells that folders are copies of each
// other, or of one run: a trial, and the uuid of the metadata.
func links(f *record.File) (all []record.Link) {
	for _, r := range f.Records {
		id, dir := runOf(f, r)
		all = append(all, record.Link{Name: "run\x00" + dir + "\x00" + id})
		switch {
		case r.Is(trialKind.Name):
			all = append(all, record.Link{Name: "trial\x00" + id + "\x00" + identity(r)})
		case r.Is(metadataKind.Name) && r.Str("uuid") != "":
			all = append(all, record.Link{Name: "metadata\x00" + id + "\x00" + r.Str("uuid")})
		}
	}
	return all
}
