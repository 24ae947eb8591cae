package source

import "bytes"

// nonNumbers are what the json of Python writes for numbers that JSON does not have.
var nonNumbers = [][]byte{[]byte("NaN"), []byte("-Infinity"), []byte("Infinity")}

// WithoutNaN is JSON text with each NaN, Infinity and -Infinity outside of strings replaced,
// and how many there were. The text itself is returned where there is none.
func WithoutNaN(text []byte, by string) (out []byte, n int) {
	if !bytes.Contains(text, nonNumbers[0]) && !bytes.Contains(text, nonNumbers[2]) {
		return text, 0
	}
	kept := 0 // how much of the text is in out
	for i := 0; i < len(text); i++ {
		switch text[i] {
		case '"':
			for i++; i < len(text) && text[i] != '"'; i++ {
				if text[i] == '\\' {
					i++
				}
			}
		case 'N', 'I', '-':
			for _, word := range nonNumbers {
				if bytes.HasPrefix(text[i:], word) {
					out = append(append(out, text[kept:i]...), by...)
					i += len(word) - 1
					kept = i + 1
					n++
					break
				}
			}
		}
	}
	if n == 0 {
		return text, 0
	}
	return append(out, text[kept:]...), n
}
