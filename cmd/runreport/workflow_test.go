package main

import (
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"runreport/unit/tier"
)

// runnerCommand is what the runners of GitHub, Azure, TeamCity and GitLab take for a
// command in what a job prints.
var runnerCommand = regexp.MustCompile(`(?m)^\s*::.*$|##\w*\[|[\x1b\r]|^.*[\x{2028}\x{85}]`)

// runnerCommands are texts that would be commands if they were printed as they are.
var runnerCommands = []string{
	"::error file=a,line=1::x", "::add-mask::x", "::stop-commands::x", "::set-output name=a::b", "##[group]x", "###[error]x",
	"##vso[task.setvariable variable=x]y", "####vso[task.complete result=Failed;]x", "##teamcity[message text='x']",
	"\x1b[0Ksection_start:1:a[collapsed=true]\r\x1b[0Kx", "a\n::error::x", "a\r::warning::x", "\u2028::notice::x", ":::error::x",
}

// commandTree holds logs full of commands: in texts, in names of fields and of
// kinds, in lines that are no records, and in names of files.
func commandTree(t *testing.T) string {
	t.Helper()
	dir, _ := hostileTree(t, runnerCommands)
	for i, command := range runnerCommands {
		quoted := strings.ReplaceAll(strconv.QuoteToASCII(command), `\x1b`, `\u001b`)
		put(t, filepath.Join(dir, "lines", strconv.Itoa(i), "t.jsonl"),
			`{"ts":"2026-04-22T10:00:00.000Z","run_id":`+quoted+`,"event":"run_start","total_nodes":1,`+quoted+`:1}`+"\n"+command+"\n"+`{"event":`+quoted+`}`+"\n")
	}
	put(t, filepath.Join(dir, "::error::folder", "##[group]t.jsonl"), `{"ts":"2026-04-22T10:00:00.000Z","run_id":"a","event":"run_start","total_nodes":1}`+"\nnoise\n")
	put(t, filepath.Join(dir, "a\n::error::folder", "t.jsonl"), "::error::x\n")
	return dir
}

func TestNoLogGivesTheRunnerCommands(t *testing.T) {
	tier.Seconds(t)
	dir, out := commandTree(t), t.TempDir()
	printed := 0
	for _, args := range [][]string{
		{"build", dir, "-o", filepath.Join(out, "report"), "-v", "--format", "all", "--tables", filepath.Join(out, "tables")},
		{"build", filepath.Join(dir, "::error::folder"), "-o", filepath.Join(out, "other"), "--title", "::error::title"},
		{"build", filepath.Join(dir, "##[group]none"), "-o", filepath.Join(out, "other")},
		{"build", dir, "-o", filepath.Join(out, "other"), "--as-of", "::error::x"},
		{"build", dir, "-o", filepath.Join(out, "other"), "--format", "a\n::error::x"},
		{"build", dir, "-o", filepath.Join(out, "other"), "--report-url", "a\n::error::x"},
		{"build", dir, "\n::error::x"},
		{"::error::x"}, {"check", "\n::error::x", "--##[group]"},
		{"check", dir}, {"check", dir, "--json"},
		{"selftest", dir}, {"selftest", dir, "--json"},
		{"problems"}, {"problems", "--json"}, {"findings", "--json"},
		{"gate", filepath.Join(out, "report")}, {"gate", filepath.Join(out, "report"), "--explain"}, {"gate", filepath.Join(out, "report"), "--json"},
		{"gate", "\n::error::x"}, {"note", filepath.Join(out, "report"), "--title", "::error::x"}, {"index", out}, {"index", "\n::error::x"},
		{"config", "show", "--config", "\n::error::x"}, {"config", "show", "--json"}, {"serve", "\n::error::x"}, {"compact", "\n::error::x"},
	} {
		_, stdout, stderr := call(t, args...)
		printed += len(stdout) + len(stderr)
		for stream, text := range map[string]string{"stdout": stdout, "stderr": stderr} {
			if found := runnerCommand.FindString(text); found != "" {
				t.Errorf("%.60q prints a command to %s: %.80q", args, stream, found)
			}
		}
	}
	if printed < 10_000 {
		t.Errorf("only %d bytes were printed: the logs were not read", printed)
	}
	for name, content := range tree(t, filepath.Join(out, "report")) {
		if strings.HasSuffix(name, ".md") && regexp.MustCompile(`(?m)^\s*(::|##\w*\[)`).MatchString(content) {
			t.Errorf("%s holds a command at the start of a line", name)
		}
	}
}
