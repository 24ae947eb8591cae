package record

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"runreport/ingest/table"
)

// Every damaged key of a record is told once, with the key that it looks like, whatever other
// keys stand between them.
func TestEveryDamagedKeyIsTold(t *testing.T) {
	long := strings.Repeat("é\xff", 60)
	f := decode(t, `{"name":"a","title":"b","coumt":3,"other":1,"shore":0.5,"c\ud800nt":1,"`+long+`":1,"ok":true,"oks":1,"wordss":1,"wurds":2}`+"\n")
	var got []string
	for _, n := range f.Findings() {
		if n.Code == damagedName {
			got = append(got, n.Seen+": "+n.Expected)
		}
	}
	for _, want := range []string{"coumt: count", "shore: share", "wurds: words"} {
		if !slices.Contains(got, want) {
			t.Errorf("%s is not told of; %q", want, got)
		}
	}
	for _, seen := range got {
		if len(seen) > 120 {
			t.Errorf("%d bytes are told of a key", len(seen))
		}
	}
	if slices.Contains(got, "title: name") || slices.Contains(got, "oks: ok") {
		t.Errorf("a known name or a short one is taken for another: %q", got)
	}
}

// A duration above the limit is told of once, with its column and the run that it is of.
func TestLongDurationsAreTold(t *testing.T) {
	s := &table.Set{}
	s.Sources.Path.Set(s.Sources.Add(table.Place{}), "a.jsonl")
	for i, seconds := range []float64{60, 3600, 3600.5} {
		row := s.Runs.Add(table.Place{Line: int64(i + 1)})
		s.Runs.Key.Set(row, fmt.Sprint("run", i))
		s.Runs.DurationS.Set(row, seconds)
	}
	DropLonger(s, table.Marks{}, time.Hour)
	if _, given := s.Runs.DurationS.Get(2); given || s.Runs.DurationS.At(1) != 3600 {
		t.Error("another duration was dropped")
	}
	n := &s.Findings
	if n.Len() != 1 || n.Code.At(0) != LongDuration.Name || n.Seen.At(0) != "duration_s: 3600.5 s" || n.Expected.At(0) != "at most 3600 s" ||
		n.Count.At(0) != 1 || n.Line.At(0) != 3 || n.Run.At(0) != "run2" {
		t.Errorf("%d findings", n.Len())
	}
}
