package recall

import (
	"testing"

	"runreport/analyze/stat"
)

// A side is not computable where the log says so of a run and none has a recall.
func TestSidesThatCannotBeComputed(t *testing.T) {
	said, used := measured{recall: stat.Recall{Status: stat.RecallNotComputable}}, measured{recall: stat.Recall{Used: stat.Known(0.5)}}
	other := measured{recall: stat.Recall{Used: stat.Missing(stat.ReasonNoData)}}
	for _, c := range []struct {
		runs []measured
		want bool
	}{{nil, false}, {[]measured{said}, true}, {[]measured{other, said}, true}, {[]measured{other}, false}, {[]measured{used}, false}, {[]measured{said, used}, false}} {
		if got := (side{c.runs}).notComputable(); got != c.want {
			t.Errorf("%+v: %t", c.runs, got)
		}
	}
}

// Two bugs in one file are one by lines that are near, by titles that are alike or the same, and
// never by titles that neither has.
func TestPairsThatHold(t *testing.T) {
	title := func(words ...string) description { return description{title: words, own: words} }
	for _, c := range []struct {
		lineGap int64
		x, y    description
		want    bool
		key     matchKey
	}{
		{0, title(), title(), true, KeyLines}, {NearLines, title(), title(), true, KeyLines}, {NearLines + 1, title(), title(), false, KeyTitle}, {-1, title(), title(), false, KeyTitle},
		{-1, title("a"), title("a"), true, KeyTitle}, {-1, title("a"), title("b"), false, KeyTitle}, {NearLines + 1, title("a", "b"), title("a", "b"), true, KeyTitle},
	} {
		p := &bugPair{lineGap: c.lineGap}
		if got := p.holds(c.x, c.y); got != c.want || p.key != c.key {
			t.Errorf("%d lines apart, %q and %q: %t by %v", c.lineGap, c.x.title, c.y.title, got, p.key)
		}
	}
}
