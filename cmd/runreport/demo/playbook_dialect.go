package demo

// playbookDialect is a way of writing a playbook log. Each is one that real logs
// show in place of the documented form.
type playbookDialect struct {
	name     string
	spaced   bool   // "key": value
	mixed    bool   // every third record spaced, the others not
	headless bool   // neither _index nor run_start nor run_end
	tsLast   bool   // the stamp after the other keys
	tsKey    string // ts unless given
	pathKey  string // relative_path unless given
	gates    gateStyle
	prose    bool // patterns by name, with a decision in place of a count
	bare     bool // phase_end without counts and artifacts
	batch    bool // all records of a phase carry the stamp of its end
	instant  bool // phases start and end at the same second
	offset   bool // the last phase is stamped in another time zone
	seventh  bool // a phase 7
	twice    bool // phase 2 has two ends
	codeOnly bool // an undeclared documentation_state
	iterates bool // undeclared iterations after the end of the run
	central  bool // run id and log layout in run_start
	runner   string
}

// gateStyle is how a gate_check says its verdict.
type gateStyle int

const (
	gateVerdict gateStyle = iota // gate_name and verdict: pass, fail, warn or skip
	gateResult                   // result in capitals, no name
	gatePassed                   // name and passed: true or false
)

// verdicts are the verdicts that a style can express.
func (g gateStyle) verdicts() map[string]bool {
	switch g {
	case gateResult:
		return map[string]bool{"pass": true, "fail": true, "warn": true}
	case gatePassed:
		return map[string]bool{"pass": true, "fail": true}
	}
	return map[string]bool{"pass": true, "fail": true, "warn": true, "skip": true}
}

var (
	documented = &playbookDialect{name: "documented"}

	// playbookDialects are drawn from with equal chances; the documented form
	// stands four times.
	playbookDialects = []*playbookDialect{
		documented, documented, documented, documented,
		{name: "spaced", spaced: true},
		{name: "mixed-spacing", mixed: true, iterates: true},
		{name: "synonyms", pathKey: "path", gates: gateResult, prose: true, bare: true},
		{name: "passed-gates", gates: gatePassed, seventh: true},
		{name: "headless", headless: true, spaced: true, tsLast: true, instant: true, bare: true},
		{name: "timestamp-key", headless: true, tsKey: "timestamp", bare: true},
		{name: "batch-stamped", batch: true, codeOnly: true},
		{name: "other-time-zone", offset: true},
		{name: "foreign-runner", runner: "opencode", twice: true},
		{name: "centralized", central: true, batch: true},
	}
)

func (d *playbookDialect) stampKey() string {
	if d.tsKey != "" {
		return d.tsKey
	}
	return "ts"
}

func (d *playbookDialect) artifactKey() string {
	if d.pathKey != "" {
		return d.pathKey
	}
	return "relative_path"
}
