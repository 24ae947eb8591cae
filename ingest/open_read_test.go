package ingest

import (
	"bytes"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"testing/iotest"

	"runreport/ingest/record"
	"runreport/ingest/source"
)

// However slowly the bytes of an open format come, and wherever they break off, the reading
// holds: the tables are the same, and the ledger of a part adds up.
func TestOpenFormatsByteByByte(t *testing.T) {
	systems := map[string]bool{}
	err := filepath.WalkDir(filepath.Join("..", "testdata", "small"), func(p string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() || d.Name() == "README.md" {
			return err
		}
		content, err := os.ReadFile(p)
		if err != nil || len(content) > 16<<10 && testing.Short() {
			return err
		}
		whole := decodeAll(t, plainReader, nil, content)
		if whole.Tables.Sources.Len() > 0 {
			systems[whole.Tables.Sources.System.At(0)] = true
		}
		if got := dump(decodeAll(t, iotest.OneByteReader, nil, content).Tables); got != dump(whole.Tables) {
			t.Errorf("%s: other tables byte by byte", p)
		}
		for _, at := range []int{len(content) / 3, len(content) - 2} {
			if at > 0 {
				checkLedger(t, decodeAll(t, plainReader, nil, content[:at]).Tables)
			}
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	for _, s := range Systems {
		if !systems[s.Name] && s.Name != "own-log" { // which is recognised by no content
			t.Errorf("no small log of %s was read", s.Name)
		}
	}
}

// BenchmarkOpen reads long reports of the formats of tests.
func BenchmarkOpen(b *testing.B) {
	var formats []*record.Format
	for _, s := range Systems {
		formats = append(formats, s.Formats...)
	}
	for name, log := range map[string]string{"junit-xml": longJUnit(benchBytes), "go-test-json": longGoTest(benchBytes)} {
		format := formats[slices.IndexFunc(formats, func(f *record.Format) bool { return f.Name == name })]
		b.Run(name, func(b *testing.B) {
			b.SetBytes(int64(len(log)))
			b.ReportAllocs()
			for b.Loop() {
				in, err := source.New(bytes.NewReader([]byte(log)), int64(len(log)))
				if err != nil {
					b.Fatal(err)
				}
				f := &record.File{Path: "logs/a", Dir: "logs", Format: format}
				if err := f.Decode(in); err != nil {
					b.Fatal(err)
				}
				in.Close()
			}
		})
	}
}

// longJUnit is a report of suites of ten cases, some with output and one in fifty failed.
func longJUnit(length int) string {
	var b strings.Builder
	b.WriteString("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites>\n")
	for i := 0; b.Len() < length; i++ {
		fmt.Fprintf(&b, "  <testsuite name=\"com.acme.shop.Cart%dTest\" tests=\"10\" failures=\"0\" timestamp=\"2026-05-01T02:%02d:%02dZ\" hostname=\"ci-1\" time=\"1.234\">\n", i, i/60%60, i%60)
		for j := range 10 {
			fmt.Fprintf(&b, "    <testcase name=\"addsItem%d\" classname=\"com.acme.shop.Cart%dTest\" time=\"0.%03d\"", j, i, i%1000)
			switch n := 10*i + j; {
			case n%50 == 7:
				b.WriteString("><failure message=\"expected: &lt;3&gt;\" type=\"org.opentest4j.AssertionFailedError\"><![CDATA[expected 3\n" +
					strings.Repeat("\tat com.acme.shop.CartTest.addsItem(CartTest.java:9)\n", 20) + "]]></failure></testcase>\n")
			case n%10 == 3:
				b.WriteString("><system-out><![CDATA[" + strings.Repeat("2026-05-01 02:00:00 INFO adding an item & more\n", 12) + "]]></system-out></testcase>\n")
			default:
				b.WriteString("/>\n")
			}
		}
		b.WriteString("  </testsuite>\n")
	}
	b.WriteString("</testsuites>\n")
	return b.String()
}

// longGoTest is what go test -json prints of tests that pass, with a line of output each.
func longGoTest(length int) string {
	var b strings.Builder
	for i := 0; b.Len() < length; i++ {
		at := func(action, rest string) {
			fmt.Fprintf(&b, `{"Time":"2026-05-01T02:%02d:%02d.%06d+02:00","Action":%q,"Package":"acme.org/shop/pkg%d","Test":"TestCart%d"%s}`+"\n", i/60%60, i%60, i%1000000, action, i%200, i, rest)
		}
		at("run", "")
		at("output", fmt.Sprintf(`,"Output":"=== RUN   TestCart%d\n"`, i))
		at("output", `,"Output":"    cart_test.go:9: added an item to the cart of \"x\"\n"`)
		at("output", fmt.Sprintf(`,"Output":"--- PASS: TestCart%d (0.01s)\n"`, i))
		at("pass", `,"Elapsed":0.01`)
	}
	return b.String()
}
