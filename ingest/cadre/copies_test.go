package cadre

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/zeebo/xxh3"

	"runreport/ingest/record"
)

// Which of many copies counts is found without a look at every checkpoint for each of them: that
// took minutes here.
func TestManyCopiesAndCheckpoints(t *testing.T) {
	const many = 10_000
	x := &index{at: map[place][]*draft{}}
	for i := range many {
		x.at[place{kindItem, fmt.Sprint("work/", i), "7"}] = nil
	}
	events := formats[0]
	for _, f := range formats {
		if f.Name == formatEvents {
			events = f
		}
	}
	var files []*record.File
	for i := range many {
		f := &record.File{Path: fmt.Sprint(i, "/notifications.jsonl"), Dir: fmt.Sprint(i), Format: events}
		f.Records = []*record.Record{{File: f, At: time.Unix(1, 0)}}
		files = append(files, f)
	}
	files[many-1].Dir = "work/7"
	began := time.Now()
	x.copies(files)
	if took := time.Since(began); took > 30*time.Second {
		t.Errorf("it took %v", took)
	}
	if x.first(files[0]) != files[many-1] {
		t.Errorf("%s counts, not the file with a checkpoint", x.first(files[0]).Dir)
	}
}

// An invocation is of the moment when it ended, else of that when it began.
func TestTimeOfAnInvocation(t *testing.T) {
	line := call("a", task1, "w", "success", 5000, 2000, "")
	began := strings.Replace(line, `,"timestamp":"`+at(7000)+`"`, "", 1)
	for text, want := range map[string]string{line: "invocation 10:00:07.000", began: "invocation 10:00:05.000"} {
		if got := ingest(t, input{"work/metrics/invocations.jsonl", text}).rows("Events", "kind", "at")[0]; got != want {
			t.Errorf("%s: %s, want %s", text, got, want)
		}
	}
}

// Copies are told by a record with a name and a time: what has none counts in each folder.
func TestWhatIsNoCopy(t *testing.T) {
	line := call("a", task1, "w", "success", 5000, 2000, "")
	timeless := strings.NewReplacer(`,"timestamp":"`+at(7000)+`"`, "", `"startTime":"`+at(5000)+`"`, `"startTime":""`).Replace(line)
	for _, c := range []struct{ name, text, want string }{
		{"invocations", line, "1 0, 0 1"},
		{"invocations without a name", strings.Replace(line, `"invocationId":"a",`, "", 1) + call("b", task1, "w", "success", 9000, 2000, ""), "2 0, 2 0"},
		{"invocations without a time", timeless, "1 0, 1 0"},
	} {
		r := ingest(t, input{"a/metrics/invocations.jsonl", c.text}, input{"b/metrics/invocations.jsonl", c.text})
		if got := strings.Join(r.rows("Sources", "kept", "duplicate"), ", "); got != c.want {
			t.Errorf("%s: %s, want %s", c.name, got, c.want)
		}
	}
}

// The text of a beginning is what fmt makes of it, as histories have it.
func TestTextOfABeginning(t *testing.T) {
	for _, b := range []beginning{
		{},
		{format: formatLog, sum: xxh3.Uint128{Hi: 1, Lo: 1<<64 - 1}},
		{format: formatProgress, page: "work item7" + time.Unix(1776852300, 0).UTC().String() + " 4096"},
		{format: "a {b}", page: "\xff}\x00"},
	} {
		if got, want := b.String(), fmt.Sprint("", struct {
			format string
			sum    xxh3.Uint128
			page   string
		}(b)); got != want {
			t.Errorf("%q, want %q", got, want)
		}
	}
}

// A page begins with what it says of itself and its length, as fmt puts them together.
func TestBeginningOfAPage(t *testing.T) {
	r := ingest(t, input{"work/issues/7/progress.md", "# Work Item 7: a\n\n## Pipeline Status\n- **Last Updated**: " + at(500) + "\n"})
	f := r.Files[0]
	head := f.Records[0]
	if got, want := beginningOf(f).page, fmt.Sprint(head.Str("of"), head.Str("id"), head.Time("updated"), f.Bytes); got != want || head.Time("updated").IsZero() {
		t.Errorf("%q, want %q", got, want)
	}
}

// Of copies that are alike the first counts.
func TestCopiesThatAreAlike(t *testing.T) {
	line := notified(`"type":"task-started","workItemId":"7","taskId":"t1"`, at(0))
	for _, homes := range []string{"a b", "a b c"} {
		var files []input
		for _, home := range strings.Fields(homes) {
			files = append(files, input{home + "/notifications.jsonl", line})
		}
		want(t, homes, runsOf(ingest(t, files...)), "work item 7 in a")
	}
}
