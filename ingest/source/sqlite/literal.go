package sqlite

import (
	"encoding/hex"
	"errors"
	"math"
	"strconv"
	"strings"
	"unicode/utf8"
)

var (
	errNoLiteral = errors.New("a value that is no literal")
	errLong      = errors.New("a value longer than 64 MiB")
	errEscape    = errors.New("an escape that stands for no character")
)

// maxNesting is how deep the functions that a dump writes around a text may nest:
// one for each of the characters that it does not write as they are.
const maxNesting = 4

// value reads one value: a literal, or what a dump writes for one that does not fit
// on a line, pieces of text put together among it.
func (d *dump) value(depth int) (any, error) {
	v, err := d.primary(depth)
	if err != nil || !d.is('|') {
		return v, err
	}
	var whole strings.Builder
	for {
		piece, ok := v.(string)
		if !ok {
			return nil, errNoLiteral
		}
		if whole.Len()+len(piece) > MaxValue {
			return nil, errLong
		}
		whole.WriteString(piece)
		if !d.mark('|') {
			return whole.String(), nil
		}
		if !d.mark('|') {
			return nil, errNoLiteral
		}
		if v, err = d.primary(depth); err != nil {
			return nil, err
		}
	}
}

func (d *dump) primary(depth int) (any, error) {
	t := d.tok
	switch t.kind {
	case str, quoted:
		if d.torn {
			return nil, errNoLiteral
		}
		d.next()
		if len(t.text) > MaxValue {
			return nil, errLong
		}
		return unquote(t.text), nil
	case blob:
		d.next()
		return bytesOf(t.text)
	case number:
		d.next()
		return numberOf(string(t.text))
	case '-', '+':
		d.next()
		if d.tok.kind != number {
			return nil, errNoLiteral
		}
		text := string(d.tok.text)
		d.next()
		return numberOf(string(t.text) + text)
	case bare:
		return d.called(depth)
	}
	return nil, errNoLiteral
}

// called reads a word that stands for a value, or one of the functions that a dump
// uses: replace, unistr and char.
func (d *dump) called(depth int) (any, error) {
	word := strings.ToLower(string(d.tok.text))
	switch word {
	case "null", "true", "false":
		d.next()
		return map[string]any{"null": nil, "true": int64(1), "false": int64(0)}[word], nil
	case "replace", "unistr", "char":
	default:
		return nil, errNoLiteral
	}
	d.next()
	if depth >= maxNesting || !d.is('(') {
		return nil, errNoLiteral
	}
	d.open++
	d.next()
	var args []any
	for !d.is(')') {
		v, err := d.value(depth + 1)
		if err != nil {
			return nil, err
		}
		args = append(args, v)
		if !d.mark(',') && !d.is(')') {
			return nil, errNoLiteral
		}
	}
	d.open--
	d.next()
	return apply(word, args)
}

func apply(function string, args []any) (any, error) {
	if function == "char" {
		return char(args)
	}
	texts := make([]string, len(args))
	for i, a := range args {
		s, ok := a.(string)
		if !ok {
			return nil, errNoLiteral
		}
		texts[i] = s
	}
	switch {
	case function == "unistr" && len(texts) == 1:
		return unescape(texts[0])
	case function == "replace" && len(texts) == 3 && texts[1] != "":
		if n := strings.Count(texts[0], texts[1]); len(texts[0])+n*(len(texts[2])-len(texts[1])) > MaxValue {
			return nil, errLong
		}
		return strings.ReplaceAll(texts[0], texts[1], texts[2]), nil
	}
	return nil, errNoLiteral
}

// char is the text of code points; what is none becomes the replacement character.
func char(points []any) (any, error) {
	var b strings.Builder
	for _, p := range points {
		n, ok := p.(int64)
		if !ok {
			return nil, errNoLiteral
		}
		if n < 0 || n > utf8.MaxRune {
			n = utf8.RuneError
		}
		b.WriteRune(rune(n))
	}
	return b.String(), nil
}

// escapes are what may follow a backslash in unistr, with the number of hexadecimal
// digits behind it. Four digits may also follow it at once.
var escapes = map[byte]int{'u': 4, 'U': 8, '+': 6}

// unescape does what unistr does.
func unescape(s string) (any, error) {
	var b strings.Builder
	for {
		i := strings.IndexByte(s, '\\')
		if i < 0 {
			b.WriteString(s)
			return b.String(), nil
		}
		b.WriteString(s[:i])
		s = s[i+1:]
		if strings.HasPrefix(s, `\`) {
			b.WriteByte('\\')
			s = s[1:]
			continue
		}
		digits := 4
		if s != "" && escapes[s[0]] > 0 {
			digits, s = escapes[s[0]], s[1:]
		}
		if len(s) < digits {
			return nil, errEscape
		}
		n, err := strconv.ParseUint(s[:digits], 16, 32)
		if err != nil || n > utf8.MaxRune {
			return nil, errEscape
		}
		b.WriteRune(rune(n))
		s = s[digits:]
	}
}

func bytesOf(token []byte) (any, error) {
	text := unquote(token[1:])
	if len(text) > 2*MaxValue {
		return nil, errLong
	}
	b, err := hex.DecodeString(text)
	if err != nil {
		return nil, errNoLiteral
	}
	return b, nil
}

// numberOf is a whole number where it is written as one and fits, else a floating
// point one; what is beyond those is infinite, as dumps write infinity.
func numberOf(text string) (any, error) {
	if n, err := strconv.ParseInt(text, 10, 64); err == nil {
		return n, nil
	}
	digits := strings.TrimLeft(text, "+-")
	if len(digits) > 2 && (digits[1] == 'x' || digits[1] == 'X') {
		n, err := strconv.ParseUint(digits[2:], 16, 64)
		if err != nil {
			return nil, errNoLiteral
		}
		if text[0] == '-' {
			return -int64(n), nil
		}
		return int64(n), nil
	}
	x, err := strconv.ParseFloat(text, 64)
	if err != nil && !math.IsInf(x, 0) || strings.ContainsAny(digits, "_pPiInN") {
		return nil, errNoLiteral
	}
	return x, nil
}
