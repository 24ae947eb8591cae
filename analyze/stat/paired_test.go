package stat

import (
	"math"
	"testing"
)

func TestPairedTest(t *testing.T) {
	for _, c := range []struct {
		lost, gained int
		p, mid       float64
		source       string
	}{
		{0, 1, 1, 0.5, "closed form: 2/2"},
		{1, 1, 1, 0.5, "closed form: 1 - C(2,1)/4"},
		{0, 5, 0.0625, 0.03125, "closed form: 2/2^5"},
		{0, 6, 0.03125, 0.015625, "closed form: 2/2^6"},
		{6, 0, 0.03125, 0.015625, "closed form: 2/2^6"},
		{3, 9, 598.0 / 4096, 378.0 / 4096, "closed form: 2·(1+12+66+220)/2^12"},
		{10, 2, 158.0 / 4096, 92.0 / 4096, "closed form: 2·(1+12+66)/2^12"},
		{7, 7, 1, 0.790527343750000, "scipy binomtest"},
		{5, 20, 0.004077315330505371, 0.0024939179420471204, "scipy binomtest"},
		{600, 700, 0.0060157938610449395, 0.005543558709501235, "scipy binomtest"},
		{6, 16, 0.0525, 0.0347, "Fagerland et al. 2013, complete response: 0.0525, mid-p 0.0347"},
	} {
		tol := 1e-12
		if c.source[0] == 'F' {
			tol = 5e-5
		}
		got := PairedTest(c.lost, c.gained)
		near(t, c.source+": p", got.P, c.p, tol)
		near(t, c.source+": mid-p", got.PMid, c.mid, tol)
		near(t, "min attainable", got.MinAttainableP, min(1, math.Pow(2, float64(1-c.lost-c.gained))), 0)
		if swapped := PairedTest(c.gained, c.lost); swapped.P != got.P || swapped.PMid != got.PMid {
			t.Errorf("%d lost, %d gained: swapping the sides changes p", c.lost, c.gained)
		}
	}
}

func TestPairedTestProperties(t *testing.T) {
	none := PairedTest(0, 0)
	if none.P != 1 || none.PMid != 1 || none.MinAttainableP != 1 || none.Conclusive() {
		t.Errorf("nothing changed: %+v", none)
	}
	if negative := PairedTest(-3, -1); negative.P != 1 || negative.Lost != 0 {
		t.Errorf("negative counts: %+v", negative)
	}
	equal(t, "five changed bugs are conclusive", PairedTest(0, 5).Conclusive(), false)
	equal(t, "six changed bugs are conclusive", PairedTest(3, 3).Conclusive(), true)
	for changed := 1; changed < 80; changed++ {
		equal(t, "p of a clean sweep", PairedTest(0, changed).P, PairedTest(0, changed).MinAttainableP)
		for lost := 1; 2*lost <= changed; lost++ {
			if PairedTest(lost, changed-lost).P < PairedTest(lost-1, changed-lost+1).P {
				t.Fatalf("%d of %d: p falls as the split evens out", lost, changed)
			}
		}
	}
	if p := PairedTest(1, 5000).P; !(p >= 0 && p < 1e-300) {
		t.Errorf("1 against 5000: %v", p)
	}
}

func TestPooledTest(t *testing.T) {
	pooled := PooledTest([]Paired{PairedTest(7, 0), PairedTest(0, 7)})
	equal(t, "p of opposite moves", pooled.P, 1)
	equal(t, "lost", pooled.Lost, 7)
	equal(t, "p of nothing", PooledTest(nil).P, 1)
	three := PooledTest([]Paired{PairedTest(0, 2), PairedTest(0, 2), PairedTest(0, 2)})
	near(t, "p of three times two gained", three.P, 0.03125, 0)
}

func TestPairedInterval(t *testing.T) {
	const scipy = "definition over scipy binomtest.proportion_ci(wilson)"
	for _, c := range []struct {
		pairs         Pairs
		value, lo, hi float64
		source        string
	}{
		{Pairs{59, 16, 6, 80}, -0.0621, -0.1186, -0.0046, "test output of R contingencytables, Cavo et al. 2012"},
		{Pairs{14, 0, 5, 22}, 0.122, 0.011, 0.226, "Altman et al. 2000, Table 6.2"},
		{Pairs{14, 0, 5, 22}, 5.0 / 41, 0.01148324138303325, 0.22649268435121125, scipy},
		{Pairs{3, 1, 1, 0}, 0, -0.4916828147360171, 0.4916828147360171, scipy},
		{Pairs{3, 2, 1, 4}, -0.1, -0.4133603896105389, 0.24791064308808572, scipy},
		{Pairs{50, 2, 10, 38}, 0.08, 0.011280633970600848, 0.14682733390311337, scipy},
		{Pairs{4, 3, 3, 0}, 0, -0.42289903371572174, 0.42289903371572174, scipy},
		{Pairs{10, 0, 0, 0}, 0, -0.27753279986288915, 0.27753279986288915, "closed form: ±z²/(n+z²)"},
		{Pairs{0, 5, 0, 0}, -1, -1, -0.38554900569034356, scipy},
		{Pairs{0, 0, 5, 0}, 1, 0.38554900569034356, 1, scipy},
	} {
		tol := 1e-12
		switch c.source[0] {
		case 't':
			tol = 5e-5
		case 'A':
			tol = 5e-4
		}
		got := PairedInterval(c.pairs)
		equal(t, "ok", got.OK, true)
		near(t, c.source+": value", got.Value, c.value, tol)
		near(t, c.source+": lo", got.Lo, c.lo, tol)
		near(t, c.source+": hi", got.Hi, c.hi, tol)
	}
	equal(t, "without pairs", PairedInterval(Pairs{}).Reason, ReasonNoData)
	equal(t, "negative", PairedInterval(Pairs{Both: -1, Lost: 3}).Reason, ReasonUncheckable)
}

func TestPairedIntervalProperties(t *testing.T) {
	for both := range 6 {
		for lost := range 6 {
			for gained := range 6 {
				for neither := range 6 {
					p := Pairs{both, lost, gained, neither}
					got := PairedInterval(p)
					if got.OK != (p.N() > 0) {
						t.Fatalf("%+v: %+v", p, got)
					}
					if !got.OK {
						continue
					}
					if !(-1 <= got.Lo && got.Lo <= got.Value && got.Value <= got.Hi && got.Hi <= 1) || got.Lo == got.Hi {
						t.Fatalf("%+v: %+v is not inside its interval", p, got)
					}
					swapped := PairedInterval(Pairs{both, gained, lost, neither})
					near(t, "value with the sides swapped", swapped.Value, -got.Value, 1e-12)
					near(t, "limit with the sides swapped", swapped.Lo, -got.Hi, 1e-12)
					mirrored := PairedInterval(Pairs{neither, lost, gained, both})
					near(t, "limit with the unchanged swapped", mirrored.Lo, got.Lo, 1e-12)
				}
			}
		}
	}
}
