package redact

import (
	"encoding/base64"
	"strings"
)

const (
	pemRule = "-----"
	// maxBlock is the farthest that the end of a key is looked for: the largest keys
	// in use have some 13 KiB.
	maxBlock = 64 << 10
	// minKeyLine is the shortest line that is taken for key material by itself.
	minKeyLine = 16
)

// findPrivateKey takes a private key: a block at the words "PRIVATE KEY" of its
// first line, or of its last if the log begins within the key; the body of an
// OpenSSH key; and a whole PEM block in base64, as in a kubeconfig.
func findPrivateKey(s string, from, at int) (start, end int, ok bool) {
	switch {
	case hasFold(s, at, "ls0t"):
		return encodedBlock(s, at)
	case hasFold(s, at, "b3bl"):
		if !strings.HasPrefix(s[at:], "b3BlbnNzaC1rZXktdjE") {
			return 0, 0, false
		}
		return at, keyLines(s, at), true
	}
	label := at + len("private key")
	if hasFold(s, label, " block") {
		label += len(" block")
	}
	if !strings.HasPrefix(s[label:], pemRule) {
		return 0, 0, false
	}
	body := label + len(pemRule)
	start, last := blockLabel(s, from, at)
	if last {
		first := keyLinesBefore(s, from, start)
		return first, body, first < start
	}
	end = blockEnd(s, body)
	return start, end, end > body
}

// blockLabel gives the start of the line around the words "PRIVATE KEY" at that
// place, and whether it is the last line of the block. A log may begin within the
// line.
func blockLabel(s string, from, at int) (start int, last bool) {
	near := max(from, at-len("-----BEGIN ENCRYPTED "))
	if n := strings.LastIndex(s[near:at], pemRule); n >= 0 {
		start = near + n
		return start, strings.HasPrefix(s[start+len(pemRule):], "END")
	}
	start = at
	for start > near && (upperChars[s[start-1]] || s[start-1] == ' ' || s[start-1] == '-') {
		start--
	}
	return start, strings.Contains(s[start:at], "END")
}

// blockEnd gives the end of the block whose body begins at i; i if nothing of a
// key follows, as in a text about keys.
func blockEnd(s string, i int) int {
	n := strings.Index(s[i:min(len(s), i+maxBlock)], pemRule)
	if n >= 0 && hasKeyMaterial(s[i:i+n]) {
		if end, ok := lastLineEnd(s, i+n); ok {
			return end
		}
	}
	end := keyLines(s, i)
	if last, ok := lastLineEnd(s, skipBreaks(s, end, aroundLines)); ok && end > i {
		return last
	}
	return end
}

// lastLineEnd passes the last line of a block, which may be cut.
func lastLineEnd(s string, i int) (end int, ok bool) {
	if !strings.HasPrefix(s[i:], pemRule+"END") {
		return i, false
	}
	i += len(pemRule)
	label := s[i:labelChars.run(s[:min(len(s), i+64)], i)]
	if n := strings.Index(label, pemRule); n >= 0 {
		return i + n + len(pemRule), true
	}
	return i + len(strings.TrimRight(label, " ")), true
}

var labelChars = charsOf("A-Z0-9 -")

// hasKeyMaterial reports whether what stands between the first and the last line of
// a block is a key at all, whatever else stands before each of its lines.
func hasKeyMaterial(s string) bool {
	for i := 0; i < len(s); i++ {
		end := base64Chars.run(s, i)
		if end-i >= 2*minKeyLine {
			return true
		}
		i = end
	}
	return false
}

func lineEnd(s string, i int) int {
	for !lineEnds(s, i) {
		i++
	}
	return i
}

// What stands around the lines of a key in program text, YAML and quotations, and
// around the text of an element.
var (
	aroundLines = charsOf("\n\r \t\"'+,>|#")
	aroundText  = charsOf("\n\r \t>")
)

// skipBreaks passes line breaks, escaped ones, and the bytes around lines.
func skipBreaks(s string, i int, around *charset) int {
	for i < len(s) {
		if around[s[i]] {
			i++
			continue
		}
		j, n := skipEscapes(s, i)
		if n == 0 || j == len(s) || strings.IndexByte("nrt\"'\n\r", s[j]) < 0 {
			break
		}
		i = j + 1
	}
	return i
}

// breaksBefore is skipBreaks backwards: it gives the start of the breaks that end at i.
func breaksBefore(s string, from, i int, around *charset) int {
	for i > from {
		c := s[i-1]
		escaped := strings.IndexByte("nrt", c) >= 0 && i >= from+2 && s[i-2] == '\\'
		if !around[c] && c != '\\' && !escaped {
			break
		}
		i--
	}
	return i
}

// keyLines passes lines of base64, and the headers of an encrypted key, and gives
// the end of the last.
func keyLines(s string, i int) int {
	end := i
	for i < len(s) {
		line := skipBreaks(s, i, aroundLines)
		last := base64Chars.run(s, line)
		if last < len(s) && s[last] == ':' && isKeyHeader(s[line:last]) {
			if i = lineEnd(s, last); strings.IndexByte(s[last:i], '"') >= 0 {
				break
			}
			continue
		}
		// A short line is the last of a key that is cut there, or a word of the log.
		if last == line || last-line < minKeyLine && (last < len(s) && s[last-1] != '=') {
			break
		}
		i, end = last, last
	}
	return end
}

func isKeyHeader(name string) bool {
	switch name {
	case "Proc-Type", "DEK-Info", "Version", "Comment", "Hash", "Charset":
		return true
	}
	return false
}

// keyLinesBefore gives the start of the lines of base64 that end before i.
func keyLinesBefore(s string, from, i int) int {
	start := i
	for last := true; ; last = false {
		line, end := keyLineBefore(s, from, start)
		if line >= end {
			return start
		}
		// A short line is the last of a key, or the first of a text that is cut there, or a word of the log.
		if end-line < minKeyLine && !strings.HasSuffix(s[line:end], "=") && line > from {
			if above, below := keyLineBefore(s, from, line); !last || below-above < minKeyLine {
				return start
			}
		}
		start = line
	}
}

// keyLineBefore is the line of base64 that ends before i; none if line is end.
func keyLineBefore(s string, from, i int) (line, end int) {
	end = breaksBefore(s, from, i, aroundLines)
	line = base64Chars.back(s, from, end, maxBlock)
	if line > from {
		line = behindEscape(s, line, end)
	}
	return line, end
}

// encodedBlock takes base64 that says "-----BEGIN … PRIVATE KEY-----".
func encodedBlock(s string, at int) (start, end int, ok bool) {
	const head = 64 // base64 of the longest first line
	chunk := s[at:base64Chars.run(s[:min(len(s), at+head)], at)]
	b, err := base64.RawStdEncoding.DecodeString(chunk[:len(chunk)/4*4])
	if err != nil || !strings.Contains(string(b), "PRIVATE KEY") {
		return 0, 0, false
	}
	return at, base64Chars.run(s, at), true
}
