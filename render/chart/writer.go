package chart

import (
	"bytes"
	"encoding/xml"
)

// writer writes a picture as SVG. It maps the stand-in colours to the theme, and makes ids the
// chart's own. Whatever is not an element, a colour or a path that it knows is refused.
type writer struct {
	out    *bytes.Buffer
	prefix string            // of ids
	alone  bool              // for a file, not for a page
	cuts   map[string]string // texts that were cut, with the whole of each
	used   map[Token]bool    // colours of a file

	opened  bool // the last opening tag still lacks its >
	clips   int  // that were defined
	hatches []hatch
	defs    []func() // write what the elements refer to
}

// content writes the elements, and then what they refer to.
func (w *writer) content(elements []element) error {
	for _, e := range elements {
		if err := w.paint(e); err != nil {
			return err
		}
	}
	if len(w.defs) == 0 {
		return nil
	}
	w.start("defs", nil)
	for _, define := range w.defs {
		define()
	}
	w.end("defs")
	return nil
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
