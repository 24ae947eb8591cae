package fishbowl

import "runreport/ingest/record"

// links are the runs of a ledger by their ids, and by how they start where they have none.
func links(f *record.File) (all []record.Link) {
	seen := map[string]bool{}
	last := ""
	for _, r := range f.Records {
		run, name := r.Str("run_id"), ""
		switch {
		case run != "" && run == last: // as the record before
			continue
		case run != "":
			name, last = "run\x00"+run, run
		case r.Is(started):
			name = "start\x00" + identity(r)
		default:
			continue
		}
		if !seen[name] {
			seen[name] = true
			all = append(all, record.Link{Name: name})
		}
	}
	return all
}
