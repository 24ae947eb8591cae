package report

import (
	"bytes"
	"encoding/json"
	"go/ast"
	"go/parser"
	"go/token"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"
)

// schemaFile is the JSON Schema of summary.json, made of the same structs and
// tags that the encoder reads, with their comments as descriptions.
const schemaFile = "../../docs/summary.schema.json"

func TestSchemaIsCurrent(t *testing.T) {
	got := newSchema(t)
	if os.Getenv("UPDATE_GOLDEN") == "1" {
		if err := os.MkdirAll(filepath.Dir(schemaFile), 0o777); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(schemaFile, got, 0o666); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(schemaFile)
	if err != nil {
		t.Fatal(err)
	}
	if !bytes.Equal(want, got) {
		t.Errorf("%s is not what the structs of analyze/report say; UPDATE_GOLDEN=1 writes it", schemaFile)
	}
}

func TestSummaryFitsItsSchema(t *testing.T) {
	var schema map[string]any
	if err := json.Unmarshal(newSchema(t), &schema); err != nil {
		t.Fatal(err)
	}
	for name, d := range map[string]Data{"filled": filled(), "empty": {Schema: Schema}} {
		var value any
		if err := json.Unmarshal(written(t, d), &value); err != nil {
			t.Fatal(err)
		}
		v := validator{root: schema}
		v.check(schema, value, name)
		for _, fault := range v.faults {
			t.Error(fault)
		}
	}
	for path, bad := range map[string]string{
		"other: schema: 1 is not runreport.summary/2":        `{"schema": 1}`,
		"other: runs is missing":                             `{}`,
		"other: mood is not a property":                      `{"mood": 1}`,
		"other.ledger.total.files: no integer":               `{"ledger": {"total": {"files": 1.5}}}`,
		"other.runs[0].duration_s is null without a reason":  `{"runs": [{"duration_s": null}]}`,
		"other.durations.survival[0].curve[0]: not 2 values": `{"durations": {"survival": [{"curve": [[1]]}]}}`,
		"other.as_of: yesterday is no time":                  `{"as_of": "yesterday"}`,
	} {
		var value any
		if err := json.Unmarshal([]byte(bad), &value); err != nil {
			t.Fatal(err)
		}
		v := validator{root: schema}
		v.check(schema, value, "other")
		if !strings.Contains(strings.Join(v.faults, "\n"), path) {
			t.Errorf("%s passes: want %s, got %v", bad, path, v.faults)
		}
	}
}

// object is a JSON object whose members keep their order.
type object []entry

type entry struct {
	key   string
	value any
}

func (o object) MarshalJSON() ([]byte, error) {
	b := []byte{'{'}
	for i, e := range o {
		if i > 0 {
			b = append(b, ',')
		}
		key, _ := json.Marshal(e.key)
		value, err := json.Marshal(e.value)
		if err != nil {
			return nil, err
		}
		b = append(append(append(b, key...), ':'), value...)
	}
	return append(b, '}'), nil
}

// schemaMaker makes the schema of one type after another as they are met.
type schemaMaker struct {
	comments map[string]string // by "Type" and "Type.Field"
	defs     object
	met      map[reflect.Type]bool
}

func newSchema(t *testing.T) []byte {
	t.Helper()
	m := schemaMaker{comments: comments(t), met: map[reflect.Type]bool{}}
	data := m.of(reflect.TypeFor[Data]())
	b, err := json.MarshalIndent(object{
		{"$schema", "https://json-schema.org/draft/2020-12/schema"},
		{"title", "runreport summary.json"},
		{"description", "Numbers are in the base unit that their name ends with. A number that cannot be given is null, with the reason in a sibling of its name and _reason. A list that may be cut has its full length in a sibling of its name and _total. Further members may be added."},
		data[0],
		{"$defs", m.defs},
	}, "", "  ")
	if err != nil {
		t.Fatal(err)
	}
	return append(b, '\n')
}

func (m *schemaMaker) of(t reflect.Type) object {
	switch t {
	case numberType:
		return object{{"type", []string{"number", "null"}}}
	case wholeType:
		return object{{"type", []string{"integer", "null"}}}
	case momentType:
		return object{{"type", []string{"string", "null"}}, {"format", "date-time"}}
	}
	switch t.Kind() {
	case reflect.Struct:
		m.define(t)
		return object{{"$ref", "#/$defs/" + t.Name()}}
	case reflect.Slice:
		return object{{"type", "array"}, {"items", m.of(t.Elem())}}
	case reflect.Array:
		return object{{"type", "array"}, {"items", m.of(t.Elem())}, {"minItems", t.Len()}, {"maxItems", t.Len()}}
	case reflect.Pointer:
		if t.Elem().Kind() == reflect.Struct {
			return object{{"anyOf", []object{m.of(t.Elem()), {{"type", "null"}}}}}
		}
		return object{{"type", []any{m.of(t.Elem())[0].value, "null"}}}
	case reflect.Bool:
		return object{{"type", "boolean"}}
	case reflect.Int, reflect.Int64:
		return object{{"type", "integer"}}
	case reflect.Float64:
		return object{{"type", "number"}}
	}
	return object{{"type", "string"}}
}

func (m *schemaMaker) define(t reflect.Type) {
	if m.met[t] {
		return
	}
	m.met[t] = true
	at := len(m.defs)
	m.defs = append(m.defs, entry{key: t.Name()})
	properties, required := object{}, []string{}
	for _, f := range members(t) {
		property := m.of(f.typ)
		if f.name == "schema" {
			property = object{{"const", Schema}}
		}
		if f.counted {
			property = append(property, entry{"maxItems", MaxList})
		}
		owner := t
		if len(f.index) > 1 {
			owner = embedded(t.Field(f.index[0]).Type)
		}
		if about := m.comments[owner.Name()+"."+t.FieldByIndex(f.index).Name]; about != "" {
			property = append(property, entry{"description", about})
		}
		properties = append(properties, entry{f.name, property})
		if !f.omitEmpty {
			required = append(required, f.name)
		}
		if reasoned(f.typ) && !f.omitEmpty {
			properties = append(properties, entry{f.name + reasonSuffix, object{{"type", "string"}, {"description", "Why " + f.name + " is null; there only where it is."}}})
		}
		if f.counted {
			properties = append(properties, entry{f.name + totalSuffix, object{{"type", "integer"}, {"description", "Entries that " + f.name + " would have if it were not cut."}}})
			required = append(required, f.name+totalSuffix)
		}
	}
	m.defs[at].value = object{{"description", m.comments[t.Name()]}, {"type", "object"}, {"properties", properties}, {"required", required}}
}

// comments reads the doc comments of package report's types, and what stands
// behind their fields.
func comments(t *testing.T) map[string]string {
	t.Helper()
	paths, err := filepath.Glob("./*.go")
	if err != nil {
		t.Fatal(err)
	}
	found := map[string]string{}
	for _, path := range paths {
		file, err := parser.ParseFile(token.NewFileSet(), path, nil, parser.ParseComments)
		if err != nil {
			t.Fatal(err)
		}
		for _, d := range file.Decls {
			gen, _ := d.(*ast.GenDecl)
			if gen == nil || gen.Tok != token.TYPE {
				continue
			}
			for _, s := range gen.Specs {
				spec := s.(*ast.TypeSpec)
				found[spec.Name.Name] = oneLine(gen.Doc)
				if structure, ok := spec.Type.(*ast.StructType); ok {
					for _, f := range structure.Fields.List {
						for _, name := range f.Names {
							found[spec.Name.Name+"."+name.Name] = oneLine(f.Comment)
						}
					}
				}
			}
		}
	}
	return found
}

func oneLine(c *ast.CommentGroup) string {
	return strings.Join(strings.Fields(c.Text()), " ")
}
