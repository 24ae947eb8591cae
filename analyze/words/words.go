package words

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"runreport/analyze/report"
	"runreport/unit"
)

// Short writes a number with at most four digits.
func Short(x float64) string { return strconv.FormatFloat(x, 'g', 4, 64) }

// Points writes a change of recall.
func Points(x float64) string { return unit.Points.Format(x) }

// Signed writes a change of recall with the digits that decide between two classes.
func Signed(x float64) string { return unit.Signed(x, 4) }

// Tenth writes a number with one digit behind the point.
func Tenth(x float64) string { return unit.Fixed(x, 1) }

// Plural writes a count of things.
func Plural(n int, thing string) string {
	if n == 1 {
		return "1 " + thing
	}
	return Count(n) + " " + Several(thing)
}

// Count writes a count with its digits in groups: "100,000".
func Count[T ~int | ~int64](n T) string { return unit.Grouped(int64(n)) }

// Several is the plural of a noun.
func Several(thing string) string {
	switch {
	case strings.HasSuffix(thing, "y") && !strings.HasSuffix(thing, "ay") && !strings.HasSuffix(thing, "ey"):
		return strings.TrimSuffix(thing, "y") + "ies"
	case strings.HasSuffix(thing, "s") || strings.HasSuffix(thing, "ch") || strings.HasSuffix(thing, "sh"):
		return thing + "es"
	}
	return thing + "s"
}

// A is one thing as a sentence names it: "a node", "an agent".
func A(thing string) string {
	if thing != "" && strings.ContainsRune("aeiou", rune(thing[0])) {
		return "an " + thing
	}
	return "a " + thing
}

// Severities counts things by severity, as in "4 errors, 22 warnings, 6 info".
func Severities(count map[string]int) string {
	return Plural(count[report.SeverityError], "error") + ", " + Plural(count[report.SeverityWarning], "warning") +
		", " + Count(count[report.SeverityInfo]) + " info"
}

// List names at most n things and counts the rest.
func List(things []string, n int) string {
	switch {
	case len(things) == 0:
		return "none"
	case len(things) == 1:
		return things[0]
	case len(things) > n:
		return fmt.Sprintf("%s and %s more", strings.Join(things[:n], ", "), Count(len(things)-n))
	}
	return strings.Join(things[:len(things)-1], ", ") + " and " + things[len(things)-1]
}

// LeastForInterval is the n from which people are shown an interval: below it, it would
// span nearly everything. summary.json has all.
const LeastForInterval = 3

// Rate writes a rate: "3 of 40 (8 %, 95 % CI 3–20 %)".
func Rate(r report.Rate) string {
	switch {
	case !r.Value.OK:
		return "none of 0"
	case r.Den < LeastForInterval:
		return fmt.Sprintf("%s of %s (%s)", Count(r.Num), Count(r.Den), unit.Ratio.Format(r.Value.Value))
	}
	return fmt.Sprintf("%s of %s (%s, 95 %% CI %s)", Count(r.Num), Count(r.Den), unit.Ratio.Format(r.Value.Value), Interval(r))
}

// Interval is the interval of a rate: "3–20 %"; "n/a" for too few.
func Interval(r report.Rate) string {
	if r.Den < LeastForInterval {
		return unit.NotAvailable
	}
	lo, hi := unit.Ratio.Format(r.Lo.Value), unit.Ratio.Format(r.Hi.Value)
	if lo == hi || r.Hi.Value < 0.02 && r.Lo.Value > 0 { // so many were counted that whole percents hide the interval
		lo, hi = Tenth(100*r.Lo.Value), Tenth(100*r.Hi.Value)+" %"
	}
	return strings.TrimSuffix(lo, " %") + "–" + hi
}

// Why says in words why a number is missing.
func Why(reason string) string {
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
	"n_too_small":       "too few values",
	"not_reported":      "the log does not say",
	"open":              "not ended yet",
	"censored":          "not reached before observation ended",
	"negative_duration": "the end lies before the start",
	"not_measured":      "not measured",
	"not_computable":    "not computable, as the log says",
	"uncheckable":       "cannot be worked out from what is there",
	"not_computed":      "not computed by this version",
	"several_runs":      "several runs: see each of them",
	"settings_differ":   "settings of several installations differ",
	"cast_differs":      "the cast differs from run to run",
	"cast_unknown":      "no event names the participants of some runs",
	"no_chance_level":   "seats of one model compete against each other",
}

// NoneOf is no one of n things, as what a sentence is about: "none of 3 runs", of one "0 of 1 run".
func NoneOf(n int, thing string) string {
	if n == 1 {
		return "0 of " + Plural(n, thing)
	}
	return "none of " + Plural(n, thing)
}

// AllOf is all of n things at the start of a sentence: "The run", "Both runs", "All 3 runs".
func AllOf(n int, thing string) string {
	switch n {
	case 1:
		return "The " + thing
	case 2:
		return "Both " + Several(thing)
	}
	return "All " + Plural(n, thing)
}

// SomeOf names the first few of n things.
func SomeOf(names []string, n int) string {
	if n > len(names) {
		return fmt.Sprintf("%s and %s more", strings.Join(names, ", "), Count(n-len(names)))
	}
	return List(names, n)
}

// Upper begins a sentence with one of our own words. A name of a log stays as it is
// written: "node-tests" does not begin with "no".
func Upper(s string) string {
	first, _, _ := strings.Cut(s, " ")
	if slices.Contains([]string{"a", "yes", "no", "once", "if", "with"}, first) {
		return Sentence(s)
	}
	return s
}

func OrNot(s string) string {
	if s == "" {
		return "not written down"
	}
	return s
}

func Times(n int) string {
	if n == 1 {
		return "once"
	}
	return Plural(n, "time")
}

// Sentence begins a sentence with a text of ours.
func Sentence(s string) string {
	if s == "" {
		return s
	}
	return strings.ToUpper(s[:1]) + s[1:]
}

// Without returns the distinct elements of a that are not in b, sorted.
func Without(a, b []string) []string {
	out, leave := []string{}, map[string]bool{}
	for _, x := range b {
		leave[x] = true
	}
	for _, x := range a {
		if !leave[x] {
			out, leave[x] = append(out, x), true
		}
	}
	slices.Sort(out)
	return out
}
