package record

import "runreport/ingest/source"

// foreign is the format of another system that the record of an unknown kind is of; "" for
// none.
func (f lines) foreign(name string, members []member) string {
	if f.Foreign == nil || len(members) == 0 || f.memory().kind(f.Format, name) != nil || f.Format.Other != nil && name != "" {
		return ""
	}
	o := make(source.Object, len(members))
	for _, m := range members {
		o[m.key] = m.raw
	}
	return f.Foreign(o)
}
