package chart

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"runreport/analyze/report"
	"runreport/render/pagetest"
	"runreport/templates"
	"runreport/unit/tier"
)

// faces is one chart as the browser is given it: its option, and the picture that ECharts draws
// of it without a browser, whose elements are those of the still picture
// (TestStillsAreThoseOfECharts).
type faces struct {
	ID     string      `json:"id"`
	Option string      `json:"option"`
	Env    environment `json:"env"`
	Still  string      `json:"still"`
}

// facesScript draws every chart live and says of both faces what is in them. Without a
// canvas ECharts measures texts by its own table, as it does without a browser, so that
// the two can be held against one another to the last digit.
const facesScript = `
HTMLCanvasElement.prototype.getContext = () => null;
const paint = (v) => (v && !v.startsWith('url') ? v : '');
const drawn = (svg) => {
	const origin = svg.getBoundingClientRect();
	return Array.from(svg.querySelectorAll('path, text, polygon, polyline, rect, circle')).filter((e) => !e.closest('defs')).map((e) => {
		const box = e.getBoundingClientRect();
		return {
			words: e.textContent, paint: paint(e.getAttribute('fill')) + ' ' + paint(e.getAttribute('stroke')),
			place: [box.x - origin.x, box.y - origin.y, box.width, box.height], length: e.getTotalLength ? e.getTotalLength() : 0,
		};
	});
};
window.faces = cases.map((c) => {
	const env = Object.assign({}, c.env, { echarts }), p = runreportCharts.prepare(JSON.parse(c.option), env);
	const host = document.body.appendChild(document.createElement('div'));
	const chart = echarts.init(host, null, { renderer: 'svg', width: p.width, height: p.height });
	chart.setOption(p.option);
	const series = chart.getOption().series.filter((s) => s.role).map((s) => ({ name: s.name || '', role: s.role, data: s.data.map((d) => ({ name: d.name || '', value: d.value })) }));
	const still = document.body.appendChild(document.importNode(new DOMParser().parseFromString(c.still, 'image/svg+xml').documentElement, true));
	const pointed = runreportCharts.prepare(JSON.parse(c.option), Object.assign({}, env, { still: false }));
	const tips = pointed.walk.map(([seriesIndex, dataIndex]) => pointed.option.tooltip.formatter([{ seriesIndex, dataIndex }]).map((n) => n.textContent).join(' / '));
	return {
		id: c.id, tips, series, live: drawn(host.querySelector('svg')),
		still: drawn(still),
	};
});`

// TestTwoFacesAgree holds the live chart, as Chromium has it, against the static picture
// of the same option: every shape and every word of theirs, and the values of the series
// against those of the report.
func TestTwoFacesAgree(t *testing.T) {
	tier.Slow(t, "draws in a browser too")
	browser := pagetest.Start(t)
	charts := append(samples(), sampleDots(), sampleSpans())
	charts[len(charts)-2].ID, charts[len(charts)-1].ID = "narrow-dots", "narrow-spans"
	var cases []faces
	echarts := newEChartsFace(t)
	for i, c := range charts {
		width := DefaultWidth
		if i >= len(charts)-2 {
			width = 358
		}
		option, err := Option(c)
		if err != nil {
			t.Fatal(err)
		}
		env := staticEnvironment(width)
		still, err := echarts.svg(option, env)
		if err != nil {
			t.Fatal(err)
		}
		cases = append(cases, faces{ID: c.ID, Option: string(option), Env: env, Still: still})
	}
	data, err := json.Marshal(cases)
	if err != nil {
		t.Fatal(err)
	}
	page := filepath.Join(t.TempDir(), "faces.html")
	content := fmt.Sprintf("<!doctype html><meta charset=\"utf-8\"><title>faces</title><body><script>%s</script><script>%s</script><script>const cases = %s;%s</script>", templates.ECharts, Script, data, facesScript)
	if err := os.WriteFile(page, []byte(content), 0o600); err != nil {
		t.Fatal(err)
	}
	tab := pagetest.Open(t, browser, page, pagetest.View{Width: 1000, Script: true})
	pagetest.WaitFor(t, tab, "Boolean(window.faces)")
	var seen []struct {
		ID          string
		Live, Still []shapeSeen
		Tips        []string
		Series      []seriesSeen
	}
	if err := json.Unmarshal([]byte(pagetest.Ask[string](t, tab, "JSON.stringify(window.faces)")), &seen); err != nil {
		t.Fatal(err)
	}
	if len(seen) != len(charts) {
		t.Fatalf("%d of %d charts were drawn", len(seen), len(charts))
	}
	for i, c := range charts {
		t.Run(string(c.Kind)+" "+c.ID, func(t *testing.T) {
			if len(seen[i].Live) < 5 {
				t.Errorf("only %d shapes and words in the live chart", len(seen[i].Live))
			}
			if diff := cmp.Diff(seen[i].Still, seen[i].Live, cmpopts.EquateApprox(0.03, 0.3)); diff != "" {
				t.Errorf("the live chart differs from the picture:\n%s", diff)
			}
			if want := firstTips[c.Kind]; len(seen[i].Tips) == 0 || seen[i].Tips[0] != want {
				t.Errorf("pointed at, it says %q first, want %q", seen[i].Tips, want)
			}
			if slices.Contains(seen[i].Tips, "") {
				t.Errorf("pointed at, something says nothing: %q", seen[i].Tips)
			}
			for _, s := range c.Series {
				if c.Kind == report.Matrix || c.Kind == report.Heat {
					s.Name, s.Role = "", report.RoleNeutral // a grid's cells belong to no series
				}
				at := slices.IndexFunc(seen[i].Series, func(x seriesSeen) bool { return x.Name == s.Name && x.Role == s.Role })
				if at < 0 {
					t.Errorf("series %q is not in the live chart", s.Name)
					continue
				}
				if diff := cmp.Diff(valuesOf(c, s), seen[i].Series[at].values(c.Kind)); diff != "" {
					t.Errorf("series %q has other values in the live chart:\n%s", s.Name, diff)
				}
			}
		})
	}
}

// firstTips is what the first thing in each sample says when it is pointed at: what it
// is, its words, and the number with all its digits where the words round it.
var firstTips = map[report.ChartKind]string{
	report.Dots:     "integration-tests / ◆rate with 95 % interval: 5 of 9 (56 %) · exactly 0.555556 / ■ranked by: 41 %",
	report.Dumbbell: "parser / ○before: 80 % / ●after: 62 %, −0.18 / ■noise floor: 75 % – 85 % / □measured noise: 71 % – 89 %",
	report.Ranges:   "build / ●median, 10th to 90th percentile: 25 min",
	report.Bars:     "budget spent / ✚resumed: 12 / ◆lost: 9 / □open: 2",
	report.Columns:  "2026-03-01 / ✚passed: 25",
	report.Lines:    "1 / ●macro: 41 %",
	report.Steps:    "0 s / ●all systems: 100 %",
	report.Matrix:   "off-by-one in window · 1 / ✚found",
	report.Heat:     "parser · prompt / −0.18",
	report.Spans:    "build / ✚passed: build: 40 min",
}

// shapeSeen is a shape or a text with its colours, its place (left, top, width and
// height, px) and the length of its outline, which Chromium guesses for a circle.
type shapeSeen struct {
	Words, Paint string
	Place        []float64
	Length       float64
}

// seriesSeen is a series as ECharts has it.
type seriesSeen struct {
	Name string
	Role report.Role
	Data []struct {
		Name  string
		Value []any
	}
}

// values are the numbers of the items: the value, and where the kind has them, the
// limits; cells without a point are left out.
func (s seriesSeen) values(kind report.ChartKind) []string {
	out := []string{}
	for _, d := range s.Data {
		if (kind == report.Bars || kind == report.Columns) && d.Name == "" && slices.Contains(d.Value, nil) {
			continue
		}
		out = append(out, fmt.Sprint(d.Value...))
	}
	return out
}

// valuesOf are the numbers of a report's series in the order in which an item of the
// kind has them.
func valuesOf(c *report.Chart, s report.Series) []string {
	out := []string{}
	for _, p := range s.Points {
		var item []any
		switch c.Kind {
		case report.Spans:
			item = []any{known(p.Lo), known(p.Hi), p.Y}
			if p.State != "" {
				item = append(item, p.State)
			}
		case report.Matrix:
			item = []any{p.X, p.Y, stateIndex(c, p.State)}
		case report.Heat:
			item = []any{p.X, p.Y, known(p.Value)}
		case report.Bars:
			item = []any{known(p.Value), p.Y}
		case report.Columns, report.Lines, report.Steps:
			item = []any{p.X, known(p.Value)}
		default:
			item = []any{known(p.Value), p.Y, known(p.Lo), known(p.Hi)}
		}
		out = append(out, fmt.Sprint(item...))
	}
	return out
}
