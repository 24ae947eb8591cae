package table

import (
	"strings"
	"testing"
)

// A part says of which table and schema it is. That of another is refused before its rows are
// looked at; one that does not say is read.
func TestPartsOfOtherTables(t *testing.T) {
	var runs Runs
	runs.Key.Set(runs.Add(Place{Line: 1}), "one")
	part, err := Named{"runs", "", &runs}.Encode()
	if err != nil {
		t.Fatal(err)
	}
	for name, c := range map[string]struct {
		as   string
		part string
		want string
	}{
		"its own":        {"runs", string(part), ""},
		"of other rows":  {"steps", string(part), `the part is of table "runs"`},
		"of a later one": {"runs", strings.Replace(string(part), aboutSchema+"\x18\x01"+SchemaVersion, aboutSchema+"\x18\x01"+"9", 1), `the part has schema "9", this program reads "` + SchemaVersion + `"`},
	} {
		if c.want != "" && c.as == "runs" && c.part == string(part) {
			t.Fatalf("%s: the part is as it was", name)
		}
		var got Runs
		err := Named{c.as, "", &got}.Read([]byte(c.part))
		if c.want == "" && (err != nil || got.Len() != 1 || got.Key.At(0) != "one") {
			t.Errorf("%s: %d rows, %v", name, got.Len(), err)
		}
		if c.want != "" && (err == nil || !strings.Contains(err.Error(), c.want)) {
			t.Errorf("%s: %v, want an error that says %s", name, err, c.want)
		}
	}
}
