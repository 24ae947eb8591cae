package junit

import (
	"cmp"
	"math/rand/v2"
	"testing"

	"github.com/zeebo/xxh3"

	"runreport/ingest/record"
	"runreport/ingest/testrun"
)

// A namer that has named other cases before gives each case the name that its parts make, and one
// sum to cases of one full name alone.
func TestNamesInARow(t *testing.T) {
	words := []string{"", "Cart", "Cart$Visa", "Cart::pays", "com.acme.Cart", "/home/ci/x", `C:\x\phpunit.xml`, "pytest", "pays", "pays twice", "a  b"}
	files := []string{"", "/home/ci/x/CartTest.php", "src/cart.ts"}
	r := rand.New(rand.NewPCG(3, 4))
	word := func() string { return words[r.IntN(len(words))] }
	for range 60 {
		p := &fileParts{hosts: r.IntN(2) == 0, nested: map[[2]string]string{{"Cart", "pays"}: severalNested}}
		suites := []*suite{nil}
		for n := range int64(3) {
			suites = append(suites, &suite{number: n, names: []string{word(), word()}[:1+r.IntN(2)], host: word()})
		}
		var cases []*testCase
		for range 40 {
			f := &record.File{Format: format}
			at := f.AddValues(caseKind, 1, map[string]record.Value{"file": record.TextValue(files[r.IntN(len(files))])})
			cases = append(cases, &testCase{at: at, class: word(), called: word(), suite: suites[r.IntN(len(suites))], file: p})
		}
		names, sums, fulls := namer{file: p}, map[[2]string]xxh3.Uint128{}, map[xxh3.Uint128][2]string{}
		for _, c := range cases {
			full, sum := c.fullName(), names.full(c)
			if before, met := sums[full]; met && before != sum {
				t.Fatalf("%q has two sums", full)
			}
			if before, met := fulls[sum]; met && before != full {
				t.Fatalf("%q and %q have one sum", full, before)
			}
			sums[full], fulls[sum] = sum, full
		}
		p.files = map[xxh3.Uint128]bool{names.full(cases[0]): true}
		for _, c := range cases {
			var parts []string
			if p.hosts && c.suite != nil && c.suite.host != "" {
				parts = append(parts, c.suite.host)
			}
			for _, n := range c.suiteNames() {
				if c.tells(n) {
					parts = append(parts, n)
				}
			}
			if c.fullName() == cases[0].fullName() {
				parts = append(parts, c.at.Str("file"))
			}
			want := testrun.Join(append(parts, c.class, cmp.Or(c.called, "(no name)"))...)
			if got := names.name(c); got != want {
				t.Fatalf("suites %q, class %q, name %q, file %q: %q, want %q",
					c.suiteNames(), c.class, c.called, c.at.Str("file"), got, want)
			}
		}
	}
}
