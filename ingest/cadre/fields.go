package cadre

import (
	"strconv"
	"strings"
	"time"

	"github.com/go-json-experiment/json/jsontext"

	"runreport/ingest/record"
)

// payload is what a line of a log has as its data; nil for other records.
func payload(r *record.Record) *record.Record { return record.FindIn(r, "data").Item() }

// find is a field of an event in whatever shape it came: of the data of a log line, of the line
// itself, of a notification; nothing when the kind has no such field. data is the payload of r.
func find(data, r *record.Record, key string) record.Found {
	if data != nil {
		if f := record.FindIn(data, key); f.Given() {
			return f
		}
	}
	return record.FindIn(r, key)
}

// value is a field of an event. Not Given when the kind has no such field.
func value(r *record.Record, key string) record.Value { return find(payload(r), r, key).Value() }

// str is a field of an event as words, "" when absent.
func str(r *record.Record, key string) string { return find(payload(r), r, key).Str() }

// list is a field of an event that holds strings.
func list(r *record.Record, key string) []string {
	if d := payload(r); d != nil && d.Kind.Declares(key) {
		return d.List(key)
	}
	if r.Kind.Declares(key) {
		return r.List(key)
	}
	return nil
}

// raw is a field of an event that is kept as JSON.
func raw(r *record.Record, key string) jsontext.Value {
	if d := payload(r); d != nil && d.Kind.Declares(key) {
		return d.Raw(key)
	}
	if r.Kind.Declares(key) {
		return r.Raw(key)
	}
	return nil
}

// itemOf is the work item that a record names, "" for none. A record of a kind
// that nobody knows has it among its extra fields.
func itemOf(r *record.Record) string {
	if r.Kind == nil {
		extra := jsontext.Value(r.Extra)
		for _, o := range []jsontext.Value{extra, member(extra, "data")} {
			for _, key := range []string{"workItemId", "issueNumber"} {
				if v := member(o, key); v.Kind() == '"' || v.Kind() == '0' {
					return record.Words(v)
				}
			}
		}
		return ""
	}
	data := payload(r)
	if id := find(data, r, "workItemId"); id.Given() {
		return strings.TrimSpace(id.Str())
	}
	if n := find(data, r, "issueNumber"); n.Given() {
		return strconv.FormatInt(n.Int(), 10)
	}
	if unit := raw(r, "workUnit"); unit.Kind() == '"' || unit.Kind() == '0' {
		return record.Words(unit)
	}
	return ""
}

// phaseStep is the name that a phase has among the steps.
func phaseStep(n int64) string {
	if n >= 0 && n < int64(len(phaseSteps)) {
		return phaseSteps[n]
	}
	return "phase " + strconv.FormatInt(n, 10)
}

// phaseSteps are the names of the phases that units have.
var phaseSteps = [...]string{"phase 0", "phase 1", "phase 2", "phase 3", "phase 4", "phase 5", "phase 6", "phase 7", "phase 8", "phase 9"}

// stepOf is the step that an event is about: its task, else its phase.
func stepOf(r *record.Record) string {
	data := payload(r)
	if id := find(data, r, "taskId").Str(); id != "" {
		return id
	}
	if n := find(data, r, "phase"); n.Given() {
		return phaseStep(n.Int())
	}
	return ""
}

// positive is a count or an amount whose writer puts zero for one that it does not have.
func positive(v record.Value) (n int64, ok bool) { return v.Int, v.Given && v.Int > 0 }

// seconds is a duration in milliseconds as seconds; false when it is absent or negative.
func seconds(v record.Value) (s float64, ok bool) {
	return v.Num / 1000, v.Given && v.Num >= 0
}

// differ reports whether a logged duration and a measured one, in seconds, are more than
// a second and 5 % apart, so that they cannot mean the same. Example: 9.99 s and 10 s do
// not differ, 90 s and 10 s do.
func differ(logged, measured float64) bool {
	d := max(logged-measured, measured-logged)
	return d > max(1, 0.05*logged)
}

// numbers are the whole numbers of a JSON array in their order.
func numbers(raw jsontext.Value) []int64 {
	var out []int64
	for _, e := range record.Elements(raw) {
		if x, ok := record.Number(e); ok && x > -1e15 && x < 1e15 {
			out = append(out, int64(x))
		}
	}
	return out
}

// member is the value of a key in a JSON object; nil when it is none.
func member(raw jsontext.Value, key string) jsontext.Value {
	return memberAmong(record.Entries(raw), key)
}

// memberAmong is the value of a key among the members of a JSON object; nil when it is not there.
func memberAmong(members []record.Entry, key string) jsontext.Value {
	for _, e := range members {
		if e.Key == key {
			return e.Raw
		}
	}
	return nil
}

// word is the string value of a key in a JSON object, "" when there is none.
func word(raw jsontext.Value, key string) string { return wordAmong(record.Entries(raw), key) }

// wordAmong is the string value of a key among the members of a JSON object, "" when there is none.
func wordAmong(members []record.Entry, key string) string {
	if v := memberAmong(members, key); v.Kind() == '"' {
		return record.Words(v)
	}
	return ""
}

// moment is the time in a key of a JSON object; the zero time when there is none.
func moment(raw jsontext.Value, key string) time.Time {
	when, _, _ := record.ParseTime(word(raw, key))
	return when
}

// keepNested moves the unknown fields of nested objects to the record's own, so
// that the table events has them.
func keepNested(r *record.Record) {
	if r.Kind == nil {
		return
	}
	var more []string
	for i := range r.Kind.Fields {
		f := &r.Kind.Fields[i]
		if f.Of == nil {
			continue
		}
		if one := r.Item(f.Key); one != nil && one.Extra != "" {
			more = append(more, `"`+f.Key+`":`+one.Extra)
		}
		var several []string
		for _, n := range r.Items(f.Key) {
			if n.Extra != "" {
				several = append(several, n.Extra)
			}
		}
		if len(several) > 0 {
			more = append(more, `"`+f.Key+`":[`+strings.Join(several, ",")+"]")
		}
	}
	if len(more) == 0 {
		return
	}
	if own := strings.TrimSuffix(strings.TrimPrefix(r.Extra, "{"), "}"); own != "" {
		more = append([]string{own}, more...)
	}
	r.Extra = "{" + strings.Join(more, ",") + "}"
}
