package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"runreport/render/pagetest"
	"runreport/unit/tier"
)

// TestPagesInABrowser opens real reports, of the demonstration logs and of hostile
// ones, in Chromium.
func TestPagesInABrowser(t *testing.T) {
	tier.Slow(t, "opens pages in a browser")
	browser := pagetest.Start(t)
	views := []pagetest.View{
		{Width: 390, Script: true}, {Width: 768, Dark: true, Script: true}, {Width: 1440, Script: true},
		{Width: 390}, {Width: 1440, Dark: true},
	}
	for i, logs := range []string{demoLogs, hostileLogs(t)} {
		name := []string{"demo", "hostile"}[i]
		page := filepath.Join(sharedReport(t, logs, "--format", "html"), "index.html")
		content, err := os.ReadFile(page)
		if err != nil {
			t.Fatal(err)
		}
		figures := strings.Count(string(content), "<figure id=")
		if figures < 4 {
			t.Errorf("%s: %d charts", name, figures)
		}
		for _, v := range pagetest.Views(views, i) {
			t.Run(name+" "+v.String(), func(t *testing.T) { pagetest.Look(t, browser, page, figures, v) })
		}
	}
}
