package crabyard

import (
	"slices"

	"runreport/ingest/record"
)

// offered lists what the runtime of the attempt offers, in the format's order; nil
// where the row does not say.
func offered(r *record.Record) []string {
	if r.Item("capabilities") == nil {
		return nil
	}
	list := []string{}
	for _, f := range capabilities.Fields {
		if yes, _ := offers(r, f.Key); yes {
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
	empty := !slices.ContainsFunc(capabilities.Fields, func(f record.Field) bool { return c.Has(f.Key) })
	if list, ok := byDefault[runtimeOf(r)]; ok && empty {
		return slices.Contains(list, key), true
	}
	return c.Bool(key)
}
