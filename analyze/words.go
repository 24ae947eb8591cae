package analyze

import (
	"fmt"
	"strconv"
	"strings"

	"runreport/analyze/report"
	"runreport/unit"
)

// The small words that every sentence is made of. Numbers in a sentence always
// carry what they were counted over.

// short writes a number with at most four digits.
func short(x float64) string { return strconv.FormatFloat(x, 'g', 4, 64) }

// points writes a change of recall.
func points(x float64) string { return unit.Points.Format(x) }

// signed writes a change of recall with the digits that decide between two classes.
func signed(x float64) string { return strings.Replace(fmt.Sprintf("%+.4f", x), "-", "−", 1) }

// plural writes a count of things.
func plural(n int, thing string) string {
	switch {
	case n == 1:
		return "1 " + thing
	case strings.HasSuffix(thing, "y") && !strings.HasSuffix(thing, "ay") && !strings.HasSuffix(thing, "ey"):
		thing = strings.TrimSuffix(thing, "y") + "ies"
	case strings.HasSuffix(thing, "s") || strings.HasSuffix(thing, "ch") || strings.HasSuffix(thing, "sh"):
		thing += "es"
	default:
		thing += "s"
	}
	return unit.Number(float64(n)) + " " + thing
}

// list names at most n things and counts the rest.
func list(things []string, n int) string {
	switch {
	case len(things) == 0:
		return "none"
	case len(things) == 1:
		return things[0]
	case len(things) > n:
		return fmt.Sprintf("%s and %d more", strings.Join(things[:n], ", "), len(things)-n)
	}
	return strings.Join(things[:len(things)-1], ", ") + " and " + things[len(things)-1]
}

// ofRate writes a rate as people should read it: x of n, the share, what is likely.
func ofRate(r report.Rate) string {
	if !r.Value.OK {
		return "none of 0"
	}
	return fmt.Sprintf("%d of %d (%s, likely %s)", r.Num, r.Den, unit.Ratio.Format(r.Value.Value), between(r))
}

// between is the interval of a rate in words.
func between(r report.Rate) string {
	lo, hi := unit.Ratio.Format(r.Lo.Value), unit.Ratio.Format(r.Hi.Value)
	if lo == hi { // so many were counted that whole percents hide the interval
		lo, hi = fmt.Sprintf("%.1f", 100*r.Lo.Value), fmt.Sprintf("%.1f %%", 100*r.Hi.Value)
	}
	return strings.TrimSuffix(lo, " %") + " to " + hi
}

// fallOrRise says how a benchmark's recall moved, in bugs where that is possible.
func fallOrRise(b report.Benchmark) string {
	verb := "stayed at"
	switch {
	case !b.Delta.OK:
		return b.Benchmark + " has no comparison"
	case b.Delta.Value > 1e-9:
		verb = "rose from"
	case b.Delta.Value < -1e-9:
		verb = "fell from"
	}
	pre, post := b.RecallPre, b.RecallPost
	bugs := pre.Num.OK && post.Num.OK && pre.Den.Value == post.Den.Value
	switch {
	case bugs && verb == "stayed at":
		return fmt.Sprintf("%s stayed at %d of %d bugs", b.Benchmark, post.Num.Value, post.Den.Value)
	case bugs:
		return fmt.Sprintf("%s %s %d to %d of %d bugs (%s)", b.Benchmark, verb, pre.Num.Value, post.Num.Value, post.Den.Value, points(b.Delta.Value))
	case verb == "stayed at":
		return fmt.Sprintf("%s stayed at a recall of %.2f", b.Benchmark, post.Value.Value)
	}
	return fmt.Sprintf("%s %s %.2f to %.2f (%s; %s before, %s after)", b.Benchmark, verb, pre.Value.Value, post.Value.Value,
		points(b.Delta.Value), plural(int(b.RunsPre), "run"), plural(int(b.RunsPost), "run"))
}

// noDelta says why a benchmark has no comparison. A run without a recall is not the
// same as no run.
func noDelta(b report.Benchmark) string {
	before, after := len(b.RecallPre.Runs) > 0, len(b.RecallPost.Runs) > 0
	switch {
	case b.RecallPost.Value.OK && before:
		return "no run before the lever has a recall"
	case b.RecallPre.Value.OK && after:
		return "no run after the lever has a recall"
	case b.RecallPre.Value.OK || b.RecallPost.Value.OK || !before && !after:
		return why(b.Delta.Reason)
	case !after:
		return "no run before the lever has a recall, and none was made after it"
	case !before:
		return "no run after the lever has a recall, and none was made before it"
	}
	return "no run on either side has a recall"
}

// why says in words why a number is missing.
func why(reason string) string {
	if w, ok := reasons[reason]; ok {
		return w
	}
	return strings.ReplaceAll(reason, "_", " ")
}

var reasons = map[string]string{
	"no_data":           "nothing was observed",
	"missing_pre":       "not measured before the lever",
	"missing_post":      "not measured after the lever",
	"no_baseline":       "there is no list of bugs to compare with",
	"n_too_small":       "too few values for this percentile",
	"not_reported":      "the log does not say",
	"open":              "not ended yet",
	"censored":          "not reached before observation ended",
	"negative_duration": "the end lies before the start",
	"not_measured":      "not measured",
	"uncheckable":       "cannot be worked out from what is there",
	"not_computed":      "not computed by this version",
	"several_runs":      "several runs: see each of them",
	"settings_differ":   "settings of several installations differ",
	"cast_differs":      "the cast differs from run to run",
	"no_chance_level":   "seats of one model compete against each other",
}

// someOf names the first few of n things.
func someOf(names []string, n int) string {
	if n > len(names) {
		return fmt.Sprintf("%s and %d more", strings.Join(names, ", "), n-len(names))
	}
	return list(names, n)
}

// upper begins a sentence with one of our own words. A name of a log stays as it is
// written.
func upper(s string) string {
	for _, word := range []string{"a ", "yes", "no", "once", "if", "with"} {
		if strings.HasPrefix(s, word) {
			return strings.ToUpper(s[:1]) + s[1:]
		}
	}
	return s
}
