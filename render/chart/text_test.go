package chart

import (
	"strings"
	"testing"
)

func TestClean(t *testing.T) {
	tests := []struct{ name, in, want string }{
		{"plain", "unit tests", "unit tests"},
		{"lines and tabs", "a\r\nb\tc\u2028d\u00a0e ", "a  b c d e"},
		{"control characters", "a\x00b\x1b[31mc\u0085", `a\u0000b\u001B[31mc\u0085`},
		{"direction overrides", "abc\u202edef\u2066", `abc\u202Edef\u2066`},
		{"invisible", "a\u200bb\ufeffc", `a\u200Bb\uFEFFc`},
		{"right to left letters stay", "בדיקה", "בדיקה"},
		{"markup stays text", "</script>", "</script>"},
		{"not UTF-8", "a\xff\xfeb", "a\uFFFDb"},
		{"noncharacter", "a\uffffb", `a\uFFFFb`},
		{"cut in the middle", strings.Repeat("a", 20) + strings.Repeat("b", 20), strings.Repeat("a", 15) + "…" + strings.Repeat("b", 14)},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			if got := clean(tt.in, 30); got != tt.want {
				t.Errorf("%q became %q, want %q", tt.in, got, tt.want)
			}
		})
	}
}

func TestDescribe(t *testing.T) {
	tests := []struct{ name, got, want string }{
		{"labels", describe(sampleDots()), "n = 36 node runs. integration-tests, rate with 95 % interval: 5 of 9 (56 %). " +
			"compile, rate with 95 % interval: 2 of 12 (17 %). a/very/long/path/to/a/node/tha…y/will/ever/read/in/full/lint, rate with 95 % interval: 0 of 10 (0 %). " +
			"deploy, rate with 95 % interval: n/a: never run. integration-tests, ranked by: 41 %. compile, ranked by: 19 %. " +
			"a/very/long/path/to/a/node/tha…y/will/ever/read/in/full/lint, ranked by: 11 %"},
		{"values", describe(sampleDumbbell()), "n = 4 benchmarks, 12 runs. parser, before: 80 %. scheduler, before: 55 %. storage, before: 31 %. " +
			"wire, before: 20 %. parser, after: −0.18. scheduler, after: +0.03. storage, after: +0.16. wire, after: 0.00"},
		{"numbers on both axes", describe(sampleSteps()), "n = 52 attempts, 2 cut off"},
	}
	for _, tt := range tests {
		if tt.got != tt.want {
			t.Errorf("%s:\n got %s\nwant %s", tt.name, tt.got, tt.want)
		}
	}
	if got := describe(sampleMatrix()); !strings.HasSuffix(got, "stale cache entry, 1: flipped. and 11 more") {
		t.Errorf("matrix: %s", got)
	}
}
