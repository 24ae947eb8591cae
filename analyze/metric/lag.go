package metric

import (
	"runreport/unit"
)

var QueueTime = &Metric{
	Name: "queue-time", Title: "Waiting to start", Section: "durations", Kind: Distribution,
	Groups: keptAll, Unit: unit.Seconds, Better: Lower,
	Doc: "From when an attempt was created to when it started, seconds. Where a writer stamps both at once it is 0 and says nothing.",
	Sample: func(u *Unit, emit func(Sample)) {
		at := &u.t.Attempts
		for row := range u.attempts().each {
			if waited, ok := u.span(at.CreatedAt.At(row), at.StartedAt.At(row)); ok {
				emit(Sample{Step: at.Runtime.At(row), Value: waited, Place: at.Place(row)})
			}
		}
	},
}

var DetectionLag = &Metric{
	Name: "stall-detection-lag", Title: "Stalled before anybody noticed", Section: "durations", Kind: Distribution,
	Groups: keptAll, Unit: unit.Seconds, Better: Lower,
	Doc: "From the last sign of life of a stalled attempt to when it was marked as stalled, seconds. It is no part of the attempt's duration.",
	Sample: func(u *Unit, emit func(Sample)) {
		at := &u.t.Attempts
		for row := range u.attempts().each {
			if silent, ok := u.span(at.HeartbeatAt.At(row), at.EndedAt.At(row)); ok && at.Cut.At(row) == "stalled" {
				emit(Sample{Step: at.Runtime.At(row), Value: silent, Place: at.Place(row)})
			}
		}
	},
}
