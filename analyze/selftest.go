package analyze

import (
	"fmt"
	"math/rand/v2"

	"runreport/analyze/change"
	"runreport/analyze/metric"
	"runreport/analyze/recall"
	"runreport/analyze/report"
	"runreport/analyze/stat"
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
	// promisedAlarms is how many false alarms of all figures together are expected in 30 run
	// dates at most (STATISTICS 1.21b).
	promisedAlarms = 1
	// buildPoints is how many points of series a build replays; selftest replays
	// SelfTestPoints.
	buildPoints = 50_000
	// SelfTestPoints is how many points of series a self-test replays that was asked for.
	SelfTestPoints = 5_000_000
)

// selfTestOfCycles asks of the control runs of cycles. It resamples with a fixed seed, so that
// the same logs give the same table.
func selfTestOfCycles(cycles *recall.Result) *report.SelfTest {
	s := &report.SelfTest{Promised: promisedFalseAlarm, Power: []report.Power{}, Alarms: []report.AlarmRate{}}
	r := rand.New(rand.NewPCG(1, 2))
	s.FalseAlarm, s.FloorAlarm = cycles.FalseAlarms(r, resamples)
	for k := 1; k <= 3; k++ {
		s.Power = append(s.Power, cycles.LossPower(r, resamples, k))
	}
	return s
}

// addReplays adds what the shuffled histories of series showed, and the verdict on all of it.
func addReplays(s *report.SelfTest, replayed []change.Measured, cycles bool) {
	for _, m := range replayed {
		a := report.AlarmRate{What: string(m.What), Series: int64(m.Series), Dates: int64(m.Dates), Judged: int64(m.Judged), Alarms: int64(m.Alarms)}
		rate, lo, hi := change.AlarmsIn30(m.Alarms, m.Judged)
		if m.Reason != "" {
			rate, lo, hi = stat.Missing(m.Reason), stat.Missing(m.Reason), stat.Missing(m.Reason)
		}
		a.Per30, a.Lo, a.Hi = metric.Number(rate), metric.Number(lo), metric.Number(hi)
		s.Alarms = append(s.Alarms, a)
		for _, p := range m.Power {
			s.Power = append(s.Power, report.Power{What: change.PlantedWords(m.What, p.Size), Noticed: metric.RateOf(p.Noticed.Num, p.Noticed.Den), Called: metric.RateOf(p.Called.Num, p.Called.Den)})
		}
	}
	s.Status, s.Sentences = selfTestVerdict(s, cycles)
}

// alarmSentence is about the false alarms of all figures together; failed where even the
// lower end of what they may be is more than is promised.
func alarmSentence(all []report.AlarmRate) (sentence string, failed, measured bool) {
	var why string
	dates, alarms, judged := int64(0), int64(0), int64(0)
	for _, a := range all {
		if !a.Per30.OK {
			why, dates = a.Per30.Reason, a.Dates
			continue
		}
		measured = true
		alarms, judged = alarms+a.Alarms, max(judged, a.Judged)
	}
	rate, lo, hi := change.AlarmsIn30(int(alarms), float64(judged))
	switch {
	case measured:
		return fmt.Sprintf("With its run dates shuffled this history gives %s false alarms in 30 run dates (95 %% CI %s–%s); at most %d is promised.", words.Tenth(rate.Value), words.Tenth(lo.Value), words.Tenth(hi.Value), promisedAlarms), lo.Value > promisedAlarms, true
	case why == string(stat.ReasonTooFew):
		return fmt.Sprintf("False alarms from run date to run date cannot be measured: %s, more than 10 are needed.", words.Plural(int(dates), "run date")), false, false
	case why != "":
		return "False alarms from run date to run date were not measured: the history is long, runreport selftest does it.", false, false
	}
	return "", false, false
}

// selfTestVerdict says in words what the table shows. Of an input without cycles it says
// nothing about levers.
func selfTestVerdict(s *report.SelfTest, cycles bool) (status string, sentences []string) {
	status = "cannot_tell"
	alarms, failed, measured := alarmSentence(s.Alarms)
	switch f := s.FalseAlarm; {
	case f.Den == 0 && !cycles && alarms != "":
	case f.Den == 0:
		sentences = append(sentences, "How often a regression would be called by mistake cannot be measured: no benchmark was measured twice in one setup. Run each side at least twice.")
	case f.Lo.Value > s.Promised:
		status = "failed"
		sentences = append(sentences, fmt.Sprintf("Of cycles in which nothing changed, %s would be called a regression: more than the one in fifteen that this report promises. Do not act on its regressions alone.", words.Rate(f)))
	default:
		status = "passed"
		sentences = append(sentences, fmt.Sprintf("Of cycles in which nothing changed, %s would be called a regression; promised: one in fifteen. By the noise floor alone it would be %d of %d.", words.Rate(f), s.FloorAlarm.Num, s.FloorAlarm.Den))
	}
	if alarms != "" {
		sentences = append(sentences, alarms)
	}
	switch {
	case failed:
		status = "failed"
	case measured && status == "cannot_tell":
		status = "passed"
	}
	for _, p := range s.Power {
		if p.Called.Den > 0 {
			sentences = append(sentences, fmt.Sprintf("Put in on purpose, %s: called in %d of %d.", p.What, p.Called.Num, p.Called.Den))
		}
	}
	return status, sentences
}
