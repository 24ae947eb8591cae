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
		return at, keyLines(s, at), strings.HasPrefix(s[at:], "b3BlbnNzaC1rZXktdjE")
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
	for start > near && (uppers[s[start-1]] || s[start-1] == ' ' || s[start-1] == '-') {
		start--
	}
	return start, strings.Contains(s[start:at], "END")
}

// blockEnd gives the end of the block whose body begins at i; i if nothing of a
// key follows, as in a text about keys.
func blockEnd(s string, i int) int {
	limit := min(len(s), i+maxBlock)
	if n := strings.Index(s[i:limit], pemRule); n >= 0 && strings.HasPrefix(s[i+n+len(pemRule):], "END") {
		if !hasKeyMaterial(s[i : i+n]) {
			return i
		}
		label := i + n + len(pemRule)
		if m := strings.Index(s[label:min(len(s), label+64)], pemRule); m >= 0 {
			return label + m + len(pemRule)
		}
		return lineEnd(s, label)
	}
	return keyLines(s, i)
}

// hasKeyMaterial reports whether what stands between the first and the last line of
// a block is a key at all, whatever else stands before each of its lines.
func hasKeyMaterial(s string) bool {
	for i := 0; i < len(s); i++ {
		end := base64s.run(s, i)
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

// lineBreak passes line breaks, escaped ones, and what stands around the lines of
// a key in program text, YAML and quotations.
func lineBreak(s string, i int) int {
	for i < len(s) {
		switch s[i] {
		case '\n', '\r', ' ', '\t', '"', '\'', '+', ',', '>', '|', '#':
			i++
			continue
		case '\\':
			if j, _ := skipEscapes(s, i); j < len(s) && strings.IndexByte("nrt\"'\n\r", s[j]) >= 0 {
				i = j + 1
				continue
			}
		}
		break
	}
	return i
}

// keyLines passes lines of base64, and the headers of an encrypted key, and gives
// the end of the last.
func keyLines(s string, i int) int {
	end := i
	for i < len(s) {
		line := lineBreak(s, i)
		last := base64s.run(s, line)
		if last < len(s) && s[last] == ':' && isKeyHeader(s[line:last]) {
			i = lineEnd(s, last)
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
	for {
		end := i
		for end > from && strings.IndexByte("\n\r \t\"'+,>|#\\nrt", s[end-1]) >= 0 {
			// An n, r or t belongs to the line break only behind a backslash.
			if letters[s[end-1]] && (end < from+2 || s[end-2] != '\\') {
				break
			}
			end--
		}
		line := base64s.back(s, from, end, maxBlock)
		if letters.in(s[line:end]) && line > from && s[line-1] == '\\' {
			line++ // the n of \n
		}
		// The line before END may be short.
		if line >= end || end-line < minKeyLine && start != i {
			return start
		}
		if end-line < minKeyLine && !strings.HasSuffix(s[line:end], "=") && line > from {
			return start
		}
		start, i = line, line
	}
}

// encodedBlock takes base64 that says "-----BEGIN … PRIVATE KEY-----".
func encodedBlock(s string, at int) (start, end int, ok bool) {
	const head = 64 // base64 of the longest first line
	end = base64s.run(s, at)
	chunk := s[at:min(end, at+head)]
	b, err := base64.RawStdEncoding.DecodeString(chunk[:len(chunk)/4*4])
	return at, end, err == nil && strings.Contains(string(b), "PRIVATE KEY")
}
