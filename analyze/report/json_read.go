package report

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"reflect"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/go-json-experiment/json/jsontext"
)

// MaxSummary is how many bytes of a summary.json are read.
const MaxSummary = 1 << 30

// ErrVersion is about a summary of another version of the schema. Its words mean something
// else: version 1 calls "act" what version 2 calls "error".
var ErrVersion = errors.New("another version of runreport wrote it; build it again from its logs with this one (runreport build LOGS -o DIR)")

// ReadSummary reads what WriteSummary writes. Members that it does not know are passed
// over, since a later version may add some; a member of another type than it should
// have is an error that says where. Cut are the lists that hold fewer entries than there
// were, with how many there were.
func ReadSummary(in io.Reader) (d *Data, cut map[string]int64, err error) {
	d, r, err := readSummary(in)
	if err != nil {
		return nil, nil, err
	}
	return d, r.cut, nil
}

// ReadMembers reads some of the outermost members only. Totals are how long the
// outermost lists are, read or not, of those that say so.
func ReadMembers(in io.Reader, only ...string) (d *Data, totals map[string]int64, err error) {
	d, r, err := readSummary(in, only...)
	if err != nil {
		return nil, nil, err
	}
	return d, r.totals, nil
}

// readSummary reads only some of the outermost members, or all if none is named. The
// decoder knows what else it saw.
func readSummary(in io.Reader, only ...string) (*Data, *decoder, error) {
	content, err := io.ReadAll(io.LimitReader(in, MaxSummary+1))
	if err != nil {
		return nil, nil, err
	}
	if len(content) > MaxSummary {
		return nil, nil, fmt.Errorf("it is larger than %d bytes", MaxSummary)
	}
	r := &decoder{in: jsontext.NewDecoder(bytes.NewReader(content)), only: only, members: map[reflect.Type]map[string]member{}, cut: map[string]int64{}, totals: map[string]int64{}}
	d := &Data{}
	if err := r.value(reflect.ValueOf(d).Elem()); err != nil {
		return nil, nil, fmt.Errorf("%s: %w", where(r.in), err)
	}
	if _, err := r.in.ReadToken(); !errors.Is(err, io.EOF) {
		return nil, nil, errors.New("something follows after its end")
	}
	name, _, _ := strings.Cut(Schema, "/")
	if found, _, _ := strings.Cut(d.Schema, "/"); found != name {
		return nil, nil, fmt.Errorf("its schema is %q, expected %s", d.Schema, Schema)
	}
	if d.Schema != Schema {
		return nil, nil, fmt.Errorf("its schema is %q, expected %s: %w", d.Schema, Schema, ErrVersion)
	}
	return d, r, nil
}

func where(in *jsontext.Decoder) string {
	if p := in.StackPointer(); p != "" {
		return string(p)
	}
	return "/"
}

// decoder fills values from JSON by the conventions of encoder.
type decoder struct {
	in      *jsontext.Decoder
	only    []string // the outermost members that are read; empty: all
	members map[reflect.Type]map[string]member
	cut     map[string]int64 // the lists that hold fewer entries than there were, and how many there were
	totals  map[string]int64 // how long the outermost lists were, of those that say so
	entries int64            // bytes of memory that the entries of lists take
}

// How much memory the entries of lists may take: that many bytes, and so many times the
// text that was read.
const (
	entriesFloor = 16 << 20
	entriesRatio = 16
)

func (r *decoder) value(v reflect.Value) error {
	switch v.Type() {
	case numberType:
		return r.number(func(x float64) { v.Set(reflect.ValueOf(Known(x))) })
	case wholeType:
		return r.whole(func(n int64) { v.Set(reflect.ValueOf(Count(n))) })
	case momentType:
		return r.moment(v)
	}
	switch v.Kind() {
	case reflect.Struct:
		return r.object(v)
	case reflect.Slice, reflect.Array:
		return r.list(v)
	case reflect.Pointer:
		if r.in.PeekKind() == 'n' {
			_, err := r.in.ReadToken()
			return err
		}
		v.Set(reflect.New(v.Type().Elem()))
		return r.value(v.Elem())
	case reflect.String:
		s, err := r.token('"', "a text")
		v.SetString(s)
		return err
	case reflect.Bool:
		t, err := r.in.ReadToken()
		if err != nil {
			return err
		}
		if k := t.Kind(); k != 't' && k != 'f' {
			return fmt.Errorf("saw %s, expected true or false", kindName(k))
		}
		v.SetBool(t.Kind() == 't')
		return nil
	case reflect.Int, reflect.Int64:
		return r.whole(v.SetInt)
	case reflect.Float64:
		return r.number(v.SetFloat)
	}
	return fmt.Errorf("a %s has no form in JSON", v.Type())
}

// token reads a token of the kind as text.
func (r *decoder) token(want jsontext.Kind, expected string) (string, error) {
	t, err := r.in.ReadToken()
	if err != nil {
		return "", err
	}
	if t.Kind() != want {
		return "", fmt.Errorf("saw %s, expected %s", kindName(t.Kind()), expected)
	}
	return t.String(), nil
}

// unlessNull reads a token of the kind and hands it on; null sets nothing.
func (r *decoder) unlessNull(want jsontext.Kind, expected string, set func(text string) error) error {
	if r.in.PeekKind() == 'n' {
		_, err := r.in.ReadToken()
		return err
	}
	text, err := r.token(want, expected)
	if err != nil {
		return err
	}
	return set(text)
}

func (r *decoder) number(set func(float64)) error {
	return r.unlessNull('0', "a number or null", func(text string) error {
		x, err := strconv.ParseFloat(text, 64)
		if err != nil {
			return errors.New("saw a number that is out of range")
		}
		set(x)
		return nil
	})
}

func (r *decoder) whole(set func(int64)) error {
	return r.unlessNull('0', "a whole number or null", func(text string) error {
		n, err := strconv.ParseInt(text, 10, 64)
		if err != nil {
			return errors.New("saw a number that is not whole or out of range")
		}
		set(n)
		return nil
	})
}

func (r *decoder) moment(v reflect.Value) error {
	return r.unlessNull('"', "a time or null", func(text string) error {
		t, err := time.Parse(time.RFC3339Nano, text)
		if err != nil {
			return errors.New("saw a text that is no time, expected RFC 3339")
		}
		v.Set(reflect.ValueOf(t.UTC()))
		return nil
	})
}

func (r *decoder) list(v reflect.Value) error {
	if _, err := r.token('[', "a list"); err != nil {
		return err
	}
	if v.Kind() == reflect.Slice {
		v.Set(reflect.MakeSlice(v.Type(), 0, 0))
	}
	size := int64(sizeOf(v.Type().Elem()))
	for i := 0; r.in.PeekKind() != ']'; i++ {
		if v.Kind() == reflect.Array {
			if i >= v.Len() {
				return fmt.Errorf("saw a list of more than %d", v.Len())
			}
			if err := r.value(v.Index(i)); err != nil {
				return err
			}
			continue
		}
		// An entry is longer in the text than in memory, unless the text is forged: ten
		// million times "{}," are 30 MB.
		if r.entries += size; r.entries > entriesFloor+entriesRatio*r.in.InputOffset() {
			return errors.New("its lists hold more entries than a report of its size")
		}
		entry := reflect.New(v.Type().Elem()).Elem()
		if err := r.value(entry); err != nil {
			return err
		}
		v.Set(reflect.Append(v, entry))
	}
	_, err := r.in.ReadToken()
	return err
}

func (r *decoder) object(v reflect.Value) error {
	if _, err := r.token('{', "an object"); err != nil {
		return err
	}
	withEmbedded(v)
	known := r.known(v.Type())
	for r.in.PeekKind() != '}' {
		name, err := r.token('"', "a name")
		if err != nil {
			return err
		}
		if m, ok := known[name]; ok {
			if len(r.only) > 0 && r.in.StackDepth() == 1 && !slices.Contains(r.only, name) {
				if err := r.in.SkipValue(); err != nil {
					return err
				}
				continue
			}
			if err := r.value(v.FieldByIndex(m.index)); err != nil {
				return err
			}
			continue
		}
		if err := r.sibling(v, known, name); err != nil {
			return err
		}
	}
	_, err := r.in.ReadToken()
	return err
}

// sibling reads what stands beside a member: why it is null, how long a list was.
func (r *decoder) sibling(v reflect.Value, known map[string]member, name string) error {
	if m, ok := known[strings.TrimSuffix(name, reasonSuffix)]; ok && reasoned(m.typ) && r.in.PeekKind() == '"' {
		text, err := r.token('"', "a reason")
		if err != nil {
			return err
		}
		switch field := v.FieldByIndex(m.index).Addr().Interface().(type) {
		case *Number:
			field.Reason = text
		case *Whole:
			field.Reason = text
		}
		return nil
	}
	if m, ok := known[strings.TrimSuffix(name, totalSuffix)]; ok && m.counted {
		length := v.FieldByIndex(m.index).Len()
		outermost := r.in.StackDepth() == 1
		return r.whole(func(total int64) {
			if outermost {
				r.totals[m.name] = total
			}
			if total > int64(length) {
				if m.beyond != nil {
					v.FieldByIndex(m.beyond).SetInt(total - int64(length))
				}
				r.cut[m.name] = total
			}
		})
	}
	return r.in.SkipValue()
}

func (r *decoder) known(t reflect.Type) map[string]member {
	if r.members[t] == nil {
		by := map[string]member{}
		for _, m := range members(t) {
			by[m.name] = m
		}
		r.members[t] = by
	}
	return r.members[t]
}

// kindName says in words what stands in the JSON.
func kindName(k jsontext.Kind) string {
	switch k {
	case 'n':
		return "null"
	case 't', 'f':
		return "true or false"
	case '"':
		return "a text"
	case '0':
		return "a number"
	case '{', '}':
		return "an object"
	}
	return "a list"
}
