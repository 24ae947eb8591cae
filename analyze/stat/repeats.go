package stat

// RepeatedBug is one bug over the repeated runs of both sides: in how many of the
// runs that say anything about it the bug was found.
type RepeatedBug struct {
	Pre, Post Fraction
}

// BugMove says how a bug fared from the pre runs to the post runs.
type BugMove string

// The moves. Lost and gained are strict: every run of a side agrees.
const (
	MoveLost      BugMove = "lost"       // found in every pre run and in no post run
	MoveGained    BugMove = "gained"     // found in no pre run and in every post run
	MoveLessOften BugMove = "less_often" // found in a smaller share of the post runs
	MoveMoreOften BugMove = "more_often" // found in a larger share of the post runs
	MoveNone      BugMove = "unchanged"  // found in the same share of both
	MoveUnpaired  BugMove = "unpaired"   // not known on both sides
)

// Move classifies the bug. Impossible counts are unpaired.
func (b RepeatedBug) Move() BugMove {
	if !b.Pre.possible() || !b.Post.possible() {
		return MoveUnpaired
	}
	before, after := b.Pre.Num*b.Post.Den, b.Post.Num*b.Pre.Den
	switch {
	case b.Pre.Num == b.Pre.Den && b.Post.Num == 0:
		return MoveLost
	case b.Pre.Num == 0 && b.Post.Num == b.Post.Den:
		return MoveGained
	case after < before:
		return MoveLessOften
	case after > before:
		return MoveMoreOften
	default:
		return MoveNone
	}
}
