package analyze

import (
	"fmt"
	"math/rand/v2"

	"runreport/analyze/change"
	"runreport/analyze/recall"
	"runreport/analyze/report"
	"runreport/analyze/words"
)

// How far can this report be trusted on this very data? Control runs of one setup
// are split at random into a before and an after in which nothing changed: what the
// report calls a regression there is a false alarm. Then known losses are put in,
// to see how often it notices.

const (
	// resamples is how many made-up comparisons each question is asked of.
	resamples = 400
	// promisedFalseAlarm is what the report promises (STATISTICS 1.8): about one
	// cycle in fifteen in which nothing changed.
	promisedFalseAlarm = 1.0 / 15
	// slowdown is the factor by which a step is slowed.
	slowdown = 1.2
)

// selfTest resamples with a fixed seed, so that the same logs give the same table.
func selfTest(cycles *recall.Result, times []*change.Times) *report.SelfTest {
	s := &report.SelfTest{Promised: promisedFalseAlarm, Power: []report.Power{}}
	r := rand.New(rand.NewPCG(1, 2))
	s.FalseAlarm, s.FloorAlarm = cycles.FalseAlarms(r, resamples)
	for k := 1; k <= 3; k++ {
		s.Power = append(s.Power, cycles.LossPower(r, resamples, k))
	}
	s.DurationFalseAlarm = change.SlowPower(r, resamples/4, times, 1).Called
	s.Power = append(s.Power, change.SlowPower(r, resamples/4, times, slowdown))
	s.Status, s.Sentences = selfTestVerdict(s)
	return s
}

// selfTestVerdict says in words what the table shows.
func selfTestVerdict(s *report.SelfTest) (status string, sentences []string) {
	status = "cannot_tell"
	switch f := s.FalseAlarm; {
	case f.Den == 0:
		sentences = append(sentences, "Cannot tell how often a regression would be called by mistake: no benchmark was measured twice in one setup. Run each side at least twice.")
	case f.Lo.Value > s.Promised:
		status = "failed"
		sentences = append(sentences, fmt.Sprintf("Of cycles in which nothing changed, %s would be called a regression: more than the one in fifteen that this report promises. Do not act on its regressions alone.", words.Rate(f)))
	default:
		status = "passed"
		sentences = append(sentences, fmt.Sprintf("Of cycles in which nothing changed, %s would be called a regression; this report promises one in fifteen. By the noise floor alone it would be %d of %d.", words.Rate(f), s.FloorAlarm.Num, s.FloorAlarm.Den))
	}
	for _, p := range s.Power {
		if p.Called.Den > 0 {
			sentences = append(sentences, fmt.Sprintf("Put in on purpose, %s: called in %d of %d.", p.What, p.Called.Num, p.Called.Den))
		}
	}
	return status, sentences
}
