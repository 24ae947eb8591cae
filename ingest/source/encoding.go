package source

import (
	"bytes"

	"golang.org/x/text/encoding"
	"golang.org/x/text/encoding/unicode"
	"golang.org/x/text/encoding/unicode/utf32"
)

// wide is an encoding that is not made of single bytes.
type wide struct {
	name     string
	mark     []byte // that a text begins with
	encoding encoding.Encoding
}

// wides are the encodings that are read as UTF-8, those with the longer mark first:
// the mark of UTF-32LE begins with that of UTF-16LE.
var wides = []wide{
	{"UTF-32LE", []byte{0xff, 0xfe, 0, 0}, utf32.UTF32(utf32.LittleEndian, utf32.IgnoreBOM)},
	{"UTF-32BE", []byte{0, 0, 0xfe, 0xff}, utf32.UTF32(utf32.BigEndian, utf32.IgnoreBOM)},
	{"UTF-16LE", []byte{0xff, 0xfe}, unicode.UTF16(unicode.LittleEndian, unicode.IgnoreBOM)},
	{"UTF-16BE", []byte{0xfe, 0xff}, unicode.UTF16(unicode.BigEndian, unicode.IgnoreBOM)},
}

// decode turns UTF-16 and UTF-32 into UTF-8, as a redirect of PowerShell writes the
// former. They are known by their mark, and UTF-16 without one by the NUL byte in
// nearly every pair of bytes.
func (in *Input) decode() {
	head, _ := in.r.Peek(512) // a fault comes up again when the input is read
	if len(head) == 0 || head[0] < 0xfe && bytes.IndexByte(head, 0) < 0 {
		return // neither a mark nor a NUL, as in nearly all files
	}
	for _, w := range wides {
		marked := bytes.HasPrefix(head, w.mark)
		if !marked && w.name != unmarked(head) {
			continue
		}
		if marked {
			in.BOM = true
			_, _ = in.r.Discard(len(w.mark)) // these bytes are there: they were just seen
		}
		in.Encoding = w.name
		in.buffer(w.encoding.NewDecoder().Reader(in.r))
		return
	}
}

// unmarked names the encoding of UTF-16 text that has no mark and is mostly ASCII: of
// such text every other byte is NUL, and no two in a row are.
func unmarked(head []byte) string {
	const fewest = 16
	if len(head) < fewest {
		return ""
	}
	var nul [2]int
	for i, b := range head {
		if b == 0 {
			nul[i%2]++
		}
	}
	most := len(head) / 2 * 9 / 10
	switch {
	case nul[0] == 0 && nul[1] >= most:
		return "UTF-16LE"
	case nul[1] == 0 && nul[0] >= most:
		return "UTF-16BE"
	}
	return ""
}
