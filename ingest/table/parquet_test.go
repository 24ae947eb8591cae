package table

import (
	"strings"
	"testing"
)

// older and newer are one table in two versions of the program.
type older struct {
	Rows
	Run  String  `col:"run" doc:"key"`
	Cost Float   `col:"cost_usd" doc:"cost"`
	Tags Strings `col:"tags" doc:"tags"`
}

type newer struct {
	Rows
	Run    String `col:"run" doc:"key"`
	Tokens Int    `col:"tokens" doc:"tokens"`
	Raw    Bytes  `col:"raw" doc:"bytes"`
}

type other struct {
	Rows
	Run Int `col:"run" doc:"key"`
}

func TestColumnsMayComeAndGo(t *testing.T) {
	old := &older{}
	row := old.Add(Place{Source: 3, Line: 9})
	old.Run.Set(row, "a")
	old.Cost.Set(row, 1.5)
	old.Tags.Set(row, []string{"x", ""})
	old.Run.Set(old.Add(Place{Source: 4}), "")
	part, err := Named{Name: "t", table: old}.Encode()
	if err != nil {
		t.Fatal(err)
	}
	into := &newer{}
	into.Run.Set(into.Add(Place{}), "before")
	if err := (Named{Name: "t", table: into}).Read(part); err != nil {
		t.Fatal(err)
	}
	if into.Len() != 3 || into.Run.At(0) != "before" || into.Run.At(1) != "a" || into.Place(1) != (Place{3, 9}) {
		t.Errorf("rows %d, runs %q, %q, place %v", into.Len(), into.Run.At(0), into.Run.At(1), into.Place(1))
	}
	if _, given := into.Tokens.Get(1); given {
		t.Error("a column that the part lacks is not null")
	}
	if text, given := into.Run.Get(2); !given || text != "" {
		t.Error("an empty string came back as null")
	}
	again := &older{}
	if err := (Named{Name: "t", table: again}).Read(part); err != nil {
		t.Fatal(err)
	}
	if got, want := (Named{Name: "t", table: again}).Digest(), (Named{Name: "t", table: old}).Digest(); got != want {
		t.Error("what was read back differs from what was written")
	}
	for _, n := range []Named{{Name: "u", table: &older{}}, {Name: "t", table: &other{}}} {
		if err := n.Read(part); err == nil || n.Len() > 0 {
			t.Errorf("%T: %d rows of another table, %v", n.table, n.Len(), err)
		}
	}
	if err := (Named{Name: "t", table: &older{}}).Read(part[:len(part)/2]); err == nil {
		t.Error("half a part is read")
	}
}

func TestPartitionsHoldEveryRowOnce(t *testing.T) {
	s := sample("a")
	s.Sources.Path.Set(s.Sources.Add(Place{Source: 0}), "x/a.jsonl")
	for i, p := range []string{"x/b.jsonl", "x/c.jsonl"} {
		s.Sources.Path.Set(s.Sources.Add(Place{Source: i + 1}), p)
	}
	got := Merge(s.Partitions())
	for i, want := range s.Tables() {
		if have := got.Tables()[i]; have.Text() != want.Text() {
			t.Errorf("%s: got %s want %s", want.Name, have.Text(), want.Text())
		}
	}
	lost := s.Partitions()[1:]
	if path := Merge(lost).Sources.Path.At(0); !strings.Contains(path, "lost") {
		t.Errorf("a row whose file is lost is of %q", path)
	}
}
