package main

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/goccy/go-yaml"

	"runreport/unit/tier"
)

// ghStub answers as GitHub does, from files, and keeps what is sent.
const ghStub = `
printf '%s\n' "$*" >> "$BENCH/calls"
input=""
for ((i = 1; i <= $#; i++)); do
  if [ "${!i}" = --input ]; then j=$((i + 1)); input="${!j}"; fi
done
case "$*" in
  *"/pulls -f"*) cat "$BENCH/pulls.json" ;;
  *"/comments?per_page"*) cat "$BENCH/comments.json" ;;
  *"--method PATCH"* | *"--method POST"*) cp "$input" "$BENCH/sent.json" ;;
  *) exit 9 ;;
esac
`

func TestCommentWorkflowPosts(t *testing.T) {
	tier.Seconds(t)
	var w workflow
	readYAML(t, githubFiles[1], &w)
	steps := w.Jobs["comment"].Steps
	write, post := stepOf(t, steps, "Write the note"), stepOf(t, steps, "Post it, or bring the last one up to date")
	summary := tree(t, build(t, fortnight(t), "--format", "json", "--title", "Nightly"))["summary.json"]
	marker := "<!-- runreport:nightly-"
	for _, c := range []struct {
		name, pulls, comments string
		calls                 string // what the last call begins with
	}{
		{"the first note", `[{"number":7,"head":{"sha":"abc"}}]`, `[]`, "api --method POST repos/o/r/issues/7/comments "},
		{"ours is there", `[{"number":7,"head":{"sha":"abc"}}]`, `[{"id":1,"user":{"login":"other"},"body":"x"}][{"id":5,"user":{"login":"github-actions[bot]"},"body":"old\r\n\r\nMARKER\r\n"}]`, "api --method PATCH repos/o/r/issues/comments/5 "},
		{"somebody else wrote our marker", `[{"number":7,"head":{"sha":"abc"}}]`, `[{"id":5,"user":{"login":"mallory"},"body":"MARKER"}]`, "api --method POST "},
		{"we quoted the marker", `[{"number":7,"head":{"sha":"abc"}}]`, `[{"id":5,"user":{"login":"github-actions[bot]"},"body":"MARKER and more"}]`, "api --method POST "},
		{"our note of another report", `[{"number":7,"head":{"sha":"abc"}}]`, `[{"id":5,"user":{"login":"github-actions[bot]"},"body":"<!-- runreport:other-00000000 -->"}]`, "api --method POST "},
		{"a newer commit is there", `[{"number":7,"head":{"sha":"def"}}]`, `[]`, "api --method GET "},
		{"closed by now", `[]`, `[]`, "api --method GET "},
	} {
		t.Run(c.name, func(t *testing.T) {
			b := newBench(t, map[string]string{"gh": ghStub})
			put(t, b.path("tmp/untrusted/summary.json"), summary)
			if code, out := b.run(t, github, write.Run, map[string]string{"REPORT_URL": "https://example.org/runs/1"}); code != 0 {
				t.Fatalf("exit %d: %s", code, out)
			}
			note := b.read("tmp/comment.md")
			ours := strings.TrimSuffix(note[strings.LastIndex(note, marker):], "\n")
			put(t, b.path("pulls.json"), c.pulls)
			put(t, b.path("comments.json"), strings.ReplaceAll(c.comments, "MARKER", ours))
			code, out := b.run(t, github, post.Run, map[string]string{"GH_TOKEN": "x", "REPO": "o/r", "HEAD_OWNER": "someone", "HEAD_BRANCH": "a&b=$(touch pwned)", "HEAD_SHA": "abc", "AUTHOR": post.Env["AUTHOR"]})
			calls := strings.Split(strings.TrimSpace(b.read("calls")), "\n")
			if code != 0 || !strings.HasPrefix(calls[len(calls)-1], c.calls) || !strings.HasPrefix(calls[0], "api --method GET repos/o/r/pulls -f state=open -f head=someone:a&b=$(touch pwned)") {
				t.Fatalf("exit %d: %s\ncalls:\n%s", code, out, strings.Join(calls, "\n"))
			}
			if strings.Contains(c.calls, "GET") {
				return
			}
			var sent struct{ Body string }
			if err := yaml.Unmarshal([]byte(b.read("sent.json")), &sent); err != nil || sent.Body != note {
				t.Errorf("sent %v: %.100q", err, sent.Body)
			}
		})
	}
}

func TestCommentWorkflowTrustsNothing(t *testing.T) {
	var w workflow
	readYAML(t, githubFiles[1], &w)
	write := stepOf(t, w.Jobs["comment"].Steps, "Write the note")
	for name, prepare := range map[string]func(b *bench){
		"no file":  func(*bench) {},
		"a link":   func(b *bench) { _ = os.Symlink("/etc/passwd", b.path("tmp/untrusted/summary.json")) },
		"a folder": func(b *bench) { _ = os.MkdirAll(b.path("tmp/untrusted/summary.json"), 0o700) },
		"no JSON":  func(b *bench) { put(t, b.path("tmp/untrusted/summary.json"), "@everyone") },
		"a huge file": func(b *bench) {
			put(t, b.path("tmp/untrusted/summary.json"), string(bytes.Repeat([]byte("x"), 64<<20+1)))
		},
		"another program": func(b *bench) { put(t, b.path("tmp/untrusted/summary.json"), `{"schema":"x/1"}`) },
	} {
		b := newBench(t, nil)
		put(t, b.path("tmp/untrusted/other"), "")
		prepare(b)
		if code, out := b.run(t, github, write.Run, map[string]string{"REPORT_URL": "https://example.org/runs/1"}); code == 0 || b.read("tmp/comment.md") != "" {
			t.Errorf("%s: exit %d, note %.60q: %s", name, code, b.read("tmp/comment.md"), out)
		}
	}
}

// curlStub answers as GitLab does.
const curlStub = `
printf '%s\n' "$*" >> "$BENCH/calls"
for a in "$@"; do
  case "$a" in body=*) cp "${a#body=<}" "$BENCH/sent.md" ;; esac
done
case "$*" in
  *"--request"*) ;;
  *"/user") echo '{"id": 42}' ;;
  *"/notes?per_page"*) cat "$BENCH/notes.json" ;;
  *) exit 9 ;;
esac
`

func TestGitLabJobs(t *testing.T) {
	tier.Slow(t, "builds as a job does")
	tier.Seconds(t)
	var file struct{ Report, Note struct{ Script []string } }
	readYAML(t, "docs/ci/gitlab-ci.yml", &file)
	build, note := file.Report.Script[1], file.Note.Script[1]
	logs, err := filepath.Abs(demoLogs)
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		name, notes, gate, call string
		code                    int
	}{
		{"the first note", `[]`, "0", "--request POST", 0},
		{"ours is there", `[{"id":1,"author":{"id":7},"body":"MARKER"},{"id":2,"author":{"id":42},"body":"old\nMARKER\n"}]`, "0", "--request PUT https://git.example/api/v4/projects/3/merge_requests/4/notes/2 ", 0},
		{"somebody else wrote our marker", `[{"id":1,"author":{"id":7},"body":"MARKER"}]`, "1", "--request POST", 1},
	} {
		t.Run(c.name, func(t *testing.T) {
			b := newBench(t, map[string]string{"curl": curlStub, "runreport": `if [ "$1" = gate ]; then exit ` + c.gate + "; fi\nREAL \"$@\"\n"})
			if err := os.Symlink(filepath.Join(logs, "shop-builds"), b.path("logs")); err != nil {
				t.Fatal(err)
			}
			if code, out := b.run(t, gitlab, build, map[string]string{"CI_PROJECT_NAME": "shop", "CI_JOB_URL": "https://git.example/shop/-/jobs/1"}); code != c.code {
				t.Fatalf("exit %d, want %d: %s", code, c.code, out)
			}
			for _, name := range []string{"index.html", "summary.json", "junit.xml", "codequality.json"} {
				if b.read("report/"+name) == "" {
					t.Errorf("%s is not there", name)
				}
			}
			text := b.read("report/gitlab-note.md")
			put(t, b.path("notes.json"), strings.ReplaceAll(c.notes, "MARKER", strings.TrimSpace(text[strings.LastIndex(text, "<!--"):])))
			code, out := b.run(t, gitlab, note, map[string]string{"CI_API_V4_URL": "https://git.example/api/v4", "CI_PROJECT_ID": "3", "CI_MERGE_REQUEST_IID": "4", "RUNREPORT_TOKEN": "x"})
			calls := strings.Split(strings.TrimSpace(b.read("calls")), "\n")
			if code != 0 || len(calls) != 3 || !strings.Contains(calls[2], c.call) || b.read("sent.md") != text {
				t.Errorf("exit %d: %s\ncalls:\n%s", code, out, strings.Join(calls, "\n"))
			}
		})
	}
}
