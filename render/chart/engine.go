package chart

import (
	"encoding/json"
	"fmt"
	"sync"
	"time"

	"github.com/dop251/goja"

	"runreport/templates"
)

// deadline bounds the drawing of one chart: some hundred times what a large one
// takes. It is there for hostile input, and for nothing else.
const deadline = 3 * time.Minute

// textSlack is how much wider than ECharts' guess a text may come out. Without a
// browser it measures by a table of one sans-serif font; a reader's
// may be as wide as DejaVu Sans.
const textSlack = 1.2

// environment is what the chart script is told about the face it draws.
type environment struct {
	Width  int               `json:"width"`
	Theme  map[string]string `json:"theme"`
	Family string            `json:"family"`
	Slack  float64           `json:"slack"`
	Still  bool              `json:"still"` // nothing will point at it
}

// minWidth is the least width a chart can be laid out at, in px.
const minWidth = 240

// staticEnvironment is the environment of the static face.
func staticEnvironment(width int) environment {
	return environment{
		Width: max(width, minWidth), Theme: sentinelTheme(), Family: "sans-serif", Slack: textSlack, Still: true,
	}
}

// sketch is what the engine gives back: ECharts' SVG, its size in px, and the
// names that were cut with the whole of each ("" where two were cut alike).
type sketch struct {
	SVG    string      `json:"svg"`
	Width  int         `json:"width"`
	Height int         `json:"height"`
	Cuts   [][2]string `json:"cuts"`
	// Heading is the chart's title and n in lines, as wide as the picture. It is not in the
	// picture: only a file shows it, and both share one drawing.
	Heading struct {
		Title []string `json:"title"`
		N     []string `json:"n"`
	} `json:"heading"`
}

// host is what a browser would provide: ECharts asks for timers but, without
// animation, needs none to fire.
const host = `function setTimeout() { return 0; } function clearTimeout() {}`

// canvas is the other thing that a browser would provide, which ECharts measures texts with.
// It comes after the scripts, which would else take the engine for a browser. rulerWidth is
// [ruler.width].
const canvas = `var document = { createElement: () => ({ getContext: () => ({
	font: '', measureText(text) { return { width: rulerWidth(text, this.font) }; },
}) }) };`

// driver draws one option and leaves the function as the program's value. The chart script
// measures without the caches of ECharts. ECharts is told not to copy the data, which nobody
// else has.
const driver = `(function (optionText, envText) {
	var env = JSON.parse(envText);
	env.echarts = { format: { getTextRect: (text, font) => ({ width: rulerWidth(text, font) }) } };
	var p = runreportCharts.prepare(JSON.parse(optionText), env);
	p.option.series.forEach(function (s) { s.data.__ec_primitive__ = true; });
	var chart = echarts.init(null, null, { renderer: 'svg', ssr: true, width: p.width, height: p.height });
	try {
		chart.setOption(p.option);
		return JSON.stringify({ svg: chart.renderToSVGString({ cssAnimation: false, cssEmphasis: false }), width: p.width, height: p.height, cuts: p.cuts, heading: p.heading });
	} finally {
		chart.dispose();
	}
})`

// programs compiles the scripts once in a process: those of the library, and what uses it.
var programs = sync.OnceValues(func() (compiled [2][]*goja.Program, err error) {
	for i, sources := range [2][][2]string{
		{{"host", host}, {"echarts.min.js", templates.ECharts}},
		{{"charts.js", Script}, {"canvas", canvas}, {"driver", driver}},
	} {
		for _, s := range sources {
			p, err := goja.Compile(s[0], s[1], false)
			if err != nil {
				return compiled, fmt.Errorf("chart script %s: %w", s[0], err)
			}
			compiled[i] = append(compiled[i], p)
		}
	}
	return compiled, nil
})

// library loads ECharts into a fresh engine.
func library() (*goja.Runtime, error) {
	loaded, err := programs()
	if err != nil {
		return nil, err
	}
	vm := goja.New()
	vm.SetRandSource(func() float64 { return 0.5 })
	vm.SetTimeSource(func() time.Time { return time.Unix(0, 0).UTC() })
	_, err = runAll(vm, loaded[0])
	return vm, err
}

// engine loads the scripts into a fresh engine and gives the value of the last.
func engine() (*goja.Runtime, goja.Value, error) {
	vm, err := library()
	if err != nil {
		return nil, nil, err
	}
	r, err := newRuler(vm)
	if err != nil {
		return nil, nil, err
	}
	if err := vm.Set("rulerWidth", r.width); err != nil {
		return nil, nil, err
	}
	loaded, err := programs()
	if err != nil {
		return nil, nil, err
	}
	last, err := runAll(vm, loaded[1])
	return vm, last, err
}

// runAll gives the value of the last program.
func runAll(vm *goja.Runtime, all []*goja.Program) (last goja.Value, err error) {
	for _, p := range all {
		if last, err = vm.RunProgram(p); err != nil {
			return nil, fmt.Errorf("chart script: %w", err)
		}
	}
	return last, nil
}

// artist is an engine that can draw. What it keeps from one chart to the next, the
// widths of texts and counters in ids, never shows: the writer leaves the counters out.
type artist struct {
	vm   *goja.Runtime
	draw goja.Callable
}

// idle are artists between two charts: loading the scripts takes longer than drawing.
var idle sync.Pool

func newArtist() (*artist, error) {
	vm, value, err := engine()
	if err != nil {
		return nil, err
	}
	call, ok := goja.AssertFunction(value)
	if !ok {
		return nil, fmt.Errorf("chart script: the driver is not a function")
	}
	return &artist{vm, call}, nil
}

// limit interrupts the engine after d, unless what it returns is called before.
func limit(vm *goja.Runtime, d time.Duration) (stop func() bool) {
	return time.AfterFunc(d, func() { vm.Interrupt("drawing took longer than " + d.String()) }).Stop
}

// draw gives the picture of an option. Several outputs show the same one, so that it
// is drawn once and remembered.
func draw(option []byte, env environment) (sketch, error) {
	envText, err := json.Marshal(env)
	if err != nil {
		return sketch{}, err
	}
	return sketches.get(string(option)+"\n"+string(envText), func() (sketch, error) { return drawNow(option, envText) })
}

// drawNow runs an option through an engine. One that failed is not used again.
func drawNow(option, envText []byte) (sketch, error) {
	var out sketch
	a, ok := idle.Get().(*artist)
	if !ok {
		var err error
		if a, err = newArtist(); err != nil {
			return out, err
		}
	}
	stop := limit(a.vm, deadline)
	result, err := a.draw(goja.Undefined(), a.vm.ToValue(string(option)), a.vm.ToValue(string(envText)))
	if err != nil {
		stop()
		return out, fmt.Errorf("chart script: %w", err)
	}
	if stop() { // else the interruption is on its way
		idle.Put(a)
	}
	if err := json.Unmarshal([]byte(result.String()), &out); err != nil {
		return out, fmt.Errorf("chart script: %w", err)
	}
	return out, nil
}
