package stat

import (
	"math"
	"testing"
)

// near fails unless got is within tol of want, absolutely and relatively.
func near(t *testing.T, what string, got, want, tol float64) {
	t.Helper()
	if !(math.Abs(got-want) <= tol+tol*math.Abs(want)) {
		t.Errorf("%s = %.17g, want %.17g", what, got, want)
	}
}

// nearKnown fails unless got is OK and within tol of want.
func nearKnown(t *testing.T, what string, got Number, want, tol float64) {
	t.Helper()
	if !got.OK {
		t.Errorf("%s is missing (%s), want %.17g", what, got.Reason, want)
		return
	}
	near(t, what, got.Value, want, tol)
}

// missing fails unless got is missing for the given reason.
func missing(t *testing.T, what string, got Number, want Reason) {
	t.Helper()
	if got.OK || got.Reason != want {
		t.Errorf("%s = %+v, want missing (%s)", what, got, want)
	}
}

// equal fails unless got and want are the same.
func equal[T comparable](t *testing.T, what string, got, want T) {
	t.Helper()
	if got != want {
		t.Errorf("%s = %v, want %v", what, got, want)
	}
}

func TestNumber(t *testing.T) {
	missing(t, "Known(NaN)", Known(math.NaN()), ReasonUncheckable)
	missing(t, "Known(+Inf)", Known(math.Inf(1)), ReasonUncheckable)
	nearKnown(t, "Known(0)", Known(0), 0, 0)
	if (Number{}).OK {
		t.Error("the zero Number reads as a known zero")
	}
}
