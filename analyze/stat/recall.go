package stat

import (
	"math"
	"strconv"
	"strings"
)

// RecallStatus says how a reported recall fits the lists beside it.
type RecallStatus string

// The statuses, in the order in which they are tried.
const (
	RecallNoReported    RecallStatus = "no_reported"    // the log states no recall
	RecallNotComputable RecallStatus = "not_computable" // the log says that there is none: nothing to hold its lists against
	RecallUncheckable   RecallStatus = "uncheckable"    // it does, but both lists are empty
	RecallAgree         RecallStatus = "agree"          // equal up to the rounding of the literal
	RecallAgreeNovel    RecallStatus = "agree_novel"    // equal if some found bugs are outside the reference list
	RecallAgreeCoarse   RecallStatus = "agree_coarse"   // equal up to rounding, but rounded to a whole tenth or more
	RecallContradict    RecallStatus = "contradict"     // no reading of the lists gives it
)

// Recall is a reported recall held against the lists it should follow from.
type Recall struct {
	Status    RecallStatus
	Reported  Number // as the log states it; ReasonNotReported if it does not
	FromLists Number // found of found and missed; ReasonNoReference if both are empty
	Used      Number // the one to go on with

	// Used = Num/ListSize. ListSize is 0 when the lists do not tell its size.
	Num, ListSize int
	Novel         int // found bugs that must lie outside the reference list

	FoundListed, MissedListed int      // entries as listed
	Found, Missed             int      // distinct IDs that stand in one list only
	Overlap                   []string // IDs in both lists, sorted; counted in neither
	Duplicates                int      // repeated entries, over both lists
	Blank                     int      // entries without an ID
}

// Reconcile finds the recall of one run from its bug lists and the recall that the
// log reports, given as the JSON literal because its number of digits decides what
// counts as equal. An empty literal or anything that is no number means that none is
// reported. null or "n/a" beside bugs says that recall cannot be computed, for want of a
// reference list: then the lists are only lists, and found of found and missed is no recall.
//
// Recall is |found ∩ reference list| / |reference list|, and lists of found bugs may name bugs
// outside the reference list. Where the plain share contradicts the literal, Reconcile
// looks for the largest list size B, at least the missed bugs and smaller than
// all listed, with (B - missed)/B equal to the literal. That search is this program's
// own; a log that lists novel finds states no list size.
func Reconcile(lists BugLists, literal string) Recall {
	c := lists.clean()
	r := Recall{
		Reported:  Missing(ReasonNotReported),
		FromLists: Missing(ReasonNoReference),
		Used:      Missing(ReasonNoReference),
		Found:     len(c.found), Missed: len(c.missed),
		FoundListed: len(lists.Found), MissedListed: len(lists.Missed),
		Overlap: c.overlap, Duplicates: c.duplicates, Blank: c.blank,
	}
	all := r.Found + r.Missed
	if all > 0 && saysNone(literal) {
		r.Status = RecallNotComputable
		r.Reported, r.FromLists, r.Used = Missing(ReasonNotComputable), Missing(ReasonNotComputable), Missing(ReasonNotComputable)
		return r
	}
	if all > 0 {
		r.FromLists = Known(float64(r.Found) / float64(all))
		r.useListSize(all)
	}
	reported, ok := ParseDecimal(literal)
	if !ok {
		r.Status = RecallNoReported
		return r
	}
	r.Reported = Known(reported.Value)
	if !r.FromLists.OK {
		r.Status = RecallUncheckable
		r.Used = r.Reported
		if reported.Value < -Eps || reported.Value > 1+Eps {
			r.Used = Missing(ReasonUncheckable) // 40 is not a share
		}
		return r
	}
	off := math.Abs(reported.Value - r.FromLists.Value)
	if off <= reported.tolerance() {
		r.Status = RecallAgree
	} else if size, fits := r.smallerList(reported); fits {
		r.Status = RecallAgreeNovel
		r.Novel = r.Found + r.Missed - size
		r.useListSize(size)
	} else if off <= reported.HalfUnit()+Eps {
		r.Status = RecallAgreeCoarse
	} else {
		r.Status = RecallContradict
	}
	return r
}

// saysNone reports whether a literal says that there is no number.
func saysNone(literal string) bool {
	literal = strings.ToLower(strings.Trim(literal, " \""))
	return literal == "null" || literal == "n/a"
}

// ReconcileCounts is Reconcile where only the number of bugs found is told, and the size of the
// reference list: "0.50 (5/10)". A size of 0 is not told.
func ReconcileCounts(found, size int, literal string) Recall {
	if size < 1 || found < 0 || found > size {
		r := Reconcile(BugLists{}, literal)
		if found > 0 && saysNone(literal) {
			none := Missing(ReasonNotComputable)
			r.Status, r.Reported, r.FromLists, r.Used = RecallNotComputable, none, none, none
		}
		return r
	}
	// Ids that nobody else has: only their number counts here.
	ids := make([]string, size)
	for i := range ids {
		ids[i] = strconv.Itoa(i)
	}
	r := Reconcile(BugLists{Found: ids[:found], Missed: ids[found:]}, literal)
	if r.Status == RecallAgreeNovel { // both numbers are told: nothing lies outside the list
		r.Status, r.Novel = RecallContradict, 0
		r.useListSize(size)
	}
	return r
}

func (r *Recall) useListSize(size int) {
	r.Num, r.ListSize = size-r.Missed, size
	r.Used = Known(float64(r.Num) / float64(size))
}

func (r *Recall) smallerList(reported Decimal) (size int, fits bool) {
	if r.Missed == 0 {
		return 0, false // every size would give 1
	}
	for size := r.Found + r.Missed - 1; size >= r.Missed; size-- {
		if math.Abs(reported.Value-float64(size-r.Missed)/float64(size)) <= reported.tolerance() {
			return size, true
		}
	}
	return 0, false
}
