package main

import (
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
	"testing"

	"runreport/unit/tier"
)

// guideCommands are the commands of a guide, in their order: indented lines, those that end
// with a backslash with the next one.
func guideCommands(t *testing.T, name string) (commands []string) {
	t.Helper()
	content, err := os.ReadFile(filepath.Join("..", "..", "docs", name))
	if err != nil {
		t.Fatal(err)
	}
	going := false
	for line := range strings.Lines(string(content)) {
		line = strings.TrimSuffix(line, "\n")
		text, indented := strings.CutPrefix(line, "    ")
		switch {
		case going:
			commands[len(commands)-1] += "\n" + text
		case indented && (strings.HasPrefix(text, "runreport ") || strings.HasPrefix(text, "rm -rf last/")):
			commands = append(commands, text)
		default:
			continue
		}
		going = strings.HasSuffix(text, `\`)
	}
	return commands
}

// The commands of the guides work as they are written, from an empty repository: init, logs,
// then one after the other.
func TestGuidesWorkAsWritten(t *testing.T) {
	tier.Seconds(t)
	if runtime.GOOS == "windows" {
		t.Skip("the guides' commands are those of a shell")
	}
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	for name, least := range map[string]int{"nightly.md": 8, "pull-request.md": 1} {
		commands := guideCommands(t, name)
		if len(commands) < least {
			t.Fatalf("%s has %d commands", name, len(commands))
		}
		dir := t.TempDir()
		put(t, filepath.Join(dir, "bin", "runreport"), "#!/bin/sh\n"+asProgram+"=1 exec '"+self+"' \"$@\"\n")
		if err := os.Chmod(filepath.Join(dir, "bin", "runreport"), 0o755); err != nil {
			t.Fatal(err)
		}
		repository := filepath.Join(dir, "repository")
		shopNights(t, filepath.Join(repository, "logs"), 12, nil)
		for _, command := range append([]string{"runreport init --github"}, commands...) {
			c := exec.Command("sh", "-c", command)
			c.Dir = repository
			c.Env = append(os.Environ(), "PATH="+filepath.Join(dir, "bin")+":"+os.Getenv("PATH"), "COMMIT=4f1c2aa")
			out, err := c.CombinedOutput()
			stale := strings.Contains(command, "stale=blocking") // the made-up nights lie in the past
			if failed := err != nil; failed != stale {
				t.Errorf("%s: %s: %v\n%s", name, command, err, out)
			}
		}
	}
}
