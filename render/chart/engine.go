package chart

import (
	"bytes"
	_ "embed"
	"encoding/json"
	"fmt"
	"sync"
	"time"

	"github.com/dop251/goja"
	"github.com/go-json-experiment/json/jsontext"
)

// deadline bounds the drawing of one chart: some hundred times what a large one
// takes. It is there for hostile input, and for nothing else.
const deadline = 3 * time.Minute

// textSlack is how much wider than the ruler's guess a text may come out. The ruler
// measures by a table of one sans-serif font; a reader's may be as wide as DejaVu Sans.
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

// sketch is what the engine gives back: what the picture consists of, in the order it is painted
// in, its size in px, and the names that were cut with the whole of each ("" where two were cut
// alike).
type sketch struct {
	Elements []element   `json:"elements"`
	Width    int         `json:"width"`
	Height   int         `json:"height"`
	Cuts     [][2]string `json:"cuts"`
	// Heading is the chart's title and n in lines, as wide as the picture. It is not in the
	// picture: only a file shows it, and both share one drawing.
	Heading struct {
		Title []string `json:"title"`
		N     []string `json:"n"`
	} `json:"heading"`
}

// stillJS lists what a picture consists of. Pages have no use for it: they have ECharts.
//
//go:embed script/still.js
var stillJS string

// driver draws one option and leaves the function as the program's value. rulerWidth is
// [ruler.width].
const driver = `(function (option, envText) {
	var env = JSON.parse(envText);
	env.echarts = { format: { getTextRect: (text, font) => ({ width: rulerWidth(text, font) }) } };
	var p = runreportCharts.prepare(option, env);
	return JSON.stringify({ elements: still(p), width: p.width, height: p.height, cuts: p.cuts, heading: p.heading });
})`

// programs compiles the scripts once in a process.
var programs = sync.OnceValues(func() (compiled []*goja.Program, err error) {
	for _, s := range [][2]string{{"charts.js", Script}, {"still.js", stillJS}, {"driver", driver}} {
		p, err := goja.Compile(s[0], s[1], false)
		if err != nil {
			return nil, fmt.Errorf("chart script %s: %w", s[0], err)
		}
		compiled = append(compiled, p)
	}
	return compiled, nil
})

// engine loads the scripts into a fresh engine and gives the value of the last.
func engine() (*goja.Runtime, goja.Value, error) {
	loaded, err := programs()
	if err != nil {
		return nil, nil, err
	}
	vm := goja.New()
	if err := vm.Set("rulerWidth", newRuler().width); err != nil {
		return nil, nil, err
	}
	last, err := runAll(vm, loaded)
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

// artist is an engine that can draw. It keeps nothing from one chart to the next but the sizes
// of fonts.
type artist struct {
	vm   *goja.Runtime
	draw goja.Callable
}

// idle are artists between two charts: loading the scripts takes as long as drawing.
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
	given, err := a.value(option)
	if err != nil {
		return out, fmt.Errorf("chart option: %w", err)
	}
	stop := limit(a.vm, deadline)
	result, err := a.draw(goja.Undefined(), given, a.vm.ToValue(string(envText)))
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

// value is what JSON.parse makes of the text in the engine, with members in their order. The engine's own parser takes
// three times as long for the tens of thousands of points of a step curve.
func (a *artist) value(text []byte) (goja.Value, error) {
	return a.next(jsontext.NewDecoder(bytes.NewBuffer(text), jsontext.AllowInvalidUTF8(true), jsontext.AllowDuplicateNames(true)))
}

// next is the next value of d.
func (a *artist) next(d *jsontext.Decoder) (goja.Value, error) {
	token, err := d.ReadToken()
	if err != nil {
		return nil, err
	}
	switch token.Kind() {
	case '{':
		return a.object(d)
	case '[':
		return a.array(d)
	case '"':
		return a.vm.ToValue(token.String()), nil
	case '0':
		n, err := token.Float()
		return a.vm.ToValue(n), err
	case 'n':
		return goja.Null(), nil
	}
	return a.vm.ToValue(token.Bool()), nil
}

// object is the object of which d read the beginning.
func (a *artist) object(d *jsontext.Decoder) (goja.Value, error) {
	o := a.vm.NewObject()
	for d.PeekKind() != '}' {
		token, err := d.ReadToken()
		if err != nil {
			return nil, err
		}
		name := token.String()
		v, err := a.next(d)
		if err != nil {
			return nil, err
		}
		if name == "__proto__" { // set as other members are, it would be the prototype
			err = o.DefineDataProperty(name, v, goja.FLAG_TRUE, goja.FLAG_TRUE, goja.FLAG_TRUE)
		} else {
			err = o.Set(name, v)
		}
		if err != nil {
			return nil, err
		}
	}
	_, err := d.ReadToken()
	return o, err
}

// array is the array of which d read the beginning.
func (a *artist) array(d *jsontext.Decoder) (goja.Value, error) {
	var items []any
	for d.PeekKind() != ']' {
		v, err := a.next(d)
		if err != nil {
			return nil, err
		}
		items = append(items, v)
	}
	_, err := d.ReadToken()
	return a.vm.NewArray(items...), err
}
