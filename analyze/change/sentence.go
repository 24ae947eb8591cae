package change

import (
	"cmp"
	"fmt"
	"math"

	"runreport/analyze/stat"
	"runreport/analyze/words"
	"runreport/unit"
)

// sentence says what changed, how sure that is, and since when (LANGUAGE: shape of a
// statement).
func (t *sentences) sentence(c *Change) string {
	var s string
	switch {
	case c.What == CommonDuration:
		return t.commonSentence(c)
	case c.What == Duration:
		s = t.durationSentence(c)
	case c.What == Recall:
		s = t.recallSentence(c)
	default:
		s = t.rateSentence(c)
	}
	s += " Evidence: " + strength(c) + "."
	if c.State == Suspected {
		s += " The next run date will confirm or withdraw it."
	}
	if between := revisionWords(c.Revisions); between != "" {
		s += " " + between
	}
	return s
}

// revisionWords name what was run before and after, where both sides say it.
func revisionWords(all []Revision) string {
	var parts []string
	for _, r := range all {
		if r.Before != "" && r.After != "" {
			parts = append(parts, fmt.Sprintf("%s %s → %s", r.Name, r.Before, r.After))
		}
	}
	if len(parts) == 0 {
		return ""
	}
	return "Changed between: " + words.List(parts, 4) + "."
}

// thing names what a series follows and whether that is several.
func (t *sentences) thing(k Key) (name string, several bool) {
	p := k.Place()
	of := ""
	if p.Subject != "" {
		of = " of " + p.Subject
	}
	switch {
	case k.What == GateFailure:
		name = "gate " + p.Step
	case p.Step == "":
		return "runs" + of, true
	case t.collective[[2]string{p.System, p.Step}]:
		return words.Several(p.Step) + of, true
	default:
		name = p.Step
	}
	if t.several[p.Step] {
		name += of
	}
	return name, false
}

// either is the first word of one thing and the second of several.
func either(several bool, one, more string) string {
	if several {
		return more
	}
	return one
}

func (t *sentences) durationSentence(c *Change) string {
	name, several := t.thing(c.Key)
	is, slower := either(several, "is", "are"), "slower"
	if c.To < c.From {
		slower = "faster"
	}
	size := fmt.Sprintf("median %s → %s (%s)", unit.Seconds.Format(c.From), unit.Seconds.Format(c.To), relative(c))
	switch c.State {
	case Suspected:
		return fmt.Sprintf("%s may be %s: %s %s, %s.", name, slower, size, t.when(c), t.counted(c, "run"))
	case Ended:
		return fmt.Sprintf("%s %s no longer %s: %s from %s until %s, when it ended.", name, is, slower, size, c.Since, t.ended[c.Key])
	}
	return fmt.Sprintf("%s %s %s: %s since %s, %s.", name, is, slower, size, c.Since, t.counted(c, "run"))
}

// relative is the size of a change of duration with its interval: "+30 %, 95 % CI +18 to
// +41 %".
func relative(c *Change) string {
	s := signedPercent(c.To/c.From-1) + " %"
	if c.Lo.OK && c.Hi.OK {
		s += fmt.Sprintf(", 95 %% CI %s to %s %%", signedPercent(c.Lo.Value), signedPercent(c.Hi.Value))
	}
	return s
}

func signedPercent(share float64) string {
	s := unit.Signed(100*share, 0)
	if s == "+0" || s == "−0" {
		return "0"
	}
	return s
}

// when is the date of a change that the last date alone shows, or its first date.
func (t *sentences) when(c *Change) string {
	if s := t.series[c.Key]; s != nil && s.Points[len(s.Points)-1].Date == c.Since {
		return "on " + c.Since
	}
	return "since " + c.Since
}

// counted is how many runs of the series there were since the change.
func (t *sentences) counted(c *Change, noun string) string {
	n := 0
	for _, p := range t.series[c.Key].Points {
		if p.Date >= c.Since {
			n += len(p.Values)
		}
	}
	return words.Plural(n, noun)
}

func (t *sentences) recallSentence(c *Change) string {
	name, _ := t.thing(c.Key)
	went := "rose"
	if c.To < c.From {
		went = "fell"
	}
	size := unit.Points.Format(c.To - c.From)
	if c.Lo.OK && c.Hi.OK {
		size += fmt.Sprintf(", 95 %% CI %s to %s", unit.Points.Format(c.Lo.Value), unit.Points.Format(c.Hi.Value))
	}
	return fmt.Sprintf("%s: recall before the lever %s from %s to %s (%s) since %s, %s.", name, went, unit.Fixed(c.From, 2), unit.Fixed(c.To, 2), size, c.Since, t.counted(c, "cycle"))
}

// rateWords are the verbs for a rate that rose from none, rose, and fell, for one thing and
// for several.
var rateWords = map[What][3][2]string{
	FlakeRate:   {{"became flaky", "became flaky"}, {"is flaky more often", "are flaky more often"}, {"is flaky less often", "are flaky less often"}},
	FailureRate: {{"started to fail", "started to fail"}, {"fails more often", "fail more often"}, {"fails less often", "fail less often"}},
	GateFailure: {{"started to fail", "started to fail"}, {"fails more often", "fail more often"}, {"fails less often", "fail less often"}},
}

// suspectedRate are the same verbs behind "may", as "checkout-e2e may have become flaky".
var suspectedRate = map[What][3]string{
	FlakeRate:   {"have become flaky", "be flaky more often", "be flaky less often"},
	FailureRate: {"have started to fail", "fail more often", "fail less often"},
	GateFailure: {"have started to fail", "fail more often", "fail less often"},
}

func (t *sentences) rateSentence(c *Change) string {
	name, several := t.thing(c.Key)
	was, now := c.Was, c.Now
	if was.Den == 0 || now.Den == 0 {
		was, now = t.counts(c)
	}
	which := 1
	switch {
	case c.To < c.From:
		which = 2
	case was.Num == 0:
		which = 0
	}
	verb := either(several, rateWords[c.What][which][0], rateWords[c.What][which][1])
	switch c.State {
	case Suspected:
		verb = "may " + suspectedRate[c.What][which]
		return fmt.Sprintf("%s %s: %d of the last %s, %d of %d before (%s).", name, verb, now.Num, words.Plural(now.Den, "run"), was.Num, was.Den, c.Since)
	case Ended:
		return fmt.Sprintf("%s %s as before again: %d of %s from %s until %s, %d of %d before.", name, either(several, "is", "are"), now.Num, words.Plural(now.Den, "run"), c.Since, t.ended[c.Key], was.Num, was.Den)
	}
	return fmt.Sprintf("%s %s: %d of the last %s, %d of %d before (%s)%s.", name, verb, now.Num, words.Plural(now.Den, "run"), was.Num, was.Den, c.Since, t.clean(c))
}

// unlikely is the chance below which runs without an event say that a rate no longer holds.
const unlikely = 0.05

// clean says that the last runs were free of what a standing change tells of, where that many
// would be unlikely at the rate until then; else it is empty.
//
// Example: since 4 October a test failed in 7 of 7 runs, and passed in the last 3: ", none of
// the last 3". At 1 of 5 runs, 3 without a failure are nothing odd: 0.8^3 is a half.
func (t *sentences) clean(c *Change) string {
	if c.State != Standing || c.To <= c.From {
		return ""
	}
	var until, after stat.Fraction // to the last date with an event, and from there on
	for _, p := range t.series[c.Key].Points {
		if p.Date < c.Since {
			continue
		}
		after = sum(after, p.Count)
		if p.Count.Num > 0 {
			until, after = sum(until, after), stat.Fraction{}
		}
	}
	if after.Den == 0 || until.Num == 0 {
		return ""
	}
	if math.Pow(1-float64(until.Num)/float64(until.Den), float64(after.Den)) >= unlikely {
		return ""
	}
	return fmt.Sprintf(", none of the last %d", after.Den)
}

// counts are those of a change point: of all dates of the level before it that are looked
// at, and of those since.
func (t *sentences) counts(c *Change) (was, now stat.Fraction) {
	s := t.series[c.Key]
	for _, p := range s.Points[max(0, len(s.Points)-longHistory):] {
		f := &was
		if p.Date >= c.Since {
			f = &now
		}
		f.Num, f.Den = f.Num+p.Count.Num, f.Den+p.Count.Den
	}
	return was, now
}

// commonSentence is about all steps of a group.
func (t *sentences) commonSentence(c *Change) string {
	p := c.Place()
	var on Common
	for _, x := range t.result.Common {
		if x.Group == c.Group {
			on = x // the last one is that of the last date
		}
	}
	noun := t.noun(c.Group)
	steps := "All " + words.Several(noun)
	if p.Subject != "" {
		steps += " of " + p.Subject
	}
	slower := "slower"
	if on.way < 0 {
		slower = "faster"
	}
	moved := fmt.Sprintf("%s %%", signedPercent(c.To))
	if c.State == Ended {
		return fmt.Sprintf("%s are no longer %s: %s on %s.", steps, slower, moved, on.Date)
	}
	when := "on " + c.Since
	if c.State == Standing {
		when = "since " + c.Since
	}
	return fmt.Sprintf("%s are %s: %s %s (%d of %d moved by 5 %% at least). Evidence: %s. Single %s are judged on what is left.",
		steps, slower, moved, when, on.Moved, on.Steps, strength(c), words.Several(noun))
}

// noun is what the steps of a group are called: "test" where all are tests, else "step".
func (t *sentences) noun(group string) string { return cmp.Or(t.nouns[group], "step") }

// outageSentence is about many steps on one date.
func (t *sentences) outageSentence(o *Outage) string {
	p := Key{Group: o.Group}.Place()
	did := map[What]string{FlakeRate: "flaked", FailureRate: "failed", GateFailure: "failed"}[o.What]
	noun := t.noun(o.Group)
	if o.What == GateFailure {
		noun = "gate"
	}
	of := ""
	if p.Subject != "" {
		of = " of " + p.Subject
	}
	return fmt.Sprintf("Outage-like: %s%s %s on %s (%s): %d of %d results of all its %s, %d of %d before. Evidence: %s. The date is left out of what is said of single %s.",
		words.Plural(len(o.Names), noun), of, did, o.Date, words.List(o.Names, 3), o.Now.Num, o.Now.Den, words.Several(noun), o.Before.Num, o.Before.Den, strengthOf(stat.Known(o.P)), words.Several(noun))
}

// PlantedWords say what a self-test planted.
func PlantedWords(what What, size float64) string {
	share := unit.Ratio.Format(size)
	switch what {
	case Duration:
		return fmt.Sprintf("one step takes %s longer for %d run dates", share, plantedDates)
	case FlakeRate:
		return fmt.Sprintf("one step flakes in %s of its runs for %d run dates", share, plantedDates)
	}
	return fmt.Sprintf("one step fails in %s of its runs for %d run dates", share, plantedDates)
}
