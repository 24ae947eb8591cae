package chart

import (
	"fmt"
	"strings"
)

// Token is one colour of the theme. The page's style sheet defines it as a
// custom property; the hex values here are what a file that stands alone uses.
type Token struct {
	Name  string // of the custom property, with its dashes
	Light string // on light paper, #rrggbb
	Dark  string // on dark paper, #rrggbb
	Use   string // what is drawn in it
}

// Tokens lists every colour that a chart is drawn in. The hues follow the
// palette of Okabe and Ito, moved in lightness until each has a contrast of at
// least 4.5 to its paper; the grid is meant to recede. A role's token is
// "--rr-" and the role.
var Tokens = [...]Token{
	{"--rr-ink", "#1b1f24", "#e8eaed", "text and the numbers in cells"},
	{"--rr-ink-2", "#59616b", "#a4acb6", "axis labels, keys, the link of a dumbbell"},
	{"--rr-grid", "#e1e4e8", "#30363d", "grid lines and row rules"},
	{"--rr-paper", "#ffffff", "#16191d", "the page; hollow symbols, signs on strong cells"},
	{"--rr-accent", "#0069a8", "#58b4ea", "links and the one emphasis of a page"},
	{"--rr-before", "#626b76", "#a3abb5", "before a change, the baseline"},
	{"--rr-after", "#0072b2", "#56b4e9", "after a change, tonight"},
	{"--rr-good", "#00785a", "#2fbf97", "passed, won, gained"},
	{"--rr-bad", "#b8440d", "#f2894f", "failed, lost, regressed"},
	{"--rr-warn", "#8a6100", "#e3ae36", "flaky, slow, in need of a look"},
	{"--rr-neutral", "#68707a", "#989fa9", "neither good nor bad"},
	{"--rr-unknown", "#6f7680", "#8b939d", "not known, not run"},
	{"--rr-a", "#0072b3", "#57b5ea", "first of several unordered series"},
	{"--rr-b", "#bd4a06", "#f58f58", "second"},
	{"--rr-c", "#007a5c", "#31c199", "third"},
	{"--rr-d", "#a34d80", "#d68fb8", "fourth"},
	{"--rr-e", "#7a6600", "#d6c23a", "fifth"},
	{"--rr-f", "#474d55", "#c8cdd3", "sixth"},
}

// short is the token's name as the chart script and class names use it.
func (t Token) short() string { return strings.TrimPrefix(t.Name, "--rr-") }

// sentinel is the colour that stands for the i-th token while the script draws the
// static face. Every colour of the drawing is one of these or an error, so a
// picture cannot help but follow the theme.
func sentinel(i int) string { return fmt.Sprintf("#5e%04x", i+1) }

// sentinels maps each stand-in colour back to its token.
var sentinels = func() map[string]Token {
	m := make(map[string]Token, len(Tokens))
	for i, t := range Tokens {
		m[sentinel(i)] = t
	}
	return m
}()

// sentinelTheme is the theme handed to the chart script for the static face.
func sentinelTheme() map[string]string {
	theme := make(map[string]string, len(Tokens))
	for i, t := range Tokens {
		theme[t.short()] = sentinel(i)
	}
	return theme
}
