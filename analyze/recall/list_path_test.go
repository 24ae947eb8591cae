package recall

import "testing"

func TestReferenceNamed(t *testing.T) {
	for _, c := range []struct {
		name, written, log string
		files              []string
		want, why          string
	}{
		{"the same path below the given folder", "archive/chi-1.3/BUGS.md", "logs/cycles/run_state.jsonl", []string{"logs/archive/chi-1.3/BUGS.md", "logs/archive/gin-2/BUGS.md"}, "logs/archive/chi-1.3/BUGS.md", ""},
		{"from the log's folder", "baselines/chi.md", "logs/cycles/c1/run_state.jsonl", []string{"logs/cycles/c1/baselines/chi.md", "logs/cycles/c2/baselines/chi.md"}, "logs/cycles/c1/baselines/chi.md", ""},
		{"from a folder above it", "../archive/chi/BUGS.md", "logs/cycles/c1/run_state.jsonl", []string{"logs/cycles/archive/chi/BUGS.md", "logs/old/archive/chi/BUGS.md"}, "logs/cycles/archive/chi/BUGS.md", ""},
		{"an absolute path that ends so", "/srv/jobs/archive/chi/quality/BUGS.md", "cycles/run_state.jsonl", []string{"archive/chi/quality/BUGS.md"}, "archive/chi/quality/BUGS.md", ""},
		{"the given folder has another name", "repos/archive/chi/quality/BUGS.md", "nightly/run_state.jsonl", []string{"nightly/archive/chi/quality/BUGS.md"}, "nightly/archive/chi/quality/BUGS.md", ""},
		{"a path of another system", `D:\qpb\archive\chi\BUGS.md`, "in/run_state.jsonl", []string{"in/archive/chi/BUGS.md"}, "in/archive/chi/BUGS.md", ""},
		{"the working copy is not the archive", "repos/archive/chi/quality/BUGS.md", "repos/cycles/run_state.jsonl", []string{"repos/chi/quality/BUGS.md"}, "", ReferenceNotRead},
		{"every run has a quality folder", "archive/chi/quality/BUGS.md", "in/run_state.jsonl", []string{"in/quality/BUGS.md"}, "", ReferenceNotRead},
		{"the end of a path is not enough", "archive/chi/BUGS.md", "in/run_state.jsonl", []string{"in/deep/chi/BUGS.md"}, "", ReferenceNotRead},
		{"several fit", "quality/BUGS.md", "in/c/run_state.jsonl", []string{"in/x/quality/BUGS.md", "in/y/quality/BUGS.md"}, "", ReferenceAmbiguous},
		{"several fit, with the same bugs", "copies/BUGS.md", "in/c/run_state.jsonl", []string{"in/x/copies/BUGS.md", "in/y/copies/BUGS.md"}, "in/x/copies/BUGS.md", ""},
		{"nothing is named", " ", "in/run_state.jsonl", []string{"in/BUGS.md"}, "", ReferenceNotNamed},
		{"nothing was read", "archive/chi/BUGS.md", "in/run_state.jsonl", nil, "", ReferenceNotRead},
	} {
		t.Run(c.name, func(t *testing.T) {
			s := listsAt(c.files...)
			f, why := byPath(bugFiles(s)).named(c.written, c.log)
			got := ""
			if f != nil {
				got = f.path
			}
			if got != c.want || why != c.why {
				t.Errorf("%q, %q; want %q, %q", got, why, c.want, c.why)
			}
		})
	}
}
