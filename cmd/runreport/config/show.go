package config

import (
	"cmp"
	"encoding/json"
	"fmt"
	"maps"
	"strconv"
	"strings"
	"time"

	"runreport/analyze/gate"
)

// YAML is the configuration as a file could hold it; with origins each value says in
// a comment where it comes from.
func (c *Config) YAML(origins bool) string {
	var b strings.Builder
	fmt.Fprintf(&b, "# yaml-language-server: $schema=runreport.schema.json\ntitle: %s\nnoise: %s\ngate:\n",
		strconv.Quote(cmp.Or(c.Title, DefaultTitle)), cmp.Or(c.Noise, Noises[0]))
	for _, r := range gate.Rules {
		fmt.Fprintf(&b, "  %s:\n", r.Name)
		for _, s := range r.All() {
			v := c.Rules[r.Name+"."+s.Name]
			line := fmt.Sprintf("    %s: %s", s.Name, yamlValue(s, v.Text))
			if origins {
				line += "  # " + v.Origin
			}
			b.WriteString(line + "\n")
		}
	}
	days := "durations:\n  longest-days: " + c.days()
	if origins {
		days += "  # " + c.longestFrom
	}
	b.WriteString(days + "\n" + c.namesYAML() + c.mappingsYAML())
	if len(c.Acknowledged) == 0 {
		b.WriteString("acknowledge: []\n")
		return b.String()
	}
	b.WriteString("acknowledge:\n")
	for _, a := range c.Acknowledged {
		fmt.Fprintf(&b, "  - key: %s\n    why: %s\n    who: %s\n", strconv.Quote(a.Key), strconv.Quote(a.Why), strconv.Quote(a.Who))
		if !a.Until.IsZero() {
			fmt.Fprintf(&b, "    until: %s\n", a.Until.Format(time.DateOnly))
		}
	}
	return b.String()
}

func (c *Config) days() string { return strconv.FormatFloat(c.LongestDays, 'f', -1, 64) }

func yamlValue(s gate.Setting, value string) string {
	if s.Kind != gate.Words {
		return value
	}
	var quoted []string
	for _, w := range strings.Fields(value) {
		quoted = append(quoted, strconv.Quote(w))
	}
	return "[" + strings.Join(quoted, ", ") + "]"
}

// Entry is one setting for other programs.
type Entry struct {
	Setting string `json:"setting"`
	Value   string `json:"value"`
	Origin  string `json:"origin"`
}

// Entries are all settings: those of the gate in the order of the rules, then the others.
func (c *Config) Entries() []Entry {
	var out []Entry
	for _, r := range gate.Rules {
		for _, s := range r.All() {
			v := c.Rules[r.Name+"."+s.Name]
			out = append(out, Entry{r.Name + "." + s.Name, v.Text, v.Origin})
		}
	}
	return append(out, Entry{"durations.longest-days", c.days(), c.longestFrom})
}

// Schema is the JSON Schema of the file, for editors.
func Schema() ([]byte, error) {
	type object = map[string]any
	rules := object{}
	for _, r := range gate.Rules {
		settings := object{}
		for _, s := range r.All() {
			settings[s.Name] = settingSchema(s)
		}
		rules[r.Name] = object{"description": r.Means, "anyOf": []object{settingSchema(r.Level()),
			{"type": "object", "additionalProperties": false, "properties": settings}}}
	}
	text := func(means string) object { return object{"type": "string", "minLength": 1, "description": means} }
	entry := object{"type": "object", "additionalProperties": false, "required": []string{"key", "why", "who"}, "properties": object{
		"key": text("a problem's key, or a pattern of keys: * is any part of one name, ** any names"), "why": text("why it is accepted"), "who": text("who accepts it"),
		"until": object{"type": "string", "format": "date", "description": "the last day on which it is accepted; for good without one"}}}
	properties := namesSchema()
	maps.Copy(properties, object{
		"gate": object{"type": "object", "additionalProperties": false, "properties": rules, "description": "the rules of the gate"},
		"durations": object{"type": "object", "additionalProperties": false, "description": "which durations count", "properties": object{
			"longest-days": object{"type": "number", "exclusiveMinimum": 0, "maximum": maxLongestDays,
				"description": fmt.Sprintf("the longest duration that counts, in days; a longer one is a finding and is in no sum (%d unless set)", DefaultLongestDays)}}},
		"mappings":    object{"type": "array", "items": mappingSchema(), "description": "logs of one's own, CSV or JSON lines, and what their columns are for"},
		"acknowledge": object{"type": "array", "items": entry, "description": "problems that are accepted for a time"},
	})
	return json.MarshalIndent(object{
		"$schema": "https://json-schema.org/draft/2020-12/schema", "title": Name,
		"description": "What runreport's gate allows, what is accepted for a time, who owns what, what was renamed, which durations count, " +
			"and how logs of one's own are read.",
		"type": "object", "additionalProperties": false, "properties": properties,
	}, "", "  ")
}

func settingSchema(s gate.Setting) map[string]any {
	out := map[string]any{"description": s.Means}
	if s.Default != "" {
		out["description"] = fmt.Sprintf("%s (%s unless set)", s.Means, s.Default)
	}
	switch s.Kind {
	case gate.Share:
		out["type"], out["minimum"], out["maximum"] = "number", 0, 1
	case gate.Count:
		out["type"], out["minimum"] = "integer", 0
	case gate.Seconds, gate.Dollars:
		out["type"], out["minimum"], out["maximum"] = "number", 0, 1e9
	case gate.Word:
		out["enum"] = s.Of
	case gate.Words:
		out["type"], out["items"] = "array", map[string]any{"type": "string", "minLength": 1}
	}
	return out
}
