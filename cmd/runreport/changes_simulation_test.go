package main

import (
	"fmt"
	"math"
	"math/rand/v2"
	"path/filepath"
	"testing"
	"time"
)

// yearOfLogs writes one run a date of 20 steps whose durations vary by 10 %, under a common
// load of 5 %, and doubles one step on the last two dates.
func yearOfLogs(t *testing.T, logs, shape string, dates, doubled int) {
	t.Helper()
	r := rand.New(rand.NewPCG(18, uint64(len(shape))))
	const steps, sd = 20, 0.1
	effect := make([]float64, steps)
	for day := 1; day <= dates; day++ {
		load := 0.05 * r.NormFloat64()
		var all []step
		for i := range steps {
			noise := sd * r.NormFloat64()
			switch shape {
			case "autocorrelated":
				effect[i] = 0.6*effect[i] + 0.8*sd*math.Sqrt(0.5)*r.NormFloat64()
				noise = effect[i] + noise*math.Sqrt(0.5)
			case "t3":
				chi := 0.0
				for range 3 {
					z := r.NormFloat64()
					chi += z * z
				}
				noise = sd / math.Sqrt(3) * r.NormFloat64() / math.Sqrt(chi/3)
			}
			seconds := math.Round(1000*(40+5*float64(i))*math.Exp(load+noise)) / 1000
			if i == doubled && day > dates-2 {
				seconds *= 2
			}
			all = append(all, step{fmt.Sprintf("step-%02d", i), seconds, 0})
		}
		writeNight(t, logs, day, all...)
	}
}

// The simulation of analyze/change once more through the program: logs are written, read
// and judged on dates of a year in which nothing changes, and on one on which a step has
// doubled. 12 false calls a year are 0.7 on 20 dates; more than three come once in 200 times.
// RUNREPORT_LONG does it for three kinds of noise.
func TestSimulationOfChangesThroughTheProgram(t *testing.T) {
	shapes, dates, asked := []string{"independent"}, 80, 4
	if long() {
		shapes, dates, asked = []string{"independent", "autocorrelated", "t3"}, 200, 20
	}
	for _, shape := range shapes {
		t.Run(shape, func(t *testing.T) {
			logs, history := filepath.Join(t.TempDir(), "logs"), filepath.Join(t.TempDir(), "history")
			yearOfLogs(t, logs, shape, dates, 7)
			date := func(day int) string {
				return time.Date(2026, 4, day, 0, 0, 0, 0, time.UTC).Format(time.DateOnly)
			}
			judged := func(day int) (called []string) {
				s := numbers(t, logs, "--history", history, "--since-date", date(day))
				for _, c := range s["changes"].([]any) {
					if dig(c, "state") == "new" && dig(c, "what") == "duration" {
						called = append(called, dig(c, "step").(string))
					}
				}
				return called
			}
			alarms := 0
			for i := range asked {
				alarms += len(judged(dates - 3 - i*(dates-30)/asked))
			}
			t.Logf("%d false calls on %d dates", alarms, asked)
			if alarms > 3 {
				t.Errorf("%d false calls on %d dates, where 12 a year are promised", alarms, asked)
			}
			seen := false
			for day := dates - 1; day <= dates; day++ {
				for _, name := range judged(day) {
					seen = seen || name == "step-07"
				}
			}
			if !seen {
				t.Error("a step that doubled was called on neither of the two dates since")
			}
		})
	}
}
