package source

import (
	"math/rand/v2"
	"testing"
)

// A string ends where reading it byte by byte says, wherever its special bytes stand among eight.
func TestStringLength(t *testing.T) {
	slowly := func(text []byte) int {
		for i := 1; i < len(text); i++ {
			switch text[i] {
			case '"':
				return i + 1
			case '\\':
				i++
			case '\n':
				return 0
			}
		}
		return 0
	}
	rng := rand.New(rand.NewPCG(5, 8))
	bytes := []byte("\"\\\nab\x0b\x09\x21\x23\x5b\x5d\x80\x8a\xa2\xdc\xff\x00")
	ended := 0
	for range 200_000 {
		text := make([]byte, 1+rng.IntN(40))
		text[0] = '"'
		for i := range text[1:] {
			text[1+i] = 'x'
			if rng.IntN(12) == 0 {
				text[1+i] = bytes[rng.IntN(len(bytes))]
			}
		}
		want := slowly(text)
		if got := stringLength(text); got != want {
			t.Fatalf("%q: %d bytes, want %d", text, got, want)
		}
		if want > 0 {
			ended++
		}
	}
	if ended < 10_000 {
		t.Errorf("only %d strings ended", ended)
	}
}
