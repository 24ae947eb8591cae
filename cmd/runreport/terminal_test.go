package main

import (
	"bytes"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"
	"unicode/utf8"
)

// Whatever names and logs hold, what is printed is UTF-8 without characters that steer a
// terminal: names of files, folders and logs, in every command that prints them.
func TestNothingPrintedSteersATerminal(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("this system refuses such names")
	}
	const evil = "\x1b]0;x\a\u009b2J\u202e\U000e0041\r"
	dir := t.TempDir()
	logs := filepath.Join(dir, "logs"+evil)
	content := `{"ts":"2026-03-02T01:00:00Z","run_id":"r` + "\u009b2J\u202e\U000e0041" + `\u001b[2J","event":"run_start","total_nodes":7}` + "\n" +
		`{"ts":"x` + "\u202e" + `\u001b[2J","event":"run_end","run_id":5}` + "\nno JSON \x1b[2J\n"
	write := func(path, content string) {
		t.Helper()
		if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(content), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	write(filepath.Join(logs, "a"+evil+".jsonl"), content)
	write(filepath.Join(logs, "broken"+evil+".zip"), "PK\x03\x04")
	write(filepath.Join(logs, "odd"+evil+".gz"), "\x1f\x8b\x08")
	reports := filepath.Join(dir, "reports")
	report := filepath.Join(reports, "night"+evil)
	rules := filepath.Join(dir, "rules"+evil+".yaml")
	write(rules, "gate:\n  flake-rate:\n    allowed: 0.2\n")
	write(filepath.Join(dir, "wrong"+evil+".yaml"), "gate:\n  \"x\x1b[2J\": 1\n")
	history := filepath.Join(dir, "history"+evil)
	for _, args := range [][]string{
		{"build", logs, "-o", report, "-v", "--history", history, "--config", rules, "--tables", filepath.Join(dir, "tables")},
		{"build", logs, "-o", report, "--baseline", report},
		{"build", logs, "-o", filepath.Join(logs, "a"+evil+".jsonl")},
		{"build", filepath.Join(dir, "none"+evil), "-o", report},
		{"check", logs},
		{"check", logs, "--json"},
		{"gate", report},
		{"gate", report, "--json"},
		{"gate", report, "--explain"},
		{"gate", filepath.Join(dir, "none"+evil)},
		{"gate", report, "--config", filepath.Join(dir, "wrong"+evil+".yaml")},
		{"index", reports},
		{"selftest", logs},
		{"config", "show", "--origin", "--config", rules},
		{"config", "show", "--json", "--config", rules},
		{"compact", history},
		{"compact", filepath.Join(dir, "none"+evil)},
		{"serve", filepath.Join(dir, "none"+evil)},
		{"frob" + evil},
		{"build", "--" + evil},
	} {
		var out, err bytes.Buffer
		run(args, strings.NewReader(""), &out, &err)
		for name, text := range map[string]string{"stdout": out.String(), "stderr": err.String()} {
			if !utf8.ValidString(text) {
				t.Errorf("%s of %q is not UTF-8: %q", name, args[0], text)
			}
			for _, r := range text {
				if r != '\n' && r != '\t' && steers(r) {
					t.Errorf("%s of %q holds %U: %q", name, args, r, text)
					break
				}
			}
		}
	}
}
