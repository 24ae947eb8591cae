// Command profile makes cmd/runreport/default.pgo anew: how much time the program spends in calls of which function by
// which, by which the compiler decides what it inlines into what. go build finds the file by its name.
//
//	go run -C bench/profile .
//
// It samples builds of made-up logs of all systems, of one long log and of many short ones, with and
// without a history. That takes some three minutes on two processors and 6 GB below -work.
//
// A change of the program needs no new profile: functions that it does not know are compiled as they
// are without it. A test says when too little of it is left.
package main

import (
	"bytes"
	"errors"
	"flag"
	"fmt"
	"log"
	"os"
	"os/exec"
	"path/filepath"
	"strings"

	"github.com/google/pprof/profile"
)

func main() {
	log.SetFlags(0)
	work := flag.String("work", os.TempDir(), "folder for a folder of its own, which is removed in the end")
	rounds := flag.Int("rounds", 3, "how often each build is sampled")
	flag.Parse()
	if err := run(*work, *rounds); err != nil {
		log.Fatal("profile: ", err)
	}
}

// root is the root of the module that is profiled, and stored the profile in it.
var (
	root   = filepath.Join("..", "..")
	stored = filepath.Join(root, "cmd", "runreport", "default.pgo")
)

func run(work string, rounds int) error {
	work, err := filepath.Abs(work) // commands run in several folders
	if err != nil {
		return err
	}
	if work, err = os.MkdirTemp(work, "runreport-profile-"); err != nil {
		return err
	}
	defer os.RemoveAll(work)
	at := func(names ...string) string { return filepath.Join(append([]string{work}, names...)...) }
	program := at("runreport")
	for _, command := range []*exec.Cmd{
		in(root, "go", "build", "-pgo=off", "-o", program, "./cmd/runreport"),
		in(work, program, "demo", "--runs", "100000", "--seed", "3", "-o", "large"),
		in(work, program, "demo", "--runs", "10000", "--seed", "5", "-o", "small"),
		in(filepath.Join("..", "peers"), "go", "run", ".", "--program", program, "--python", "", "--allure", "",
			"--work", work, "--made", "--mb", "500", "--files", "20000", "--kb", "12", "--runs", "0", "--rounds", "0"),
	} {
		command.Stdout, command.Stderr = os.Stdout, os.Stderr
		if err := command.Run(); err != nil {
			return fmt.Errorf("%s: %w", strings.Join(command.Args, " "), err)
		}
	}
	builds := [][]string{
		{at("large", "logs")},
		{at("small", "logs"), "--format", "all"},
		{at("made-500MB-1"), "--format", "json"},
		{at("made-20000-12kB"), "--format", "json"},
		{at("made-20000-12kB"), "--format", "json", "--history", at("history")}, // it is made in the first round
	}
	var all []*profile.Profile
	for range rounds {
		for _, arguments := range builds {
			p, err := sample(program, work, arguments)
			if err != nil {
				return err
			}
			all = append(all, p)
		}
	}
	return store(all)
}

func in(dir, name string, arguments ...string) *exec.Cmd {
	command := exec.Command(name, arguments...)
	command.Dir = dir
	return command
}

// sample is the profile of one build.
func sample(program, work string, arguments []string) (*profile.Profile, error) {
	fmt.Println("build", strings.ReplaceAll(strings.Join(arguments, " "), work, ""))
	out, file := filepath.Join(work, "out"), filepath.Join(work, "cpu.pprof")
	defer os.RemoveAll(out)
	command := exec.Command(program, append([]string{"build", "-o", out, "--quiet", "--cpuprofile", file}, arguments...)...)
	const rejected = 3 // the exit code of a build that could not read all of its logs, as those of a demo
	if said, err := command.CombinedOutput(); err != nil && command.ProcessState.ExitCode() != rejected {
		return nil, fmt.Errorf("%s: %w: %s", strings.Join(command.Args, " "), err, said)
	}
	data, err := os.ReadFile(file)
	if err != nil {
		return nil, err
	}
	p, err := profile.ParseData(data)
	if err != nil {
		return nil, fmt.Errorf("the profile of %s: %w", strings.Join(command.Args, " "), err)
	}
	return p, nil
}

// store writes the sum of the profiles, by functions and lines within them. Addresses, files and times of day
// are those of one build on one machine, and are left out.
func store(all []*profile.Profile) error {
	for _, p := range all {
		if err := p.Aggregate(true, true, false, true, false, false); err != nil {
			return err
		}
		for _, at := range p.Location {
			at.Mapping = nil
		}
		p.Mapping, p.TimeNanos, p.DurationNanos = nil, 0, 0
	}
	sum, err := profile.Merge(all)
	if err != nil {
		return err
	}
	var written bytes.Buffer
	if err := sum.Write(&written); err != nil {
		return err
	}
	fresh := stored + ".new" // go build reads the file: half of one is worse than the one before
	if err := os.WriteFile(fresh, written.Bytes(), 0o644); err != nil {
		return errors.Join(err, os.Remove(fresh))
	}
	return os.Rename(fresh, stored)
}
