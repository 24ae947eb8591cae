package config

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/agnivade/levenshtein"

	"runreport/analyze/gate"
)

// Sources are where the configuration comes from.
type Sources struct {
	Dir     string   // where the search for the file begins
	Path    string   // the file itself, instead of the search
	None    bool     // read no file
	Rules   []string // --rule flags, as flake-rate.allowed=0.2 or flake-rate=blocking
	Environ []string // as os.Environ gives it
}

// Prefix of the variables that set a rule.
const Prefix = "RUNREPORT_GATE_"

// defaults is what holds where nothing else is said.
func defaults() *Config {
	return &Config{Rules: gate.Defaults(), LongestDays: DefaultLongestDays, longestFrom: "default"}
}

// Load reads all sources, the weakest first.
func Load(s Sources) (*Config, error) {
	c := defaults()
	path := s.Path
	if path == "" && !s.None {
		found, err := find(s.Dir)
		if err != nil {
			return nil, fmt.Errorf("looking for %s: %w", Name, err)
		}
		path = found
	}
	if path != "" && !s.None {
		if err := c.read(path); err != nil {
			return nil, err
		}
	}
	if err := c.environment(s.Environ); err != nil {
		return nil, err
	}
	for _, given := range s.Rules {
		name, value, ok := strings.Cut(given, "=")
		if !ok {
			return nil, fmt.Errorf("--rule %q is not name=value, as flake-rate.allowed=0.2", given)
		}
		if err := c.override(name, value, "--rule"); err != nil {
			return nil, err
		}
	}
	return c, nil
}

// environment takes over RUNREPORT_GATE_FLAKE_RATE_ALLOWED and the like.
func (c *Config) environment(environ []string) error {
	byVariable := map[string]string{}
	for name := range c.Rules {
		byVariable[variable(name)] = name
	}
	for _, e := range slices.Sorted(slices.Values(environ)) {
		name, value, _ := strings.Cut(e, "=")
		if !strings.HasPrefix(name, Prefix) {
			continue
		}
		setting, ok := byVariable[name]
		if !ok {
			return fmt.Errorf("%s sets no rule%s", name, meant(name, byVariable))
		}
		if err := c.override(setting, value, name); err != nil {
			return err
		}
	}
	return nil
}

// variable is the environment variable of a setting.
func variable(setting string) string {
	return Prefix + strings.ToUpper(strings.NewReplacer("-", "_", ".", "_").Replace(setting))
}

// override sets one setting, by a name such as flake-rate.allowed.
func (c *Config) override(name, value, origin string) error {
	full, s, ok := gate.Find(name)
	switch {
	case !ok && strings.Contains(name, "."):
		return fmt.Errorf("%s: no rule has %q%s", origin, name, meant(name, c.Rules))
	case !ok:
		rules := map[string]*gate.Rule{}
		for _, r := range gate.Rules {
			rules[r.Name] = r
		}
		return fmt.Errorf("%s: no rule is called %q%s", origin, name, meant(name, rules))
	}
	if s.Kind == gate.Words {
		value = strings.Join(strings.FieldsFunc(value, func(r rune) bool { return r == ',' || r == ' ' }), " ")
	}
	if err := s.Check(value); err != nil {
		return fmt.Errorf("%s: %s: %w", origin, full, err)
	}
	c.Rules[full] = gate.Value{Text: value, Origin: origin}
	c.Given = true
	return nil
}

// meant suggests the known name that is most like the one that was given.
func meant[T any](name string, known map[string]T) string {
	best, distance := "", max(2, len(name)/3)+1
	for _, k := range slices.Sorted(maps.Keys(known)) {
		if d := levenshtein.ComputeDistance(name, k); d < distance {
			best, distance = k, d
		}
	}
	if best == "" {
		return fmt.Sprintf("; known are %s", strings.Join(slices.Sorted(maps.Keys(known)), ", "))
	}
	return fmt.Sprintf("; did you mean %q?", best)
}
