package config

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"runreport/analyze/gate"
)

// A file that would take the parser too long is refused, at both sides of the edges.
func TestNestedFilesAreRefused(t *testing.T) {
	for _, tt := range []struct{ name, text, want string }{
		{"dashes on a line", strings.Repeat("- ", maxLine), "runreport.yaml:1: a line of 8192 bytes, at most 4096 are read"},
		{"the longest line", "# " + strings.Repeat("x", maxLine-3) + "\n", ""},
		{"a byte more", "# " + strings.Repeat("x", maxLine-2) + "\n", "runreport.yaml:1: a line of 4097 bytes"},
		{"brackets on lines", "gate: " + strings.Repeat("[\n", maxNested+1), "runreport.yaml:101: nested deeper than 100"},
		{"as deep as may be", "# " + strings.Repeat("[", maxNested) + "\n", ""},
		{"indented as deep as may be", "gate:\n" + strings.Repeat(" ", 2*maxNested) + "# nothing\n", ""},
		{"indented", "gate:\n" + strings.Repeat(" ", 2*maxNested+1) + "x: 1\n", "runreport.yaml:2: nested deeper than 100"},
	} {
		path := filepath.Join(t.TempDir(), Name)
		if err := os.WriteFile(path, []byte(tt.text), 0o600); err != nil {
			t.Fatal(err)
		}
		_, err := Load(Sources{Path: path})
		if tt.want == "" && err != nil || tt.want != "" && (err == nil || !strings.Contains(err.Error(), tt.want)) {
			t.Errorf("%s: %v, want %q", tt.name, err, tt.want)
		}
	}
}

// Every setting of every rule takes the values at the edges of its sort, and none beyond.
func TestEdgesOfSettings(t *testing.T) {
	edges := map[gate.Kind]struct{ takes, refuses []string }{
		gate.Share:   {[]string{"0", "1", "0.000001", "1e-9"}, []string{"-0.000001", "1.000001", "NaN", "Inf", "", "10 %"}},
		gate.Count:   {[]string{"0", "1", "9223372036854775807"}, []string{"-1", "0.5", "9223372036854775808", "1e3", "", "Inf"}},
		gate.Dollars: {[]string{"0", "0.05", "1e9"}, []string{"-0.01", "1000000000.1", "NaN", "Inf", "", "$5"}},
		gate.Seconds: {[]string{"0", "0.5", "1e9"}, []string{"-0.000001", "1000000000.1", "NaN", "Inf", "", "5s"}},
		gate.Word:    {nil, []string{"", "Blocking", "loud"}},
		gate.Words:   {[]string{"a", "bad_*", "a,b"}, nil},
	}
	seen := map[gate.Kind]int{}
	for _, r := range gate.Rules {
		for _, s := range r.All() {
			edge, known := edges[s.Kind]
			if !known {
				t.Fatalf("%s.%s: no edges are listed for a %s", r.Name, s.Name, s.Kind)
			}
			seen[s.Kind]++
			for _, v := range append(edge.takes, s.Of...) {
				c, err := Load(Sources{None: true, Rules: []string{r.Name + "." + s.Name + "=" + v}})
				if err != nil || c.Rules[r.Name+"."+s.Name].Origin != "--rule" {
					t.Errorf("%s.%s=%s: %v", r.Name, s.Name, v, err)
				}
			}
			for _, v := range edge.refuses {
				if _, err := Load(Sources{None: true, Rules: []string{r.Name + "." + s.Name + "=" + v}}); err == nil {
					t.Errorf("%s.%s=%s is taken", r.Name, s.Name, v)
				}
			}
		}
	}
	if len(seen) != len(edges) {
		t.Errorf("settings of these sorts were tried: %v", seen)
	}
}

// The file may be a MiB long, and a duration longer than none and no longer than 732 days.
func TestEdgesOfTheFile(t *testing.T) {
	filled := func(size int) string {
		line := "# " + strings.Repeat("x", 1021) + "\n"
		text := strings.Repeat(line, size/len(line)-1)
		return text + "# " + strings.Repeat("x", size-len(text)-3) + "\n"
	}
	for _, c := range []struct {
		text string
		ok   bool
	}{
		{filled(1 << 20), true}, {filled(1<<20 + 1), false},
		{"durations:\n  longest-days: 0.000001", true}, {"durations:\n  longest-days: 0", false}, {"durations:\n  longest-days: -0.5", false},
		{"durations:\n  longest-days: 732", true}, {"durations:\n  longest-days: 732.001", false},
	} {
		path := filepath.Join(t.TempDir(), Name)
		if err := os.WriteFile(path, []byte(c.text), 0o600); err != nil {
			t.Fatal(err)
		}
		if _, err := Load(Sources{Path: path}); (err == nil) != c.ok {
			t.Errorf("%.40q, %d bytes: %v", c.text, len(c.text), err)
		}
	}
}
