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
		{Points, 23.0/40 - 30.0/40, "−0.18"},
		{Points, -7.0 / 40, "−0.18"},
		{Points, 7.0 / 40, "+0.18"},
		{Points, 1.0 / 8, "+0.13"},
		{Points, 0.28501 - 0.11002, "+0.17"},
		{Points, 0.3 - 0.175, "+0.13"},
		{Ratio, 1.0 / 8, "13 %"},
		{Ratio, 57.0 / 200, "29 %"},
		{Dollars, 1.005, "$1.01"},
		{Seconds, 2.25, "2.3 s"},
		{Points, 0.30 - 0.1 - 0.2, "0.00"},
		{Bytes, 1023, "1023 B"},
		{Bytes, 1536, "1.5 KiB"},
		{Bytes, 64 << 20, "64.0 MiB"},
		{Count, 9999, "9999"},
		{Count, 12400, "12.4 k"},
		{Tokens, 2500000, "2.5 M"},
		{Dollars, 12.345, "$12.35"}, {Dollars, 0.05, "$0.05"}, {Dollars, 0.0042, "$0.0042"}, {Dollars, 0.0000123, "$0.000012"}, {Dollars, 0, "$0.00"}, {Dollars, -0.004, "$-0.004"}, {Dollars, 1e-12, "$0.00"}, {Dollars, 1e-9, "$0.000000001"},
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

// Each bound from both sides.
func TestFormatAtBounds(t *testing.T) {
	for _, c := range []struct {
		unit Unit
		v    float64
		want string
	}{
		{Seconds, 0.9994, "999 ms"}, {Seconds, 0.9995, "1.0 s"}, {Seconds, 9.94, "9.9 s"}, {Seconds, 9.95, "10 s"},
		{Seconds, 59.5, "1 min"}, {Seconds, 60, "1 min"}, {Seconds, 61, "1 min 01 s"}, {Seconds, 3540, "59 min"}, {Seconds, 3599, "59 min 59 s"},
		{Seconds, 3600, "1 h 00 min"}, {Seconds, 86399, "23 h 59 min"}, {Seconds, 86400, "1 d 0 h"}, {Seconds, 2 * 86400, "2 d 0 h"},
		{Seconds, -0.5, "-500 ms"}, {Seconds, -5, "-5.0 s"}, {Seconds, -90, "-1 min 30 s"}, {Seconds, -7200, "-2 h 00 min"}, {Seconds, -90000, "-1 d 1 h"},
		{Seconds, math.MaxInt64 / 2, "5.34e+13 d"}, {Seconds, 4e18, "46296296296296 d 7 h"}, {Seconds, -1e21, "-1.16e+16 d"}, {Seconds, 8.68320864e21, "1.01e+17 d"},
		{Ratio, 0.005, "<1 %"}, {Ratio, 0.00501, "1 %"}, {Ratio, 0.995, ">99 %"}, {Ratio, 0.99499, "99 %"}, {Ratio, -0.001, "-0 %"}, {Ratio, 1.2, "120 %"},
		{Points, 5e-10, "+0.00"}, {Points, 4e-10, "0.00"},
		{Bytes, 1024, "1.0 KiB"}, {Bytes, 102300, "99.9 KiB"}, {Bytes, 102400, "100 KiB"}, {Bytes, -2048, "-2.0 KiB"}, {Bytes, 1 << 50, "1024 TiB"},
		{Count, 10000, "10.0 k"}, {Count, 9999.5, "9999.5"}, {Count, 2.5, "2.5"}, {Count, -3, "-3"}, {Count, -20000, "-20.0 k"}, {Count, 100000, "100 k"},
		{Count, 1e16, "10000 T"}, {None, 1.23456789, "1.23457"}, {Count, math.NaN(), NotAvailable}, {None, math.Inf(-1), NotAvailable},
	} {
		if got := c.unit.Format(c.v); got != c.want {
			t.Errorf("%s.Format(%v) = %q, want %q", c.unit, c.v, got, c.want)
		}
	}
	for _, c := range []struct {
		unit Unit
		v    float64
		want string
	}{
		{None, 0.123456, "0.123456"}, {None, 0.1234564, "0.123456"}, {None, 0.1234567, "0.123457"}, {None, 1.0000001, "1"}, {None, 100.0000001, "100"},
		{None, 0.5, "0.5"}, {Bytes, 12, "12 bytes"}, {Ratio, 0.25, "0.25"}, {Seconds, math.NaN(), NotAvailable},
	} {
		if got := c.unit.Exact(c.v); got != c.want {
			t.Errorf("%s.Exact(%v) = %q, want %q", c.unit, c.v, got, c.want)
		}
	}
}

func TestDecimal(t *testing.T) {
	for _, c := range []struct {
		v      float64
		places int
		want   string
	}{
		{0.5, 2, "0.50"}, {-0.5, 2, "−0.50"}, {-0.001, 2, "0.00"}, {-0.001, 3, "−0.001"}, {0, 2, "0.00"}, {-12, 0, "−12"}, {-0.2, 0, "0"},
	} {
		if got := Decimal(c.v, c.places); got != c.want {
			t.Errorf("%v with %d places is %q, want %q", c.v, c.places, got, c.want)
		}
	}
}

// A share says none and all only where it is none and all.
func TestSharesNearNoneAndAll(t *testing.T) {
	for v, want := range map[float64]string{
		0: "0 %", 1e-9: "<1 %", 0.005: "<1 %", 0.0051: "1 %", 0.0149: "1 %", 0.015: "2 %", 0.5: "50 %", 0.9849: "98 %", 0.9949: "99 %", 0.995: ">99 %",
		0.9999: ">99 %", 1: "100 %", 1.001: "100 %", 1.005: "101 %", 1.5: "150 %", -0.01: "-1 %", -0.5: "-50 %",
	} {
		if got := Ratio.Format(v); got != want {
			t.Errorf("%g: %s, want %s", v, got, want)
		}
	}
}

// Exact numbers keep six digits behind the point, without zeros at their end.
func TestExactDigits(t *testing.T) {
	for v, want := range map[float64]string{0.5: "0.5", 0.123456: "0.123456", 0.1234567: "0.123457", 0.1000001: "0.1", 12: "12", 1e15: "1000000000000000", -0.25: "-0.25", 2.0000004: "2", 123456789012.1: "123456789012.1"} {
		if got := None.Exact(v); got != want {
			t.Errorf("%g: %s, want %s", v, got, want)
		}
	}
	for v, want := range map[float64]string{999999.5: "1000000", 1000000.5: "1000001", 999999.25: "999999", -999999.5: "-1000000", 4503599627370497: "4503599627370497", 2.5: "3", -2.5: "-3", 1.4999999999: "2", 1.499999: "1"} {
		if got := Fixed(v, 0); got != want {
			t.Errorf("%f: %s, want %s", v, got, want)
		}
	}
}

func TestFixedOfLargeNumbers(t *testing.T) {
	for v, want := range map[float64]string{1234567.25: "1234567.3", 1234567.75: "1234567.8", -1234567.25: "-1234567.3", 12345678: "12345678.0"} {
		if got := Fixed(v, 1); got != want {
			t.Errorf("%f: %s, want %s", v, got, want)
		}
	}
}

func TestGrouped(t *testing.T) {
	for n, want := range map[int64]string{0: "0", 12: "12", 999: "999", 1000: "1,000", 12345: "12,345", 123456: "123,456", 1234567: "1,234,567",
		-1: "-1", -999: "-999", -1000: "-1,000", -123456: "-123,456", -1234567: "-1,234,567"} {
		if got := Grouped(n); got != want {
			t.Errorf("%d: %s, want %s", n, got, want)
		}
	}
}

func TestSigned(t *testing.T) {
	for _, c := range []struct {
		v      float64
		places int
		want   string
	}{{0, 2, "+0.00"}, {0.25, 2, "+0.25"}, {-0.18, 2, "−0.18"}, {-3, 0, "−3"}, {12.5, 1, "+12.5"}} {
		if got := Signed(c.v, c.places); got != c.want {
			t.Errorf("%v with %d places: %s, want %s", c.v, c.places, got, c.want)
		}
	}
}
