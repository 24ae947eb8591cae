package gate

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"runreport/analyze/report"
)

// Kind says which values a setting takes.
type Kind string

// The kinds of settings.
const (
	Share   Kind = "share"   // from 0 to 1
	Count   Kind = "count"   // a whole number from 0 on
	Seconds Kind = "seconds" // from 0 on
	Dollars Kind = "dollars" // from 0 on
	Word    Kind = "word"    // one of a list
	Words   Kind = "words"   // any number of words, as a list
)

// Setting is one thing that can be set of a rule.
type Setting struct {
	Name    string
	Kind    Kind
	Of      []string // the words that a Word may be
	Default string
	Means   string
}

// Check says what is wrong with a value; nil when it fits.
func (s Setting) Check(value string) error {
	switch s.Kind {
	case Share:
		if x, err := strconv.ParseFloat(value, 64); err != nil || !(x >= 0 && x <= 1) {
			return fmt.Errorf("saw %q, expected a share from 0 to 1", value)
		}
	case Count:
		if n, err := strconv.Atoi(value); err != nil || n < 0 {
			return fmt.Errorf("saw %q, expected a whole number from 0 on", value)
		}
	case Seconds:
		if x, err := strconv.ParseFloat(value, 64); err != nil || !(x >= 0 && x <= 1e9) {
			return fmt.Errorf("saw %q, expected seconds from 0 on", value)
		}
	case Dollars:
		if x, err := strconv.ParseFloat(value, 64); err != nil || !(x >= 0 && x <= 1e9) {
			return fmt.Errorf("saw %q, expected US dollars from 0 on", value)
		}
	case Word:
		if !slices.Contains(s.Of, value) {
			return fmt.Errorf("saw %q, expected one of %s%s", value, strings.Join(s.Of, ", "), s.meant(value))
		}
	}
	return nil
}

// meant suggests the present word for one that has another name now.
func (s Setting) meant(value string) string {
	if now := report.Renamed(value); slices.Contains(s.Of, now) {
		return fmt.Sprintf("; did you mean %q?", now)
	}
	return ""
}

// Level is the setting that every rule has: what a failure does.
func (r *Rule) Level() Setting {
	return Setting{Name: "level", Kind: Word, Of: []string{Blocking, Advisory, Off}, Default: r.Default,
		Means: "blocking: a failure fails the gate; advisory: it is only shown; off: the rule is not looked at"}
}

// All are the rule's settings, its level first.
func (r *Rule) All() []Setting { return append([]Setting{r.Level()}, r.Settings...) }

// The levels of a rule.
const (
	Blocking = "blocking"
	Advisory = "advisory"
	Off      = "off"
)

// Value is what a setting is set to, and by what.
type Value struct {
	Text   string
	Origin string // default, a place in a file, a variable or a flag
}

// Values are the settings of all rules, by rule.setting, as in flake-rate.allowed.
// Every value has passed its setting's Check.
type Values map[string]Value

// Defaults are the values that hold where nothing else is said.
func Defaults() Values {
	v := Values{}
	for _, r := range Rules {
		for _, s := range r.All() {
			v[r.Name+"."+s.Name] = Value{s.Default, "default"}
		}
	}
	return v
}

// Find is the setting of a name such as flake-rate.allowed, or its rule's level for
// the name of the rule alone.
func Find(name string) (full string, s Setting, ok bool) {
	rule, setting, _ := strings.Cut(name, ".")
	for _, r := range Rules {
		for _, s := range r.All() {
			if r.Name == rule && (s.Name == setting || setting == "" && s.Name == "level") {
				return r.Name + "." + s.Name, s, true
			}
		}
	}
	return "", Setting{}, false
}

// ruleValues are the values of one rule.
type ruleValues struct {
	of   Values
	rule string
}

func (v ruleValues) text(setting string) string { return v.of[v.rule+"."+setting].Text }

func (v ruleValues) number(setting string) float64 {
	x, _ := strconv.ParseFloat(v.text(setting), 64) // Check has seen it
	return x
}

func (v ruleValues) words(setting string) []string { return strings.Fields(v.text(setting)) }

// origin says where what differs from the defaults comes from.
func (v ruleValues) origin(r *Rule) string {
	var from []string
	for _, s := range r.All() {
		if o := v.of[r.Name+"."+s.Name].Origin; o != "default" && !slices.Contains(from, o) {
			from = append(from, o)
		}
	}
	if len(from) == 0 {
		return "default"
	}
	return strings.Join(from, ", ")
}
