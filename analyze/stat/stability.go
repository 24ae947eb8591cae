package stat

// StabilityLabel names the pattern of one bug's results.
type StabilityLabel string

// The patterns, in the order in which they are tried.
const (
	StabilityNoData      StabilityLabel = "no_data"                  // no result
	StabilityTooFew      StabilityLabel = "too_few"                  // fewer than three
	StabilityFound       StabilityLabel = "steady_found"             // found every time
	StabilityMissed      StabilityLabel = "steady_missed"            // missed every time
	StabilityChangedOnce StabilityLabel = "changed_once"             // one change, at least two results on each side of it
	StabilityUnconfirmed StabilityLabel = "changed_once_unconfirmed" // one change, a single result on one side of it
	StabilityFlaky       StabilityLabel = "flaky"                    // two changes or more
)

// Stability is one bug over the runs of one benchmark and side.
type Stability struct {
	Found, Of int // found in Found of Of runs that mention it
	Flips     int // changes from one result to the next
	Label     StabilityLabel
	// PredictedMiss is the chance that the next run misses the bug if nothing
	// changes, 0 to 1; ReasonNoData without a result.
	PredictedMiss Number
}

// StabilityOf reads a history, oldest first; runs that do not mention the bug are
// skipped.
func StabilityOf(history []Result) Stability {
	results := known(history)
	s := Stability{Of: len(results), PredictedMiss: Missing(ReasonNoData)}
	lastFlip := 0
	for i, r := range results {
		if r == Found {
			s.Found++
		}
		if i > 0 && r != results[i-1] {
			s.Flips++
			lastFlip = i
		}
	}
	if s.Of > 0 {
		s.PredictedMiss = Known(predictedMiss(Fraction{s.Found, s.Of}))
	}
	switch {
	case s.Of == 0:
		s.Label = StabilityNoData
	case s.Of < 3:
		s.Label = StabilityTooFew
	case s.Found == s.Of:
		s.Label = StabilityFound
	case s.Found == 0:
		s.Label = StabilityMissed
	case s.Flips > 1:
		s.Label = StabilityFlaky
	case lastFlip >= 2 && s.Of-lastFlip >= 2:
		s.Label = StabilityChangedOnce
	default:
		s.Label = StabilityUnconfirmed
	}
	return s
}

// LossRank says how much a bug that is missed now deserves a look, given its
// history before.
type LossRank string

// The ranks of a lost bug.
const (
	LossNoHistory     LossRank = "no_history"     // fewer than three earlier results
	LossRealCandidate LossRank = "real_candidate" // such a miss was at most 1 in 10
	LossUnclear       LossRank = "unclear"        // in between
	LossUnsteady      LossRank = "known_unsteady" // such a miss was at least 1 in 4
)

// LossOf ranks a bug that was lost after the runs before found it in so many of those that
// mention it.
func LossOf(before Fraction) LossRank {
	if before.Den < 3 {
		return LossNoHistory
	}
	switch miss := predictedMiss(before); {
	case miss <= 0.10+Eps:
		return LossRealCandidate
	case miss >= 0.25-Eps:
		return LossUnsteady
	default:
		return LossUnclear
	}
}

// predictedMiss is the chance that the next run misses a bug that so many found. Source:
// predictive mean under the Jeffreys prior Beta(1/2, 1/2), (missed + 1/2)/(n + 1).
func predictedMiss(found Fraction) float64 {
	return (float64(found.Den-found.Num) + 0.5) / float64(found.Den+1)
}
