package report

import (
	"cmp"
	"reflect"
	"strings"

	"runreport/unit/alias"
)

// Rename gives everything that was renamed since the report was made its present name, so
// that it compares. It is for a report that was read, whose runs share nothing. Problems have their names in
// their keys; see problem.Rename.
func (d *Data) Rename(names *alias.Names) {
	if names.Empty() {
		return
	}
	r := renamer{names, map[[2]string]string{}}
	for i := range d.Runs {
		if x := &d.Runs[i]; x.StableSubject != nil {
			r.stable[[2]string{x.System, x.Subject}] = *x.StableSubject
		}
	}
	r.walk(reflect.ValueOf(d).Elem(), "")
}

// renamer renames in every struct that says by its fields what it is about.
type renamer struct {
	names  *alias.Names
	stable map[[2]string]string // lasting names by system and subject, as they were
}

// walk renames in a value and in all that it holds; subject is the present name of what it
// is a part of.
func (r renamer) walk(v reflect.Value, subject string) {
	switch v.Kind() {
	case reflect.Pointer, reflect.Interface:
		if !v.IsNil() {
			r.walk(v.Elem(), subject)
		}
	case reflect.Slice:
		for i := range v.Len() {
			r.walk(v.Index(i), subject)
		}
	case reflect.Struct:
		r.walkFields(v, r.rename(v, subject))
	}
}

// walkFields renames in what the fields of a struct hold, which itself was renamed, and what it embeds with it.
func (r renamer) walkFields(v reflect.Value, subject string) {
	for i := range v.NumField() {
		f := v.Field(i)
		switch {
		case !f.CanSet():
		case !v.Type().Field(i).Anonymous:
			r.walk(f, subject)
		case f.Kind() != reflect.Pointer:
			r.walkFields(f, subject)
		case !f.IsNil():
			r.walkFields(f.Elem(), subject)
		}
	}
}

// rename renames what the struct itself is about. It returns the subject that its parts are of.
func (r renamer) rename(v reflect.Value, of string) string {
	system, subject := text(v, "System"), text(v, "Subject")
	if name := read(subject); name != "" {
		stable := cmp.Or(r.stable[[2]string{read(system), name}], name)
		of = r.names.Subject(stable)
		subject.SetString(r.subject(name, stable))
	}
	set(system, r.names.System)
	set(text(v, "Benchmark"), r.names.Benchmark)
	step := func(name string) string { return r.names.Step(of, name) }
	for _, field := range []string{"Step", "Node", "ErrorStep"} {
		set(text(v, field), step)
	}
	if f := fieldOf(v, "Flaked"); f.IsValid() && f.Type() == reflect.TypeFor[[]string]() {
		for i := range f.Len() {
			set(f.Index(i), step)
		}
	}
	if f := fieldOf(v, "StableSubject"); f.IsValid() && f.Type() == reflect.TypeFor[*string]() && !f.IsNil() {
		name := r.names.Subject(f.Elem().String())
		f.Set(reflect.ValueOf(&name))
	}
	return of
}

// subject is the present name of a subject; one that is a folder's path is renamed by the
// part that lasts, as the tables are.
func (r renamer) subject(name, stable string) string {
	if to := r.names.Subject(stable); to != stable {
		if folder, cut := strings.CutSuffix(name, stable); cut {
			return folder + to
		}
	}
	return r.names.Subject(name)
}

// text is the struct's field of that name where it is a string.
func text(v reflect.Value, field string) reflect.Value {
	if f := fieldOf(v, field); f.IsValid() && f.Kind() == reflect.String && f.CanSet() {
		return f
	}
	return reflect.Value{}
}

// fieldOf is the field of a struct; not valid where it has none, or an embedded pointer is nil.
func fieldOf(v reflect.Value, name string) reflect.Value {
	if f, ok := v.Type().FieldByName(name); ok {
		if field, err := v.FieldByIndexErr(f.Index); err == nil {
			return field
		}
	}
	return reflect.Value{}
}

func read(f reflect.Value) string {
	if !f.IsValid() {
		return ""
	}
	return f.String()
}

func set(f reflect.Value, name func(string) string) {
	if f.IsValid() && f.String() != "" {
		f.SetString(name(f.String()))
	}
}
