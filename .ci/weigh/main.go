// Command weigh says which modules a program consists of and how much of it each takes:
// the sizes of the symbols of its packages, as go tool nm lists them. Memory that the
// program only gets when it starts takes no place in the file and is left out.
//
//	go build -o /tmp/runreport ./cmd/runreport && go run ./.ci/weigh /tmp/runreport
package main

import (
	"bufio"
	"bytes"
	"cmp"
	"debug/buildinfo"
	"debug/elf"
	"fmt"
	"maps"
	"os"
	"os/exec"
	"slices"
	"strconv"
	"strings"
)

func main() {
	if len(os.Args) != 2 {
		fmt.Fprintln(os.Stderr, "usage: weigh PROGRAM (for Linux, with symbols)")
		os.Exit(2)
	}
	if err := weigh(os.Args[1]); err != nil {
		fmt.Fprintln(os.Stderr, "weigh:", err)
		os.Exit(1)
	}
}

func weigh(program string) error {
	info, err := buildinfo.ReadFile(program)
	if err != nil {
		return err
	}
	modules := []string{info.Main.Path}
	for _, d := range info.Deps {
		modules = append(modules, d.Path)
	}
	slices.SortFunc(modules, func(a, b string) int { return cmp.Compare(len(b), len(a)) }) // the longest that fits
	inFile, err := sections(program)
	if err != nil {
		return err
	}
	out, err := exec.Command("go", "tool", "nm", "-size", program).Output()
	if err != nil {
		return err
	}
	weights, total := map[string]uint64{}, uint64(0)
	for s := bufio.NewScanner(bytes.NewReader(out)); s.Scan(); {
		fields := strings.Fields(s.Text())
		if len(fields) < 4 {
			continue
		}
		at, err1 := strconv.ParseUint(fields[0], 16, 64)
		size, err2 := strconv.ParseUint(fields[1], 10, 64)
		if err1 != nil || err2 != nil || !inFile(at) {
			continue
		}
		weights[moduleOf(modules, strings.Join(fields[3:], " "))] += size
		total += size
	}
	for _, name := range slices.SortedFunc(maps.Keys(weights), func(a, b string) int { return cmp.Compare(weights[b], weights[a]) }) {
		fmt.Printf("%8.1f MB  %4.1f %%  %s\n", float64(weights[name])/1e6, 100*float64(weights[name])/float64(total), name)
	}
	fmt.Printf("%8.1f MB  code and data together; tables of lines and types come on top\n", float64(total)/1e6)
	return nil
}

// sections tells whether an address lies in the file.
func sections(program string) (func(uint64) bool, error) {
	f, err := elf.Open(program)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	return func(at uint64) bool {
		for _, s := range f.Sections {
			if s.Type == elf.SHT_PROGBITS && s.Addr > 0 && at >= s.Addr && at < s.Addr+s.Size {
				return true
			}
		}
		return false
	}, nil
}

// moduleOf is the module of a symbol; what belongs to none is Go's own.
func moduleOf(modules []string, symbol string) string {
	symbol = strings.TrimLeft(strings.TrimPrefix(strings.TrimPrefix(symbol, "type:"), "go:itab."), ".*&[]()")
	if strings.HasPrefix(symbol, "main.") {
		return "runreport"
	}
	for _, m := range modules {
		if strings.HasPrefix(symbol, m+"/") || strings.HasPrefix(symbol, m+".") {
			return m
		}
	}
	return "Go and its standard library"
}
