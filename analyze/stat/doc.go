// Package stat holds the statistics behind a report: numbers in, numbers out. It
// knows no log, no file and no table.
//
// # Conventions
//
//   - A number that cannot be given is a [Number] that is not OK and says why
//     with a [Reason]; it is never a zero, a NaN or an infinity. A rate without
//     a denominator, or a delta with one side missing, comes back that way.
//   - Input that is NaN, infinite or larger than 1e100 in size is left out, as
//     is a negative duration; results count what was left out. Nothing panics
//     on empty, single or all-equal input, and no argument is ever changed.
//   - Tests are two-sided at [Alpha] and intervals cover 95 %, unless the
//     function says otherwise. Decimals are compared with the slack [Eps].
//   - Everything is deterministic. What samples, [FindChange] and [FindLevels], starts
//     the same generator at the same seed every time.
//
// # What is where
//
// Rates and recall: [NewRate], [FisherExact], [RateRise], [Reconcile], [DeltaOf], [Classify],
// [AverageRecall].
//
// One bug at a time: [Displace], [PairedTest], [SignFlip], [PairedInterval],
// [StabilityOf].
//
// Noise and evidence: [RunNoise], [FlipRate], [GradeOf], [BenjaminiHochberg], [Tail].
//
// Durations: [Summarize], [KaplanMeier], [MannWhitney], [HodgesLehmann].
//
// Over time: [FindChanges], [FindLevels], [TrendOf], [CriticalPath]; small samples: [Shrink].
package stat
