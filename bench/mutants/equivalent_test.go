package main

import (
	"go/importer"
	"go/token"
	"go/types"
	"os"
	"path/filepath"
	"slices"
	"testing"
)

// What cannot show is not made, and what stands beside it is.
func TestWhatCannotShowIsNotMade(t *testing.T) {
	libraries := withGoldmark{importer.ForCompiler(token.NewFileSet(), "source", nil)}
	for name, c := range map[string]struct {
		code string
		want []string // of all changes that are made
	}{
		"the capacity of a slice": {`func f(n int) []int { return make([]int, 0, n+1) }`, []string{"1 instead of 0"}},
		"the length of a slice":   {`func f(n int) []int { return make([]int, n+1) }`, []string{"- instead of +", "2 instead of 1"}},
		"the room of a map":       {`func f(n int) any { return make(map[int]int, n+1) }`, nil},
		"the room of a map type":  {`type m map[int]int; func f(n int) m { return make(m, n+1) }`, nil},
		"the room of a channel":   {`func f(n int) any { return make(chan int, n+1) }`, nil},
		"a function called make":  {`func f(make func(int) int, n int) int { return make(n + 1) }`, []string{"- instead of +", "2 instead of 1"}},
		"the text of a panic":     {`func f(n int) { panic(n + 1) }`, nil},
		"room for a text": {`import "strings"
func f(b *strings.Builder, n int) { b.Grow(n + 1) }`, nil},
		"the bits of a float": {`import "strconv"
func f(s string) { strconv.ParseFloat(s, 64) }`, nil},
		"the bits of a number": {`import "strconv"
func f(s string) { strconv.ParseInt(s, 10, 64) }`, []string{"11 instead of 10", "65 instead of 64"}},
		"no limit": {`import "strings"
func f(s string) string { return strings.Replace(s, "a", "b", -1) }`, nil},
		"a limit": {`import "strings"
func f(s string) string { return strings.Replace(s, "a", "b", 1) }`, []string{"2 instead of 1"}},
		"digits of a float": {`import "strconv"
func f(x float64) string { return strconv.FormatFloat(x, 'f', -1, 32) }`, []string{"33 instead of 32"}},
		"the signs of an order": {`import "slices"
func f(s []int) { slices.SortFunc(s, func(a, b int) int { if a == 3 { return -1 }; if b == 3 { return 1 }; return 0 }) }`,
			[]string{"!= instead of ==", "the condition is never met", "the condition is always met", "4 instead of 3",
				"!= instead of ==", "the condition is never met", "the condition is always met", "4 instead of 3", "1 instead of 0"}},
		"a number that is returned": {`func f() int { return -1 }`, []string{"2 instead of 1"}},
		"a guard of a loop": {`func f(s []int) { if len(s) > 0 { for range s { g() } } }; func g() {}`,
			[]string{"the condition is never met", "1 instead of 0"}},
		"a guard of a list that is added": {`func f(s []int) (out []int) { if len(s) > 0 { out = append(out, s...) }; return out }`,
			[]string{"the condition is never met", "1 instead of 0"}},
		"a guard of a loop over another list": {`func f(s, t []int) { if len(s) > 0 { for range t { g() } } }; func g() {}`,
			[]string{">= instead of >", "the condition is never met", "the condition is always met", "1 instead of 0"}},
		"a guard of a loop and more": {`func f(s []int) { if len(s) > 0 { for range s { g() }; g() } }; func g() {}`,
			[]string{">= instead of >", "the condition is never met", "the condition is always met", "1 instead of 0"}},
		"a guard with another way": {`func f(s []int) { if len(s) > 0 { for range s { g() } } else { g() } }; func g() {}`,
			[]string{">= instead of >", "the condition is never met", "the condition is always met", "1 instead of 0"}},
		"a guard of a pointer to an array": {`func f(s *[4]int) { if s != nil { for range s { g() } } }; func g() {}`,
			[]string{"== instead of !=", "the condition is never met", "the condition is always met"}},
		"continue at the end of a loop": {`func f(s []int, ok bool) { for range s { switch { case ok: continue } } }`, nil},
		"continue before more of a loop": {`func f(s []int, ok bool) { for range s { switch { case ok: continue }; g() } }; func g() {}`,
			[]string{"break instead of continue"}},
		"continue in a switch of a switch": {`func f(s []int, ok bool) { for range s { switch { default: switch { case ok: continue }; g() } } }; func g() {}`,
			[]string{"break instead of continue"}},
		"continue of a loop": {`func f(s []int) { for range s { continue } }`, []string{"break instead of continue"}},
		"a count that only makes room": {`func f(s []string) []string { n := 1; for _, x := range s { n += len(x); n++ }; return make([]string, 0, n) }`,
			[]string{"1 instead of 0"}},
		"a count declared before": {`func f(s []string) any { var n int; for range s { n++ }; return make(map[int]int, n) }`, nil},
		"a count that is told too": {`func f(s []string) ([]string, int) { n := 1; n++; return make([]string, 0, n), n }`,
			[]string{"2 instead of 1", "counted the other way", "1 instead of 0"}},
		"the greatest so far": {`func f(n, most int) int { if n > most { most = n }; return most }`,
			[]string{"the condition is never met", "the condition is always met"}},
		"a limit that holds": {`func f(n int) int { if 7 <= n { n = 7 }; return n }`,
			[]string{"the condition is never met", "the condition is always met", "8 instead of 7", "8 instead of 7"}},
		"the greatest float": {`func f(n, most float64) float64 { if n > most { most = n }; return most }`,
			[]string{">= instead of >", "the condition is never met", "the condition is always met"}},
		"another number than is compared": {`func f(n, m, most int) int { if n > most { most = m }; return most }`,
			[]string{">= instead of >", "the condition is never met", "the condition is always met"}},
		"the greatest and its place": {`func f(n, i, most, at int) (int, int) { if n > most { most, at = n, i }; return most, at }`,
			[]string{">= instead of >", "the condition is never met", "the condition is always met"}},
		"the last of equals": {`func f(n, most int) int { if n > most { most = n } else { most++ }; return most }`,
			[]string{">= instead of >", "the condition is never met", "the condition is always met", "counted the other way"}},
		"an order of parsers": {`import "github.com/yuin/goldmark/util"
func f() { g(util.Prioritized(0, 200), util.Prioritized(0, 100), util.Prioritized(0, 101)) }; func g(...int) {}`,
			[]string{"1 instead of 0", "1 instead of 0", "1 instead of 0", "101 instead of 100"}},
	} {
		t.Run(name, func(t *testing.T) {
			path := filepath.Join(t.TempDir(), "a.go")
			if err := os.WriteFile(path, []byte("package a\n"+c.code+"\n"), 0o600); err != nil {
				t.Fatal(err)
			}
			p := unchanged(path)
			p.importer = libraries
			sites, _, err := p.sites()
			if err != nil {
				t.Fatal(err)
			}
			var got []string
			for _, m := range sites {
				got = append(got, m.Change)
			}
			slices.Sort(got)
			slices.Sort(c.want)
			if !slices.Equal(got, c.want) {
				t.Errorf("made %q, want %q", got, c.want)
			}
		})
	}
}

// withGoldmark has the one function of that library that the rules know of.
type withGoldmark struct{ types.Importer }

func (w withGoldmark) Import(path string) (*types.Package, error) {
	if path != "github.com/yuin/goldmark/util" {
		return w.Importer.Import(path)
	}
	p := types.NewPackage(path, "util")
	number := func() *types.Tuple { return types.NewTuple(types.NewParam(0, p, "", types.Typ[types.Int])) }
	both := types.NewTuple(number().At(0), number().At(0))
	p.Scope().Insert(types.NewFunc(0, p, "Prioritized", types.NewSignatureType(nil, nil, nil, both, number(), false)))
	p.MarkComplete()
	return p, nil
}
