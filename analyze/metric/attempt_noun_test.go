package metric

import "testing"

// Attempts are trials where each of them is of an item; else some may be retries.
func TestAttemptNoun(t *testing.T) {
	of := func(steps ...string) (all []AttemptDetail) {
		for _, s := range steps {
			all = append(all, AttemptDetail{Step: s})
		}
		return all
	}
	steps := []StepDetail{{Step: "item", Item: true}, {Step: "other item", Item: true}, {Step: "setup"}}
	for _, c := range []struct {
		what     string
		attempts []AttemptDetail
		want     string
	}{
		{"none", nil, "attempt"},
		{"items alone", of("item", "other item", "item"), "trial"},
		{"an item and another step", of("item", "setup"), "attempt"},
		{"another step alone", of("setup"), "attempt"},
		{"a step that has no row", of("item", "gone"), "attempt"},
	} {
		d := Detail{Steps: steps, Attempts: c.attempts}
		if got := d.AttemptNoun(); got != c.want {
			t.Errorf("%s: %s, want %s", c.what, got, c.want)
		}
	}
}
