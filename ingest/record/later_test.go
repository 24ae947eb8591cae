package record

import (
	"io"
	"runtime"
	"strconv"
	"strings"
	"sync/atomic"
	"testing"

	"runreport/ingest/source"
)

// Records of a stream have the sums and the quiet texts that they would have one by one, however
// many goroutines complete them, and a panic in one of these is that of the reading.
func TestRecordsCompletedLater(t *testing.T) {
	kind := (&Kind{Name: "k", Fields: []Field{{Key: "a", Type: String}, {Key: "b", Type: String}, {Key: "c", Type: String}}}).Compile()
	const n = 2*manyLater + 100
	values := func(i int) []Value {
		v := []Value{TextValue("name " + strconv.Itoa(i)), {}, TextValue("loud")}
		if i%3 == 0 {
			v[1] = TextValue("class")
		}
		if i%5 == 0 {
			v[2] = Value{} // the last fields of the kind are absent
		}
		return v
	}
	format := &Format{Name: "f", Container: Stream, Kinds: []*Kind{kind}, ReadStream: func(_ io.Reader, f *File) error {
		for i := range n {
			f.AddFields(kind, int64(i+1), values(i))
		}
		return nil
	}}
	quiet := func(text string) bool { return text != "loud" }
	one := &File{Quiet: quiet}
	for _, jobs := range []int{0, 2} {
		read := func(quiet func(string) bool) *File {
			in, err := source.New(strings.NewReader("x"), 1)
			if err != nil {
				t.Fatal(err)
			}
			defer in.Close()
			f := &File{Format: format, Jobs: jobs, Quiet: quiet}
			if err := f.Decode(in); err != nil {
				t.Fatal(err)
			}
			return f
		}
		f := read(quiet)
		if len(f.Records) != n {
			t.Fatalf("%d jobs: %d records", jobs, len(f.Records))
		}
		for i, got := range f.Records {
			want := one.AddFields(kind, int64(i+1), values(i))
			if got.Sum != want.Sum || len(got.vals) != len(want.vals) {
				t.Fatalf("%d jobs: record %d has another sum or other values", jobs, i)
			}
			for j := range got.vals {
				if h := &got.vals[j]; h.quiet != want.vals[j].quiet || h.quiet != (h.text != "loud") {
					t.Fatalf("%d jobs: record %d: %q is quiet: %v", jobs, i, h.text, h.quiet)
				}
			}
		}
		func() {
			defer func() {
				if p := recover(); p != "no answer" {
					t.Errorf("%d jobs: panic %v", jobs, p)
				}
			}()
			read(func(string) bool { panic("no answer") })
		}()
	}
}

// No goroutine completes records any more when the reading has ended, though it ended by a panic:
// their memory is used again for the next file.
func TestNothingLaterAfterAPanic(t *testing.T) {
	kind := (&Kind{Name: "k", Fields: []Field{{Key: "a", Type: String}}}).Compile()
	format := &Format{Name: "f", Container: Stream, Kinds: []*Kind{kind}, ReadStream: func(_ io.Reader, f *File) error {
		for i := range 3 * manyLater {
			f.AddFields(kind, int64(i+1), []Value{TextValue(strconv.Itoa(i))})
		}
		panic("cut off")
	}}
	in, err := source.New(strings.NewReader("x"), 1)
	if err != nil {
		t.Fatal(err)
	}
	defer in.Close()
	var asked atomic.Int64
	f := &File{Format: format, Jobs: 2, Quiet: func(string) bool {
		if asked.Add(1)%100 == 0 {
			runtime.Gosched()
		}
		return true
	}}
	defer func() {
		if p := recover(); p != "cut off" {
			t.Errorf("panic %v", p)
		}
		if n := asked.Load(); n != 3*manyLater {
			t.Errorf("%d of %d texts were looked at when the reading ended", n, 3*manyLater)
		}
	}()
	t.Error(f.Decode(in))
}
