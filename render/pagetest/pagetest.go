// Package pagetest looks at pages as a reader's browser does, for tests: in headless
// Chromium, with everything that a page should not say or do made a failure.
package pagetest

import (
	"context"
	"fmt"
	"net/url"
	"os"
	"os/exec"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/chromedp/cdproto/cdp"
	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/cdproto/input"
	cdplog "github.com/chromedp/cdproto/log"
	"github.com/chromedp/cdproto/network"
	"github.com/chromedp/cdproto/page"
	"github.com/chromedp/cdproto/runtime"
	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"
)

// shared is the browser of a test binary, and what stops it. A start takes more time than
// most tests do with the browser.
var shared struct {
	sync.Mutex
	inMain  bool
	browser context.Context
	stop    func()
}

// Main runs the tests of a package, for its TestMain, and stops the browser that they shared.
func Main(m *testing.M) (code int) {
	shared.inMain = true
	defer func() {
		if shared.stop != nil {
			shared.stop()
		}
	}()
	return m.Run()
}

// Start gives the test a profile of its own in the headless Chromium of its package, which
// the first test starts. Without a Chromium the test is skipped, or, with
// RUNREPORT_BROWSER=required, failed. With -short no test has a browser.
func Start(t *testing.T) context.Context {
	t.Helper()
	if testing.Short() {
		t.Skip("-short starts no browser")
	}
	if !shared.inMain {
		t.Fatal("the TestMain of a package whose tests have a browser calls pagetest.Main")
	}
	program := chromium(t)
	shared.Lock()
	defer shared.Unlock()
	if shared.browser == nil {
		browser, stop, err := launch(program)
		Must(t, err)
		shared.browser, shared.stop = browser, stop
	}
	limited, stop := context.WithTimeout(shared.browser, 10*time.Minute)
	t.Cleanup(stop)
	profile, cancel := chromedp.NewContext(limited, chromedp.WithNewBrowserContext())
	t.Cleanup(cancel)
	Must(t, chromedp.Do(profile))
	return profile
}

// chromium is the path of the browser.
func chromium(t *testing.T) string {
	t.Helper()
	for _, name := range []string{"chromium", "chromium-browser", "google-chrome"} {
		if path, err := exec.LookPath(name); err == nil {
			return path
		}
	}
	if os.Getenv("RUNREPORT_BROWSER") == "required" {
		t.Fatal("RUNREPORT_BROWSER is required, and there is no Chromium")
	}
	t.Skip("no Chromium")
	return ""
}

// launch starts the browser in a folder of its own, which stop removes.
func launch(program string) (browser context.Context, stop func(), err error) {
	dir, err := os.MkdirTemp("", "runreport-chromium-*")
	if err != nil {
		return nil, nil, err
	}
	options := append(chromedp.DefaultExecAllocatorOptions[:], chromedp.ExecPath(program),
		chromedp.NoSandbox, chromedp.DisableGPU, chromedp.UserDataDir(dir))
	allocated, end := chromedp.NewExecAllocator(context.Background(), options...)
	browser, cancel := chromedp.NewContext(allocated)
	stop = func() {
		_ = chromedp.Cancel(browser) // waits until the profile is no longer written to
		cancel()
		end()
		_ = os.RemoveAll(dir)
	}
	if err := chromedp.Do(browser); err != nil {
		stop()
		return nil, nil, err
	}
	return browser, stop, nil
}

// View is how a page is looked at.
type View struct {
	Width  int64
	Dark   bool
	Script bool
	Height int64 // 0: high enough to have every chart in sight
}

// Views gives the views in which the n-th page of a test is looked at: all of them where
// RUNREPORT_BROWSER=required, as in CI, and elsewhere every third, so that three pages
// are looked at in all views between them.
func Views(all []View, n int) (chosen []View) {
	step := 3
	if os.Getenv("RUNREPORT_BROWSER") == "required" {
		n, step = 0, 1
	}
	for i := n % step; i < len(all); i += step {
		chosen = append(chosen, all[i])
	}
	return chosen
}

func (v View) String() string {
	s := fmt.Sprint(v.Width)
	if v.Dark {
		s += " dark"
	}
	if !v.Script {
		s += " without script"
	}
	return s
}

// said collects what a page should not say or do.
type said struct {
	sync.Mutex
	list  []string
	home  string // the page's own address
	below string // where the files lie that it may ask for; empty: nowhere
	bears string // what may be said, as a part of it; empty: nothing
}

func (s *said) add(format string, args ...any) {
	s.Lock()
	defer s.Unlock()
	if text := fmt.Sprintf(format, args...); s.bears == "" || !strings.Contains(text, s.bears) {
		s.list = append(s.list, text)
	}
}

func (s *said) hear(event any) {
	switch e := event.(type) {
	case *runtime.EventExceptionThrown:
		s.add("exception: %s", e.ExceptionDetails.Text)
	case *runtime.EventConsoleAPICalled:
		if e.Type == "error" || e.Type == "warning" || e.Type == "assert" {
			s.add("console.%s with %d values", e.Type, len(e.Args))
		}
	case *cdplog.EventEntryAdded:
		if e.Entry.Level == "error" || e.Entry.Source == "security" {
			s.add("log: %s", e.Entry.Text)
		}
	case *network.EventRequestWillBeSent:
		u, _, _ := strings.Cut(e.Request.URL, "#")
		if ours := s.below != "" && strings.HasPrefix(u, s.below); u != s.home && !ours && !strings.HasPrefix(u, "data:") {
			s.add("request: %s", u)
		}
	case *page.EventJavascriptDialogOpening:
		s.add("dialog: %s", e.Message)
	}
}

// Open shows a page in a tab of its own and gives the tab. The path may end in a
// fragment. What the page says fails the test when it ends.
func Open(t *testing.T, browser context.Context, path string, v View) context.Context {
	t.Helper()
	path, fragment, _ := strings.Cut(path, "#")
	return open(t, browser, &said{home: fileURL(path)}, fragment, v)
}

// OpenSite shows a page of a site, a folder on the disk: it may ask for the files there.
func OpenSite(t *testing.T, browser context.Context, folder, path string, v View) context.Context {
	t.Helper()
	return open(t, browser, &said{home: fileURL(folder + "/" + path), below: fileURL(folder + "/")}, "", v)
}

// OpenServed shows a page of a site on a web server, whose policy makes the browser say
// what has bears in it.
func OpenServed(t *testing.T, browser context.Context, server, path, bears string, v View) context.Context {
	t.Helper()
	return open(t, browser, &said{home: server + "/" + path, below: server + "/", bears: bears}, "", v)
}

func fileURL(path string) string { return (&url.URL{Scheme: "file", Path: path}).String() }

func open(t *testing.T, browser context.Context, heard *said, fragment string, v View) context.Context {
	t.Helper()
	tab, cancel := chromedp.NewContext(browser)
	t.Cleanup(cancel)
	Must(t, chromedp.Do(tab))
	Must(t, chromedp.Listen(tab, heard.hear))
	t.Cleanup(func() {
		heard.Lock()
		defer heard.Unlock()
		for _, s := range heard.list {
			t.Error(s)
		}
	})
	scheme := "light"
	if v.Dark {
		scheme = "dark"
	}
	Call(t, tab, network.Enable, network.EnableParams{})
	Call(t, tab, emulation.SetEmulatedMedia, emulation.SetEmulatedMediaParams{Features: []*emulation.MediaFeature{{Name: "prefers-color-scheme", Value: scheme}}})
	Call(t, tab, emulation.SetScriptExecutionDisabled, emulation.SetScriptExecutionDisabledParams{Value: !v.Script})
	// Of several tabs the browser gives the focus to one; keys that are pressed in another are lost.
	Call(t, tab, emulation.SetFocusEmulationEnabled, emulation.SetFocusEmulationEnabledParams{Enabled: true})
	height := v.Height
	if height == 0 {
		height = 12000 // charts are drawn when they come in sight
	}
	Must(t, chromedp.Do(tab, chromedp.EmulateViewport(v.Width, height), chromedp.Navigate(heard.home+"#"+fragment)))
	return tab
}

// Press presses keys one after another, as a keyboard does: a key that the page takes
// for itself writes nothing.
func Press(t *testing.T, tab context.Context, keys string) {
	t.Helper()
	for _, r := range keys {
		events := kb.Encode(r) // down, up, and between them the character where it has one
		for i, e := range events {
			if e.Type == kb.KeyChar {
				continue
			}
			if i+1 < len(events) && events[i+1].Type == kb.KeyChar {
				e.Text, e.UnmodifiedText = events[i+1].Text, events[i+1].UnmodifiedText
			}
			Call(t, tab, input.DispatchKeyEvent, *e)
		}
	}
}

// Must fails the test on an error.
func Must(t *testing.T, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

// Call sends one command to the tab.
func Call[P, R any](t *testing.T, tab context.Context, command cdp.Command[P, R], params P) {
	t.Helper()
	if _, err := chromedp.Call(tab, command, params); err != nil {
		t.Fatalf("%s: %v", command.Method, err)
	}
}

// Ask evaluates an expression in the page.
func Ask[T any](t *testing.T, tab context.Context, expression string) T {
	t.Helper()
	v, err := chromedp.Run(tab, chromedp.Evaluate[T](expression))
	if err != nil {
		t.Fatalf("%s: %v", expression, err)
	}
	return v
}

// WaitFor waits until an expression holds. It asks again if the page was left while it was asked, as when Enter leads to
// another page.
func WaitFor(t *testing.T, tab context.Context, expression string) {
	t.Helper()
	for range 200 {
		holds, err := chromedp.Run(tab, chromedp.Evaluate[bool](expression))
		switch {
		case err != nil && !strings.Contains(err.Error(), pageLeft):
			t.Fatalf("%s: %v", expression, err)
		case err == nil && holds:
			return
		}
		time.Sleep(50 * time.Millisecond)
	}
	t.Fatalf("does not come true: %s", expression)
}

// pageLeft is what Chromium answers if the page was left before it had evaluated an expression.
const pageLeft = "Inspected target navigated or closed"

// Unfold opens all that is folded, as a reader does by and by.
func Unfold(t *testing.T, tab context.Context) {
	t.Helper()
	if closed := Ask[int](t, tab, `(function () {
		document.querySelectorAll('details').forEach(function (d) { d.open = true; });
		return document.querySelectorAll('details:not([open])').length;
	})()`); closed > 0 {
		t.Errorf("%d folds stay closed", closed)
	}
}

// OpenChapters opens the parts of the page that are folded to a line each, and no fold in
// them.
func OpenChapters(t *testing.T, tab context.Context) {
	t.Helper()
	Ask[int](t, tab, `(function () { document.querySelectorAll('.chapter').forEach(function (d) { d.open = true; }); return 0; })()`)
}

// WaitForCharts scrolls to one chart after the other until the script has drawn all.
func WaitForCharts(t *testing.T, tab context.Context) {
	t.Helper()
	WaitFor(t, tab, `(function () { // a chart is drawn when it comes into sight
		var next = document.querySelector('figure:not(.chart-drawn)');
		if (next) next.scrollIntoView({ behavior: 'instant' });
		return !next;
	})()`)
}

// Look opens a report's page in a view and checks what holds for every page: its
// charts can be seen, live with scripts and still without, it is no wider than its
// window, and no text of a log ran.
func Look(t *testing.T, browser context.Context, path string, figures int, v View) {
	t.Helper()
	tab := Open(t, browser, path, v)
	Unfold(t, tab)
	if v.Script {
		WaitForCharts(t, tab)
	}
	// Every chart is there, live or still, and has a size.
	seen := Ask[int](t, tab, `Array.from(document.querySelectorAll('figure')).filter(function (f) {
		return Array.from(f.querySelectorAll('svg')).some(function (s) { var r = s.getBoundingClientRect(); return r.width > 200 && r.height > 30; });
	}).length`)
	if seen != figures {
		t.Errorf("%d charts can be seen, want %d", seen, figures)
	}
	live := Ask[int](t, tab, `document.querySelectorAll('.chart-live svg path').length`)
	if (live > figures) != v.Script {
		t.Errorf("%d shapes in live charts", live)
	}
	if wide := Ask[int64](t, tab, `document.documentElement.scrollWidth`); wide > v.Width {
		t.Errorf("the page is %d px wide", wide)
	}
	if Ask[bool](t, tab, `'__pwned' in window`) {
		t.Error("text of a log ran")
	}
}
