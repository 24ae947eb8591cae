// Command pack makes the files of a release out of built programs: archives, wheels, npm
// packages, bills of materials, the licences of what is linked, and the settings that nfpm
// makes Debian and RPM packages of. The same programs give the same bytes: every time stamp
// is that of the commit, and owners, modes and order are fixed.
//
//	go run ./.ci/pack -bin BIN -out DIST -version 0.1.0 -commit SHA -epoch SECONDS
//
// BIN holds linux_amd64/runreport, windows_arm64/runreport.exe and so on, each with
// runreport-cloud beside it, and the folders man and completions. .ci/release calls it.
package main

import (
	"bufio"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"time"
)

// product is a program that is released. Only the first has a manual, completions, ECharts and
// packages; the second, which links the clients of the clouds, is an archive and a bill.
type product struct {
	name   string
	module string // folder of its go.mod
	full   bool
}

var products = []product{
	{name: "runreport", module: ".", full: true},
	{name: "runreport-cloud", module: "cmd/runreport-cloud"},
}

// release is what is to be packed of one product.
type release struct {
	product
	bin, out, root  string
	version, commit string
	made            time.Time
	settings        map[string]string // of release.conf
	programs        []program
	shared          []file // that every archive has beside the program
}

// program is the program of a platform.
type program struct {
	base     string // name of the product
	os, arch string
	content  []byte
	path     string
}

// name of the program's file.
func (p program) name() string {
	if p.os == "windows" {
		return p.base + ".exe"
	}
	return p.base
}

func main() {
	r := release{}
	epoch := int64(0)
	flag.StringVar(&r.bin, "bin", "", "folder of the built programs")
	flag.StringVar(&r.out, "out", "", "folder to write the release into")
	flag.StringVar(&r.root, "root", ".", "root of the source")
	flag.StringVar(&r.version, "version", "", "version of the program")
	flag.StringVar(&r.commit, "commit", "", "commit that it was built from")
	flag.Int64Var(&epoch, "epoch", 0, "time of the commit, in seconds since 1970")
	flag.Parse()
	r.made = time.Unix(epoch, 0).UTC()
	for _, p := range products {
		one := r
		one.product = p
		if err := one.pack(); err != nil {
			fmt.Fprintf(os.Stderr, "pack: %s: %v\n", p.name, err)
			os.Exit(1)
		}
	}
}

// pack makes every file of the product.
func (r *release) pack() error {
	var err error
	if r.settings, err = settings(filepath.Join(r.root, "packaging", "release.conf")); err != nil {
		return err
	}
	if err := r.load(); err != nil {
		return err
	}
	steps := []func() error{r.archives, r.bill}
	if r.full {
		steps = append(steps, r.image, r.wheels, r.npm, r.nfpm)
	}
	for _, step := range steps {
		if err := step(); err != nil {
			return err
		}
	}
	return nil
}

// platforms are what is released.
var platforms = []struct{ os, arch string }{
	{"linux", "amd64"}, {"linux", "arm64"}, {"darwin", "amd64"}, {"darwin", "arm64"}, {"windows", "amd64"}, {"windows", "arm64"},
}

// load reads the programs that were built and what goes beside them.
func (r *release) load() error {
	for _, p := range platforms {
		x := program{base: r.name, os: p.os, arch: p.arch}
		x.path = filepath.Join(r.bin, p.os+"_"+p.arch, x.name())
		content, err := os.ReadFile(x.path)
		if os.IsNotExist(err) {
			continue
		}
		if err != nil {
			return err
		}
		x.content = content
		r.programs = append(r.programs, x)
	}
	if len(r.programs) == 0 {
		return fmt.Errorf("no program is in %s", r.bin)
	}
	licences, err := r.licences()
	if err != nil {
		return err
	}
	r.shared = []file{{name: "THIRD_PARTY_LICENSES.txt", content: licences}}
	from := map[string]string{"LICENSE": r.root, "CHANGELOG.md": r.root}
	if r.full {
		for _, name := range []string{"man/runreport.1", "completions/runreport.bash", "completions/_runreport",
			"completions/runreport.fish", "completions/runreport.ps1"} {
			from[name] = r.bin
		}
	}
	for name, dir := range from {
		content, err := os.ReadFile(filepath.Join(dir, filepath.FromSlash(name)))
		if err != nil {
			return err
		}
		r.shared = append(r.shared, file{name: name, content: content})
	}
	r.shared = inOrder(r.shared)
	return nil
}

// settings reads lines NAME=VALUE.
func settings(path string) (map[string]string, error) {
	f, err := os.Open(path)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	all := map[string]string{}
	for s := bufio.NewScanner(f); s.Scan(); {
		line := strings.TrimSpace(s.Text())
		name, value, ok := strings.Cut(line, "=")
		if line == "" || strings.HasPrefix(line, "#") {
			continue
		}
		if !ok {
			return nil, fmt.Errorf("%s: %q is not NAME=VALUE", path, line)
		}
		all[name] = value
	}
	for _, name := range []string{"HOMEPAGE", "DOWNLOADS", "MAINTAINER", "PYPI_NAME", "NPM_NAME", "NPM_SCOPE", "IMAGE"} {
		if all[name] == "" {
			return nil, fmt.Errorf("%s does not set %s", path, name)
		}
	}
	return all, nil
}

// licensed are the files that every package has to carry: our licence first, then those of
// what is linked.
func (r *release) licensed() (files []file) {
	for _, f := range r.shared {
		if f.name == "LICENSE" || f.name == "THIRD_PARTY_LICENSES.txt" {
			files = append(files, f)
		}
	}
	return files
}

// write puts a file of the release into its folder.
func (r *release) write(name string, content []byte, mode os.FileMode) error {
	path := filepath.Join(r.out, filepath.FromSlash(name))
	if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
		return err
	}
	if err := os.WriteFile(path, content, mode); err != nil {
		return err
	}
	return os.Chtimes(path, r.made, r.made)
}

// image is what the container file is built with.
func (r *release) image() error {
	for _, p := range r.programs {
		if p.os == "linux" {
			if err := r.write("image/"+p.os+"_"+p.arch+"/runreport", p.content, 0o755); err != nil {
				return err
			}
		}
	}
	for _, f := range r.licensed() {
		if err := r.write("image/"+f.name, f.content, 0o644); err != nil {
			return err
		}
	}
	return nil
}
