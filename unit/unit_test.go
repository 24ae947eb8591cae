package unit

import (
	"math"
	"testing"
	"time"
)

func TestFormat(t *testing.T) {
	for _, c := range []struct {
		unit Unit
		v    float64
		want string
	}{
		{Seconds, 0, "0 s"},
		{Seconds, 0.0421, "42 ms"},
		{Seconds, 0.9996, "1.0 s"},
		{Seconds, 4.2, "4.2 s"},
		{Seconds, 9.96, "10 s"},
		{Seconds, 59.4, "59 s"},
		{Seconds, 59.6, "1 min"},
		{Seconds, 125, "2 min 05 s"},
		{Seconds, 3599.7, "1 h 00 min"},
		{Seconds, 3840, "1 h 04 min"},
		{Seconds, 90000, "1 d 1 h"},
		{Seconds, -30, "-30 s"},
		{Seconds, 1e21, "1.16e+16 d"},
		{Ratio, 0, "0 %"},
		{Ratio, 1, "100 %"},
		{Ratio, 0.001, "<1 %"},
		{Ratio, 0.999, ">99 %"},
		{Ratio, 1.0 / 200, "<1 %"},
		{Ratio, 199.0 / 200, ">99 %"},
		{Ratio, 0.0051, "1 %"},
		{Ratio, 0.9949, "99 %"},
		{Ratio, 0.083, "8 %"},
		{Points, 0.1, "+0.10"},
		{Points, -0.1, "−0.10"},
		{Points, 0.30 - 0.1 - 0.2, "0.00"},
		{Bytes, 1023, "1023 B"},
		{Bytes, 1536, "1.5 KiB"},
		{Bytes, 64 << 20, "64.0 MiB"},
		{Count, 9999, "9999"},
		{Count, 12400, "12.4 k"},
		{Tokens, 2500000, "2.5 M"},
		{Dollars, 12.345, "$12.35"},
		{Seconds, math.NaN(), NotAvailable},
		{Count, math.Inf(1), NotAvailable},
	} {
		if got := c.unit.Format(c.v); got != c.want {
			t.Errorf("%s.Format(%v) = %q, want %q", c.unit, c.v, got, c.want)
		}
	}
}

func TestExactKeepsDigits(t *testing.T) {
	for _, c := range []struct {
		unit Unit
		v    float64
		want string
	}{
		{Seconds, 4.2, "4.2 s"},
		{Seconds, 1.0 / 3, "0.333333 s"},
		{Count, 123456789, "123456789"},
		{Dollars, 0.5, "$0.5"},
		{Ratio, math.Inf(-1), NotAvailable},
	} {
		if got := c.unit.Exact(c.v); got != c.want {
			t.Errorf("%s.Exact(%v) = %q, want %q", c.unit, c.v, got, c.want)
		}
	}
}

func TestStampIsUTC(t *testing.T) {
	at := time.Date(2026, 4, 22, 1, 0, 0, 0, time.FixedZone("", 2*3600))
	if got, want := Stamp(at), "2026-04-21 23:00:00"; got != want {
		t.Errorf("Stamp = %q, want %q", got, want)
	}
	if got := Stamp(time.Time{}); got != NotAvailable {
		t.Errorf("Stamp of no time = %q", got)
	}
}
