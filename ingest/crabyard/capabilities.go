package crabyard

import (
	"slices"

	"runreport/ingest/record"
)

// offered lists what the runtime of the attempt offers, in the format's order; nil
// where the row does not say.
func offered(r *record.Record) []string {
	c := r.Item("capabilities")
	if c == nil {
		return nil
	}
	filled, byDefault := defaultsOf(r, c)
	list := make([]string, 0, len(capabilities.Fields))
	for _, f := range capabilities.Fields {
		yes, _ := c.Bool(f.Key)
		if byDefault {
			yes = slices.Contains(filled, f.Key)
		}
		if yes {
			list = append(list, f.Key)
		}
	}
	return list
}

// byDefault is what a runtime offers whose row holds an empty object, as the product
// fills it in when it is asked.
var byDefault = map[string][]string{
	"container": {"terminal", "logs", "artifacts"},
	"crabbox":   {"terminal", "takeover", "vnc", "desktop", "logs", "artifacts"},
}

// offers reports whether the runtime of the attempt offers one capability; known is
// false where the row has no capabilities.
func offers(r *record.Record, key string) (yes, known bool) {
	c := r.Item("capabilities")
	if c == nil {
		return false, false
	}
	if list, ok := defaultsOf(r, c); ok {
		return slices.Contains(list, key), true
	}
	return c.Bool(key)
}

// defaultsOf returns the runtime's default capabilities. ok is false unless the attempt's
// capabilities are an empty object.
func defaultsOf(r, c *record.Record) (list []string, ok bool) {
	for i := range capabilities.Fields {
		if c.Has(capabilities.Fields[i].Key) {
			return nil, false
		}
	}
	list, ok = byDefault[runtimeOf(r)]
	return list, ok
}
