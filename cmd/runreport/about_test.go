package main

import (
	"bytes"
	"encoding/json"
	"os/exec"
	"path/filepath"
	"reflect"
	"regexp"
	"runtime"
	"strings"
	"testing"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"
)

func TestVersionSaysWhatIsWritten(t *testing.T) {
	code, text, _ := call(t, "version")
	if code != exitOK || !strings.HasPrefix(text, "runreport version "+version+"\n") {
		t.Errorf("exit %d: %s", code, text)
	}
	code, asJSON, _ := call(t, "version", "--json")
	var a about
	if err := json.Unmarshal([]byte(asJSON), &a); err != nil || code != exitOK {
		t.Fatalf("exit %d, %v: %s", code, err, asJSON)
	}
	if a.Version != version || a.Go != runtime.Version() || a.Platform != runtime.GOOS+"/"+runtime.GOARCH {
		t.Errorf("%+v", a)
	}
	s := numbers(t, filepath.Join("..", "..", "testdata", "small", "kahn"))
	if a.Summary != s["schema"] || float64(a.Definitions) != s["definitions"] {
		t.Errorf("version says %s, definitions %d; summary.json has %v, %v", a.Summary, a.Definitions, s["schema"], s["definitions"])
	}
	v := reflect.ValueOf(a)
	for i := range v.NumField() {
		if field := v.Type().Field(i); field.Name != "Commit" && v.Field(i).IsZero() {
			t.Errorf("%s is empty", field.Name)
		} else if value := v.Field(i).String(); field.Name != "Definitions" && field.Name != "Commit" && !strings.Contains(text, value) {
			t.Errorf("the text has no %s %s", field.Name, value)
		}
	}
}

// The manual has every command and every flag, and says of itself what it was made at.
func TestManualIsWhole(t *testing.T) {
	t.Setenv("SOURCE_DATE_EPOCH", "1773360000")
	code, page, _ := call(t, "man")
	if code != exitOK || !strings.HasPrefix(page, `.TH RUNREPORT 1 "2026-03-13" "runreport `+version+`"`) {
		t.Fatalf("exit %d: %.100s", code, page)
	}
	commands, flags := 0, 0
	var look func(c *cobra.Command)
	look = func(c *cobra.Command) {
		for _, sub := range c.Commands() {
			look(sub)
		}
		if !c.HasParent() || !c.IsAvailableCommand() || c.HasAvailableSubCommands() {
			return
		}
		commands++
		_, part, ok := strings.Cut(page, "\n.SS "+roff(c.CommandPath())+"\n")
		if !ok {
			t.Errorf("the manual has no %s", c.CommandPath())
		}
		part, _, _ = strings.Cut(part, "\n.SS ")
		c.LocalFlags().VisitAll(func(f *pflag.Flag) {
			flags++
			if !strings.Contains(part, `\-\-`+roff(f.Name)+`\fR`) && f.Name != "help" {
				t.Errorf("%s has no --%s in the manual", c.CommandPath(), f.Name)
			}
		})
	}
	look(newRoot(streams{strings.NewReader(""), &bytes.Buffer{}, &bytes.Buffer{}}))
	if commands < 15 || flags < 60 {
		t.Errorf("only %d commands with %d flags were looked at", commands, flags)
	}
	for _, c := range exitCodes {
		if !strings.Contains(page, roff(c.means)) {
			t.Errorf("the manual has no %q", c.means)
		}
	}
	for _, line := range strings.Split(page, "\n") {
		if strings.HasPrefix(line, ".") && !regexp.MustCompile(`^\.(TH|SH|SS|PP|TP|B|RS|RE|nf|fi|br|sp)\b`).MatchString(line) {
			t.Errorf("a request that the manual does not use: %s", line)
		}
	}
}

func TestRoff(t *testing.T) {
	for text, want := range map[string]string{
		"plain":           "plain",
		"--output DIR":    `\-\-output DIR`,
		`a\nb`:            `a\enb`,
		".so /etc/passwd": `\&.so /etc/passwd`,
		"'br":             `\&'br`,
		"two\n.br lines":  "two .br lines",
	} {
		if got := roff(text); got != want {
			t.Errorf("%q becomes %q, want %q", text, got, want)
		}
	}
}

// mandoc finds nothing to warn of.
func TestManualIsClean(t *testing.T) {
	if _, err := exec.LookPath("mandoc"); err != nil {
		t.Skip("mandoc is not there")
	}
	t.Setenv("SOURCE_DATE_EPOCH", "1773360000")
	_, page, _ := call(t, "man")
	lint := exec.Command("mandoc", "-Tlint", "-Wwarning")
	lint.Stdin = strings.NewReader(page)
	if out, err := lint.CombinedOutput(); err != nil || len(out) > 0 {
		t.Errorf("%v: %s", err, out)
	}
	render := exec.Command("mandoc", "-Tutf8")
	render.Stdin = strings.NewReader(page)
	out, err := render.Output()
	plain := regexp.MustCompile(".\x08").ReplaceAllString(string(out), "")
	if err != nil || !strings.Contains(plain, "runreport build PATH... [flags]") || !strings.Contains(plain, "EXIT STATUS") {
		t.Errorf("%v: %.300s", err, plain)
	}
}
