// Package session writes the rows of a session of a coding agent, whatever program logged
// it. A session is a run, what the user asks for is a step of kind turn, what an agent
// hands to another agent is a step of kind sub-agent below its turn, and a tool that was
// called is a check of kind tool.
//
//	session 1af7fc5e          run
//	  turn 1                  step, with an attempt for each model that worked on it
//	    Bash, failed          check
//	    sub-agent atest01     step
//	      Read                check
//	  turn 2                  step
//
// A session has no verdict. A turn passed when the agent ended it with an answer, which
// does not say that the answer was right; a session is as its last turn.
//
// Sessions are private: no prompt, no answer, no input and no output of a tool reaches a
// row unless texts were asked for. Of a call that failed there is the class of its error.
package session

import (
	"strings"
	"time"

	"runreport/ingest/record"
	"runreport/ingest/table"
)

// The kinds of units, steps and checks.
const (
	Kind     = "session"
	Turn     = "turn"
	SubAgent = "sub-agent"
	Tool     = "tool"
)

// Session is one session while its rows are written.
type Session struct {
	Unit    *record.Unit
	Runner  string // the program
	Subject string // what it worked on
	Version string // of the program
	First   *record.Record
	Steps   []*Step // turns and sub-agents, in their order
	Loose   []Usage // usage outside of any turn
	StatedS float64 // its duration as stated, for a log without times; 0: not stated
}

// Step is a turn or what a sub-agent did.
type Step struct {
	Name, Kind string
	Parent     string // name of the turn of a sub-agent
	First      *record.Record
	Started    time.Time
	Last       time.Time // time of its last record
	Status     string    // the word that ended it, as written
	Reason     string    // why it failed, where the log says so: the class of an error
	Meaning    record.Meaning
	Usage      []Usage
	Calls      []*Call
	Text       string // where texts were asked for
}

// Usage is what one answer of a model used.
type Usage struct {
	Model       string
	At          *record.Record
	In          Tokens // all input, cached input included
	Cached      Tokens // input that was read from a cache
	Out         Tokens
	CostUSD     float64
	CostIsKnown bool
}

// Tokens is a number of tokens; it is unknown, which is not 0, until the log states one.
// Example: an answer without cached_input_tokens has no cached input that is known.
type Tokens struct {
	N     int64
	Known bool
}

// Add counts n more tokens that the log states.
func (t *Tokens) Add(n int64) { t.N, t.Known = t.N+n, true }

// Call is one call of a tool.
type Call struct {
	ID, Name   string
	At         *record.Record // of the call
	Done       *record.Record // of its result; nil: none was logged
	Failed     bool           // its result is an error; see Error for one that was refused
	Error      string         // class of the error
	Exit       int64
	ExitStated bool
	Text       string // where texts were asked for
}

// refused reports whether a person or a policy did not let the call run, or not to its end: it
// is no failure of the tool.
func (c *Call) refused() bool { return c.Failed && Refused(c.Error) }

// Base is the name of a folder without the folders above it, whatever separates them. The
// home folder of a user has none, since its name is the user's.
//
//	/home/ada/shop → shop
//	/home/ada      → ""
func Base(dir string) string {
	parts := split(dir)
	n := len(parts)
	if n == 0 || n == 2 && (parts[0] == "home" || parts[0] == "Users") || n == 3 && parts[1] == "Users" {
		return ""
	}
	if parts[n-1] == "root" && n == 1 {
		return ""
	}
	return record.Cut(parts[n-1], maxName)
}

// maxName is how much of a name is kept, in bytes.
const maxName = 120

func split(dir string) []string {
	return strings.FieldsFunc(dir, func(c rune) bool { return c == '/' || c == '\\' })
}

// Unfinished is what a step means that nothing ended: open while its session may go on,
// unknown once that has gone on without it.
func Unfinished(over bool) record.Meaning {
	return record.Meaning{Result: table.Unfinished(true, over)}
}
