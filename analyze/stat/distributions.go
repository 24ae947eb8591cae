package stat

import (
	"math"
	"sync"

	"gonum.org/v1/gonum/mathext"
)

const (
	// Z95 is the 97.5 % point of the normal distribution: 95 % lie within ±Z95.
	Z95 = 1.959963984540054
	// z80 is its 80 % point, for changes seen four times in five.
	z80 = 0.8416212335729143
)

// normalCDF is the chance that a standard normal variable is at most z. It keeps
// its relative precision in the lower tail.
func normalCDF(z float64) float64 {
	return math.Erfc(-z/math.Sqrt2) / 2
}

// The distributions are built on gonum's special functions, as its package distuv does.
// That package itself would link gonum's linear algebra, which nothing here uses.

// studentQuantile is the p point of Student's t with df degrees of freedom. With
// x = df/(df+t²), the chance of a value outside of ±t is the regularized incomplete beta
// function of x at (df/2, 1/2).
//
// It is worked out once for each p and df: a thousand cycles have a dozen of them.
func studentQuantile(p float64, df int) float64 {
	of := studentPoint{p, df}
	if known, ok := studentQuantiles.Load(of); ok {
		return known.(float64)
	}
	q := newStudentQuantile(p, df)
	studentQuantiles.Store(of, q)
	return q
}

var studentQuantiles sync.Map // by studentPoint

type studentPoint struct {
	p  float64
	df int
}

func newStudentQuantile(p float64, df int) float64 {
	nu, tails := float64(df), 2*min(p, 1-p)
	if tails == 1 {
		return 0
	}
	x := mathext.InvRegIncBeta(nu/2, 0.5, tails)
	return math.Copysign(math.Sqrt(nu*(1-x)/x), p-0.5)
}

// chiSquareQuantile is the p point of chi-squared with df degrees of freedom.
func chiSquareQuantile(p float64, df int) float64 {
	return 2 * mathext.GammaIncRegInv(float64(df)/2, p)
}

// fairCoin returns the chance of at most k heads, and of exactly k, in n tosses of
// a fair coin, 0 <= k <= n/2. The binomial coefficients are carried as fraction and
// power of two, so no n overflows or underflows on the way.
func fairCoin(k, n int) (atMost, exactly float64) {
	fraction, power := 1.0, -n // C(n,0)/2^n
	for i := 0; i <= k; i++ {
		if i > 0 {
			var shift int
			fraction, shift = math.Frexp(fraction * float64(n-i+1) / float64(i))
			atMost, power = math.Ldexp(atMost, -shift), power+shift
		}
		atMost += fraction
	}
	return math.Ldexp(atMost, power), math.Ldexp(fraction, power)
}

// ChiSquareTail is the chance that chi-squared with df degrees of freedom is at least x.
func ChiSquareTail(x float64, df int) float64 {
	if x <= 0 {
		return 1
	}
	return mathext.GammaIncRegComp(float64(df)/2, x/2)
}
