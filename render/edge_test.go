package render

import (
	"bytes"
	"context"
	"image/png"
	"math"
	"path/filepath"
	"testing"
	"time"

	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/cdproto/page"
	"github.com/chromedp/chromedp"

	"runreport/render/pagetest"
)

// What scrolls sideways is darker, or in the dark lighter, at an edge behind which there
// is more, and only there; on paper nothing is.
func TestMoreBehindTheEdge(t *testing.T) {
	browser := pagetest.Start(t)
	path := filepath.Join(t.TempDir(), "index.html")
	write(t, path, rendered(t, explorable(), "html")["index.html"])
	for _, v := range []pagetest.View{{Width: 320, Script: true}, {Width: 320, Dark: true, Script: true}, {Width: 320}} {
		t.Run(v.String(), func(t *testing.T) {
			tab := pagetest.Open(t, browser, path, v)
			pagetest.OpenChapters(t, tab)
			const scroll = `document.getElementById('table-steps').closest('.scroll')`
			pagetest.Ask[string](t, tab, `document.getElementById('table-steps').style.minWidth = '40rem'`)
			pagetest.WaitFor(t, tab, scroll+`.scrollWidth > `+scroll+`.clientWidth + 10`) // else there is nothing to show
			// Above the heads, where there is no text: the caption is at the left.
			const right = `(() => { const r = ` + scroll + `.getBoundingClientRect(); return [r.right - 6, r.top + scrollY + 4, 6, 8]; })()`
			paper := shadeOf(t, tab, `[0, 300, 6, 2]`)
			check := func(when string, more bool) {
				t.Helper()
				for range 60 { // charts that are drawn meanwhile move the table
					if math.Abs(shadeOf(t, tab, right)-paper) > 4 == more {
						return
					}
					time.Sleep(50 * time.Millisecond)
				}
				t.Errorf("%s: the right edge differs from the paper: %v", when, !more)
			}
			check("at the start", true)
			pagetest.Ask[int](t, tab, scroll+`.scrollLeft = 1e4`)
			check("at the end", false)
			pagetest.Call(t, tab, emulation.SetEmulatedMedia, emulation.SetEmulatedMediaParams{Media: "print"})
			if got := pagetest.Ask[string](t, tab, `getComputedStyle(`+scroll+`).backgroundImage`); got != "none" {
				t.Errorf("on paper: %s", got)
			}
		})
	}
}

// shadeOf is the mean brightness, 0 to 255, of a part of the page: left, top, width and
// height in px.
func shadeOf(t *testing.T, tab context.Context, box string) float64 {
	t.Helper()
	b := pagetest.Ask[[]float64](t, tab, box)
	shot, err := chromedp.Call(tab, page.CaptureScreenshot, page.CaptureScreenshotParams{Format: page.CaptureScreenshotFormatPng,
		Clip: &page.Viewport{X: b[0], Y: b[1], Width: b[2], Height: b[3], Scale: 1}})
	pagetest.Must(t, err)
	picture, err := png.Decode(bytes.NewReader(shot.Data))
	pagetest.Must(t, err)
	sum, n := 0.0, 0.0
	for x := range picture.Bounds().Dx() {
		for y := range picture.Bounds().Dy() {
			r, g, b, _ := picture.At(x, y).RGBA()
			sum += float64(r+g+b) / 3 / 257
			n++
		}
	}
	return sum / n
}
