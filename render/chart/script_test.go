package chart

import (
	"context"
	"encoding/json"
	"fmt"
	"math"
	"os"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/dop251/goja"

	"runreport/analyze"
	"runreport/analyze/report"
	"runreport/ingest"
	"runreport/templates"
	"runreport/unit"
	"runreport/unit/tier"
)

// run evaluates an expression beside the chart script.
func run(t *testing.T, expression string) goja.Value {
	t.Helper()
	v, err := newEChartsFace(t).vm.RunString(expression)
	if err != nil {
		t.Fatal(err)
	}
	return v
}

// parts evaluates an expression within the script, where its parts can be reached.
func parts(t *testing.T, expression string) any {
	t.Helper()
	inside := strings.Replace(Script, "return { prepare,", "return { inside: (text) => eval(text), prepare,", 1)
	vm := goja.New()
	if _, err := vm.RunString(inside); err != nil {
		t.Fatal(err)
	}
	text, err := json.Marshal(expression)
	if err != nil {
		t.Fatal(err)
	}
	v, err := vm.RunString("runreportCharts.inside(" + string(text) + ")")
	if err != nil {
		t.Fatal(err)
	}
	return v.Export()
}

// TestNumbersAreWordedAlike holds the script's words to those of package unit.
func TestNumbersAreWordedAlike(t *testing.T) {
	units := []unit.Unit{unit.None, unit.Count, unit.Ratio, unit.Points, unit.Seconds, unit.Bytes, unit.Tokens, unit.Dollars}
	values := []float64{0, math.Copysign(0, -1), 1, 2, 12, 59.4, 59.5, 60, 61, 119.5, 3599.6, 3600, 86399, 86400, 90061, 1e6, 123456, 999999.5,
		9999, 9999.5, 10000, 12345, 1e9, 5e12, 1023, 1024, 1536, 1048576, 0.5, 0.25, 0.125, 0.35, 0.005, 0.004, 0.0049, 0.995, 0.996, 0.9951,
		0.0005, 0.9995, 0.9994, 9.94, 9.95, 1.05, 1.25, 1.45, 2.5, 3.5, 0.045, 0.055, 1e-7, 1.5e-5, 123.456789, 1e15, 4e-10, 6e-10}
	var all []float64
	for _, v := range values {
		all = append(all, v, -v)
	}
	vm, _, err := engine()
	if err != nil {
		t.Fatal(err)
	}
	format, ok := goja.AssertFunction(vm.Get("runreportCharts").ToObject(vm).Get("formatNumber"))
	if !ok {
		t.Fatal("formatNumber is not a function")
	}
	exact, ok := goja.AssertFunction(vm.Get("runreportCharts").ToObject(vm).Get("exactNumber"))
	if !ok {
		t.Fatal("exactNumber is not a function")
	}
	for _, u := range units {
		for _, v := range append(all, math.NaN(), math.Inf(1), math.Inf(-1)) {
			got, err := format(nil, vm.ToValue(string(u)), vm.ToValue(v))
			if err != nil {
				t.Fatal(err)
			}
			if want := u.Format(v); got.String() != want {
				t.Errorf("%g in %q: the script says %q, Go %q", v, u, got, want)
			}
			if got, err = exact(nil, vm.ToValue(string(u)), vm.ToValue(v)); err != nil {
				t.Fatal(err)
			}
			if want := u.Exact(v); got.String() != want {
				t.Errorf("%g in %q, exactly: the script says %q, Go %q", v, u, got, want)
			}
		}
	}
	at := time.Date(2026, 3, 2, 4, 5, 6, 0, time.UTC)
	if got := run(t, fmt.Sprintf("runreportCharts.formatStamp(%d)", at.Unix())).String(); got != unit.Stamp(at) {
		t.Errorf("a time: the script says %q, Go %q", got, unit.Stamp(at))
	}
}

func TestTokensAreTheScripts(t *testing.T) {
	var names []any
	for _, k := range Tokens {
		names = append(names, k.short())
	}
	if got := run(t, "runreportCharts.tokens").Export(); fmt.Sprint(got) != fmt.Sprint(names) {
		t.Errorf("the script has %v, Go %v", got, names)
	}
	for _, r := range []report.Role{
		report.RoleBefore, report.RoleAfter, report.RoleGood, report.RoleBad, report.RoleWarn, report.RoleNeutral, report.RoleUnknown,
		report.RoleA, report.RoleB, report.RoleC, report.RoleD, report.RoleE, report.RoleF,
	} {
		if got := parts(t, fmt.Sprintf("known(%q)", r)); got != string(r) {
			t.Errorf("role %s is drawn as %v", r, got)
		}
	}
}

// TestFunctionNames: only the table's functions are found, only by their names, and
// nothing else may stand where a function is expected.
func TestFunctionNames(t *testing.T) {
	for _, c := range samples() {
		option, err := Option(c)
		if err != nil {
			t.Fatal(err)
		}
		for _, name := range regexp.MustCompile(`"\$fn:(\w+)"`).FindAllSubmatch(option, -1) {
			if got := parts(t, fmt.Sprintf("typeof named('$fn:%s')", name[1])); got != "function" {
				t.Errorf("%s names %s, which is not in the table", c.Kind, name[1])
			}
		}
		for _, bad := range []string{"$fn:toString", "$fn:__proto__", "$fn:", "{b}: {c}", "alert(1)"} {
			broken := strings.Replace(string(option), `"$fn:tip"`, fmt.Sprintf("%q", bad), 1)
			if _, err := draw([]byte(broken), staticEnvironment(DefaultWidth)); err == nil || !strings.Contains(err.Error(), "no chart function") {
				t.Errorf("%q as the tooltip of %s: %v", bad, c.Kind, err)
			}
		}
	}
}

func TestScales(t *testing.T) {
	const day = 86400
	tests := []struct {
		name, axis string
		room       float64
		want       string
	}{
		{"ratios", `{extent: [0, 0.83], unit: "ratio"}`, 6, "0 %|20 %|40 %|60 %|80 %|100 %"},
		{"ratios away from zero", `{extent: [0.35, 0.68], unit: "ratio"}`, 5, "30 %|40 %|50 %|60 %|70 %"},
		{"small ratios", `{extent: [0, 0.02], unit: "ratio"}`, 5, "0.0 %|0.5 %|1.0 %|1.5 %|2.0 %"},
		{"differences", `{extent: [-0.2, 0.1], unit: "points"}`, 4, "−0.20|−0.10|0.00|+0.10"},
		{"minutes", `{extent: [0, 5400], unit: "s"}`, 5, "0 s|30 min|1 h|1 h 30 min"},
		{"parts of seconds", `{extent: [0, 0.8], unit: "s"}`, 4, "0 s|0.2 s|0.4 s|0.6 s|0.8 s"},
		{"whole things", `{extent: [0, 2], unit: "count"}`, 10, "0|1|2"},
		{"bytes", `{extent: [0, 5000], unit: "bytes"}`, 5, "0 B|1.0 KiB|2.0 KiB|3.0 KiB|4.0 KiB|5.0 KiB"},
		{"one value", `{extent: [7, 7], unit: ""}`, 4, "6|6.5|7|7.5|8"},
		{"own limits", `{extent: [0, 1], unit: "ratio", min: 0.5, max: 1}`, 5, "60 %|80 %|100 %"},
		{"durations by magnitude", `{extent: [0.5, 9000], unit: "s", log: true}`, 5, "1 s|10 s|1 min|10 min|1 h"},
		{"within one magnitude", `{extent: [20, 80], unit: "count", log: true}`, 5, "20|50"},
		{"hours", fmt.Sprintf(`{extent: [%d, %d], time: true}`, 20000*day+3600, 20000*day+7*3600), 4, "Oct 4 02:00|04:00|06:00"},
		{"nights", fmt.Sprintf(`{extent: [%d, %d], time: true}`, 20000*day, 20003*day), 4, "Oct 4|Oct 5|Oct 6|Oct 7"},
		{"weeks from Monday", fmt.Sprintf(`{extent: [%d, %d], time: true}`, 20000*day, 20030*day), 5, "Oct 7|Oct 14|Oct 21|Oct 28"},
		{"months", fmt.Sprintf(`{extent: [%d, %d], time: true}`, 20000*day, 20120*day), 4, "Nov 2024|Dec 2024|Jan 2025|Feb 2025"},
		{"one moment", fmt.Sprintf(`{extent: [%d, %d], time: true}`, 20000*day, 20000*day), 4, "Oct 4"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			got := parts(t, fmt.Sprintf("(() => { const s = scale(%s, %v); return s.ticks.map((v) => tickText(s, v)).join('|'); })()", tt.axis, tt.room))
			if got != tt.want {
				t.Errorf("%v, want %v", got, tt.want)
			}
		})
	}
}

// TestScriptCanBePinned: what a Content-Security-Policy by hash forbids, and what
// would parse text as markup, does not occur; nor a text of several lines, which Lean changes.
func TestScriptCanBePinned(t *testing.T) {
	for _, word := range []string{"`", "eval(", "new Function", "innerHTML", "outerHTML", "insertAdjacentHTML", "document.write", "</script", "<!--", "setAttribute('on", "setAttribute('style"} {
		if strings.Contains(strings.ToLower(Script), strings.ToLower(word)) {
			t.Errorf("the script contains %s", word)
		}
	}
	for _, word := range []string{"</script", "<!--"} {
		if strings.Contains(strings.ToLower(templates.ECharts), word) {
			t.Errorf("the ECharts build contains %s", word)
		}
	}
}

func TestBuildIsPinned(t *testing.T) {
	var lock struct {
		Packages map[string]struct{ Version, Resolved, Integrity string }
	}
	text, err := os.ReadFile("../../templates/echarts/package-lock.json")
	if err != nil {
		t.Fatal(err)
	}
	if err := json.Unmarshal(text, &lock); err != nil {
		t.Fatal(err)
	}
	want := lock.Packages["node_modules/echarts"].Version
	if got := run(t, "echarts.version").String(); got != want {
		t.Errorf("the build is ECharts %s, the lock file says %s", got, want)
	}
	for name, p := range lock.Packages {
		if p.Resolved != "" || (name != "" && p.Integrity == "") {
			t.Errorf("%s: resolved %q, integrity %q", name, p.Resolved, p.Integrity)
		}
	}
}

// TestPrototypeIsLeftAlone: texts called like what every object has do not reach it.
func TestPrototypeIsLeftAlone(t *testing.T) {
	got := run(t, `['__proto__', 'constructor', 'toString'].map((s) => echarts.format.getTextRect(s, '12px sans-serif').width > 0).join()
		+ ' ' + Object.keys(Object.prototype).concat(Object.keys(Object)).join()`).String()
	if got != "true,true,true " {
		t.Errorf("widths and leftovers: %s", got)
	}
}

func TestEndlessDrawingIsStopped(t *testing.T) {
	vm, _, err := engine()
	if err != nil {
		t.Fatal(err)
	}
	defer limit(vm, 20*time.Millisecond)()
	if _, err := vm.RunString("for (;;) {}"); err == nil || !strings.Contains(err.Error(), "longer than 20ms") {
		t.Errorf("it ended with %v", err)
	}
}

// demoCharts are the charts of the report on the demonstration logs.
func demoCharts(t *testing.T) (all []*report.Chart) {
	t.Helper()
	res, err := ingest.Read(context.Background(), ingest.Options{Paths: []string{"../../testdata/demo"}})
	if err != nil {
		t.Fatal(err)
	}
	r, err := analyze.Build(context.Background(), res.Tables, analyze.Options{})
	if err != nil {
		t.Fatal(err)
	}
	for _, s := range r.Sections {
		for _, b := range s.Blocks {
			if b.Chart != nil {
				all = append(all, b.Chart)
			}
		}
	}
	return all
}

// TestWordsKeepApart draws every sample, and every chart of the demonstration, at every
// width that pages have, and wants no words cut off at the edge and none upon another.
// A grid that is wider than its page scrolls.
func TestWordsKeepApart(t *testing.T) {
	tier.Slow(t, "draws many charts")
	t.Parallel()
	vm, _, err := engine()
	if err != nil {
		t.Fatal(err)
	}
	measure, err := vm.RunString("(text, size) => rulerWidth(text, size + 'px sans-serif')")
	if err != nil {
		t.Fatal(err)
	}
	call, _ := goja.AssertFunction(measure)
	charts := append(samples(), demoCharts(t)...)
	for _, width := range []int{300, 358, DefaultWidth} {
		for _, c := range charts {
			svg, err := svgOf(c, width)
			if err != nil {
				t.Fatal(err)
			}
			var set []word
			for _, w := range wordsOf(t, svg) {
				size, err := call(nil, vm.ToValue(w.text), vm.ToValue(w.size))
				if err != nil {
					t.Fatal(err)
				}
				w.width = size.ToFloat() * 1.1
				if w.left() < -1 || w.left()+w.width > float64(width)+1 {
					t.Errorf("%s at %d: %q runs from %.0f to %.0f", c.ID, width, w.text, w.left(), w.left()+w.width)
				}
				if i := slices.IndexFunc(set, w.over); i >= 0 {
					t.Errorf("%s at %d: %q stands on %q", c.ID, width, w.text, set[i].text)
				}
				set = append(set, w)
			}
		}
	}
}
