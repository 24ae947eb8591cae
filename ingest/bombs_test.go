package ingest

import (
	"bytes"
	"encoding/json"
	"fmt"
	"maps"
	"os"
	"runtime"
	"slices"
	"strings"
	"testing"
	"time"

	"runreport/ingest/record"
	"runreport/unit/tier"
)

// bombDepth is how deep the values of bombs nest: more than any decoder has to follow.
const bombDepth = 12_000

// bombValues are values that no field has and any file may hold.
func bombValues() map[string]string {
	const many = 8_000
	return map[string]string{
		"arrays in each other":          strings.Repeat("[", bombDepth) + strings.Repeat("]", bombDepth),
		"objects in each other":         strings.Repeat(`{"a":`, bombDepth) + "1" + strings.Repeat("}", bombDepth),
		"arrays that do not end":        strings.Repeat("[", bombDepth),
		"NaN":                           "NaN",
		"infinity":                      "-Infinity",
		"a number beyond all":           "1e999999",
		"a number of many digits":       strings.Repeat("9", many),
		"a number below any":            "-9223372036854775809",
		"a long text":                   `"` + strings.Repeat("a\\u0000\\ud800", many) + `"`,
		"a text that does not end":      `"` + strings.Repeat("b", many),
		"an array of all there is":      "[" + strings.Repeat(`null,{},[],"",0,true,`, many/10) + "{}]",
		"an object of one key, again":   "{" + strings.Repeat(`"k":{"k":1},`, many/10) + `"k":0}`,
		"an object of very many keys":   manyKeys(many / 4),
		"numbers as names of prototype": `{"__proto__":{"a":1e308},"constructor":-0.0}`,
	}
}

func manyKeys(n int) string {
	var b strings.Builder
	b.WriteByte('{')
	for i := range n {
		fmt.Fprintf(&b, `"k%d":%d,`, i, i)
	}
	return b.String() + `"last":{}}`
}

// xmlBombs are documents for the formats that are XML.
func xmlBombs() map[string]string {
	lol := `<!DOCTYPE testsuites [<!ENTITY a0 "lol">`
	for i := 1; i < 30; i++ {
		lol += fmt.Sprintf(`<!ENTITY a%d "%s">`, i, strings.Repeat(fmt.Sprintf("&a%d;", i-1), 10))
	}
	suite := func(inner string) string {
		return `<testsuites><testsuite name="s" tests="1">` + inner + `</testsuite></testsuites>`
	}
	const many = 200_000
	return map[string]string{
		"entities of entities":     lol + `]>` + suite(`<testcase name="&a29;"><failure>&a29;</failure></testcase>`),
		"an entity of a file":      `<!DOCTYPE x [<!ENTITY e SYSTEM "file:///etc/passwd">]>` + suite(`<testcase name="&e;"><failure message="&e;">&e;</failure></testcase>`),
		"suites in each other":     `<testsuites>` + strings.Repeat(`<testsuite name="s">`, bombDepth) + `<testcase name="a"/>` + strings.Repeat("</testsuite>", bombDepth) + `</testsuites>`,
		"suites that do not end":   `<testsuites>` + strings.Repeat(`<testsuite name="s">`, bombDepth),
		"cases in each other":      suite(strings.Repeat(`<testcase name="a">`, bombDepth)),
		"very many attributes":     suite(`<testcase name="a" ` + strings.Repeat(`x="1" `, many) + `/>`),
		"very many children":       suite(`<testcase name="a">` + strings.Repeat(`<rerunFailure message="m"/>`, many) + `</testcase>`),
		"a long name":              suite(`<testcase name="` + strings.Repeat("n", 8<<20) + `"/>`),
		"output that does not end": suite(`<testcase name="a"><system-out><![CDATA[` + strings.Repeat("o\n", 4<<20)),
		"numbers beyond all":       suite(`<testcase name="a" time="1e999"/><testcase name="b" time="NaN"/><testcase name="c" time="-Infinity" line="99999999999999999999"/>`),
		"counts beyond all":        `<testsuite tests="99999999999999999999" failures="-1" errors="NaN" time="1e400" timestamp="+999999999-01-01T00:00:00Z"><testcase name="a"/></testsuite>`,
	}
}

// spreadBombs are logs of objects that are made to be looked at again and again, around a record.
func spreadBombs(sample string) map[string]string {
	const many = 4_000
	return map[string]string{
		"objects that begin in each other":        strings.Repeat("{\"a\":[\n", bombDepth) + sample + "\n",
		"and have a long end":                     strings.Repeat("{\"a\":[\n", many) + strings.Repeat("1,\n", 20*many) + sample + "\n",
		"objects that break off":                  strings.Repeat("{\n \"a\": 1,\n", 5*many) + sample + "\n",
		"objects that break off within their end": strings.Repeat("{\n \"a\": 1,\n \"b\" 1\n}", 5*many) + sample + "\n",
		"an object that does not end":             "{\"a\":[" + strings.Repeat("\n{\"b\":[1]},", 5*many) + "\n" + sample + "\n",
		"blank lines in an object":                "{\"a\":" + strings.Repeat("\n", 100*many) + "1}\n" + sample + "\n",
		"very many on a line":                     strings.Repeat("{}", 10*many) + sample + "\n",
		"very many that break off on a line":      strings.Repeat(`}{"a":"`, 10*many) + sample + "\n",
		"a list of very many":                     "[" + strings.Repeat(sample+", ", many/10) + "{}]\n",
		"the line of a comma":                     strings.Repeat(",\n[\n", 10*many) + sample + "\n",
	}
}

// bombs are documents of a format in which one field after the other holds a value that no
// program writes, and documents that are nothing else.
func bombs(t *testing.T, f *record.Format) map[string]string {
	values := bombValues()
	out, names := maps.Clone(values), slices.Sorted(maps.Keys(values))
	perField := 1
	if os.Getenv(tier.SlowVar) != "" {
		perField = len(names)
	}
	next := 0
	for _, k := range f.Kinds {
		var sample map[string]json.RawMessage
		if json.Unmarshal([]byte(k.Sample), &sample) != nil {
			continue
		}
		for _, key := range slices.Sorted(maps.Keys(sample)) {
			for range perField {
				what := names[next%len(names)]
				next++
				out[fmt.Sprintf("%s: %s in %s", k.Name, what, key)] = withField(sample, key, values[what])
			}
		}
	}
	if f.Container == record.Lines {
		maps.Copy(out, spreadBombs(f.Kinds[0].Sample))
	}
	if slices.ContainsFunc(f.Kinds, func(k *record.Kind) bool { return strings.HasPrefix(k.Sample, "<") }) {
		maps.Copy(out, xmlBombs())
	}
	return out
}

func withField(sample map[string]json.RawMessage, key, value string) string {
	parts := make([]string, 0, len(sample))
	for _, k := range slices.Sorted(maps.Keys(sample)) {
		v := string(sample[k])
		if k == key {
			v = value
		}
		parts = append(parts, fmt.Sprintf("%q:%s", k, v))
	}
	return "{" + strings.Join(parts, ",") + "}\n"
}

// What a bomb may take: memory in all, most of it freed on the way, and time. Both follow the
// length of the file, and are bounds that only what grows faster than it breaks.
const (
	bombBytes   = 64 << 20
	bombPerByte = 200
	bombTime    = 20 * time.Second
)

// TestBombs reads documents that are made to take a reader's time and memory, as each format.
// Nothing panics, every ledger adds up, and memory and time follow the length of the document.
// Each field holds one of the values; with RUNREPORT_SLOW it holds each of them.
func TestBombs(t *testing.T) {
	if testing.Short() {
		t.Skip("reads hundreds of large documents")
	}
	for _, s := range Systems {
		for _, f := range s.Formats {
			if f.Container == record.Database {
				continue // its reader has tests of its own for damaged pages
			}
			t.Run(f.Name, func(t *testing.T) {
				all := bombs(t, f)
				if len(all) < len(bombValues()) {
					t.Fatalf("%d bombs", len(all))
				}
				for what, text := range all {
					readBomb(t, f, what, []byte(text))
				}
			})
		}
	}
}

func readBomb(t *testing.T, f *record.Format, what string, text []byte) {
	t.Helper()
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	begun := time.Now()
	res := decodeAll(t, plainReader, f, text)
	took := time.Since(begun)
	runtime.ReadMemStats(&after)
	checkLedger(t, res.Tables)
	if n := after.TotalAlloc - before.TotalAlloc; n > bombBytes+bombPerByte*uint64(len(text)) {
		t.Errorf("%s: %d MB of memory for %d kB", what, n>>20, len(text)>>10)
	}
	if took > bombTime {
		t.Errorf("%s: %v for %d kB", what, took.Round(time.Millisecond), len(text)>>10)
	}
	if bytes.Contains([]byte(dump(res.Tables)), []byte("root:x:0:0")) {
		t.Errorf("%s: a file of this machine was read", what)
	}
}
