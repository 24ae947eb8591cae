package render

import (
	"path/filepath"
	"testing"

	"github.com/chromedp/cdproto/emulation"

	"runreport/render/pagetest"
	"runreport/unit/tier"
)

// states are what a reader may have done to a page before it is looked at again.
var states = []struct{ name, script string }{
	{"as it opens", ""},
	{"explored", `document.querySelectorAll('details').forEach((d) => { d.open = true; });
		document.querySelectorAll('thead button')[1].click();
		document.querySelector('main tbody tr').click();
		for (const input of document.querySelectorAll('#search, .filter input')) { input.value = 'step'; input.dispatchEvent(new Event('input', { bubbles: true })); }`},
	{"with its keys", `document.getElementById('keys').showModal();`},
}

func TestNothingKeepsPeopleOut(t *testing.T) {
	tier.Slow(t, "opens pages in a browser")
	axe := pagetest.Axe(t)
	browser := pagetest.Start(t)
	path := filepath.Join(t.TempDir(), "index.html")
	write(t, path, rendered(t, explorable(), "html")["index.html"])
	all := []pagetest.View{
		{Width: 1440, Script: true}, {Width: 1440, Dark: true, Script: true}, {Width: 390, Dark: true, Script: true},
		{Width: 390}, {Width: 1440},
	}
	for _, v := range pagetest.Views(all, 1) {
		for _, s := range states {
			if !v.Script && s.script != "" {
				continue
			}
			t.Run(v.String()+" "+s.name, func(t *testing.T) {
				tab := pagetest.Open(t, browser, path, v)
				pagetest.OpenChapters(t, tab)
				if v.Script {
					pagetest.WaitFor(t, tab, `!document.querySelector('figure:not(.chart-drawn)')`)
				}
				// What was not run stays so; axe itself needs a browser that runs scripts.
				pagetest.Call(t, tab, emulation.SetScriptExecutionDisabled, emulation.SetScriptExecutionDisabledParams{})
				pagetest.Ask[int](t, tab, `(() => { `+s.script+`; return 0; })()`)
				for _, b := range pagetest.Barriers(t, tab, axe) {
					t.Error(b)
				}
			})
		}
	}
	t.Run("what would", func(t *testing.T) {
		write(t, path, `<!doctype html><html><body><p><font color="#ccc">pale</font></p><input></body></html>`)
		tab := pagetest.Open(t, browser, path, pagetest.View{Width: 1440, Script: true})
		if found := pagetest.Barriers(t, tab, axe); len(found) < 3 {
			t.Errorf("a page without title, language, labels and contrast: %q", found)
		}
	})
}
