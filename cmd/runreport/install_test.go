package main

import (
	"archive/tar"
	"bytes"
	"compress/gzip"
	"crypto/sha256"
	"encoding/hex"
	"net/http"
	"net/http/httptest"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
	"testing"

	"github.com/goccy/go-yaml"
)

// releaseServer serves a release on loopback whose program is a script that says which
// commit it is of. The hash is that of the archive.
func releaseServer(t *testing.T, changes ...func(files map[string][]byte)) (address, sum string) {
	t.Helper()
	if runtime.GOOS == "windows" {
		t.Skip("install.sh is for Linux and macOS")
	}
	name := "runreport_" + version + "_" + runtime.GOOS + "_" + runtime.GOARCH
	program := "#!/bin/sh\necho 'runreport version " + version + "'\necho 'commit " + strings.Repeat("a", 40) + "'\n"
	var archive bytes.Buffer
	z := gzip.NewWriter(&archive)
	w := tar.NewWriter(z)
	for _, file := range [][2]string{{"runreport", program}, {"LICENSE", "Apache"}} {
		if err := w.WriteHeader(&tar.Header{Name: name + "/" + file[0], Mode: 0o755, Size: int64(len(file[1]))}); err != nil {
			t.Fatal(err)
		}
		if _, err := w.Write([]byte(file[1])); err != nil {
			t.Fatal(err)
		}
	}
	if w.Close() != nil || z.Close() != nil {
		t.Fatal("the archive could not be made")
	}
	hash := sha256.Sum256(archive.Bytes())
	sum = hex.EncodeToString(hash[:])
	files := map[string][]byte{
		"/v" + version + "/" + name + ".tar.gz": archive.Bytes(),
		"/v" + version + "/SHA256SUMS":          []byte(strings.Repeat("0", 64) + "  other.tar.gz\n" + sum + "  " + name + ".tar.gz\n"),
	}
	for _, change := range changes {
		change(files)
	}
	s := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		content, ok := files[r.URL.Path]
		if !ok {
			http.NotFound(w, r)
			return
		}
		_, _ = w.Write(content)
	}))
	t.Cleanup(s.Close)
	return s.URL, sum
}

// tampered changes the archive, whose name ends in .tar.gz, or the list of hashes.
func tampered(suffix, with string) func(map[string][]byte) {
	return func(files map[string][]byte) {
		for name := range files {
			if strings.HasSuffix(name, suffix) {
				files[name] = append(files[name], with...)
				if with == "" {
					delete(files, name)
				}
			}
		}
	}
}

// What the action's first step does with each release: it installs the program, leaves it to
// the next steps to build one, or ends the job.
func TestActionFetchesARelease(t *testing.T) {
	root, err := filepath.Abs(filepath.Join("..", ".."))
	if err != nil {
		t.Fatal(err)
	}
	step := stepOf(t, actionSteps(t), "Fetch runreport")
	good, sum := releaseServer(t)
	for _, c := range []struct {
		name, version, ref, sha256, downloads string
		code                                  int
		build                                 string
		says                                  string
	}{
		{"a version", version, "main", "", good, 0, "false", "commit aaaa"},
		{"a version and its hash", version, "main", sum, good, 0, "false", "commit aaaa"},
		{"the tag of the action", "", "v" + version, "", good, 0, "false", "commit aaaa"},
		{"the commit of the action", "", strings.Repeat("a", 40), "", good, 0, "false", "commit aaaa"},
		{"another commit of the action", "", strings.Repeat("b", 40), "", good, 0, "true", "of another commit"},
		{"a branch of the action", "", "main", "", good, 0, "true", ""},
		{"from source", "source", "v" + version, "", good, 0, "true", ""},
		{"a version that is not there", "9.9.9", "main", "", good, 0, "true", "cannot be fetched"},
		{"another hash than the one given", version, "main", strings.Repeat("1", 64), good, 1, "", "expected 1111"},
		{"another archive than the one listed", version, "main", "", first(releaseServer(t, tampered(".tar.gz", "x"))), 1, "", "expected " + sum},
		{"a list without the archive", version, "main", "", first(releaseServer(t, tampered("SUMS", "x"), func(f map[string][]byte) {
			f["/v"+version+"/SHA256SUMS"] = []byte("nothing\n")
		})), 1, "", "does not list it"},
		{"no list", version, "main", "", first(releaseServer(t, tampered("SUMS", ""))), 1, "", "list of hashes"},
		{"a place without https", version, "main", "", "http://example.org", 2, "", "https only"},
		{"a version that is a path", "../../x", "main", "", good, 2, "", "is no version"},
		{"a version that is code", "$(touch pwned)", "main", "", good, 2, "", "is no version"},
	} {
		t.Run(c.name, func(t *testing.T) {
			b := newBench(t, nil)
			code, out := b.run(t, github, step.Run, map[string]string{"ACTION": root, "REF": c.ref, "VERSION": c.version,
				"DOWNLOADS": c.downloads, "RUNREPORT_SHA256": c.sha256})
			if code != c.code || !strings.Contains(out, c.says) {
				t.Errorf("exit %d, want %d and %q: %s", code, c.code, c.says, out)
			}
			want := ""
			if c.build != "" {
				want = "build=" + c.build + "\n"
			}
			if got := b.read("output"); got != want {
				t.Errorf("output %q, want %q", got, want)
			}
			if got := b.read("added-to-path") == b.path("tmp/runreport")+"\n"; got != (c.build == "false") {
				t.Errorf("the program is in PATH: %t", got)
			}
			if _, err := os.Stat(b.path("tmp/runreport/runreport")); (err == nil) != (c.build == "false") && c.says != "of another commit" {
				t.Errorf("the program is there: %v", err)
			}
			if _, err := os.Stat(b.path("pwned")); err == nil {
				t.Error("the version ran as code")
			}
		})
	}
}

func first(a, _ string) string { return a }

// Where nothing was fetched the action builds itself; the steps say so.
func TestActionBuildsFromSource(t *testing.T) {
	raw, err := os.ReadFile(filepath.Join("..", "..", "action.yml"))
	if err != nil {
		t.Fatal(err)
	}
	var action struct {
		Runs struct {
			Steps []struct{ Name, If, Run string }
		}
	}
	if err := yaml.Unmarshal(raw, &action); err != nil {
		t.Fatal(err)
	}
	seen := 0
	for _, s := range action.Runs.Steps {
		if s.Name == "Set up Go" || s.Name == "Build runreport from source" {
			seen++
			if s.If != "steps.fetch.outputs.build == 'true'" {
				t.Errorf("%s runs if %q", s.Name, s.If)
			}
		}
	}
	if seen != 2 {
		t.Errorf("%d of 2 steps were found", seen)
	}
	b := newBench(t, map[string]string{"go": `echo "$*" > "$BENCH/calls"` + "\n"})
	code, out := b.run(t, github, stepOf(t, actionSteps(t), "Build runreport from source").Run, map[string]string{"ACTION": "/the/action"})
	if code != 0 || !strings.HasPrefix(b.read("calls"), "build -C /the/action ") || b.read("added-to-path") != b.path("tmp/runreport")+"\n" {
		t.Errorf("exit %d: %s\n%s", code, out, b.read("calls"))
	}
}

// gitlabJob is what these tests read of the job on GitLab.
type gitlabJob struct {
	Variables map[string]string
	Script    []string
}

// The component and the file to copy have one and the same job.
func TestGitLabComponentIsTheJob(t *testing.T) {
	raw, err := os.ReadFile(filepath.Join("..", "..", "templates", "runreport", "template.yml"))
	if err != nil {
		t.Fatal(err)
	}
	head, body, ok := strings.Cut(string(raw), "\n---\n")
	if !ok {
		t.Fatal("the component has no inputs")
	}
	var spec struct {
		Spec struct {
			Inputs map[string]struct{ Default string }
		}
	}
	var component, file struct{ Report gitlabJob }
	if err := yaml.Unmarshal([]byte(head), &spec); err != nil {
		t.Fatal(err)
	}
	if err := yaml.Unmarshal([]byte(body), &component); err != nil {
		t.Fatal(err)
	}
	readYAML(t, "docs/ci/gitlab-ci.yml", &file)
	if strings.Join(component.Report.Script, "\n") != strings.Join(file.Report.Script, "\n") {
		t.Error("the scripts of the component and of docs/ci/gitlab-ci.yml differ")
	}
	conf, err := os.ReadFile(filepath.Join("..", "..", "packaging", "release.conf"))
	if err != nil {
		t.Fatal(err)
	}
	inputs := spec.Spec.Inputs
	if inputs["version"].Default != version || !strings.Contains(string(conf), "\nDOWNLOADS="+inputs["downloads"].Default+"\n") {
		t.Errorf("the component installs %q from %q", inputs["version"].Default, inputs["downloads"].Default)
	}
	for name, value := range file.Report.Variables {
		input := strings.ToLower(strings.TrimPrefix(name, "RUNREPORT_"))
		if input != "bin" && inputs[input].Default != value {
			t.Errorf("%s is %q in the file and %q in the component", name, value, inputs[input].Default)
		}
	}
}

func TestGitLabFetchesARelease(t *testing.T) {
	if _, err := exec.LookPath("wget"); err != nil {
		t.Skip("wget is not there")
	}
	if runtime.GOOS != "linux" {
		t.Skip("jobs on GitLab run on Linux")
	}
	var file struct{ Report gitlabJob }
	readYAML(t, "docs/ci/gitlab-ci.yml", &file)
	good, sum := releaseServer(t)
	for _, c := range []struct {
		name, version, sha256, downloads string
		code                             int
		installed, cloned                bool
	}{
		{"a version", version, "", good, 0, true, false},
		{"a version and its hash", version, sum, good, 0, true, false},
		{"another hash than the one given", version, strings.Repeat("1", 64), good, 1, false, false},
		{"another archive than the one listed", version, "", first(releaseServer(t, tampered(".tar.gz", "x"))), 1, false, false},
		{"no list", version, "", first(releaseServer(t, tampered("SUMS", ""))), 1, false, false},
		{"a version that is not there", "9.9.9", "", good, 0, false, true},
	} {
		t.Run(c.name, func(t *testing.T) {
			b := newBench(t, map[string]string{"git": `echo "$*" > "$BENCH/calls"` + "\n", "go": "true\n"})
			if err := os.Remove(b.path("bin/runreport")); err != nil {
				t.Fatal(err)
			}
			code, out := b.run(t, gitlab, file.Report.Script[0], map[string]string{"RUNREPORT_VERSION": c.version, "RUNREPORT_SHA256": c.sha256,
				"RUNREPORT_DOWNLOADS": c.downloads, "RUNREPORT_SOURCE": "example.org/x.git", "RUNREPORT_BIN": b.path("installed"), "CI_BUILDS_DIR": b.dir})
			_, err := os.Stat(b.path("installed/runreport"))
			if (code == 0) != (c.code == 0) || (err == nil) != c.installed || strings.Contains(b.read("calls"), "https://example.org/x.git") != c.cloned {
				t.Errorf("exit %d, installed: %v, cloned: %q: %s", code, err, b.read("calls"), out)
			}
		})
	}
}
