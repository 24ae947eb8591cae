package terminalbench

import (
	"regexp"
	"strconv"

	"github.com/go-json-experiment/json/jsontext"

	"runreport/ingest/record"
	"runreport/ingest/trial"
)

func readRun(text []byte, f *record.File) {
	rest := trial.Document(text, f, func(_ string, raw jsontext.Value) { addTrial(f, raw) }, "results")
	if len(rest) > 0 {
		f.AddObject(runKind, rest, 0)
	}
}

func readTrial(text []byte, f *record.File) {
	if rest := trial.Document(text, f, nil); len(rest) > 0 {
		addTrial(f, rest)
	}
}

func readMetadata(text []byte, f *record.File) {
	rest := trial.Document(text, f, nil)
	if len(rest) == 0 {
		return
	}
	if r := f.AddObject(metadataKind, rest, 0); r != nil {
		r.At = r.Time("start_time")
		if end := r.Time("end_time"); end.After(r.At) {
			r.At = end
		}
	}
}

func addTrial(f *record.File, raw jsontext.Value) {
	if raw.Kind() != '{' {
		f.Reject(noTrial, 0, f.Cut(string(raw), 80), "an object")
		return
	}
	r := f.AddObject(trialKind, raw, 0)
	if r == nil {
		return
	}
	for _, key := range []string{"trial_started_at", "agent_started_at", "agent_ended_at", "test_ended_at", "trial_ended_at"} {
		if at := r.Time(key); at.After(r.At) {
			r.At = at
		}
	}
}

var noTrial = &record.Code{
	Name:     "benchmark_element",
	Severity: record.Warning,
	Means:    "an element of a run's list of trials that is none",
	Do:       "look at the file; the other trials were read",
}

// trialName takes "hello.world.2-of-5.r1" apart: the task, the number of the try, and the run.
var trialName = regexp.MustCompile(`^(.+)\.(\d{1,6})-of-(\d{1,6})(?:\.(.+))?$`)

// named is what a trial's name says; number 0 where it says nothing.
func named(r *record.Record) (number int64, run string) {
	m := trialName.FindStringSubmatch(r.Str("trial_name"))
	if m == nil {
		return 0, ""
	}
	number, err := strconv.ParseInt(m[2], 10, 64)
	if err != nil {
		return 0, m[4]
	}
	return number, m[4]
}
