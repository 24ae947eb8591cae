package metric

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"time"

	"runreport/ingest/table"
)

func TestConcurrencyByDay(t *testing.T) {
	at := func(s string) time.Time {
		v, err := time.Parse("01-02 15:04", s)
		if err != nil {
			t.Fatal(err)
		}
		return v.AddDate(2026, 0, 0)
	}
	for _, c := range []struct {
		name  string
		spans [][2]string
		want  []string // day, peak, mean over the busy time, busy hours
	}{
		{"one", [][2]string{{"03-01 10:00", "03-01 12:00"}}, []string{"2026-03-01 1 1.00 2.0"}},
		{"an end and a start at one instant do not overlap", [][2]string{{"03-01 10:00", "03-01 11:00"}, {"03-01 11:00", "03-01 12:00"}}, []string{"2026-03-01 1 1.00 2.0"}},
		{"half of the time two", [][2]string{{"03-01 10:00", "03-01 12:00"}, {"03-01 11:00", "03-01 12:00"}}, []string{"2026-03-01 2 1.50 2.0"}},
		{"over midnight", [][2]string{{"03-01 22:00", "03-02 03:00"}, {"03-02 02:00", "03-02 03:00"}}, []string{"2026-03-01 1 1.00 2.0", "2026-03-02 2 1.33 3.0"}},
		{"a day between", [][2]string{{"03-01 23:00", "03-03 01:00"}, {"03-05 01:00", "03-05 02:00"}}, []string{"2026-03-01 1 1.00 1.0", "2026-03-02 1 1.00 24.0", "2026-03-03 1 1.00 1.0", "2026-03-05 1 1.00 1.0"}},
	} {
		t.Run(c.name, func(t *testing.T) {
			all := &busyTimes{}
			for _, s := range c.spans {
				all.add(at(s[0]), at(s[1]))
			}
			all.sort()
			var got []string
			for _, d := range sweep("kahn", all).ByDay {
				got = append(got, fmt.Sprintf("%s %d %.2f %.1f", d.Day, d.Peak, d.Mean.Value, d.BusyS.Value/3600))
			}
			if !slices.Equal(got, c.want) {
				t.Errorf("got %q, want %q", got, c.want)
			}
		})
	}
}

func TestAWrongClockIsNoTableOfDays(t *testing.T) {
	from := time.Date(1, 1, 1, 0, 0, 0, 0, time.UTC)
	c := sweep("kahn", &busyTimes{[]int64{from.UnixMicro()}, []int64{from.AddDate(200, 0, 0).UnixMicro()}})
	if len(c.ByDay) != 0 || c.Peak != 1 {
		t.Errorf("%d days, a peak of %d", len(c.ByDay), c.Peak)
	}
}

func TestTheCapIsWhatAllSettingsAgreeOn(t *testing.T) {
	for _, c := range []struct {
		name   string
		claims [][2]string // system, number
		want   string
	}{
		{"none", nil, "false 0"},
		{"one", [][2]string{{"crabyard", "2"}}, "true 2"},
		{"two that agree", [][2]string{{"crabyard", "2"}, {"crabyard", "2"}}, "true 2"},
		{"two that do not", [][2]string{{"crabyard", "2"}, {"crabyard", "3"}}, "false 0"},
		{"and a third", [][2]string{{"crabyard", "2"}, {"crabyard", "3"}, {"crabyard", "2"}}, "false 0"},
		{"another system's", [][2]string{{"kahn", "2"}}, "false 0"},
		{"another statement", [][2]string{{"crabyard", "-2"}}, "false 0"},
	} {
		t.Run(c.name, func(t *testing.T) {
			s := &table.Set{}
			for _, x := range c.claims {
				row := s.Claims.Add(table.Place{})
				s.Claims.System.Set(row, x[0])
				number, other := strings.CutPrefix(x[1], "-")
				if s.Claims.Topic.Set(row, table.TopicAttemptLimit); other {
					s.Claims.Topic.Set(row, table.TopicBugList)
				}
				s.Claims.Number.Set(row, float64(number[0]-'0'))
			}
			got := limit(s, "crabyard")
			if have := fmt.Sprint(got.OK, " ", got.Value); have != c.want {
				t.Errorf("got %s, want %s", have, c.want)
			}
		})
	}
}

func TestInstants(t *testing.T) {
	at := func(s int) time.Time { return time.Date(2026, 3, 1, 0, 0, s, 0, time.UTC) }
	times := func(spans ...[2]int) *busyTimes {
		all := &busyTimes{}
		for _, s := range spans {
			all.add(at(s[0]), at(s[1]))
		}
		all.sort()
		return all
	}
	got := instants(times([2]int{0, 10}, [2]int{5, 20}, [2]int{10, 20}, [2]int{15, 15}))
	want := []Instant{{at(0), 1}, {at(5), 2}, {at(10), 2}, {at(20), 0}}
	if !slices.Equal(got, want) {
		t.Errorf("got %v, want %v", got, want)
	}
	var most [][2]int // as many instants as are all shown, at uneven times
	for i := range maxInstants / 2 {
		most = append(most, [2]int{3 * i, 3*i + 1})
	}
	if got := instants(times(append(most[1:], [2]int{1, 2})...)); len(got) != maxInstants || !got[0].At.Equal(at(1)) ||
		got[1] != (Instant{at(2), 0}) {
		t.Errorf("%d instants from %v", len(got), got[:2])
	}
	var many [][2]int
	for i := range 5 * maxInstants {
		many = append(many, [2]int{2 * i, 2*i + 3})
	}
	reduced := instants(times(many...))
	if len(reduced) > maxInstants+1 {
		t.Errorf("%d instants", len(reduced))
	}
	if last := reduced[len(reduced)-1]; !reduced[0].At.Equal(at(0)) || len(reduced) < maxInstants/2 ||
		last.At.After(at(10*maxInstants+1)) {
		t.Errorf("%d instants from %v to %v", len(reduced), reduced[0], last)
	}
	for _, x := range reduced[1 : len(reduced)-1] {
		if x.N != 2 {
			t.Fatalf("the most at %s is %d, want 2", x.At, x.N)
		}
	}
}

// The day of a time begins at the midnight before it, also before 1970 and before the first year.
func TestMidnightOf(t *testing.T) {
	random := rand.New(rand.NewPCG(5, 2))
	for range 2000 {
		at := time.UnixMicro(random.Int64N(1<<57) - 1<<56).UTC()
		if random.IntN(4) == 0 {
			at = at.Truncate(24 * time.Hour)
		}
		if got, want := time.UnixMicro(midnightOf(at.UnixMicro())).UTC(), at.Truncate(24*time.Hour); !got.Equal(want) {
			t.Fatalf("the day of %v begins at %v, want %v", at, got, want)
		}
	}
}
