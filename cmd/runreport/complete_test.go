package main

import (
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"runreport/unit/tier"
)

// Each shell is a program that prints what the shell offers after "$1", one a line. "$2" is
// one of the words that are expected.
var shells = []struct{ name, needs, script string }{
	{"bash", "/usr/share/bash-completion/bash_completion", `
. /usr/share/bash-completion/bash_completion
. <(runreport completion bash)
read -ra COMP_WORDS <<< "$1"
case "$1" in *" ") COMP_WORDS+=("") ;; esac
COMP_LINE=$1 COMP_POINT=${#1} COMP_CWORD=$((${#COMP_WORDS[@]} - 1)) COMP_TYPE=9
compopt() { :; }
__start_runreport
printf '%s\n' "${COMPREPLY[@]}"
`},
	// zsh completes only at a prompt, so it gets one in a terminal of its own. The text
	// between the marks is what it puts there.
	{"zsh", "", `
zmodload zsh/zpty
zpty -b shell zsh -f -i
zpty -w shell 'PS1= PROMPT= RPROMPT=; unset zle_bracketed_paste; stty -echo; autoload -U compinit; compinit -u -d '$HOME/dump
zpty -w shell 'source <(runreport completion zsh)'
zpty -w shell 'setopt auto_list; zstyle ":completion:*" list-separator "--"; LISTMAX=1000; bindkey "^I" list-choices; print -r -- REA""DY'
wait_for() {
  local seen= chunk= i
  for ((i = 0; i < 400; i++)); do
    while zpty -r -t shell chunk 2>/dev/null; do seen+=$chunk; done
    if [[ $seen == *$1* ]]; then print -rn -- "$seen"; return; fi
    sleep 0.05
  done
  print -rn -- "$seen"
}
wait_for READY >/dev/null
zpty -w -n shell "$1"$'\t'
{ wait_for "$2"; sleep 0.5; zpty -w -n shell $'\C-u'"print -r -- EN\"\"D"$'\n'; wait_for END; } | tr '\r\0' '\n\n' | sed 's/\x1b\[[0-9;?]*[a-zA-Z]//g' | tr -s ' ' '\n'
zpty -d shell
`},
	{"fish", "", `
runreport completion fish | source
complete -C "$argv[1]" | cut -f 1
`},
}

// The completions work in the shells themselves.
func TestCompletionsInShells(t *testing.T) {
	tier.Seconds(t)
	for _, shell := range shells {
		t.Run(shell.name, func(t *testing.T) {
			program, err := exec.LookPath(shell.name)
			if err != nil {
				t.Skipf("%s is not there", shell.name)
			}
			if _, err := os.Stat(shell.needs); shell.needs != "" && err != nil {
				t.Skipf("%s is not there", shell.needs)
			}
			b := newBench(t, nil)
			put(t, b.path("script"), shell.script)
			for _, name := range []string{"logs", "history"} {
				if err := os.MkdirAll(b.path(name), 0o700); err != nil {
					t.Fatal(err)
				}
			}
			put(t, b.path("notes.txt"), "")
			for _, c := range []struct {
				typed     string
				has, lack []string
			}{
				{"runreport ", []string{"build", "gate", "doctor"}, []string{"logs/", "--format"}},
				{"runreport up", []string{"upgrade"}, []string{"build"}},
				{"runreport build --tables-format parquet,", []string{"parquet,arrow", "parquet,csv"}, []string{"parquet,parquet", "notes.txt"}},
				{"runreport build --front-matter ", []string{"mkdocs", "hugo"}, []string{"repeats", "notes.txt"}},
				{"runreport build --format html,", []string{"html,json", "html,sarif"}, []string{"html,html"}},
				{"runreport compact --ke", []string{"--keep"}, []string{"--history"}},
			} {
				if shell.name == "zsh" && strings.HasSuffix(c.typed, "up") || shell.name == "zsh" && strings.HasSuffix(c.typed, "ke") {
					continue // one choice is put in place at once, and list-choices shows none
				}
				run := exec.Command(program, b.path("script"), c.typed, c.has[0])
				run.Dir, run.Env = b.dir, append(slices.Clone(b.env), "HOME="+b.dir, "XDG_CONFIG_HOME="+b.dir, "TERM=vt100", "COLUMNS=200", "LINES=200")
				out, err := run.CombinedOutput()
				if err != nil {
					t.Fatalf("%s: %v: %s", c.typed, err, out)
				}
				var offered []string
				for _, line := range strings.Split(string(out), "\n") {
					word, _, _ := strings.Cut(strings.TrimSpace(line), " ")
					offered = append(offered, strings.TrimRight(word, "="))
				}
				for _, want := range c.has {
					if !slices.Contains(offered, want) {
						t.Errorf("%q: %s is not offered: %q", c.typed, want, offered)
					}
				}
				for _, not := range c.lack {
					if slices.Contains(offered, not) {
						t.Errorf("%q: %s is offered: %q", c.typed, not, offered)
					}
				}
			}
		})
	}
}

// What the program answers to the scripts of the shells.
func TestCompletions(t *testing.T) {
	dir := t.TempDir()
	t.Chdir(dir)
	if err := os.Mkdir(filepath.Join(dir, "logs"), 0o700); err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		args []string
		want string // the directive: 0 paths, 4 nothing more, 6 and no space, 16 folders
		has  string
	}{
		{[]string{"lo"}, ":0", ""},
		{[]string{"gate", ""}, ":16", ""},
		{[]string{"upgrade", ""}, ":16", ""},
		{[]string{"build", "--output", ""}, ":16", ""},
		{[]string{"build", "--format", ""}, ":6", "\nall\n"},
		{[]string{"build", "--format", "html,json,"}, ":6", "html,json,site\n"},
		{[]string{"gate", "--rule", ""}, ":6", "flake-rate=\n"},
		{[]string{"plan", "--noise", ""}, ":4", "across-cycles\n"},
	} {
		_, out, _ := call(t, append([]string{"__complete"}, c.args...)...)
		if lines := strings.Split(strings.TrimSpace(out), "\n"); lines[len(lines)-1] != c.want || !strings.Contains(out, c.has) {
			t.Errorf("%q: %q, want %q and %q", c.args, out, c.want, c.has)
		}
	}
	if got := listed("html,", []string{"html", "json"}); !slices.Equal(got, []string{"html,json"}) {
		t.Errorf("%q", got)
	}
}
