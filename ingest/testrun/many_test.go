package testrun

import (
	"fmt"
	"testing"

	"runreport/ingest/record"
	"runreport/ingest/table"
)

// However many tests a run has, each has its row, its attempts and its checks, in order. Those of many are
// written at once.
func TestRowsOfManyTests(t *testing.T) {
	for _, n := range []int{1, manyTests - 1, manyTests, manyTests + 1, 2*manyTests - 1, 2 * manyTests} {
		r := &Run{}
		for i := range n {
			x := &Test{Name: fmt.Sprint("t", i), Title: fmt.Sprint("T", i), Result: table.Passed}
			x.Attempts = []Attempt{{Result: table.Failed, Status: "no"}, {Result: table.Passed, Status: "yes"}}
			if i%500 == 0 {
				x.Checks = []Check{{Name: fmt.Sprint("c", i), Verdict: "pass"}}
			}
			r.Tests = append(r.Tests, x)
		}
		s := written("x.xml", r)
		if s.Steps.Len() != n || s.Attempts.Len() != 2*n || s.Checks.Len() != (n+499)/500 {
			t.Errorf("%d tests: %d steps, %d attempts, %d checks", n, s.Steps.Len(), s.Attempts.Len(), s.Checks.Len())
			continue
		}
		for i := range n {
			name := fmt.Sprint("t", i)
			if got := s.Steps.Step.At(i) + " " + s.Steps.StableStep.At(i) + " " + s.Steps.Name.At(i); got != name+" "+name+" T"+name[1:] {
				t.Fatalf("%d tests: row %d is %s, want that of %s", n, i, got, name)
			}
			for k, status := range []string{"no", "yes"} {
				row := 2*i + k
				a := &s.Attempts
				got := fmt.Sprint(a.Step.At(row), " ", a.Attempt.At(row), " ", a.Status.At(row))
				if got != fmt.Sprint(name, " ", k+1, " ", status) {
					t.Fatalf("%d tests: attempt %d is %s", n, row, got)
				}
			}
		}
		for row := range s.Checks.Len() {
			if got := s.Checks.Name.At(row) + " of " + s.Checks.Step.At(row); got != fmt.Sprintf("c%d of t%d", 500*row, 500*row) {
				t.Errorf("%d tests: check %s", n, got)
			}
		}
	}
}

// A value of another kind is passed over with an error, null without one, and one that breaks off with
// what it broke by.
func TestValuesOfAnotherKind(t *testing.T) {
	never := func(string) (bool, error) { t.Error("a member is read"); return true, nil }
	element := func() error { t.Error("an element is read"); return nil }
	for text, want := range map[string]string{
		"7": errOther.Error(), `"x"`: errOther.Error(), "null": "<nil>", "true": errOther.Error(),
	} {
		for what, err := range map[string]error{
			"object": NewDocument([]byte(text)).Object(never), "array": NewDocument([]byte(text)).Array(element),
		} {
			if got := fmt.Sprint(err); got != want {
				t.Errorf("%s as an %s: %s, want %s", text, what, got, want)
			}
		}
	}
	for _, text := range []string{"", "tru", `"x`, "nul", "-", "x"} {
		for what, err := range map[string]error{
			"object": NewDocument([]byte(text)).Object(never), "array": NewDocument([]byte(text)).Array(element),
		} {
			if err == nil || err == errOther {
				t.Errorf("%q as an %s: %v, want where it breaks off", text, what, err)
			}
		}
	}
	if err := NewDocument([]byte(`[1,`)).Object(never); err == nil || err == errOther {
		t.Errorf("a list that breaks off, as an object: %v", err)
	}
	if err := NewDocument([]byte(`{"a":`)).Array(element); err == nil || err == errOther {
		t.Errorf("an object that breaks off, as a list: %v", err)
	}
}

// A file without records is tied to nothing.
func TestLinksOfNothing(t *testing.T) {
	dated := func(*record.File) bool { t.Error("asked for its time"); return true }
	f := &record.File{Path: "a/b.xml", Dir: "a"}
	if got := Links(f, dated); len(got) != 0 {
		t.Errorf("%q", got)
	}
	if got := FolderLinks(f, dated); len(got) != 1 || got[0] != FolderLink(f) {
		t.Errorf("%q, want the folder alone", got)
	}
}
