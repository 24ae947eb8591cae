package chart

import (
	"math"
	"strconv"
	"strings"
	"testing"
)

// luminance is the relative luminance of WCAG 2.2.
func luminance(t *testing.T, hex string) float64 {
	t.Helper()
	n, err := strconv.ParseUint(strings.TrimPrefix(hex, "#"), 16, 32)
	if err != nil || len(hex) != 7 {
		t.Fatalf("%q is not #rrggbb", hex)
	}
	sum := 0.0
	for i, weight := range []float64{0.2126, 0.7152, 0.0722} {
		c := float64(n>>(16-8*i)&0xff) / 255
		if c <= 0.04045 {
			c /= 12.92
		} else {
			c = math.Pow((c+0.055)/1.055, 2.4)
		}
		sum += weight * c
	}
	return sum
}

func contrast(t *testing.T, a, b string) float64 {
	la, lb := luminance(t, a), luminance(t, b)
	return (math.Max(la, lb) + 0.05) / (math.Min(la, lb) + 0.05)
}

// mix lays a over b with the given opacity.
func mix(t *testing.T, a, b string, opacity float64) string {
	t.Helper()
	out := "#"
	for i := 1; i < 7; i += 2 {
		x, errA := strconv.ParseUint(a[i:i+2], 16, 8)
		y, errB := strconv.ParseUint(b[i:i+2], 16, 8)
		if errA != nil || errB != nil {
			t.Fatal(errA, errB)
		}
		n := strconv.FormatUint(uint64(math.Round(opacity*float64(x)+(1-opacity)*float64(y))), 16)
		out += strings.Repeat("0", 2-len(n)) + n
	}
	return out
}

// TestContrast holds the palette to WCAG's AA: 4.5 for text on paper, for signs
// on solid cells, and for ink on the deepest shades that it stands on. Marks need 3
// and have 4.5, since roles also colour text.
func TestContrast(t *testing.T) {
	var paper, ink Token
	for _, k := range Tokens {
		switch k.Name {
		case "--rr-paper":
			paper = k
		case "--rr-ink":
			ink = k
		}
	}
	for _, k := range Tokens {
		if k == paper || k.Name == "--rr-grid" {
			continue
		}
		if got := contrast(t, k.Light, paper.Light); got < 4.5 {
			t.Errorf("%s on light paper: %.2f", k.Name, got)
		}
		if got := contrast(t, k.Dark, paper.Dark); got < 4.5 {
			t.Errorf("%s on dark paper: %.2f", k.Name, got)
		}
		if k == ink || k.Name == "--rr-ink-2" {
			continue
		}
		deepest := 0.28 // of stateBox, in script/looks.js
		switch k.Name {
		case "--rr-good", "--rr-bad", "--rr-a", "--rr-b":
			deepest = 0.54 // of shade, in script/looks.js
		}
		if got := contrast(t, ink.Light, mix(t, k.Light, paper.Light, deepest)); got < 4.5 {
			t.Errorf("ink on the deepest %s, light: %.2f", k.Name, got)
		}
		if got := contrast(t, ink.Dark, mix(t, k.Dark, paper.Dark, deepest)); got < 4.5 {
			t.Errorf("ink on the deepest %s, dark: %.2f", k.Name, got)
		}
	}
}

func TestTokensAreDistinct(t *testing.T) {
	seen := map[string]bool{}
	for i, k := range Tokens {
		for _, v := range []string{k.Name, "light " + k.Light, "dark " + k.Dark, sentinel(i)} {
			if seen[v] {
				t.Errorf("%s: %s is taken", k.Name, v)
			}
			seen[v] = true
		}
		if sentinels[sentinel(i)] != k {
			t.Errorf("%s does not come back from its stand-in", k.Name)
		}
	}
}
