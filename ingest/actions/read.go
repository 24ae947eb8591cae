package actions

import (
	"bytes"
	"errors"
	"io"
	"slices"

	"github.com/go-json-experiment/json/jsontext"

	"runreport/ingest/record"
)

// read reads the documents of a file, one behind the other. Where the text breaks off,
// what stands before counts and the rest is one rejected record.
func read(text []byte, f *record.File) {
	d := jsontext.NewDecoder(bytes.NewReader(text), jsontext.AllowDuplicateNames(true), jsontext.AllowInvalidUTF8(true))
	for {
		err := document(d, text, f, 0)
		switch {
		case errors.Is(err, io.EOF):
			return
		case err != nil:
			f.Broken(0, err)
			return
		}
	}
}

// maxNested is how deep arrays of documents may lie in each other.
const maxNested = 4

var (
	errDeep = errors.New("arrays in arrays")
	errKind = errors.New("neither an object nor an array")
)

// document reads a page of a list, a run or a job, or an array of them.
func document(d *jsontext.Decoder, text []byte, f *record.File, depth int) error {
	switch kind := d.PeekKind(); {
	case kind == '[' && depth < maxNested:
		if _, err := d.ReadToken(); err != nil {
			return err
		}
		for d.PeekKind() != ']' {
			if err := document(d, text, f, depth+1); err != nil {
				return noEnd(err)
			}
		}
		_, err := d.ReadToken()
		return noEnd(err)
	case kind == '[':
		return errDeep
	case kind == '{':
		return object(d, text, f)
	default:
		if _, err := d.ReadToken(); err != nil {
			return err
		}
		return errKind
	}
}

// noEnd is the error of a text that ends where it must not.
func noEnd(err error) error {
	if errors.Is(err, io.EOF) {
		return io.ErrUnexpectedEOF
	}
	return err
}

// object reads one object. The elements of a list are added as they are met, so that those
// of a list that is cut off count.
func object(d *jsontext.Decoder, text []byte, f *record.File) error {
	if _, err := d.ReadToken(); err != nil {
		return err
	}
	from := d.InputOffset() - 1
	keys, cli, err := fields(d, f)
	if err != nil {
		addCLI(f, jsontext.Value("{}"), false, cli)
		return noEnd(err)
	}
	has := func(all ...string) bool {
		return !slices.ContainsFunc(all, func(k string) bool { return !keys[k] })
	}
	switch raw := jsontext.Value(text[from:d.InputOffset()]); {
	case isJob(has):
		add(f, job, raw)
	case isRun(has):
		add(f, workflowRun, raw)
	case isCLI(has) || len(cli) > 0:
		addCLI(f, raw, isCLI(has), cli)
	}
	return nil
}

// fields reads an object behind its first brace: its keys, and the jobs of the command line in
// its list.
func fields(d *jsontext.Decoder, f *record.File) (keys map[string]bool, cli []jsontext.Value, err error) {
	keys = map[string]bool{}
	for d.PeekKind() != '}' {
		key, err := d.ReadToken()
		if err != nil {
			return keys, cli, err
		}
		name := key.String()
		keys[name] = true
		if kind := lists[name]; kind != nil && d.PeekKind() == '[' {
			err = list(d, f, kind, &cli)
		} else {
			err = d.SkipValue()
		}
		if err != nil {
			return keys, cli, err
		}
	}
	_, err = d.ReadToken()
	return keys, cli, err
}

// lists are the keys under which the API lists things.
var lists = map[string]*record.Kind{"workflow_runs": workflowRun, "jobs": job}

// list adds the elements of a list. Jobs of the command line are kept for their run.
func list(d *jsontext.Decoder, f *record.File, kind *record.Kind, cli *[]jsontext.Value) error {
	if _, err := d.ReadToken(); err != nil {
		return err
	}
	for d.PeekKind() != ']' {
		v, err := d.ReadValue()
		if err != nil {
			return err
		}
		if kind == job && v.Kind() == '{' && isCLIJob(hasIn(v)) {
			*cli = append(*cli, v.Clone())
			continue
		}
		add(f, kind, v)
	}
	_, err := d.ReadToken()
	return err
}

// hasIn reports whether an object has all of some keys.
func hasIn(raw jsontext.Value) func(...string) bool {
	keys := map[string]bool{}
	for _, e := range record.Entries(raw) {
		keys[e.Key] = true
	}
	return func(all ...string) bool {
		return !slices.ContainsFunc(all, func(k string) bool { return !keys[k] })
	}
}

// add adds a run or a job. Its own time is the latest of its times, since it is changed in
// place. People, links and messages of commits stand among its other fields; nothing of
// these is kept.
func add(f *record.File, kind *record.Kind, raw jsontext.Value) {
	r := f.AddObject(kind, raw, 0)
	if r == nil {
		return
	}
	r.Extra = ""
	for _, key := range times[kind] {
		if at := r.Time(key); at.After(r.At) {
			r.At = at
		}
	}
}

var times = map[*record.Kind][]string{workflowRun: {"run_started_at", "updated_at"}, job: {"started_at", "completed_at"}}
