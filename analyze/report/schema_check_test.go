package report

import (
	"encoding/json"
	"fmt"
	"math"
	"slices"
	"strings"
	"time"
)

// validator checks values against the part of JSON Schema that newSchema uses.
// It is stricter than the schema in two ways: a member that the schema does not
// have is a fault, and so is a null number without its reason.
type validator struct {
	root   map[string]any
	faults []string
}

func (v *validator) fault(path, format string, args ...any) {
	v.faults = append(v.faults, path+fmt.Sprintf(format, args...))
}

func (v *validator) check(schema map[string]any, value any, path string) {
	if ref, ok := schema["$ref"].(string); ok {
		name := strings.TrimPrefix(ref, "#/$defs/")
		v.check(v.root["$defs"].(map[string]any)[name].(map[string]any), value, path)
		return
	}
	if options, ok := schema["anyOf"].([]any); ok {
		if value != nil {
			v.check(options[0].(map[string]any), value, path)
		}
		return
	}
	if want, ok := schema["const"]; ok && value != want {
		v.fault(path, ": %v is not %v", value, want)
	}
	if !v.checkType(schema["type"], value, path) {
		return
	}
	switch value := value.(type) {
	case map[string]any:
		v.checkObject(schema, value, path)
	case []any:
		if n, ok := schema["minItems"].(float64); ok && float64(len(value)) != n {
			v.fault(path, ": not %v values", n)
		}
		for i, item := range value {
			v.check(schema["items"].(map[string]any), item, fmt.Sprintf("%s[%d]", path, i))
		}
	case string:
		if schema["format"] == "date-time" {
			if _, err := time.Parse(time.RFC3339, value); err != nil {
				v.fault(path, ": %s is no time", value)
			}
		}
	}
}

func (v *validator) checkObject(schema, value map[string]any, path string) {
	properties := schema["properties"].(map[string]any)
	for _, name := range schema["required"].([]any) {
		if _, there := value[name.(string)]; !there {
			v.fault(path, ": %s is missing", name)
		}
	}
	for name, member := range value {
		property, known := properties[name].(map[string]any)
		if !known {
			v.fault(path, ": %s is not a property", name)
			continue
		}
		at := path + "." + name
		if property["const"] != nil {
			at = path + ": " + name
		}
		v.check(property, member, at)
		_, explains := properties[name+reasonSuffix]
		if _, explained := value[name+reasonSuffix]; explains && (member == nil) != explained {
			v.fault(at, " is null without a reason, or has one without being null")
		}
	}
}

func (v *validator) checkType(want, value any, path string) bool {
	types, many := want.([]any)
	if !many && want != nil {
		types = []any{want}
	}
	kinds := map[string]bool{}
	switch value := value.(type) {
	case nil:
		kinds["null"] = true
	case bool:
		kinds["boolean"] = true
	case string:
		kinds["string"] = true
	case float64:
		kinds["number"], kinds["integer"] = true, value == math.Trunc(value)
	case []any:
		kinds["array"] = true
	case map[string]any:
		kinds["object"] = true
	}
	fits := types == nil || slices.ContainsFunc(types, func(t any) bool { return kinds[t.(string)] })
	if !fits {
		text, _ := json.Marshal(value)
		v.fault(path, ": no %v: %.60s", want, text)
	}
	return fits
}
