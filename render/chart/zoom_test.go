package chart

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"

	"runreport/analyze/report"
)

// A part of a chart is as wide and as high as the whole, has the same names beside its
// plot, and the columns and ticks of its part only.
func TestPartOfAChart(t *testing.T) {
	spans := sampleSpans()
	spans.Y.Categories[0] = "▸ " + spans.Y.Categories[0]
	for _, tt := range []struct {
		chart       *report.Chart
		view        string
		stays, goes []string
	}{
		{sampleColumns(), `{ by: 3, from: 2 }`, []string{"passed", "failed"}, []string{"2026-03-01"}},
		{sampleColumns(), `{ by: 3, from: 0 }`, []string{"2026-03-01"}, []string{"2026-03-07"}},
		{sampleLines(), `{ by: 4, from: 0 }`, []string{"target", "noise band"}, []string{"9", "level changed"}},
		{sampleLines(), `{ by: 4, from: 1 }`, []string{"level changed", "macro"}, []string{"1", "9"}},
		{spans, `{ by: 8, from: 7 }`, spans.Y.Categories, nil},
	} {
		t.Run(fmt.Sprint(tt.chart.Kind, " ", tt.view), func(t *testing.T) {
			option, err := Option(tt.chart)
			if err != nil {
				t.Fatal(err)
			}
			env, err := json.Marshal(staticEnvironment(DefaultWidth))
			if err != nil {
				t.Fatal(err)
			}
			v, err := newEChartsFace(t).vm.RunString(fmt.Sprintf(`(() => {
				const made = (view) => runreportCharts.prepare(%s, Object.assign(%s, { echarts, view }));
				const texts = (elements) => [].concat(...elements.map((e) => (e.style && e.style.text ? [e.style.text] : []).concat(texts(e.children || []))));
				const whole = made(), part = made(%s);
				const said = texts([].concat(...part.option.series.filter((s) => s.coordinateSystem === 'none').map((s) => s.renderItem({ dataIndex: 0 }).children || [])));
				return JSON.stringify({ same: whole.width === part.width && whole.plot.x === part.plot.x && whole.plot.w === part.plot.w, said });
			})()`, option, env, tt.view))
			if err != nil {
				t.Fatal(err)
			}
			var got struct {
				Same bool
				Said []string
			}
			if err := json.Unmarshal([]byte(v.String()), &got); err != nil {
				t.Fatal(err)
			}
			said := "|" + strings.Join(got.Said, "|") + "|"
			for _, name := range tt.stays {
				if !strings.Contains(said, "|"+name+"|") {
					t.Errorf("%q is not there: %s", name, said)
				}
			}
			for _, name := range tt.goes {
				if strings.Contains(said, "|"+name+"|") {
					t.Errorf("%q is there: %s", name, said)
				}
			}
			if !got.Same {
				t.Error("the plot is not where it was")
			}
		})
	}
}
