package recall

import (
	"fmt"
	"math/rand/v2"
	"path"
	"slices"
	"strings"
	"testing"

	"runreport/analyze/recall/recalltest"
	"runreport/ingest/table"
)

// listsAt makes a BUGS.md at each path. Files below copies hold the same bug.
func listsAt(paths ...string) *table.Set {
	s := &table.Set{}
	for _, p := range paths {
		bug := recalltest.Bug("B1 | " + p + ":1")
		if strings.Contains(p, "/copies/") {
			bug = "B1 | a.go:1"
		}
		recalltest.AddList(s, p, path.Dir(p), recalltest.Document, bug)
	}
	return s
}

func listOf(bugs ...recalltest.Bug) []*listedBug {
	s := &table.Set{}
	recalltest.AddList(s, "BUGS.md", "r", recalltest.Document, bugs...)
	all := bugFiles(s)
	_, list := all[0].list()
	return list
}

// outcome is what became of each bug of a reference list: "B1=R2 file_lines" or "B3 no_file".
func outcome(reference, own []*listedBug, ids bool) []string {
	var out []string
	taken := map[int]bool{}
	matched := map[int]string{}
	for _, p := range matchBugs(reference, own, ids) {
		taken[p.own] = true
		matched[p.reference] = fmt.Sprintf("%s=%s %s", reference[p.reference].id, own[p.own].id, MatchKeys[p.key])
	}
	for i, b := range reference {
		if matched[i] == "" {
			matched[i] = b.id + " " + whyUnmatched(b, own, taken)
		}
		out = append(out, matched[i])
	}
	return out
}

func TestMatchBugs(t *testing.T) {
	type rows = []recalltest.Bug
	for _, c := range []struct {
		name           string
		reference, own rows
		ids            bool
		want           []string
	}{
		{"same lines", rows{"B1 | lib/a.go:10-20 | Lock leak"}, rows{"R7 | lib/a.go:15 | Something else entirely"}, false, []string{"B1=R7 file_lines"}},
		{"lines three apart", rows{"B1 | a.go:10-20"}, rows{"R1 | a.go:23"}, false, []string{"B1=R1 file_lines"}},
		{"lines four apart", rows{"B1 | a.go:10-20 | Lock leak on close"}, rows{"R1 | a.go:24 | Stale cache is served"}, false, []string{"B1 no_similar_title"}},
		{"moved lines, the same defect", rows{"B1 | a.go:10-20 | Lock leaks when close fails"}, rows{"R1 | a.go:300-310 | Close fails and leaks the lock"}, false, []string{"B1=R1 file_title"}},
		{"no lines at all", rows{"B1 | a.go | Lock leaks when close fails"}, rows{"R1 | a.go | Failing close leaks lock"}, false, []string{"B1=R1 file_title"}},
		{"a path and its end", rows{"B1 | src/lib/a.go:5"}, rows{"R1 | lib/a.go:5"}, false, []string{"B1=R1 file_lines"}},
		{"a path and its name", rows{"B1 | src/lib/a.go:5"}, rows{"R1 | a.go:5"}, false, []string{"B1=R1 file_lines"}},
		{"slashes and letters of another system", rows{`B1 | Src\Lib\A.go:5`}, rows{"R1 | ./src/lib/a.go:5"}, false, []string{"B1=R1 file_lines"}},
		{"one name in two folders", rows{"B1 | users/route.ts:5 | Missing limit"}, rows{"R1 | orders/route.ts:5 | Missing limit"}, false, []string{"B1 file_not_in_run"}},
		{"ids mean nothing between runs", rows{"BUG-001 | a.go:5"}, rows{"BUG-001 | b.go:5"}, false, []string{"BUG-001 file_not_in_run"}},
		{"ids within one run", rows{"BUG-001 | a.go:5", "BUG-002"}, rows{"BUG-001 | b.go:5", "BUG-002 | c.go"}, true, []string{"BUG-001=BUG-001 id", "BUG-002=BUG-002 id"}},
		{"an id outranks a place", rows{"BUG-001 | a.go:5", "BUG-002 | a.go:90"}, rows{"BUG-002 | a.go:5"}, true, []string{"BUG-001 matched_others", "BUG-002=BUG-002 id"}},
		{"one bug is one bug", rows{"B1 | a.go:10-20", "B2 | a.go:10-20"}, rows{"R1 | a.go:12"}, false, []string{"B1=R1 file_lines", "B2 matched_others"}},
		{"the better lines win", rows{"B1 | a.go:10-40", "B2 | a.go:30-32"}, rows{"R1 | a.go:30-32", "R2 | a.go:11"}, false, []string{"B1=R2 file_lines", "B2=R1 file_lines"}},
		{"the better title wins", rows{"B1 | a.go:10-20 | Lock leaks on close", "B2 | a.go:10-20 | Stale cache is served"},
			rows{"R1 | a.go:10-20 | Cache serves stale pages", "R2 | a.go:10-20 | Close leaks a lock"}, false, []string{"B1=R2 file_lines", "B2=R1 file_lines"}},
		{"the same path outranks its end", rows{"B1 | lib/a.go:10"}, rows{"R1 | a.go:10", "R2 | lib/a.go:11"}, false, []string{"B1=R2 file_lines"}},
		{"lines outrank titles", rows{"B1 | a.go:10 | Lock leaks on close", "B2 | a.go:90 | Stale cache is served"},
			rows{"R1 | a.go:90 | Lock leaks on close"}, false, []string{"B1 matched_others", "B2=R1 file_lines"}},
		{"words of the file's name say nothing", rows{"B1 | lib/token_bucket.go:1 | Token bucket refills late"}, rows{"R1 | lib/token_bucket.go:90 | Token bucket overflows"}, false, []string{"B1 no_similar_title"}},
		{"one word that is the whole title", rows{"B1 | ring.go:1 | Ring"}, rows{"R1 | ring.go:90 | ring"}, false, []string{"B1=R1 file_title"}},
		{"no file in the baseline", rows{"B1 | | Lock leaks on close"}, rows{"R1 | a.go:1 | Lock leaks on close"}, false, []string{"B1 no_file"}},
		{"no file in the run", rows{"B1 | a.go:1 | Lock leaks on close"}, rows{"R1 | | Lock leaks on close"}, false, []string{"B1 run_bug_without_file"}},
		{"lines on one side only", rows{"B1 | a.go:1 | Lock leak"}, rows{"R1 | a.go | Stale cache"}, false, []string{"B1 no_lines"}},
		{"a title on one side only", rows{"B1 | a.go:1 | Lock leak"}, rows{"R1 | a.go:90"}, false, []string{"B1 no_title"}},
		{"an empty list", rows{"B1 | a.go:1"}, nil, false, []string{"B1 file_not_in_run"}},
	} {
		t.Run(c.name, func(t *testing.T) {
			if got := outcome(listOf(c.reference...), listOf(c.own...), c.ids); !slices.Equal(got, c.want) {
				t.Errorf("got %q, want %q", got, c.want)
			}
		})
	}
}

// somePair is a reference list and a run's list with matches of every sort.
var somePair = [2][]recalltest.Bug{
	{
		"BUG-001 | lib/queue.go:10-20 | Queue drops the last message",
		"BUG-002 | lib/queue.go:15-40 | Wakeup is lost when the queue is full",
		"BUG-003 | lib/lease.go:5 | Lease renewal comes too late",
		"BUG-004 | lib/lease.go:80-90 | Clock of the client is trusted",
		"BUG-005 | | Retry counter overflows",
		"BUG-006 | api/header.go:7 | Header case is changed",
		"BUG-007 | api/topic.go | Empty topic is accepted",
		"BUG-008 | lib/queue.go:15-40 | Full batch blocks the writer",
	}, {
		"BUG-001 | queue.go:18-22 | Messages are dropped when the queue closes",
		"BUG-002 | lib/queue.go:16-39 | Full queue loses a wakeup",
		"BUG-003 | lib/lease.go:300 | Renewal of a lease comes too late",
		"BUG-004 | lib/other.go:5 | Something new",
		"BUG-005 | api/topic.go:9 | A topic without a name is accepted",
	},
}

// TestMatchingHangsOnNoOrder shuffles, repeats and renumbers both lists: the same
// bugs are matched by the same keys.
func TestMatchingHangsOnNoOrder(t *testing.T) {
	rename := func(rows []recalltest.Bug, to []string) []recalltest.Bug {
		out := make([]recalltest.Bug, len(rows))
		for i, r := range rows {
			_, rest, _ := strings.Cut(string(r), " ")
			out[i] = recalltest.Bug(to[i] + " " + rest)
		}
		return out
	}
	// What is compared is the content of the pairs, since ids are what changes.
	pairs := func(reference, own []recalltest.Bug) []string {
		b, o := listOf(reference...), listOf(own...)
		var out []string
		for _, p := range matchBugs(b, o, false) {
			out = append(out, fmt.Sprintf("%s / %s / %s", b[p.reference].content, o[p.own].content, MatchKeys[p.key]))
		}
		slices.Sort(out)
		return out
	}
	want := pairs(somePair[0], somePair[1])
	if len(want) != 3 {
		t.Fatalf("matches %q", want)
	}
	random := rand.New(rand.NewPCG(1, 2))
	for range 200 {
		reference, own := slices.Clone(somePair[0]), slices.Clone(somePair[1])
		for _, rows := range [][]recalltest.Bug{reference, own} {
			random.Shuffle(len(rows), func(i, j int) { rows[i], rows[j] = rows[j], rows[i] })
		}
		if got := pairs(append(reference, reference[0], reference[3]), append(own, own[1])); !slices.Equal(got, want) {
			t.Fatalf("in another order, with repeats: %q, want %q", got, want)
		}
		numbers := make([]string, 8)
		for i, n := range random.Perm(8) {
			numbers[i] = fmt.Sprintf("BUG-%s%d", []string{"", "H", "M"}[n%3], n)
		}
		if got := pairs(rename(reference, numbers), rename(own, numbers)); !slices.Equal(got, want) {
			t.Fatalf("renumbered to %q: %q, want %q", numbers, got, want)
		}
	}
}

func TestByName(t *testing.T) {
	want := []string{"BUG-1", "BUG-002", "BUG-2", "BUG-10", "BUG-H1", "BUG-L2", "BUG-L25", "x"}
	for range 20 {
		got := slices.Clone(want)
		rand.Shuffle(len(got), func(i, j int) { got[i], got[j] = got[j], got[i] })
		slices.SortFunc(got, byName)
		if !slices.Equal(got, want) {
			t.Fatalf("%q", got)
		}
	}
}

func TestNoBugs(t *testing.T) {
	for state, no := range map[table.BugState]bool{
		"": false, table.BugOpen: false, table.BugConfirmed: false, table.BugFixed: false, table.BugExpected: false,
		table.BugRetracted: true, table.BugFalsePositive: true, table.BugDuplicate: true,
	} {
		if got := len(listOf(recalltest.Bug("B1 | a.go:1 | A title | " + state))); (got == 0) != no {
			t.Errorf("state %q: %d bugs", state, got)
		}
	}
}
