package main

import (
	"bytes"
	"debug/buildinfo"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
)

// module is a module that is linked into a program.
type module struct {
	path, version, sum string
	platforms          []string // that link it
}

// ownModule is ours, which the module of runreport-cloud replaces by the folder above it.
const ownModule = "runreport"

// modules are those of others that the programs say they were built of, by path.
func (r *release) modules() (all []module, goVersion string, err error) {
	byPath := map[string]*module{}
	for _, p := range r.programs {
		info, err := buildinfo.Read(bytes.NewReader(p.content))
		if err != nil {
			return nil, "", fmt.Errorf("%s: %w", p.path, err)
		}
		goVersion = info.GoVersion
		for _, d := range info.Deps {
			if d.Path == ownModule {
				continue
			}
			if d.Replace != nil {
				return nil, "", fmt.Errorf("%s: %s is replaced; a release is built of published modules", p.path, d.Path)
			}
			if byPath[d.Path] == nil {
				byPath[d.Path] = &module{path: d.Path, version: d.Version, sum: d.Sum}
			}
			byPath[d.Path].platforms = append(byPath[d.Path].platforms, p.os+"/"+p.arch)
		}
	}
	for _, m := range byPath {
		all = append(all, *m)
	}
	slices.SortFunc(all, func(a, b module) int { return strings.Compare(a.path, b.path) })
	return all, goVersion, nil
}

// folders are where the sources of modules lie, by path.
func (r *release) folders() (map[string]string, error) {
	c := exec.Command("go", "list", "-m", "-json", "all")
	c.Dir, c.Stderr = filepath.Join(r.root, filepath.FromSlash(r.module)), os.Stderr
	out, err := c.Output()
	if err != nil {
		return nil, err
	}
	dirs := map[string]string{}
	for d := json.NewDecoder(bytes.NewReader(out)); ; {
		var m struct{ Path, Dir string }
		if err := d.Decode(&m); errors.Is(err, io.EOF) {
			return dirs, nil
		} else if err != nil {
			return nil, err
		}
		dirs[m.Path] = m.Dir
	}
}

// licenceName are the names of files with a licence or a notice.
var licenceName = regexp.MustCompile(`(?i)^(licen[cs]e|copying|notice|copyright)([-_.].*)?$`)

// licences are the licences of everything that is linked or embedded: Go, the modules, and
// for runreport the build of ECharts.
func (r *release) licences() ([]byte, error) {
	modules, goVersion, err := r.modules()
	if err != nil {
		return nil, err
	}
	dirs, err := r.folders()
	if err != nil {
		return nil, err
	}
	goRoot, err := exec.Command("go", "env", "GOROOT").Output()
	if err != nil {
		return nil, err
	}
	var b bytes.Buffer
	fmt.Fprintf(&b, "%s is under the Apache License 2.0 (LICENSE). It holds the following software of others.\n", r.name)
	add := func(name, dir string) error {
		entries, err := os.ReadDir(dir)
		if err != nil {
			return err
		}
		found := false
		for _, e := range entries {
			if e.IsDir() || !licenceName.MatchString(e.Name()) {
				continue
			}
			text, err := os.ReadFile(filepath.Join(dir, e.Name()))
			if err != nil {
				return err
			}
			fmt.Fprintf(&b, "\n%s\n%s: %s\n\n%s\n", strings.Repeat("=", 80), name, e.Name(), bytes.TrimSpace(text))
			found = true
		}
		if found {
			return nil
		}
		// Few modules have the whole licence in their README only.
		text, err := os.ReadFile(filepath.Join(dir, "README.md"))
		if err != nil || !bytes.Contains(text, []byte("Permission is hereby granted, free of charge")) {
			return fmt.Errorf("%s has no licence in %s", name, dir)
		}
		fmt.Fprintf(&b, "\n%s\n%s: README.md\n\n%s\n", strings.Repeat("=", 80), name, bytes.TrimSpace(text))
		return nil
	}
	if err := add("Go's standard library "+goVersion, strings.TrimSpace(string(goRoot))); err != nil {
		return nil, err
	}
	if r.full {
		if err := add("Apache ECharts, with zrender, d3 and tslib", filepath.Join(r.root, "templates", "echarts")); err != nil {
			return nil, err
		}
	}
	for _, m := range modules {
		if err := add(m.path+" "+m.version, dirs[m.path]); err != nil {
			return nil, err
		}
	}
	return b.Bytes(), nil
}
