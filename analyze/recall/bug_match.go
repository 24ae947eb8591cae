package recall

import (
	"cmp"
	"slices"
	"strings"
)

// matchKey is what a match rests on. The order is that of their strength.
type matchKey int

// The keys: the id, which means something only within one run; the place; the file
// and the words of the title.
const (
	KeyID matchKey = iota
	KeyLines
	KeyTitle
)

// MatchKeys are the keys' names in summary.json.
var MatchKeys = []string{KeyID: "id", KeyLines: "file_lines", KeyTitle: "file_title"}

// Why a bug of the reference list is matched with none of the run's list. The first four
// are for want of data: the bug may be in the list all the same.
const (
	BugNoFile     = "no_file"              // the reference list names no file for it
	OwnNoFile     = "run_bug_without_file" // its file is not in the run's list, where bugs without a file are
	BugNoLines    = "no_lines"             // its file is, but lines are missing on one side and titles are not alike
	BugNoTitle    = "no_title"             // its file is, elsewhere, and a title is missing on one side
	BugOtherFile  = "file_not_in_run"      // no bug of the run's list is in its file
	BugAllMatched = "matched_others"       // those in its file are other bugs of the reference list
	BugNotSimilar = "no_similar_title"     // those in its file lie elsewhere and have other titles
)

// maxDescriptions is how long a list may be to be compared bug by bug: real ones
// have dozens, and the time grows with the product of two.
const maxDescriptions = 1000

// lacking are the reasons for want of data.
var lacking = map[string]bool{BugNoFile: true, OwnNoFile: true, BugNoLines: true, BugNoTitle: true}

// bugPair is a bug of the reference list and one of the run's list that may be one.
type bugPair struct {
	reference, own int
	key            matchKey
	file           fileMatch
	score          float64 // closeness of the lines and similarity of the titles
	lineGap        int64   // lines; -1 where a side names none
	similar        float64 // titles; -1 where a side has none
}

// matchBugs finds for each bug of the reference list the bug of the run's list that it
// is: by the strongest key first, then by the better path and score. A bug matches
// one other at most. Equal pairs go by what the lists say, then by id, so that
// neither the order of a list nor its numbering decides. ids says that both lists
// are of one run, whose ids mean the same bugs.
func matchBugs(reference, own []*listedBug, ids bool) []bugPair {
	var pairs []bugPair
	for i, b := range reference {
		for j, o := range own {
			if p, ok := compareBugs(b, o, ids); ok {
				p.reference, p.own = i, j
				pairs = append(pairs, p)
			}
		}
	}
	b, o := ranks(reference), ranks(own)
	slices.SortFunc(pairs, func(x, y bugPair) int {
		return cmp.Or(cmp.Compare(x.key, y.key), cmp.Compare(y.file, x.file), cmp.Compare(y.score, x.score),
			cmp.Compare(b[x.reference], b[y.reference]), cmp.Compare(o[x.own], o[y.own]))
	})
	var matches []bugPair
	takenReference, takenOwn := map[int]bool{}, map[int]bool{}
	for _, p := range pairs {
		if !takenReference[p.reference] && !takenOwn[p.own] {
			takenReference[p.reference], takenOwn[p.own] = true, true
			matches = append(matches, p)
		}
	}
	slices.SortFunc(matches, func(x, y bugPair) int { return cmp.Compare(x.reference, y.reference) })
	return matches
}

// ranks is the place of each bug in the order of what is said about them, and of
// their ids where that is the same.
func ranks(bugs []*listedBug) []int {
	order := make([]int, len(bugs))
	for i := range order {
		order[i] = i
	}
	slices.SortFunc(order, func(x, y int) int {
		return cmp.Or(strings.Compare(bugs[x].content, bugs[y].content), byName(bugs[x].id, bugs[y].id))
	})
	rank := make([]int, len(bugs))
	for at, i := range order {
		rank[i] = at
	}
	return rank
}

// compareBugs is the best pair of descriptions of two bugs; false when no key holds.
func compareBugs(b, o *listedBug, ids bool) (best bugPair, ok bool) {
	for _, x := range b.said {
		for _, y := range o.said {
			same := ids && b.id == o.id
			file := sameFile(x.file, y.file)
			if file == otherFile && !same {
				continue
			}
			p := compareDescriptions(x, y, file)
			if same {
				p.key = KeyID
			} else if !p.holds(x, y) {
				continue
			}
			if !ok || cmp.Or(cmp.Compare(p.key, best.key), cmp.Compare(best.file, p.file), cmp.Compare(best.score, p.score)) < 0 {
				best, ok = p, true
			}
		}
	}
	return best, ok
}

// compareDescriptions measures how alike two descriptions are.
func compareDescriptions(x, y description, file fileMatch) bugPair {
	p := bugPair{file: file, lineGap: -1, similar: -1}
	if x.lines.given() && y.lines.given() && p.file != otherFile {
		p.lineGap = x.lines.gap(y.lines)
		if p.lineGap <= NearLines {
			p.score += x.lines.closeness(y.lines)
		}
	}
	if len(x.title) > 0 && len(y.title) > 0 {
		p.similar, _ = similarity(x.title, y.title)
		p.score += p.similar
	}
	return p
}

// holds settles the key of two descriptions of one file; false when they are of
// different bugs.
func (p *bugPair) holds(x, y description) bool {
	if p.lineGap >= 0 && p.lineGap <= NearLines {
		p.key = KeyLines
		return true
	}
	_, alike := similarity(x.own, y.own)
	p.key = KeyTitle
	return alike || len(x.title) > 0 && slices.Equal(x.title, y.title)
}

// whyUnmatched says why a bug of the reference list is none of those of the run's list
// that are left.
func whyUnmatched(b *listedBug, own []*listedBug, taken map[int]bool) string {
	if !b.hasFile() {
		return BugNoFile
	}
	fileless, inFile, free := false, false, false
	noLines, noTitle := false, false
	for j, o := range own {
		if !o.hasFile() {
			fileless = fileless || !taken[j]
			continue
		}
		for _, x := range b.said {
			for _, y := range o.said {
				if sameFile(x.file, y.file) == otherFile {
					continue
				}
				inFile = true
				if taken[j] {
					continue
				}
				free = true
				noLines = noLines || !x.lines.given() || !y.lines.given()
				noTitle = noTitle || len(x.title) == 0 || len(y.title) == 0
			}
		}
	}
	switch {
	case free && noLines:
		return BugNoLines
	case free && noTitle:
		return BugNoTitle
	case fileless:
		return OwnNoFile
	case free:
		return BugNotSimilar
	case inFile:
		return BugAllMatched
	}
	return BugOtherFile
}

// couldMatch is how many of the reference list's bugs that want data could be bugs of the
// run's list, at most: each of those that is left can be one of them at most.
func couldMatch(unsure, own []*listedBug, taken map[int]bool) int {
	possible := 0
	for j, o := range own {
		if !taken[j] && slices.ContainsFunc(unsure, func(b *listedBug) bool { return couldBe(b, o) }) {
			possible++
		}
	}
	return min(len(unsure), possible)
}

// couldBe reports whether too little is said about two unmatched bugs to tell that
// they are different.
func couldBe(b, o *listedBug) bool {
	if !b.hasFile() || !o.hasFile() {
		return true
	}
	for _, x := range b.said {
		for _, y := range o.said {
			wanting := !x.lines.given() || !y.lines.given() || len(x.title) == 0 || len(y.title) == 0
			if wanting && sameFile(x.file, y.file) != otherFile {
				return true
			}
		}
	}
	return false
}

func (b *listedBug) hasFile() bool {
	return slices.ContainsFunc(b.said, func(d description) bool { return len(d.file) > 0 })
}
