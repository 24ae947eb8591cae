package chart

import (
	"bytes"
	"encoding/xml"
	"errors"
	"fmt"
	"io"
	"strings"
)

// writer writes ECharts' SVG again, by the allow list: every element and every
// attribute is one it knows, or the picture is refused. On the way it maps the
// stand-in colours to the theme, makes ids the chart's own, and drops what a
// still picture has no use for.
type writer struct {
	out    *bytes.Buffer
	prefix string            // of ids
	alone  bool              // for a file, not for a page
	cuts   map[string]string // texts that were cut, with the whole of each
	used   map[Token]bool    // colours of a file

	opened   bool // the last opening tag still lacks its >
	clipping bool // inside a clip path
}

// content writes what is inside the root element of an SVG document.
func (w *writer) content(svg string) error {
	d := xml.NewDecoder(strings.NewReader(svg))
	var text *strings.Builder // of the text element being read
	depth := 0
	for {
		token, err := d.Token()
		if errors.Is(err, io.EOF) {
			return nil
		}
		if err != nil {
			return err
		}
		switch t := token.(type) {
		case xml.StartElement:
			if depth++; depth == 1 && t.Name.Local == "svg" {
				continue
			}
			w.clipping = w.clipping || t.Name.Local == "clipPath"
			attrs, drawn, err := w.allow(t)
			if err != nil {
				return err
			}
			if !drawn {
				depth--
				if err := d.Skip(); err != nil {
					return err
				}
				continue
			}
			if t.Name.Local == "text" {
				text = &strings.Builder{}
			}
			w.start(t.Name.Local, attrs)
		case xml.EndElement:
			if depth--; depth == 0 {
				continue
			}
			w.clipping = w.clipping && t.Name.Local != "clipPath"
			if t.Name.Local == "text" {
				w.words(text.String())
				text = nil
			}
			w.end(t.Name.Local)
		case xml.CharData:
			if text != nil {
				text.Write(t)
			} else if len(bytes.TrimSpace(t)) > 0 {
				return fmt.Errorf("text outside a text element: %.40q", t)
			}
		default:
			return fmt.Errorf("unexpected %T", token)
		}
	}
}

// words writes the content of a text element; a text that was cut carries the
// whole of itself, which browsers show when pointed at.
func (w *writer) words(s string) {
	w.text(s)
	if whole := w.cuts[s]; whole != "" {
		w.start("title", nil)
		w.text(whole)
		w.end("title")
	}
}

func (w *writer) start(name string, attrs []xml.Attr) {
	w.raw("<" + name)
	for _, a := range attrs {
		w.out.WriteString(" " + a.Name.Local + `="`)
		_ = xml.EscapeText(w.out, []byte(a.Value)) // a bytes.Buffer does not fail
		w.out.WriteByte('"')
	}
	w.opened = true
}

// end closes an element, an empty one within its opening tag.
func (w *writer) end(name string) {
	if w.opened {
		w.opened = false
		w.out.WriteString("/>")
		return
	}
	w.out.WriteString("</" + name + ">")
}

func (w *writer) text(s string) {
	w.raw("")
	_ = xml.EscapeText(w.out, []byte(s)) // a bytes.Buffer does not fail
}

// raw writes markup of our own, after the > that may be due.
func (w *writer) raw(s string) {
	if w.opened {
		w.opened = false
		w.out.WriteByte('>')
	}
	w.out.WriteString(s)
}
