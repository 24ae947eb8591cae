package source

import (
	"bufio"
	"bytes"
	"errors"
	"io"
	"unicode/utf8"
)

// Line is one line of an input, or an object that stands on several. Text has neither its
// newline nor a carriage return before it, and is only valid until the next line is read.
type Line struct {
	No      int64 // from 1
	Text    []byte
	CR      bool  // it ended with \r\n, or with \r where no line ends with \n
	Bare    bool  // that \r stood alone
	Torn    bool  // it ends with the input, without a newline or within an object: its writer may have been cut off
	TooLong bool  // longer than MaxLine; Text is its beginning
	Column  int   // at which it begins in its line, behind objects that are Lines of their own
	Further int64 // lines behind it that are of its object alone
}

// Blank reports whether there is nothing on the line but white space.
func (l Line) Blank() bool {
	if len(l.Text) > 0 && l.Text[0] > ' ' && l.Text[0] < utf8.RuneSelf { // as most lines begin
		return false
	}
	return len(bytes.TrimSpace(l.Text)) == 0
}

// lineEnd is the byte that ends a line: \n, or \r where the input has no \n as far as
// MaxLine. Where there is a \n, a \r is part of a line, so that the numbers of lines are
// those that other programs count.
func (in *Input) lineEnd() (byte, error) {
	if in.end != 0 {
		return in.end, nil
	}
	head, whole, err := in.Peek()
	if err == nil && !whole && bytes.IndexByte(head, '\n') < 0 && bytes.IndexByte(head, '\r') >= 0 {
		head, _, err = in.peekLine()
	}
	if err != nil {
		return 0, err
	}
	in.end = '\n'
	if bytes.IndexByte(head, '\n') < 0 && bytes.IndexByte(head, '\r') >= 0 {
		in.end = '\r'
	}
	return in.end, nil
}

// Lines calls yield for every line in order until it returns false. It returns the
// first error of reading; lines before it were handed out.
func (in *Input) Lines(yield func(Line) bool) error {
	end, err := in.lineEnd()
	if err != nil {
		return err
	}
	var long []byte
	for no := in.passed + 1; ; no++ {
		text, err := in.r.ReadSlice(end)
		in.read += int64(len(text))
		line := Line{No: no, Text: text}
		if errors.Is(err, bufio.ErrBufferFull) {
			line.Text, line.TooLong, err = in.long(long[:0], text, end)
			long = line.Text
		}
		if errors.Is(err, io.EOF) {
			if len(line.Text) == 0 {
				return nil
			}
			line.Torn = true
		} else if err != nil {
			// What was read before the fault is a torn line: it is not lost.
			if len(line.Text) > 0 {
				line.Torn = true
				yield(line)
			}
			return err
		}
		if end == '\n' {
			line.Text = bytes.TrimSuffix(line.Text, []byte("\n"))
		}
		if t := bytes.TrimSuffix(line.Text, []byte("\r")); len(t) < len(line.Text) {
			line.Text, line.CR, line.Bare = t, true, end == '\r'
		}
		if !yield(line) || line.Torn {
			return nil
		}
	}
}

// long reads on behind a full buffer. Past MaxLine the rest of the line is skipped.
func (in *Input) long(buf, first []byte, end byte) (text []byte, tooLong bool, err error) {
	buf = append(buf, first...)
	for {
		part, err := in.r.ReadSlice(end)
		in.read += int64(len(part))
		if len(buf)+len(part) <= MaxLine+2 {
			buf = append(buf, part...)
		} else {
			tooLong = true
		}
		if !errors.Is(err, bufio.ErrBufferFull) {
			return buf, tooLong, err
		}
	}
}
