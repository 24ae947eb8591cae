package main

import (
	"archive/tar"
	"archive/zip"
	"compress/gzip"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"runreport/unit/tier"
)

// zipTo writes a folder as a zip.
func zipTo(t *testing.T, file, dir string) {
	t.Helper()
	f, err := os.Create(file)
	if err != nil {
		t.Fatal(err)
	}
	z := zip.NewWriter(f)
	for _, err := range []error{z.AddFS(os.DirFS(dir)), z.Close(), f.Close()} {
		if err != nil {
			t.Fatal(err)
		}
	}
}

// tarTo writes a folder as a compressed tar.
func tarTo(t *testing.T, file, dir string) {
	t.Helper()
	f, err := os.Create(file)
	if err != nil {
		t.Fatal(err)
	}
	z := gzip.NewWriter(f)
	w := tar.NewWriter(z)
	for _, c := range []func() error{func() error { return w.AddFS(os.DirFS(dir)) }, w.Close, z.Close, f.Close} {
		if err := c(); err != nil {
			t.Fatal(err)
		}
	}
}

// The report on an archive is that on a folder of its name, to the byte: pages, quoted
// lines and tables. This program's own report in the archive is no input.
func TestTheReportOnAnArchiveIsThatOnAFolder(t *testing.T) {
	tier.Slow(t, "builds reports with their sites")
	tier.Seconds(t)
	t.Parallel()
	for name, pack := range map[string]func(t *testing.T, file, dir string){"night.zip": zipTo, "night.tgz": tarTo} {
		folder, file := filepath.Join(t.TempDir(), name), filepath.Join(t.TempDir(), name)
		if err := os.CopyFS(folder, os.DirFS(demoLogs)); err != nil {
			t.Fatal(err)
		}
		if code, _, stderr := call(t, "build", folder, "-o", filepath.Join(folder, "report"), "--format", "json"); code != exitOK {
			t.Fatal(stderr)
		}
		pack(t, file, folder)
		want := tree(t, build(t, folder, "--format", "html,json,site"))
		got := tree(t, build(t, file, "--format", "html,json,site"))
		if diff := cmp.Diff(want, got); diff != "" {
			t.Errorf("%s: the folder (-) and the archive (+):\n%.3000s", name, diff)
		}
		if page := got["index.html"]; !strings.Contains(page, name+"/") {
			t.Errorf("%s: no path in the archive is on the page", name)
		}
	}
}

// What a damaged archive still gives is reported, and the exit code says that it is not
// all; an archive that gives nothing is no log.
func TestDamagedArchivesInExitCodes(t *testing.T) {
	tier.Seconds(t)
	dir := t.TempDir()
	whole := filepath.Join(dir, "whole.tgz")
	tarTo(t, whole, demoLogs)
	b, err := os.ReadFile(whole)
	if err != nil {
		t.Fatal(err)
	}
	put(t, filepath.Join(dir, "cut.tgz"), string(b[:len(b)*3/4]))
	put(t, filepath.Join(dir, "page.zip"), "<!DOCTYPE html>")
	for _, c := range []struct {
		name, file, stderr, stdout string
		code                       int
	}{
		{"whole", "whole.tgz", "", "", exitFailed},
		{"cut", "cut.tgz", "cut.tgz: cannot be read: ", "archive_damaged", exitInput},
		{"no archive", "page.zip", `page.zip: cannot be read: a file that begins with "<!DOCTYPE html>"`, "", exitNothing},
	} {
		code, stdout, stderr := call(t, "check", filepath.Join(dir, c.file))
		if code != c.code || !strings.Contains(stderr, c.stderr) || !strings.Contains(stdout, c.stdout) {
			t.Errorf("%s: exit %d, want %d: %s\n%.300s", c.name, code, c.code, stderr, stdout)
		}
	}
}
