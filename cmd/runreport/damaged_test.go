package main

import (
	"bytes"
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"regexp"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"runreport/ingest"
	"runreport/unit/tier"
)

// How many damaged logs TestDamagedLogs makes: few in every run, and all with
// RUNREPORT_LONG, which takes half an hour; RUNREPORT_MUTANTS=12315-12465 makes
// those alone, as a failure names them.
const (
	fewMutants  = 450
	allMutants  = 100_000
	mutantBatch = 150
	allOutputs  = 15 // mutants of a batch that every output is made of
	// slow is how much time of the processors one batch may take, and hang how long the
	// test waits for it: other programs may keep the machine busy.
	slow = 10 * time.Second
	hang = 2 * time.Minute
)

// TestDamagedLogs reads damaged logs of every format, many at a time, and holds the
// reports to what must be true of any: the program ends, by itself and in time, every line
// is in the ledger, no decoder failed, and no duration is longer than plausible.
func TestDamagedLogs(t *testing.T) {
	tier.Slow(t, "builds many damaged logs")
	tier.Seconds(t)
	n := fewMutants
	if os.Getenv("RUNREPORT_LONG") != "" {
		n = allMutants
	}
	from := 0
	if text := os.Getenv("RUNREPORT_MUTANTS"); text != "" {
		first, last, _ := strings.Cut(text, "-")
		var err1, err2 error
		from, err1 = strconv.Atoi(first)
		n, err2 = strconv.Atoi(last)
		if err1 != nil || err2 != nil {
			t.Fatalf("RUNREPORT_MUTANTS is %q, not a range as 0-100000", text)
		}
	}
	samples := samplesOf(t)
	var slowest time.Duration
	size := 0
	for first, batch := from, 0; first < n; first, batch = first+size, batch+1 {
		dir := t.TempDir()
		r := rand.New(rand.NewPCG(14, uint64(first)))
		outputs := "json"
		if size = min(mutantBatch, n-first); batch%100 == 1 { // every output, now and then
			outputs, size = "all", min(allOutputs, n-first)
		}
		for i := range size {
			s := samples[(first+i)%len(samples)]
			writeMutant(t, filepath.Join(dir, fmt.Sprintf("m%06d", first+i), s.name), damaged(r, s.text))
		}
		args := []string{"build", dir, "-o", filepath.Join(dir, "report"), "-q", "--format", outputs}
		if outputs == "all" {
			args = append(args, "--tables", filepath.Join(dir, "tables"))
		}
		began := time.Now()
		code, text := runInTime(t, args, fmt.Sprintf("the batch of mutants from %d on", first))
		if outputs == "json" {
			slowest = max(slowest, time.Since(began))
		}
		if code != exitOK && code != exitInput {
			t.Errorf("mutants from %d on: exit %d: %s", first, code, text)
			continue
		}
		checkReport(t, filepath.Join(dir, "report"), first, size)
		if !t.Failed() {
			os.RemoveAll(dir)
		}
	}
	t.Logf("mutants %d to %d of %d samples; the slowest batch of %d took %s; peak memory %s", from, n, len(samples), mutantBatch, slowest.Round(time.Millisecond), peakMemory())
}

// runInTime runs the program and ends the test where it hangs.
func runInTime(t *testing.T, args []string, what string) (code int, text string) {
	t.Helper()
	before := processorTime()
	done := make(chan int, 1)
	var stderr bytes.Buffer
	go func() { done <- run(args, strings.NewReader(""), &bytes.Buffer{}, &stderr) }()
	select {
	case code = <-done:
	case <-time.After(hang):
		stacks := make([]byte, 1<<16)
		t.Fatalf("%s: not done after %s\n%s", what, hang, stacks[:runtime.Stack(stacks, true)])
	}
	if took := processorTime() - before; took > slow && !slices.Contains(args, "all") {
		t.Errorf("%s: it took %s of the processors", what, took)
	}
	return code, stderr.String()
}

func writeMutant(t *testing.T, path string, text []byte) {
	t.Helper()
	if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(path, text, 0o600); err != nil {
		t.Fatal(err)
	}
}

var (
	numberIn = regexp.MustCompile(`-?\b\d+(?:\.\d+)?\b`)
	stampAt  = regexp.MustCompile(`\d{4}-\d\d-\d\d[T ]\d\d:\d\d(?::\d\d(?:\.\d+)?)?(?:Z|[+-]\d\d:\d\d)?|\b1[67]\d{11}\b`)
	valueIn  = regexp.MustCompile(`("(?:[^"\\]|\\.)*")\s*:\s*("(?:[^"\\]|\\.)*"|-?\d[\d.eE+-]*|true|false|null)`)

	extremes = []string{"9000000000000000000", "9223372036854775807", "-9223372036854775808", "18446744073709551616", "-1", "0", "1e308", "-1e308", "1e999", "1e18",
		"9007199254740993", "4611686018427387904", "2147483648", "100000000", "10001", "0.0000000001", "-0", "1e-400", "1" + strings.Repeat("0", 400)}
	farTimes = []string{"0000-01-01T00:00:00Z", "0001-01-01T00:00:00Z", "1677-09-21T00:12:43Z", "1969-12-31T23:59:59Z", "1970-01-01T00:00:00Z", "1999-12-31T23:59:59.999Z",
		"2000-01-01T00:00:00Z", "2011-01-01T00:00:00Z", "2024-02-29T00:00:00Z", "2027-12-31T00:00:00Z", "2093-04-02T10:00:00Z", "2199-12-31T23:59:59Z", "2262-04-12T00:00:00Z",
		"9999-12-31T23:59:59Z", "9999-12-31T23:59:59-02:00", "10000-01-01T00:00:00Z", "2026-04-02T10:00:00+23:59", "2026-13-40T25:61:61Z"}
	farMillis = []string{"0", "-1", "253402300800000", "9000000000000000000", "1777000001", "4102444800000", "7258118399999", "-62135596800000"}
	otherType = []string{"null", "true", `""`, `"x"`, "[]", "{}", "[[]]", "-1", `"9000000000000000000"`, "[null]", `{"a":{}}`, `"9999-12-31T23:59:59-02:00"`}
)

// damaged gives the text with damage of one to three sorts; it is never as it was.
func damaged(r *rand.Rand, text []byte) []byte {
	out := slices.Clone(text)
	for n := 1 + r.IntN(3); n > 0 || bytes.Equal(out, text); n-- {
		out = damage[r.IntN(len(damage))](r, out)
		if len(out) == 0 {
			out = []byte{'\n'}
		}
	}
	return out
}

var damage = []func(*rand.Rand, []byte) []byte{
	func(r *rand.Rand, b []byte) []byte { return replaceOne(r, b, numberIn, extremes) },
	func(r *rand.Rand, b []byte) []byte { return replaceOne(r, b, numberIn, extremes) },
	farTime, farTime,
	func(r *rand.Rand, b []byte) []byte { // every number of a sort
		with := []byte(extremes[r.IntN(len(extremes))])
		return numberIn.ReplaceAllFunc(b, func(m []byte) []byte {
			if r.IntN(4) == 0 {
				return with
			}
			return m
		})
	},
	func(r *rand.Rand, b []byte) []byte { // another type
		at := pick(r, valueIn.FindAllSubmatchIndex(b, -1))
		if at == nil {
			return b
		}
		return slices.Concat(b[:at[4]], []byte(otherType[r.IntN(len(otherType))]), b[at[5]:])
	},
	func(r *rand.Rand, b []byte) []byte { // a key twice, or gone, or with another's value
		all := valueIn.FindAllSubmatchIndex(b, -1)
		at, other := pick(r, all), pick(r, all)
		switch {
		case at == nil:
			return b
		case r.IntN(3) == 0:
			return slices.Concat(b[:at[1]], []byte(","), b[at[0]:at[1]], b[at[1]:])
		case r.IntN(2) == 0:
			return slices.Concat(b[:at[0]], []byte(`"gone":0`), b[at[1]:])
		}
		return slices.Concat(b[:at[4]], b[other[4]:other[5]], b[at[5]:])
	},
	lines, lines,
	func(r *rand.Rand, b []byte) []byte { // flipped bytes
		out := slices.Clone(b)
		for range 1 + r.IntN(8) {
			out[r.IntN(len(out))] ^= 1 << r.IntN(8)
		}
		return out
	},
	func(r *rand.Rand, b []byte) []byte { // cut off, or cut out
		from := r.IntN(len(b))
		return slices.Concat(b[:from], b[min(len(b), from+1+r.IntN(len(b))):])
	},
	func(r *rand.Rand, b []byte) []byte { // bytes in the middle of it
		what := []string{"\x00", strings.Repeat("\x00", 4096), "\xff\xfe", "\r", "\u2028", "\x1b[31m", strings.Repeat("[", 2000), strings.Repeat(`{"a":`, 500), "<script>", strings.Repeat("x", 70000)}
		at := r.IntN(len(b))
		return slices.Concat(b[:at], []byte(what[r.IntN(len(what))]), b[at:])
	},
}

func pick(r *rand.Rand, all [][]int) []int {
	if len(all) == 0 {
		return nil
	}
	return all[r.IntN(len(all))]
}

func replaceOne(r *rand.Rand, b []byte, what *regexp.Regexp, by []string) []byte {
	at := pick(r, what.FindAllIndex(b, -1))
	if at == nil {
		return b
	}
	return slices.Concat(b[:at[0]], []byte(by[r.IntN(len(by))]), b[at[1]:])
}

// farTime moves one time, or one of eight, far away.
func farTime(r *rand.Rand, b []byte) []byte {
	far := func(m []byte) []byte {
		if bytes.Contains(m, []byte("-")) {
			return []byte(farTimes[r.IntN(len(farTimes))])
		}
		return []byte(farMillis[r.IntN(len(farMillis))])
	}
	if r.IntN(3) == 0 {
		return stampAt.ReplaceAllFunc(b, func(m []byte) []byte {
			if r.IntN(8) == 0 {
				return far(m)
			}
			return m
		})
	}
	at := pick(r, stampAt.FindAllIndex(b, -1))
	if at == nil {
		return b
	}
	return slices.Concat(b[:at[0]], far(b[at[0]:at[1]]), b[at[1]:])
}

// lines repeats, drops, moves, joins or blanks a line.
func lines(r *rand.Rand, b []byte) []byte {
	all := bytes.SplitAfter(b, []byte("\n"))
	i, j := r.IntN(len(all)), r.IntN(len(all))
	switch r.IntN(5) {
	case 0:
		all = slices.Insert(all, i, all[j])
	case 1:
		all = slices.Delete(all, i, i+1)
	case 2:
		all[i], all[j] = all[j], all[i]
	case 3:
		all[i] = bytes.TrimSuffix(all[i], []byte("\n"))
	default:
		all[i] = []byte("\r\n")
	}
	return bytes.Join(all, nil)
}

// checkReport holds a report to what is true of any.
func checkReport(t *testing.T, dir string, first, size int) {
	t.Helper()
	var s struct {
		Ledger struct {
			Files []map[string]any `json:"files"`
		} `json:"ledger"`
		Findings []struct{ Code, File, Seen string } `json:"findings"`
	}
	text, err := os.ReadFile(filepath.Join(dir, "summary.json"))
	if err != nil {
		t.Fatal(err)
	}
	if err := json.Unmarshal(text, &s); err != nil {
		t.Fatal(err)
	}
	for _, f := range s.Findings {
		if f.Code == "decoder_failed" {
			t.Errorf("mutants from %d on: %s: %s", first, f.File, f.Seen)
		}
	}
	if got := len(s.Ledger.Files); got < size {
		t.Errorf("mutants from %d on: %d files in the ledger, %d were there", first, got, size)
	}
	for _, f := range s.Ledger.Files {
		parts := 0.0
		for _, p := range []string{"kept", "blank", "ignored", "duplicate", "superseded", "rejected"} {
			parts += f[p].(float64)
		}
		whole := f["records"]
		if f["lines"] != nil {
			whole = f["lines"]
		}
		if f["format"] != nil && parts != whole.(float64) {
			t.Errorf("mutants from %d on: %s: the parts make %v of %v", first, f["path"], parts, whole)
		}
	}
	var all any
	_ = json.Unmarshal(text, &all) // it was read a moment ago
	eachDuration(all, "", func(path string, s float64) {
		if !(s >= 0 && s <= ingest.LongestDuration.Seconds()) {
			t.Errorf("mutants from %d on: %s is %g s", first, path, s)
		}
	})
}

// single are the members of summary.json that hold one duration, none that is a sum.
var single = map[string]bool{"duration_s": true, "active_s": true, "p50_s": true, "p90_s": true, "p95_s": true, "max_s": true, "min_s": true,
	"time_to_verdict_s": true, "median_s": true, "without_flakes_s": true}

func eachDuration(v any, path string, visit func(path string, seconds float64)) {
	switch v := v.(type) {
	case map[string]any:
		for k, x := range v {
			if s, ok := x.(float64); ok && single[k] {
				visit(path+"."+k, s)
			}
			eachDuration(x, path+"."+k, visit)
		}
	case []any:
		for i, x := range v {
			eachDuration(x, fmt.Sprintf("%s[%d]", path, i), visit)
		}
	}
}

// peakMemory is the most memory that the process had, where the system tells.
func peakMemory() string {
	status, err := os.ReadFile("/proc/self/status")
	if err != nil {
		return "not known"
	}
	_, rest, _ := strings.Cut(string(status), "VmHWM:")
	line, _, _ := strings.Cut(rest, "\n")
	return strings.TrimSpace(line)
}
