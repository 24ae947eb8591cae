// Package config reads runreport.yaml: the rules of the gate, what is acknowledged, who owns
// what, what was renamed, how long a duration can be, and how logs of one's own are read. A
// value is taken from a flag, else from the environment, else from the file, else it is the
// default; each says where it comes from. The file is strict: what is not known is refused,
// with what may have been meant.
package config

import (
	"runreport/analyze/gate"
	"runreport/analyze/report"
	"runreport/ingest"
	"runreport/unit/alias"
)

// DefaultTitle is the title of a report unless somebody gives one.
const DefaultTitle = "Run report"

// DefaultLongestDays is the longest duration that counts unless the file says otherwise.
const DefaultLongestDays = 90

// maxLongestDays is the most that the file can set: the times of a unit lie at most 366
// days from their median, so that no duration is longer.
const maxLongestDays = 732

// Config is what holds after all sources were read.
type Config struct {
	File         string // the file that was read; empty: none
	Rules        gate.Values
	Acknowledged []report.Acknowledgement
	Mappings     []*ingest.Mapping
	Title        string      // of reports; empty: not set
	Noise        string      // what noise is measured from, one of Noises; empty: not set
	SeriesBy     []string    // what divides a series, besides its names
	Owners       *Owners     // nil: none
	Aliases      alias.Names // what was renamed
	LongestDays  float64     // the longest duration that counts, in days
	longestFrom  string      // where that comes from
	// Given says that a file, a variable or a flag said something.
	Given bool
}
