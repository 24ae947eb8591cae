package swebench

import (
	"github.com/go-json-experiment/json/jsontext"

	"runreport/ingest/record"
	"runreport/ingest/trial"
)

func readRun(text []byte, f *record.File) {
	if rest := trial.Document(text, f, nil); len(rest) > 0 {
		f.AddObject(runKind, rest, 0)
	}
}

// readInstances adds a record for each member of the document, with its key as a field.
func readInstances(text []byte, f *record.File) {
	rest := trial.Document(text, f, nil)
	for _, e := range record.Entries(rest) {
		if e.Raw.Kind() != '{' {
			continue
		}
		key, err := jsontext.AppendQuote([]byte(`{"instance_id":`), e.Key)
		if err != nil {
			continue
		}
		body := e.Raw[1:]
		if len(record.Entries(e.Raw)) > 0 {
			key = append(key, ',')
		}
		f.AddObject(instanceKind, append(key, body...), 0)
	}
}
