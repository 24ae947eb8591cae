package main

import (
	"bytes"
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"time"
)

// pkg is a package of the module that has tests of its own.
type pkg struct {
	path, module, dir string
	files             []string // without tests, as paths
	lines             int
	n                 int // how many mutants are wanted
}

// list are the packages of the program that have tests, the smallest first. What supports
// tests only is none of them.
func list(root, only string) ([]*pkg, error) {
	c := exec.Command("go", "list", "-deps", "-json=ImportPath,Module,Dir,GoFiles,TestGoFiles,XTestGoFiles", "./cmd/...")
	c.Dir, c.Stderr = root, os.Stderr
	out, err := c.Output()
	if err != nil {
		return nil, err
	}
	var all []*pkg
	for d := json.NewDecoder(bytes.NewReader(out)); ; {
		var p struct {
			ImportPath, Dir string
			Module          *struct {
				Path string
				Main bool
			}
			GoFiles, TestGoFiles, XTestGoFiles []string
		}
		if err := d.Decode(&p); errors.Is(err, io.EOF) {
			slices.SortStableFunc(all, func(a, b *pkg) int { return cmp.Compare(a.lines, b.lines) })
			return all, nil
		} else if err != nil {
			return nil, err
		}
		tests := len(p.TestGoFiles) + len(p.XTestGoFiles)
		if p.Module == nil || !p.Module.Main || len(p.GoFiles) == 0 || tests == 0 || !strings.Contains(p.ImportPath, only) {
			continue
		}
		x := &pkg{path: p.ImportPath, module: p.Module.Path, dir: p.Dir}
		for _, f := range p.GoFiles {
			path := filepath.Join(p.Dir, f)
			content, err := os.ReadFile(path)
			if err != nil {
				return nil, err
			}
			x.files = append(x.files, path)
			x.lines += bytes.Count(content, []byte("\n"))
		}
		all = append(all, x)
	}
}

// share gives each package a part of the mutants by the lines of its code.
func share(packages []*pkg, o options) {
	lines := 0
	for _, p := range packages {
		lines += p.lines
	}
	for _, p := range packages {
		p.n = min(max(o.n*p.lines/lines, o.minimum), o.most)
	}
}

// run makes the mutants of a package and runs its tests over each.
func (p *pkg) run(work string, o options) ([]mutant, error) {
	sites, err := p.sites()
	if err != nil {
		return nil, err
	}
	if len(sites) == 0 {
		return nil, nil
	}
	if out, err := p.test(o.timeout*2, nil); err != nil {
		return nil, fmt.Errorf("the tests of %s fail without a mutant: %w\n%s", p.path, err, out)
	}
	random := rand.New(rand.NewPCG(o.seed, uint64(len(p.path))))
	random.Shuffle(len(sites), func(i, j int) { sites[i], sites[j] = sites[j], sites[i] })
	var made []mutant
	for _, m := range sites {
		if len(made) == p.n {
			break
		}
		killed, compiled, err := p.try(work, m, o.timeout)
		if err != nil {
			return nil, err
		}
		if !compiled {
			continue
		}
		m.Killed = killed
		if rest, ok := strings.CutPrefix(m.path, strings.TrimSuffix(p.dir, strings.TrimPrefix(p.path, p.module+"/"))); ok {
			m.File = filepath.ToSlash(rest)
		}
		made = append(made, m)
		fmt.Fprintf(os.Stderr, "%s %s:%d: %s\n", map[bool]string{true: "killed  ", false: "SURVIVED"}[killed], m.File, m.Line, m.Change)
	}
	return made, nil
}

// try runs the tests with one file changed.
func (p *pkg) try(work string, m mutant, timeout time.Duration) (killed, compiled bool, err error) {
	content, err := os.ReadFile(m.path)
	if err != nil {
		return false, false, err
	}
	changed := filepath.Join(work, "changed.go")
	text := append(append(append([]byte{}, content[:m.from]...), m.text...), content[m.to:]...)
	if err := os.WriteFile(changed, text, 0o600); err != nil {
		return false, false, err
	}
	replace, err := json.Marshal(map[string]map[string]string{"Replace": {m.path: changed}})
	if err != nil {
		return false, false, err
	}
	overlay := filepath.Join(work, "overlay.json")
	if err := os.WriteFile(overlay, replace, 0o600); err != nil {
		return false, false, err
	}
	out, err := p.test(timeout, []string{"-overlay", overlay})
	if err == nil {
		return false, true, nil
	}
	if bytes.Contains(out, []byte("[build failed]")) || bytes.Contains(out, []byte("[setup failed]")) {
		return false, false, nil
	}
	return true, true, nil
}

// test runs the fast tests of the package.
func (p *pkg) test(timeout time.Duration, with []string) ([]byte, error) {
	// The limit of go test ends the tests; this one ends whatever does not.
	ctx, cancel := context.WithTimeout(context.Background(), timeout+2*time.Minute)
	defer cancel()
	args := append([]string{"test", "-short", "-vet=off", "-count=1", "-failfast", "-timeout", timeout.String()}, with...)
	c := exec.CommandContext(ctx, "go", append(args, p.path)...)
	c.Dir = p.dir
	return c.CombinedOutput()
}
