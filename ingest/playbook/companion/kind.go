package companion

import (
	"bytes"
	"path"
	"regexp"
	"slices"
	"strings"

	"runreport/ingest/record"
	"runreport/ingest/source"
)

// documentKind says which of the companion documents a file is.
type documentKind uint8

const (
	notACompanion documentKind = iota
	aProgress
	aBugList
	anIndex
	aRunIndex
	aCalibrationLog
	aGateLog
	aMetadata
	aTDD
	aManifest
	anIntegration
	aRecheck
	anExploration
	aTestLog
)

// outline is what a companion is told by: its headings or keys, and its name where
// those leave a doubt.
type outline struct {
	name       string
	text       []byte            // its beginning
	hasKey     func(string) bool // whether a JSON object has the key; nil: it is none
	itemHasKey func(string) bool // the same for the first entry of records or bugs; nil if that entry has no keys
}

// Is recognises a companion document by its beginning.
func Is(h *source.Head) bool {
	if bytes.HasPrefix(h.Bytes, []byte("<?xml")) { // no Markdown; a folder may have thousands
		return false
	}
	return outlineOf(h).kind() != notACompanion
}

func outlineOf(h *source.Head) outline {
	o := outline{name: h.Name(), text: h.Bytes}
	if isJSON(h.Bytes) {
		o.hasKey = func(key string) bool { return h.Doc.Has(key) }
		if len(h.Items) > 0 {
			o.itemHasKey = func(key string) bool { return h.Items.Has(key) }
		}
	}
	return o
}

// outlineOfText is the outline of a whole document.
func outlineOfText(name string, text []byte) outline {
	name = strings.TrimSuffix(strings.TrimSuffix(path.Base(name), ".gz"), ".zst")
	o := outline{name: name, text: text}
	if !isJSON(text) {
		return o
	}
	members := record.Entries(text)
	o.hasKey = keysOf(members)
	var inner []record.Entry
	for _, e := range members {
		if e.Key != "records" && e.Key != "bugs" {
			continue
		}
		if items := record.Elements(e.Raw); len(items) > 0 {
			inner = append(inner, record.Entries(items[0])...)
		}
	}
	if len(inner) > 0 {
		o.itemHasKey = keysOf(inner)
	}
	return o
}

func keysOf(members []record.Entry) func(string) bool {
	return func(key string) bool {
		return slices.ContainsFunc(members, func(e record.Entry) bool { return e.Key == key })
	}
}

func isJSON(text []byte) bool { return bytes.HasPrefix(bytes.TrimSpace(text), []byte("{")) }

func (o outline) kind() documentKind {
	if o.hasKey != nil {
		return o.kindOfJSON()
	}
	if s := o.kindOfLog(); s != notACompanion {
		return s
	}
	if isTranscript(o.name) {
		return notACompanion
	}
	return o.kindOfMarkdown()
}

func (o outline) kindOfJSON() documentKind {
	has := func(keys ...string) bool { return slices.ContainsFunc(keys, o.hasKey) }
	item := func(keys ...string) bool { return o.itemHasKey != nil && slices.ContainsFunc(keys, o.itemHasKey) }
	switch {
	case has("recovered_bug_ids", "event"): // a cell, or a log
		return notACompanion
	case has("start_time") && has("phases_completed", "skill_version", "model_provider", "bug_severity"):
		return aMetadata
	case has("recommendation") && has("groups", "uc_coverage"):
		return anIntegration
	case has("results", "bugs") && has("source_run", "baseline_bugs_md", "verdict_counts", "still_open_bugs"):
		return aRecheck
	case has("bugs") && (item("red_phase", "green_phase", "red_log", "red_passed") ||
		o.itemHasKey == nil && strings.Contains(o.name, "tdd-results")):
		return aTDD
	case has("records") && (item("disposition", "divergence_description", "divergence_type") ||
		item("id") && item("severity") || o.itemHasKey == nil && strings.Contains(o.name, "bugs_manifest")):
		return aManifest
	}
	return notACompanion
}

// gateBanner is how the quality gate begins what it prints.
const gateBanner = "=== Quality Gate"

// transcript matches the names under which the output of a phase is kept. What was
// printed in it, as all of BUGS.md, is no document of its own.
var transcript = regexp.MustCompile(`(?i)\.(txt|log|out)$|\.output\.|\btranscripts?\b`)

func isTranscript(name string) bool {
	return strings.ContainsAny(name, "tTlL") && transcript.MatchString(name) // PROGRESS.md has neither
}

// testLogName is the log of a bug's test: without its fix (red) or with it (green).
var testLogName = regexp.MustCompile(`^(BUG-[A-Za-z]*-?\d[A-Za-z0-9-]*)\.(red|green)\.log$`)

func (o outline) kindOfLog() documentKind {
	if testLogName.MatchString(o.name) {
		return aTestLog
	}
	if bytes.HasPrefix(bytes.TrimSpace(o.text), []byte(gateBanner)) {
		return aGateLog
	}
	if o.name == "quality-gate.log" && gateMarks.Match(o.text) {
		return aGateLog
	}
	return notACompanion
}

var (
	gateMarks   = regexp.MustCompile(`(?m)^\s*(?:RESULT:|::QPB:: \{|Total: \d+ FAIL|(?:PASS|FAIL|WARN):)`)
	bugWord     = regexp.MustCompile(`(?i)\bbugs?\b`)
	bugRow      = regexp.MustCompile(`(?m)^\s*\|\s*[*` + "`" + `]*BUG-[A-Za-z]*-?\d`)
	cycleTitle  = regexp.MustCompile(`(?mi)^ {0,3}##[ \t]+Cycle\b`)
	runIndexRow = regexp.MustCompile(`(?mi)^\s*\|\s*Run\s*\|.*\bGate verdict\b`)
)

// saysBug reports whether a title, in lower case, has the word.
func saysBug(title string) bool { return strings.Contains(title, "bug") && bugWord.MatchString(title) }

func (o outline) kindOfMarkdown() documentKind {
	title := strings.ToLower(titleIn(o.text))
	// A long table of bugs has an id on every line and no heading, so that only a text that is
	// nothing else is searched for one.
	headed := func() bool { return bytes.Contains(o.text, []byte("BUG-")) && hasBugHeading(o.text) }
	switch {
	case o.name == "EXPLORATION.md":
		return anExploration
	case strings.HasPrefix(title, "quality playbook progress"), strings.HasPrefix(title, "qpb run progress"):
		return aProgress
	case strings.HasPrefix(title, "qpb run_index"), bytes.IndexByte(o.text, '|') >= 0 && runIndexRow.Match(o.text):
		return aRunIndex
	case strings.HasPrefix(title, "run index"), strings.HasPrefix(title, "quality run index"),
		o.name == "INDEX.md" && bytes.Contains(o.text, []byte("gate_verdict")):
		return anIndex
	case strings.Contains(title, "lever calibration log"):
		return aCalibrationLog
	case bytes.Contains(o.text, []byte("**Verdict")) && bytes.Contains(o.text, []byte("**Before")) && cycleTitle.Match(o.text):
		return aCalibrationLog
	// Reviews and writeups have headings with ids of bugs too; a list of bugs says
	// so in its title.
	case saysBug(title) && !strings.HasPrefix(title, "bug-") && headed():
		return aBugList
	case strings.EqualFold(o.name, "BUGS.md") && (saysBug(title) || headed() || bugRow.Match(o.text)):
		return aBugList
	}
	return notACompanion
}
