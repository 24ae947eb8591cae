package main

import (
	"cmp"
	"errors"
	"fmt"
	"io"
	"os"
	"runtime"
	"runtime/metrics"
	"runtime/pprof"
	"sync"
	"text/tabwriter"
	"time"

	"github.com/spf13/pflag"

	"runreport/unit"
)

// profile says where the time and the memory of a command go.
type profile struct {
	cpu, heap string // files for pprof; empty: none
	timings   bool

	cpuFile *os.File
	stages  stages
}

func (p *profile) flags(f *pflag.FlagSet) {
	f.StringVar(&p.cpu, "cpuprofile", "", "write a CPU profile for go tool pprof into this file")
	f.StringVar(&p.heap, "memprofile", "", "write a profile of allocations for go tool pprof into this file")
	f.BoolVar(&p.timings, "timings", false, "print the duration, processor time and allocations of each stage, on stderr")
}

// during runs a command and measures it as the flags ask for.
func (p *profile) during(w io.Writer, command func() error) (err error) {
	if err := p.start(); err != nil {
		return err
	}
	defer func() { err = cmp.Or(err, p.stop(w)) }()
	return command()
}

// start begins what the flags ask for.
func (p *profile) start() error {
	if p.timings {
		p.stages.begin("start")
	}
	if p.cpu == "" {
		return nil
	}
	f, err := os.Create(p.cpu)
	if err != nil {
		return fail(exitOutput, "--cpuprofile: %w", err)
	}
	p.cpuFile = f
	return pprof.StartCPUProfile(f)
}

// stop writes the profiles and prints the stages, also of a command that failed.
func (p *profile) stop(w io.Writer) error {
	var errs []error
	if p.cpuFile != nil {
		pprof.StopCPUProfile()
		errs = append(errs, p.cpuFile.Close())
	}
	if p.heap != "" {
		errs = append(errs, p.writeHeap())
	}
	if p.timings {
		p.stages.print(w)
	}
	if err := errors.Join(errs...); err != nil {
		return fail(exitOutput, "the profile was not written: %w", err)
	}
	return nil
}

func (p *profile) writeHeap() error {
	f, err := os.Create(p.heap)
	if err != nil {
		return err
	}
	runtime.GC() // so that the profile is of now, not of the last collection
	return errors.Join(pprof.Lookup("allocs").WriteTo(f, 0), f.Close())
}

// stages measures the stages of a command, one after the other. The zero value measures
// nothing.
type stages struct {
	mu   sync.Mutex
	list []stage
}

type stage struct {
	name      string
	began     time.Time
	took      time.Duration
	processor time.Duration // of all processors, at its start; of one that ended, during it
	allocated uint64        // bytes, likewise
}

// begin ends the stage that runs and starts the next. The name that runs goes on.
func (s *stages) begin(name string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if n := len(s.list); n > 0 && s.list[n-1].name == name {
		return
	}
	s.end()
	allocated, _ := memoryUse()
	s.list = append(s.list, stage{name: name, began: time.Now(), processor: processorTime(), allocated: allocated})
}

// measuring reports whether anybody wants the stages.
func (s *stages) measuring() bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	return len(s.list) > 0
}

func (s *stages) end() {
	if n := len(s.list); n > 0 {
		last := &s.list[n-1]
		allocated, _ := memoryUse()
		last.took, last.processor, last.allocated = time.Since(last.began), processorTime()-last.processor, allocated-last.allocated
	}
}

func (s *stages) print(w io.Writer) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.end()
	t := tabwriter.NewWriter(w, 0, 0, 2, ' ', tabwriter.AlignRight)
	fmt.Fprintln(t, "Stage\tTime\tProcessor time\tAllocated\t")
	total := stage{name: "total"}
	for _, x := range s.list {
		x.print(t)
		total.took += x.took
		total.processor += x.processor
		total.allocated += x.allocated
	}
	total.print(t)
	_, held := memoryUse()
	t.Flush()
	fmt.Fprintf(w, "memory from the system at the end: %s\n", unit.Bytes.Format(float64(held)))
}

func (s stage) print(w io.Writer) {
	fmt.Fprintf(w, "%s\t%.3f s\t%.3f s\t%s\t\n", s.name, s.took.Seconds(), s.processor.Seconds(), unit.Bytes.Format(float64(s.allocated)))
}

// memoryUse returns the bytes allocated on the heap so far, and those that the program has
// from the system.
func memoryUse() (allocated, held uint64) {
	samples := []metrics.Sample{{Name: "/gc/heap/allocs:bytes"}, {Name: "/memory/classes/total:bytes"}}
	metrics.Read(samples)
	return samples[0].Value.Uint64(), samples[1].Value.Uint64()
}
