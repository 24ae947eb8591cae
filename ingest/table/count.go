package table

// The ways in which a count is better, in counts.better.
const (
	LowerIsBetter  = "lower"
	HigherIsBetter = "higher"
)

// The severities of bugs, in one vocabulary over all systems.
const (
	LevelCritical = "critical"
	LevelHigh     = "high"
	LevelMedium   = "medium"
	LevelLow      = "low"
)

// BugState is what became of a bug, in one vocabulary over all systems.
type BugState string

// The states of bugs.
const (
	BugConfirmed     BugState = "confirmed"      // it is one; whether it was repaired is not said
	BugOpen          BugState = "open"           // it is one and was not repaired
	BugFixed         BugState = "fixed"          // it was repaired
	BugPartlyFixed   BugState = "partly fixed"   // a part of it was repaired
	BugDeferred      BugState = "deferred"       // it is to be repaired later, or somebody has to decide
	BugExpected      BugState = "expected"       // its test is known to fail
	BugRetracted     BugState = "retracted"      // its writer took it back
	BugFalsePositive BugState = "false positive" // it is none
	BugDuplicate     BugState = "duplicate"      // it is another one again
)

// IsBug reports whether an entry of that state is a bug that counts. An entry of no state
// is one: a list says of the others that they are none.
func (s BugState) IsBug() bool {
	return s != BugRetracted && s != BugFalsePositive && s != BugDuplicate
}
