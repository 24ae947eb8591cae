// Package config reads runreport.yaml: the rules of the gate, and what is
// acknowledged. A value is taken from a flag, else from the environment, else from
// the file, else it is the default; each says where it comes from. The file is strict:
// what is not known is refused, with what may have been meant.
package config

import (
	"runreport/analyze/gate"
	"runreport/analyze/report"
)

// Config is what holds after all sources were read.
type Config struct {
	File         string // the file that was read; empty: none
	Rules        gate.Values
	Acknowledged []report.Acknowledgement
	// Given says that a file, a variable or a flag said something.
	Given bool
}
