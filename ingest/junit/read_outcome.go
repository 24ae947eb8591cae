package junit

import (
	"bytes"
	"encoding/binary"
	"strings"
	"sync"
	"unicode/utf8"

	"runreport/ingest/record"
)

// saysNothing reports whether the open case failed without a word about why.
func (r *reader) saysNothing() bool { return r.failed && !r.explained }

// endOutput keeps what the case printed.
func (r *reader) endOutput() {
	r.output, r.s.keep = false, false
	text := strings.ToValidUTF8(string(whole(r.s.text, r.s.cut)), "\uFFFD")
	if text = strings.TrimSpace(text); text != "" && r.test != nil {
		r.test.values[caseOutput] = record.TextValue(text)
	}
}

func (r *reader) startOutcome(element string) {
	r.outcome = &pending{values: make([]record.Value, len(outcomeKind.Fields)), line: r.s.tagLine}
	r.at = len(r.names)
	v := r.outcome.values
	v[outcomeElement] = record.TextValue(element)
	for _, a := range r.s.attrs {
		switch string(a.name) {
		case "type":
			v[outcomeType] = r.text(a.value)
		case "message":
			v[outcomeMessage] = r.text(whole(a.value, len(a.value) > maxText))
		}
	}
	r.s.keep, r.s.text, r.s.cut = true, r.s.text[:0], false
}

func (r *reader) endOutcome() {
	o := r.outcome
	r.outcome, r.quiet, r.s.keep = nil, 0, false
	if text := strings.TrimSpace(string(whole(r.s.text, r.s.cut))); text != "" {
		if !utf8.ValidString(text) {
			r.f.BrokenText(o.line)
		}
		o.values[outcomeText] = record.TextValue(strings.ToValidUTF8(text, "\uFFFD"))
	}
	if r.test != nil {
		element := o.values[outcomeElement].Text
		r.failed = r.failed || element == elementFailure || element == elementError
		r.explained = r.explained || o.values[outcomeMessage].Text != "" || o.values[outcomeText].Given
		r.inside = append(r.inside, o)
		return
	}
	o.values[outcomeSuite] = record.IntValue(r.suites[len(r.suites)-1])
	r.f.AddFields(outcomeKind, o.line, o.values)
}

// whole is a text of at most maxText bytes. One that is cut ends with a whole line, or else a
// whole word: a part of a secret cannot be told from other text.
func whole(b []byte, cut bool) []byte {
	if !cut {
		return b
	}
	b = b[:min(len(b), maxText)]
	end := bytes.LastIndexByte(b, '\n')
	if end < 0 {
		end = bytes.LastIndexByte(b, ' ')
	}
	return b[:max(0, end)]
}

// text is an attribute's value, of which equal ones are one string.
func (r *reader) text(b []byte) record.Value { return record.TextValue(r.share(r.valid(b))) }

// own is an attribute's value that few others are equal to.
func (r *reader) own(b []byte) record.Value { return record.TextValue(string(r.valid(b))) }

// valid is an attribute's value with valid letters alone.
func (r *reader) valid(b []byte) []byte {
	if utf8.Valid(b) {
		return b
	}
	r.f.BrokenText(r.s.tagLine)
	return []byte(strings.ToValidUTF8(string(b), "\uFFFD"))
}

// sharedTexts is how many short texts are remembered, a power of two.
const sharedTexts = 512

// shared are texts that are remembered from file to file: those of one run have many in common.
var shared = sync.Pool{New: func() any { return new([sharedTexts]string) }}

// share is the text as a string, mostly the same one for equal short texts: the names of elements,
// classes and files stand at thousands of cases.
func (r *reader) share(b []byte) string {
	const longest = 200
	n := len(b)
	if n == 0 || n > longest {
		return string(b)
	}
	hash := uint32(n)*0x9e3779b1 ^ uint32(b[n-1])*0x27d4eb2f
	if n >= 4 {
		hash ^= binary.LittleEndian.Uint32(b)*0x85ebca6b ^ binary.LittleEndian.Uint32(b[n-4:])*0xc2b2ae35
	}
	text := &r.shared[hash>>16%sharedTexts]
	if *text != string(b) {
		*text = string(b)
	}
	return *text
}
