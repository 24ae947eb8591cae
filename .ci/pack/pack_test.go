package main

import (
	"archive/tar"
	"archive/zip"
	"bytes"
	"compress/gzip"
	"crypto/sha256"
	"encoding/base64"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"
)

// made is a time with seconds that a zip can hold.
var made = time.Date(2026, 3, 12, 1, 2, 4, 0, time.UTC)

// sample is a release of two small programs.
func sample(t *testing.T) *release {
	t.Helper()
	own, err := os.Executable() // a program of Go, from which modules can be read
	if err != nil {
		t.Fatal(err)
	}
	content, err := os.ReadFile(own)
	if err != nil {
		t.Fatal(err)
	}
	r := &release{product: products[0], out: t.TempDir(), bin: t.TempDir(), root: filepath.Join("..", ".."), version: "1.2.3", commit: "abc", made: made,
		programs: []program{{"runreport", "linux", "amd64", content, own}, {"runreport", "windows", "arm64", content, own}},
		shared:   []file{{name: "LICENSE", content: []byte("ours")}, {name: "THIRD_PARTY_LICENSES.txt", content: []byte("theirs")}, {name: "man/runreport.1", content: []byte(".TH")}}}
	if r.settings, err = settings(filepath.Join("..", "..", "packaging", "release.conf")); err != nil {
		t.Fatal(err)
	}
	return r
}

func read(t *testing.T, r *release, name string) []byte {
	t.Helper()
	content, err := os.ReadFile(filepath.Join(r.out, filepath.FromSlash(name)))
	if err != nil {
		t.Fatal(err)
	}
	return content
}

// untar is what a tar.gz holds, by name, with modes; it fails on another time or owner.
func untar(t *testing.T, content []byte) (modes map[string]int64, texts map[string]string, order []string) {
	t.Helper()
	z, err := gzip.NewReader(bytes.NewReader(content))
	if err != nil {
		t.Fatal(err)
	}
	if !z.ModTime.IsZero() || z.Name != "" {
		t.Errorf("the gzip header has a time or a name: %v %q", z.ModTime, z.Name)
	}
	modes, texts = map[string]int64{}, map[string]string{}
	for r := tar.NewReader(z); ; {
		h, err := r.Next()
		if errors.Is(err, io.EOF) {
			return modes, texts, order
		}
		if err != nil {
			t.Fatal(err)
		}
		text, err := io.ReadAll(r)
		if err != nil {
			t.Fatal(err)
		}
		if !h.ModTime.Equal(made) || h.Uid != 0 || h.Gid != 0 || h.Uname != "" {
			t.Errorf("%s: time %v, owner %d %d %q", h.Name, h.ModTime, h.Uid, h.Gid, h.Uname)
		}
		modes[h.Name], texts[h.Name], order = h.Mode, string(text), append(order, h.Name)
	}
}

func TestArchives(t *testing.T) {
	r := sample(t)
	if err := r.archives(); err != nil {
		t.Fatal(err)
	}
	modes, texts, order := untar(t, read(t, r, "runreport_1.2.3_linux_amd64.tar.gz"))
	const folder = "runreport_1.2.3_linux_amd64/"
	if modes[folder+"runreport"] != 0o755 || modes[folder+"LICENSE"] != 0o644 || texts[folder+"man/runreport.1"] != ".TH" || !slices.IsSorted(order) || len(order) != 4 {
		t.Errorf("%v %v", modes, order)
	}
	content := read(t, r, "runreport_1.2.3_windows_arm64.zip")
	z, err := zip.NewReader(bytes.NewReader(content), int64(len(content)))
	if err != nil {
		t.Fatal(err)
	}
	for _, f := range z.File {
		if !f.Modified.Equal(made) || strings.HasSuffix(f.Name, ".exe") != (f.Mode().Perm() == 0o755) {
			t.Errorf("%s: time %v, mode %v", f.Name, f.Modified, f.Mode())
		}
	}
}

// A wheel has the program as a script that may run, and a record with the hash of every
// file.
func TestWheel(t *testing.T) {
	r := sample(t)
	name, content, err := r.wheel(r.programs[0])
	if err != nil {
		t.Fatal(err)
	}
	if want := "runreport-1.2.3-py3-none-manylinux_2_17_x86_64.manylinux2014_x86_64.musllinux_1_1_x86_64.whl"; name != want {
		t.Errorf("%s, want %s", name, want)
	}
	z, err := zip.NewReader(bytes.NewReader(content), int64(len(content)))
	if err != nil {
		t.Fatal(err)
	}
	texts := map[string][]byte{}
	for _, f := range z.File {
		in, err := f.Open()
		if err != nil {
			t.Fatal(err)
		}
		if texts[f.Name], err = io.ReadAll(in); err != nil {
			t.Fatal(err)
		}
		if program := f.Name == "runreport-1.2.3.data/scripts/runreport"; program != (f.Mode().Perm() == 0o755) {
			t.Errorf("%s has mode %v", f.Name, f.Mode())
		}
	}
	record := string(texts["runreport-1.2.3.dist-info/RECORD"])
	for file, text := range texts {
		sum := sha256.Sum256(text)
		line := fmt.Sprintf("%s,sha256=%s,%d\n", file, base64.RawURLEncoding.EncodeToString(sum[:]), len(text))
		if strings.HasSuffix(file, "/RECORD") {
			line = file + ",,\n"
		}
		if !strings.Contains(record, line) {
			t.Errorf("the record has no line %q", line)
		}
	}
	if tags := string(texts["runreport-1.2.3.dist-info/WHEEL"]); strings.Count(tags, "\nTag: py3-none-") != 3 || !strings.Contains(tags, "Root-Is-Purelib: false") {
		t.Errorf("WHEEL: %s", tags)
	}
	for _, p := range platforms {
		if wheelTags[p.os+"/"+p.arch] == "" || npmNames[p.os] == "" || npmNames[p.arch] == "" {
			t.Errorf("%s/%s has no name in Python or Node.js", p.os, p.arch)
		}
	}
}

func TestNPM(t *testing.T) {
	r := sample(t)
	if err := r.npm(); err != nil {
		t.Fatal(err)
	}
	var top, one npmPackage
	_, texts, _ := untar(t, read(t, r, "npm/runreport-1.2.3.tgz"))
	if err := json.Unmarshal([]byte(texts["package/package.json"]), &top); err != nil {
		t.Fatal(err)
	}
	if len(top.Dependencies) != len(platforms) || top.Dependencies["@runreport/runreport-linux-x64"] != "1.2.3" || strings.Contains(texts["package/package.json"], "scripts") {
		t.Errorf("package.json: %s", texts["package/package.json"])
	}
	if starter := texts["package/bin/runreport.js"]; !strings.Contains(starter, "'@runreport/runreport-' + process.platform") {
		t.Errorf("the starter: %s", starter)
	}
	modes, texts, _ := untar(t, read(t, r, "npm/runreport-win32-arm64-1.2.3.tgz"))
	if err := json.Unmarshal([]byte(texts["package/package.json"]), &one); err != nil {
		t.Fatal(err)
	}
	if one.Name != "@runreport/runreport-win32-arm64" || !slices.Equal(one.OS, []string{"win32"}) || !slices.Equal(one.CPU, []string{"arm64"}) || modes["package/bin/runreport.exe"] != 0o755 {
		t.Errorf("%+v %v", one, modes)
	}
}

// The bill names each linked module once, with the hash of go.sum, and each program.
func TestBill(t *testing.T) {
	r := sample(t)
	if err := r.bill(); err != nil {
		t.Fatal(err)
	}
	var b bom
	if err := json.Unmarshal(read(t, r, "runreport_1.2.3.cdx.json"), &b); err != nil {
		t.Fatal(err)
	}
	refs := map[string]bool{}
	for _, c := range append(b.Components, b.Metadata.Component.Components...) {
		if refs[c.Ref] {
			t.Errorf("%s is there twice", c.Ref)
		}
		refs[c.Ref] = true
	}
	for _, want := range []string{"pkg:npm/zrender@", "pkg:npm/echarts@6.1.0", "pkg:golang/std@", "file:linux_amd64/runreport", "file:windows_arm64/runreport.exe"} {
		if !slices.ContainsFunc(append(b.Components, b.Metadata.Component.Components...), func(c component) bool { return strings.HasPrefix(c.Ref, want) }) {
			t.Errorf("the bill has no %s", want)
		}
	}
	if b.Metadata.Timestamp != "2026-03-12T01:02:04Z" || len(b.Dependencies) != 1 || len(b.Dependencies[0].On) != len(b.Components) {
		t.Errorf("time %s, %d dependencies", b.Metadata.Timestamp, len(b.Dependencies))
	}
}

// The program for object storage is an archive and a bill of its own: no package of runreport
// holds it, and it has neither the manual nor ECharts.
func TestCloudIsApart(t *testing.T) {
	r := sample(t)
	content := r.programs[0].content
	for _, name := range []string{"linux_amd64/runreport", "linux_amd64/runreport-cloud", "man/runreport.1", "completions/runreport.bash",
		"completions/_runreport", "completions/runreport.fish", "completions/runreport.ps1"} {
		path := filepath.Join(r.bin, filepath.FromSlash(name))
		if err := os.MkdirAll(filepath.Dir(path), 0o750); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, content, 0o600); err != nil {
			t.Fatal(err)
		}
	}
	made := map[string][]string{}
	for _, p := range products {
		one := &release{product: p, bin: r.bin, out: t.TempDir(), root: r.root, version: r.version, commit: r.commit, made: r.made}
		if err := one.pack(); err != nil {
			t.Fatal(err)
		}
		err := filepath.WalkDir(one.out, func(path string, d os.DirEntry, err error) error {
			if err == nil && !d.IsDir() {
				made[p.name] = append(made[p.name], filepath.Base(path))
			}
			return err
		})
		if err != nil {
			t.Fatal(err)
		}
		if p.full {
			continue
		}
		_, _, files := untar(t, read(t, one, "runreport-cloud_1.2.3_linux_amd64.tar.gz"))
		const folder = "runreport-cloud_1.2.3_linux_amd64/"
		want := []string{folder + "CHANGELOG.md", folder + "LICENSE", folder + "THIRD_PARTY_LICENSES.txt", folder + "runreport-cloud"}
		if !slices.Equal(files, want) {
			t.Errorf("the archive holds %q", files)
		}
		if bill := read(t, one, "runreport-cloud_1.2.3.cdx.json"); bytes.Contains(bill, []byte("pkg:npm/")) ||
			!bytes.Contains(bill, []byte("pkg:generic/runreport-cloud@1.2.3")) {
			t.Errorf("the bill: %s", bill)
		}
	}
	if want := []string{"runreport-cloud_1.2.3.cdx.json", "runreport-cloud_1.2.3_linux_amd64.tar.gz"}; !slices.Equal(made["runreport-cloud"], want) {
		t.Errorf("of runreport-cloud: %q", made["runreport-cloud"])
	}
	if len(made["runreport"]) < 8 {
		t.Errorf("of runreport: %q", made["runreport"])
	}
}

// Packing twice gives the same bytes.
func TestSameBytes(t *testing.T) {
	var sums []string
	for range 2 {
		r := sample(t)
		for _, step := range []func() error{r.image, r.archives, r.wheels, r.npm, r.bill} {
			if err := step(); err != nil {
				t.Fatal(err)
			}
		}
		var b strings.Builder
		err := filepath.WalkDir(r.out, func(path string, d os.DirEntry, err error) error {
			if err != nil || d.IsDir() {
				return err
			}
			content, err := os.ReadFile(path)
			fmt.Fprintf(&b, "%x %s\n", sha256.Sum256(content), strings.TrimPrefix(path, r.out))
			return err
		})
		if err != nil {
			t.Fatal(err)
		}
		sums = append(sums, b.String())
		time.Sleep(1100 * time.Millisecond) // another second, for whatever looks at the clock
	}
	if sums[0] != sums[1] {
		t.Errorf("first:\n%s\nthen:\n%s", sums[0], sums[1])
	}
}

func TestSettings(t *testing.T) {
	path := filepath.Join(t.TempDir(), "release.conf")
	for content, want := range map[string]string{"HOMEPAGE=x\n": "does not set DOWNLOADS", "HOMEPAGE\n": "is not NAME=VALUE"} {
		if err := os.WriteFile(path, []byte(content), 0o600); err != nil {
			t.Fatal(err)
		}
		if _, err := settings(path); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%q: %v, want %q", content, err, want)
		}
	}
}

func TestLicenceNames(t *testing.T) {
	for name, want := range map[string]bool{"LICENSE": true, "LICENSE.txt": true, "COPYING": true, "NOTICE": true, "LICENSE-zrender": true, "licence.md": true,
		"LICENSES.go": false, "README.md": false, "notices.go": false} {
		if got := licenceName.MatchString(name); got != want {
			t.Errorf("%s: %t, want %t", name, got, want)
		}
	}
}
