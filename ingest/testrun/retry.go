package testrun

import (
	"maps"
	"strings"

	"github.com/zeebo/xxh3"

	"runreport/ingest/record"
	"runreport/ingest/table"
)

// Retries puts together the tests of one name that are attempts at one test. Runners that
// try again write the test once more; parameters, and titles that were given twice, do the
// same. So tests of one name are attempts where one that failed is followed by another:
// the last one decides, and the test is flaky where it passed. Others stay tests of their
// own, which Write numbers. So do tests without a title: nothing tells that two of them are
// one. Subtests of a test that was tried again are attempts, too. Tests that stand on different lines, or in a report that has each test once, are never
// attempts at one.
func Retries(tests []*Test) []*Test {
	tried := sameName(tests)
	if len(tried) == 0 {
		return tests
	}
	out := tests[:0:0]
	for _, x := range tests {
		same := tried[x.place()]
		switch {
		case same == nil || !x.repeatable():
			out = append(out, x)
		case x == same[0]:
			out = append(out, merged(same))
		}
	}
	return out
}

// place is what all attempts at one test have in common.
type place struct {
	name string
	line int64
}

func (x *Test) place() place { return place{x.Name, x.Line} }

// repeatable reports whether another test of its place can be another attempt at it.
func (x *Test) repeatable() bool { return x.Title != "" && !x.Apart }

// sum stands for the place.
func (p place) sum() xxh3.Uint128 {
	const odd = 0x9e3779b97f4a7c15
	sum := xxh3.HashString128(p.name)
	sum.Lo ^= uint64(p.line) * odd
	return sum
}

// sameName are the tests of each place that several have and that was tried again. Mostly
// there is none among hundreds of thousands.
func sameName(tests []*Test) map[place][]*Test {
	met, again := record.NewSums(len(tests), nil), map[xxh3.Uint128]bool{}
	for _, x := range tests {
		if x.repeatable() {
			if sum := x.place().sum(); !met.Add(sum) {
				again[sum] = true
			}
		}
	}
	if len(again) == 0 {
		return nil
	}
	several := map[place][]*Test{}
	for _, x := range tests {
		if key := x.place(); x.repeatable() && again[key.sum()] {
			several[key] = append(several[key], x)
		}
	}
	retried := maps.Clone(several)
	maps.DeleteFunc(retried, func(_ place, same []*Test) bool { return !triedAgain(same) })
	maps.DeleteFunc(several, func(key place, _ []*Test) bool { return !within(key, retried) })
	return several
}

// within reports whether the place, or one of a test around it, is among those. A subtest runs again
// with its parent, also where it passed before. Example: TestPay/card with TestPay.
func within(key place, among map[place][]*Test) bool {
	for {
		if among[key] != nil {
			return true
		}
		i := strings.LastIndexByte(key.name, '/')
		if i < 0 {
			return false
		}
		key.name = key.name[:i]
	}
}

func triedAgain(same []*Test) bool {
	for _, x := range same[:len(same)-1] {
		if x.Result == table.Failed || x.Result == table.Stalled {
			return true
		}
	}
	return false
}

func merged(same []*Test) *Test {
	last := *same[len(same)-1]
	last.At, last.Started, last.Attempts, last.Unseen = same[0].At, same[0].Started, nil, 0
	last.Seconds = Seconds{}
	var checks []Check
	for _, x := range same {
		last.Attempts = append(last.Attempts, x.Attempts...)
		last.Unseen += x.Unseen
		checks = append(checks, x.Checks...)
	}
	last.Checks = checks
	last.Result, last.Cause = Decide(last.Result, last.Cause, last.Attempts)
	return &last
}

// Decide is the result of a test of which the last attempt says result: a test that passed
// after an attempt that failed is flaky.
func Decide(result table.Result, cause table.Cause, attempts []Attempt) (table.Result, table.Cause) {
	if result != table.Passed {
		return result, cause
	}
	for i := range attempts {
		if r := attempts[i].Result; r == table.Failed || r == table.Stalled {
			return table.Flaky, ""
		}
	}
	return result, cause
}

// DropCopies leaves out files that hold the same records as one before them, and says under
// which unit's file they are superseded: kept path → copies. A report without a time and
// without a duration is no copy of another: nothing would tell two runs of it apart.
func DropCopies(files []*record.File, dated func(*record.File) bool) (kept []*record.File, copies map[string][]string) {
	copies = map[string][]string{}
	first := map[[2]uint64]*record.File{}
	for _, f := range files {
		if len(f.Records) == 0 {
			continue
		}
		key := sumOf(f)
		original := first[key]
		if original == nil || len(original.Records) != len(f.Records) || !dated(f) {
			if original == nil {
				first[key] = f
			}
			kept = append(kept, f)
			continue
		}
		for _, r := range f.Records {
			r.Fate = record.Duplicate
		}
		f.Finding(copied, 0, original.Path, "")
		copies[original.Path] = append(copies[original.Path], f.Path)
	}
	return kept, copies
}

// Dated reports whether a record of the file has a time.
func Dated(f *record.File) bool { return !record.LastTime(f.Records).IsZero() }

// sumOf tells contents apart: the order of records counts.
func sumOf(f *record.File) (key [2]uint64) {
	const odd = 0x9e3779b97f4a7c15
	for _, r := range f.Records {
		key[0] = (key[0] ^ r.Sum.Hi) * odd
		key[1] = (key[1] ^ r.Sum.Lo) * odd
	}
	return key
}
