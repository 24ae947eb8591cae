package main

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"sync"
	"time"
)

// run makes the mutants of a package and runs the tests of the package over each. Those that
// survive are tried with the tests of the package above too, which are told apart.
func (p *pkg) run(work string, o options) ([]*mutant, error) {
	drawn, err := p.draw(o)
	if err != nil || len(drawn) == 0 {
		return nil, err
	}
	all := make([]*mutant, len(drawn))
	for i, m := range drawn {
		all[i] = m.mutant
		if rest, err := filepath.Rel(strings.TrimSuffix(p.dir, strings.TrimPrefix(p.path, p.module+"/")), m.path); err == nil {
			m.File = filepath.ToSlash(rest)
		}
	}
	for _, tests := range []string{p.path, p.above} {
		if tests == "" || tests == p.path && !p.tested || tests == p.above && o.own {
			continue
		}
		if err := p.runTests(work, tests, drawn, o); err != nil {
			return nil, err
		}
	}
	for _, m := range all {
		fmt.Fprintf(os.Stderr, "%s %s:%d: %s\n", map[bool]string{true: "killed  ", false: "SURVIVED"}[m.Killed], m.File, m.Line, m.Change)
	}
	return all, nil
}

// draw takes a sample of the mutants of a package that compile. Those that cannot stand
// beside others in one program have no number, as a constant.
func (p *pkg) draw(o options) ([]*numbered, error) {
	sites, info, err := p.sites()
	if err != nil {
		return nil, err
	}
	random := rand.New(rand.NewPCG(o.seed, uint64(len(p.path))))
	random.Shuffle(len(sites), func(i, j int) { sites[i], sites[j] = sites[j], sites[i] })
	var drawn []*numbered
	for i := range sites {
		if len(drawn) == p.n {
			break
		}
		m := &numbered{mutant: &sites[i]}
		if _, err := p.check(m.path, p.written(m.path, []*numbered{m})); err != nil {
			continue
		}
		m.typed = p.typed(info, sites[i])
		if m.expr == nil || m.typed != "" {
			m.number = len(drawn) + 1
			if _, err := p.check(m.path, p.written(m.path, []*numbered{m})); err != nil {
				m.number = 0
			}
		}
		drawn = append(drawn, m)
	}
	return drawn, nil
}

// runTests runs the tests of a package over the mutants that none has killed yet.
func (p *pkg) runTests(work, tests string, drawn []*numbered, o options) error {
	var beside []*numbered
	for _, m := range drawn {
		if m.number > 0 {
			beside = append(beside, m)
		}
	}
	binary := filepath.Join(work, "all.test")
	if out, err := p.build(work, tests, binary, beside); err != nil {
		return fmt.Errorf("%s with its mutants does not compile: %w\n%s", p.path, err, out)
	}
	seen := filepath.Join(work, "seen")
	os.Remove(seen)
	start := time.Now()
	if out, err := p.test(binary, tests, 10*o.timeout, o, "MUTANTS_SEEN="+seen); err != nil {
		return fmt.Errorf("the tests of %s fail without a mutant: %w\n%s", tests, err, out)
	}
	// A mutant may loop for ever, so its tests get some times what they took without it.
	limit := min(o.timeout, 10*time.Second+10*time.Since(start))
	asked := map[string]bool{}
	content, _ := os.ReadFile(seen)
	for line := range strings.Lines(string(content)) {
		asked[strings.TrimSpace(line)] = true
	}
	var wait sync.WaitGroup
	turns := make(chan bool, o.jobs)
	for _, m := range beside {
		number := strconv.Itoa(m.number)
		if m.Killed || !asked[number] {
			continue
		}
		turns <- true
		wait.Go(func() {
			defer func() { <-turns }()
			if _, err := p.test(binary, tests, limit, o, "MUTANT="+number); err != nil {
				m.Killed, m.By = true, tests
			}
		})
	}
	wait.Wait()
	for _, m := range drawn {
		if m.Killed || m.number > 0 {
			continue
		}
		if out, err := p.build(work, tests, binary, []*numbered{m}); err != nil {
			return fmt.Errorf("%s:%d with %s does not compile: %w\n%s", m.File, m.Line, m.Change, err, out)
		}
		if _, err := p.test(binary, tests, limit, o, ""); err != nil {
			m.Killed, m.By = true, tests
		}
	}
	return nil
}

// build compiles the tests of a package with mutants in the code.
func (p *pkg) build(work, tests, binary string, all []*numbered) ([]byte, error) {
	replace := map[string]string{}
	put := func(path, name, text string) error {
		replace[path] = filepath.Join(work, name)
		return os.WriteFile(replace[path], []byte(text), 0o600)
	}
	for i, path := range p.files {
		if text := p.written(path, all); text != string(p.content[path]) {
			if err := put(path, fmt.Sprintf("changed%d.go", i), text); err != nil {
				return nil, err
			}
		}
	}
	if err := put(filepath.Join(p.dir, "mutants_chooser.go"), "chooser.go", p.chooser()); err != nil {
		return nil, err
	}
	content, err := json.Marshal(map[string]any{"Replace": replace})
	if err != nil {
		return nil, err
	}
	overlay := filepath.Join(work, "overlay.json")
	if err := os.WriteFile(overlay, content, 0o600); err != nil {
		return nil, err
	}
	c := exec.Command("go", "test", "-c", "-vet=off", "-ldflags=-s -w", "-overlay", overlay, "-o", binary, tests)
	c.Dir = p.dir
	return c.CombinedOutput()
}

// test runs fast tests, in the folder of their package as go test does.
func (p *pkg) test(binary, tests string, limit time.Duration, o options, env string) ([]byte, error) {
	// The limit of the tests ends them; this one ends whatever does not.
	ctx, cancel := context.WithTimeout(context.Background(), limit+10*time.Second)
	defer cancel()
	args := []string{"-test.short", "-test.failfast", "-test.timeout", limit.String()}
	if o.tests != "" {
		args = append(args, "-test.run", o.tests)
	}
	c := exec.CommandContext(ctx, binary, args...)
	c.Dir = filepath.Join(strings.TrimSuffix(p.dir, strings.TrimPrefix(p.path, p.module)), strings.TrimPrefix(tests, p.module))
	c.Env = append(os.Environ(), env)
	c.WaitDelay = time.Second
	var out bytes.Buffer
	c.Stdout, c.Stderr = &out, &out
	err := c.Run()
	return out.Bytes(), err
}
