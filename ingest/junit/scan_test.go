package junit

import (
	"bytes"
	"encoding/xml"
	"fmt"
	"io"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"testing/iotest"
)

// tokens are what the scanner meets, as text. faults are what it says XML forbids.
func tokens(r io.Reader) (out []string, faults int) {
	out = tokensOf(newScanner(r, func(int64, string) { faults++ }))
	return out, faults
}

func tokensOf(s *scanner) (out []string) {
	defer s.free()
	s.keep = true
	for {
		t := s.next()
		if len(s.text) > 0 {
			out = append(out, "text "+string(s.text))
			s.text = s.text[:0]
		}
		switch t {
		case tokenStart:
			line := "start " + string(s.name)
			for _, a := range s.attrs {
				line += fmt.Sprintf(" %s=%q", a.name, a.value)
			}
			out = append(out, line)
		case tokenEnd:
			out = append(out, "end "+string(s.name))
		default:
			return out
		}
	}
}

// told are the tokens with their lines, and what is said about the text.
func told(text []byte, careful bool) (out []string) {
	s := newScanner(bytes.NewReader(text), func(line int64, what string) { out = append(out, fmt.Sprint(line, " ", what)) })
	s.careful = careful
	defer s.free()
	for t := s.next(); t != tokenEOF; t = s.next() {
		out = append(out, fmt.Sprintf("%d %d %d %q %q", t, s.tagLine, s.line, s.name, s.attrs))
	}
	return out
}

// standard are the tokens as the standard library meets them; false where it refuses the text.
func standard(text []byte) (out []string, ok bool) {
	d := xml.NewDecoder(bytes.NewReader(text))
	d.CharsetReader = func(_ string, r io.Reader) (io.Reader, error) { return r, nil }
	chars := ""
	flush := func() {
		if chars != "" {
			out = append(out, "text "+chars)
			chars = ""
		}
	}
	for {
		t, err := d.RawToken()
		if err == io.EOF {
			flush()
			return out, true
		}
		if err != nil {
			return nil, false
		}
		switch t := t.(type) {
		case xml.StartElement:
			flush()
			line := "start " + t.Name.Local
			for _, a := range t.Attr {
				line += fmt.Sprintf(" %s=%q", a.Name.Local, a.Value)
			}
			out = append(out, line)
		case xml.EndElement:
			flush()
			out = append(out, "end "+t.Name.Local)
		case xml.CharData:
			chars += string(t)
		}
	}
}

var documents = []string{
	`<a/>`, `<a b="1" c='2'>x</a>`, `<a><![CDATA[<b>&amp;]]>y</a>`, "<a b=\"1\r\n2\">x\r\ny\rz</a>", `<?xml version="1.0"?><!-- <b> --><a>&lt;&#65;&#x41;&apos;</a>`,
	`<!DOCTYPE a [<!ENTITY b "c>"><!-- ' > --><!ELEMENT a ANY>]><a>x</a>`, `<x:a xmlns:x="u" x:b="1"><x:c/></x:a>`, "<a\n\tb = \"1\" />\n", `<a>é&quot;</a>`,
	`<a><!-- x --->y</a>`, `<a>]]&gt;</a>`, `<a b="&#10;&gt;>"></a>`, `<a><?php > ?>x</a>`, "\n<a>\n</a>\n",
}

// Over every text that the standard library accepts, the scanner meets the same.
func FuzzScanner(f *testing.F) {
	for _, d := range documents {
		f.Add([]byte(d))
	}
	for _, pattern := range []string{"../../testdata/small/junit/*/*.xml", "../../testdata/small/junit/*/*/*.xml"} {
		paths, err := filepath.Glob(pattern)
		if err != nil || len(paths) == 0 {
			f.Fatal("no small logs", err)
		}
		for _, p := range paths {
			text, err := os.ReadFile(p)
			if err != nil {
				f.Fatal(err)
			}
			f.Add(text)
		}
	}
	f.Fuzz(func(t *testing.T, text []byte) {
		if len(text) >= maxText {
			return
		}
		got, _ := tokens(bytes.NewReader(text))
		slow, _ := tokens(iotest.OneByteReader(bytes.NewReader(text)))
		if fmt.Sprint(got) != fmt.Sprint(slow) {
			t.Errorf("one byte at a time:\n%q\nat once:\n%q", slow, got)
		}
		if got, want := told(text, false), told(text, true); !slices.Equal(got, want) {
			t.Errorf("plain tags:\n%q\nwith care:\n%q", got, want)
		}
		if want, ok := standard(text); ok && fmt.Sprint(got) != fmt.Sprint(want) {
			t.Errorf("%q\nwant %q", got, want)
		}
	})
}

// Tags are the same whether those in the plain form are read in one go or not, however they differ
// from it.
func TestPlainTags(t *testing.T) {
	words := []string{"<", ">", "/", "a", "b", "-", ":", "=", `"`, "'", " ", "\n", "\r", "&lt;", "&x;", "é", `c="1"`, ` d='2'`, ` e=""`, "/>", "<a", "<!--"}
	r := rand.New(rand.NewPCG(7, 8))
	for range 50_000 {
		text := []byte("<a")
		for range r.IntN(12) {
			text = append(text, words[r.IntN(len(words))]...)
		}
		if got, want := told(text, false), told(text, true); !slices.Equal(got, want) {
			t.Fatalf("%q:\n%q, want\n%q", text, got, want)
		}
	}
}

// What XML forbids and runners write is read as it is meant.
func TestForgivingScanner(t *testing.T) {
	for in, want := range map[string]string{
		`<a time="<<computed>>" b="x"/>`: `start a time="<<computed>>" b="x"|end a`,
		`<a>1 < 2 && 3</a>`:              `start a|text 1 < 2 && 3|end a`,
		`<a>&nbsp;&unknown;&#xFFFFFFFF;`: `start a|text &nbsp;&unknown;&#xFFFFFFFF;`,
		"<a>\x1b[31mred\x00</a>":         "start a|text \x1b[31mred\x00|end a",
		`<a b=1 c d="2">x`:               `start a b="1" d="2"|text x`,
		`<a><![CDATA[cut`:                `start a|text cut`,
		`<a><b c="cut`:                   `start a`,
		`<a><!-- cut`:                    `start a`,
		`<!DOCTYPE cut [`:                ``,
		`</a>`:                           `end a`,
		`<`:                              ``,
		`<a/`:                            ``,
	} {
		got, faults := tokens(strings.NewReader(in))
		if strings.Join(got, "|") != want {
			t.Errorf("%q: %q, want %q", in, strings.Join(got, "|"), want)
		}
		if strings.Contains(in, "<<") || strings.Contains(in, "&&") || strings.Contains(in, "nbsp") {
			if faults == 0 {
				t.Errorf("%q: nothing is said about it", in)
			}
		}
	}
}

// A document that never ends holds no more memory than one tag and one text.
func TestScannerIsBounded(t *testing.T) {
	endless := func(begin, more string, n int) io.Reader {
		return io.MultiReader(strings.NewReader(begin), io.LimitReader(repeat(more), int64(n)))
	}
	const size = 8 << 20
	for name, r := range map[string]io.Reader{
		"attribute": endless(`<a b="`, "x", size), "text": endless("<a>", "x", size), "cdata": endless("<a><![CDATA[", "]", size),
		"comment": endless("<a><!--", "-", size), "doctype": endless("<!DOCTYPE a [", "<", size), "entities": endless("<a>", "&lol;", size),
		"tag": endless("<a ", "b ", size), "name": endless("<", "a", size), "many": endless("<a>", "<b/>", size),
	} {
		s := newScanner(r, func(int64, string) {})
		s.keep = true
		for s.next() != tokenEOF {
		}
		if cap(s.buf) > 2*maxTag+bufferSize || len(s.text) > maxText {
			t.Errorf("%s: %d bytes are held, %d of text", name, cap(s.buf), len(s.text))
		}
	}
}

// repeat repeats a text for ever.
type repeat string

func (r repeat) Read(p []byte) (int, error) {
	n := 0
	for n+len(r) <= len(p) {
		n += copy(p[n:], r)
	}
	if n == 0 {
		n = copy(p, r)
	}
	return n, nil
}

func BenchmarkScanner(b *testing.B) {
	var doc bytes.Buffer
	doc.WriteString("<testsuites><testsuite name=\"s\">\n")
	for i := range 10_000 {
		fmt.Fprintf(&doc, "  <testcase name=\"test number %d\" classname=\"com.acme.CartTest\" time=\"%d.%03d\"/>\n", i, i%9, i%1000)
	}
	doc.WriteString("</testsuite></testsuites>")
	b.SetBytes(int64(doc.Len()))
	for b.Loop() {
		s := newScanner(bytes.NewReader(doc.Bytes()), func(int64, string) {})
		for s.next() != tokenEOF {
		}
	}
}
