package redact

import (
	"fmt"
	"strings"
	"testing"
)

// ordinaryText is about a mebibyte of what logs and the prose in them are made of,
// with many words that secrets are called by and not one secret.
func ordinaryText() string {
	var b strings.Builder
	for i := 0; b.Len() < 1<<20; i++ {
		fmt.Fprintf(&b, `{"event":"phase_end","phase":%d,"timestamp":"2026-11-20T03:45:%02dZ","commit":"%s","ok":true}`+"\n",
			i%6+1, i%60, madeUp(uint32(i), 40, lowerHex))
		fmt.Fprintf(&b, "[%d/400] internal/auth/token_test.go:%d: TestPasswordReset keeps the key in the cache; token usage 49,%03d\n", i, i, i%1000)
		b.WriteString("The reviewer read every file of the module, looked for the secret of its speed, and found that " +
			"a map of keys passes each basic check. See quality/results/run.md and src/home/index.ts.\n")
	}
	return b.String()
}

func BenchmarkOrdinaryText(b *testing.B) {
	r, text := New(), ordinaryText()
	if _, hits := r.Text(text); hits != nil {
		b.Fatalf("not ordinary: %v", hits)
	}
	b.SetBytes(int64(len(text)))
	for b.Loop() {
		r.Text(text)
	}
}

// Short strings are what the tables hold.
func BenchmarkOrdinaryLines(b *testing.B) {
	r, text := New(), ordinaryText()
	lines := strings.Split(text, "\n")
	b.SetBytes(int64(len(text)))
	b.ReportAllocs()
	for b.Loop() {
		for _, line := range lines {
			r.Text(line)
		}
	}
}

func BenchmarkSecrets(b *testing.B) {
	r := New()
	var all strings.Builder
	for all.Len() < 1<<20 {
		for _, c := range secretCases() {
			text, _ := c.plain()
			all.WriteString(text + "\n")
		}
	}
	b.SetBytes(int64(all.Len()))
	for b.Loop() {
		r.Text(all.String())
	}
}

func BenchmarkNew(b *testing.B) {
	for b.Loop() {
		New()
	}
}

func BenchmarkHardTexts(b *testing.B) {
	r := New()
	for _, p := range hardPieces {
		text := strings.Repeat(p, (1<<17)/len(p))
		b.Run(fmt.Sprintf("%q", p), func(b *testing.B) {
			b.SetBytes(int64(len(text)))
			for b.Loop() {
				r.Text(text)
			}
		})
	}
}
