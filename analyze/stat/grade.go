package stat

import "math"

// Grade says how strongly a delta is backed.
type Grade string

// The grades, weakest first.
const (
	GradeNone        Grade = "none"                  // there is no delta beyond the floor
	GradeInsideNoise Grade = "inside_measured_noise" // repeats of one setup differ as much
	GradeWeak        Grade = "weak"                  // noise is unmeasured, and the bugs cannot tell
	GradeModerate    Grade = "moderate"              // noise is unmeasured, the bugs moved one way
	GradeStrong      Grade = "strong"                // beyond the measured noise
)

// GradeOf grades a delta of the given class. band is the benchmark's
// [Noise.GradingBand], not OK if noise was not measured; q is the p of its paired
// test after [BenjaminiHochberg]. Measured noise outranks q, because the paired test
// does not see whole runs vary; unmeasured noise caps the grade at moderate.
func GradeOf(class DeltaClass, delta, band, q Number) Grade {
	beyondFloor := class == DeltaImproved || class == DeltaRegressed
	switch {
	case !beyondFloor || !delta.OK:
		return GradeNone
	case band.OK && math.Abs(delta.Value) > band.Value+Eps:
		return GradeStrong
	case band.OK:
		return GradeInsideNoise
	case q.OK && q.Value <= Alpha+Eps:
		return GradeModerate
	default:
		return GradeWeak
	}
}
