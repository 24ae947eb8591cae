package ingest

import "runreport/ingest/ownlog"

// Mapping says how logs of one's own are to be read: which files, and what their columns
// are for.
type Mapping = ownlog.Mapping

// MappingRoles lists what the columns of a mapping can be for, each with what it means.
func MappingRoles() (names, docs []string) { return ownlog.Roles() }

// MappingUnits and MappingResults list the units of durations and what words can mean.
func MappingUnits() []string   { return ownlog.UnitNames() }
func MappingResults() []string { return ownlog.ResultNames() }

// mapping is the first mapping that names the file; nil where none does.
func (o Options) mapping(shown string) *Mapping {
	for _, m := range o.Mappings {
		if matchAny(m.Files, shown) {
			return m
		}
	}
	return nil
}
