package metric

import (
	"runreport/unit"
)

var QueueTime = &Metric{
	Name: "queue-time", Title: "Waiting to start", Section: "durations", Sort: Spread, Unit: unit.Seconds, Better: Lower,
	Doc: "From when an attempt was created to when it started, seconds. Where a writer stamps both at once it is 0 and says nothing.",
	Sample: func(u *Unit, emit func(Sample)) {
		at := &u.t.Attempts
		for _, row := range u.attempts {
			created, ok := at.CreatedAt.Get(row)
			started, began := at.StartedAt.Get(row)
			if ok && began && !started.Before(created) {
				emit(Sample{Step: at.Runtime.At(row), Value: started.Sub(created).Seconds(), Place: at.Place(row)})
			}
		}
	},
}

var DetectionLag = &Metric{
	Name: "stall-detection-lag", Title: "Stalled before anybody noticed", Section: "durations", Sort: Spread, Unit: unit.Seconds, Better: Lower,
	Doc: "From the last sign of life of a stalled attempt to when it was marked as stalled, seconds. It is no part of the attempt's duration.",
	Sample: func(u *Unit, emit func(Sample)) {
		at := &u.t.Attempts
		for _, row := range u.attempts {
			alive, ok := at.HeartbeatAt.Get(row)
			ended, over := at.EndedAt.Get(row)
			if ok && over && at.Cut.At(row) == "stalled" && !ended.Before(alive) {
				emit(Sample{Step: at.Runtime.At(row), Value: ended.Sub(alive).Seconds(), Place: at.Place(row)})
			}
		}
	},
}
