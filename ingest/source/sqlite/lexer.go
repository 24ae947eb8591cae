package sqlite

import (
	"bytes"
	"strings"
)

// tokenKind is what a token is. A punctuation mark stands for itself.
type tokenKind byte

const (
	ending tokenKind = 0   // of the text
	bare   tokenKind = 'w' // a word or a name without quotes
	quoted tokenKind = 'q' // a name in quotes
	str    tokenKind = 's' // text in quotes
	number tokenKind = 'n'
	blob   tokenKind = 'x' // x'…'
)

// token is a piece of SQL as written.
type token struct {
	kind tokenKind
	text []byte
	line int64
}

// lexer cuts SQL into tokens. It looks at every byte once.
type lexer struct {
	text []byte
	at   int
	line int64 // of at
	tok  token
	torn bool // the text ends inside a token or a comment
}

func newLexer(text []byte) *lexer {
	l := &lexer{text: text, line: 1}
	l.next()
	return l
}

// next moves to the next token.
func (l *lexer) next() {
	l.blank()
	l.tok = token{line: l.line}
	if l.at >= len(l.text) {
		return
	}
	from := l.at
	switch c := l.text[l.at]; {
	case c == '\'':
		l.tok.kind = str
		l.until('\'')
	case c == '"' || c == '`':
		l.tok.kind = quoted
		l.until(c)
	case c == '[':
		l.tok.kind = quoted
		l.until(']')
	case (c == 'x' || c == 'X') && l.peek(1) == '\'':
		l.tok.kind = blob
		l.at++
		l.until('\'')
	case isDigit(c) || c == '.' && isDigit(l.peek(1)):
		l.tok.kind = number
		l.number()
	case isLetter(c):
		l.tok.kind = bare
		for l.at < len(l.text) && (isLetter(l.text[l.at]) || isDigit(l.text[l.at]) || l.text[l.at] == '$') {
			l.at++
		}
	default:
		l.tok.kind = tokenKind(c)
		l.at++
	}
	l.tok.text = l.text[from:l.at]
}

// blank passes over white space and comments.
func (l *lexer) blank() {
	for l.at < len(l.text) {
		switch c := l.text[l.at]; {
		case c == '\n':
			l.line++
			l.at++
		case c == ' ' || c == '\t' || c == '\r' || c == '\f' || c == 0:
			l.at++
		case c == '-' && l.peek(1) == '-':
			l.pass("\n")
		case c == '/' && l.peek(1) == '*':
			l.at += 2
			l.pass("*/")
		default:
			return
		}
	}
}

// pass moves behind the end of a comment.
func (l *lexer) pass(end string) {
	n := bytes.Index(l.text[l.at:], []byte(end))
	if n < 0 {
		l.torn = end != "\n"
		n = len(l.text) - l.at
	} else {
		n += len(end)
	}
	l.move(n)
}

// until moves behind the closing quote; a doubled one stands for itself.
func (l *lexer) until(quote byte) {
	l.at++
	for {
		n := bytes.IndexByte(l.text[l.at:], quote)
		if n < 0 {
			l.torn = true
			l.move(len(l.text) - l.at)
			return
		}
		l.move(n + 1)
		if quote == ']' || l.at >= len(l.text) || l.text[l.at] != quote {
			return
		}
		l.at++
	}
}

func (l *lexer) move(n int) {
	l.line += int64(bytes.Count(l.text[l.at:l.at+n], []byte{'\n'}))
	l.at += n
}

func (l *lexer) number() {
	hex := l.text[l.at] == '0' && (l.peek(1) == 'x' || l.peek(1) == 'X')
	for l.at < len(l.text) {
		c := l.text[l.at]
		sign := (c == '+' || c == '-') && !hex && (l.text[l.at-1] == 'e' || l.text[l.at-1] == 'E')
		if !isLetter(c) && !isDigit(c) && c != '.' && !sign {
			return
		}
		l.at++
	}
}

func (l *lexer) peek(n int) byte {
	if l.at+n < len(l.text) {
		return l.text[l.at+n]
	}
	return 0
}

func isDigit(c byte) bool { return c >= '0' && c <= '9' }

func isLetter(c byte) bool {
	return c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c == '_' || c >= 0x80
}

// is reports whether the token is this punctuation.
func (l *lexer) is(c byte) bool { return l.tok.kind == tokenKind(c) }

// isWord reports whether the token is this word, in whatever case.
func (l *lexer) isWord(w string) bool {
	return l.tok.kind == bare && strings.EqualFold(string(l.tok.text), w)
}

// word moves past the token where it is this word.
func (l *lexer) word(w string) bool {
	if !l.isWord(w) {
		return false
	}
	l.next()
	return true
}

// mark moves past the token where it is this punctuation.
func (l *lexer) mark(c byte) bool {
	if !l.is(c) {
		return false
	}
	l.next()
	return true
}

// name reads a name, of which the last part counts where it has several, and moves
// past it; "" where there is none.
func (l *lexer) name() string {
	for {
		var n string
		switch l.tok.kind {
		case bare:
			n = string(l.tok.text)
		case quoted, str:
			n = unquote(l.tok.text)
		default:
			return ""
		}
		l.next()
		if !l.mark('.') {
			return n
		}
	}
}

// unquote is what stands between quotes, doubled ones made single.
func unquote(text []byte) string {
	if len(text) < 2 {
		return ""
	}
	q, end := text[0], text[len(text)-1]
	inner := string(text[1 : len(text)-1])
	if q == '[' {
		if end != ']' {
			return string(text[1:])
		}
		return inner
	}
	if end != q { // cut off
		inner = string(text[1:])
	}
	return strings.ReplaceAll(inner, string([]byte{q, q}), string(q))
}
