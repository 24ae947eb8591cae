package pagetest

import (
	"context"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/chromedp/chromedp"
)

// axeFile is where `npm ci` in the folder axe puts axe-core.
const axeFile = "render/pagetest/axe/node_modules/axe-core/axe.min.js"

// Axe gives the script that looks for what keeps people out. Where it is not
// installed the test is skipped, or, with RUNREPORT_BROWSER=required, failed.
func Axe(t *testing.T) string {
	t.Helper()
	if testing.Short() {
		t.Skip("-short starts no browser")
	}
	root, err := os.Getwd()
	Must(t, err)
	for ; filepath.Dir(root) != root; root = filepath.Dir(root) {
		if script, err := os.ReadFile(filepath.Join(root, filepath.FromSlash(axeFile))); err == nil {
			return string(script)
		}
	}
	if os.Getenv("RUNREPORT_BROWSER") == "required" {
		t.Fatalf("RUNREPORT_BROWSER is required, and there is no %s", axeFile)
	}
	t.Skipf("no %s", axeFile)
	return ""
}

// violation is a rule of axe-core's that the page breaks, and where.
type violation struct {
	ID, Help string
	Nodes    []struct {
		HTML   string
		Target []any
		Any    []struct{ Message string }
	}
}

// Barriers lists what axe finds on the page as it stands, by the rules of WCAG 2.2 AA
// and by good practice.
func Barriers(t *testing.T, tab context.Context, axe string) []string {
	t.Helper()
	tab, stop := context.WithTimeout(tab, time.Minute)
	defer stop()
	_, err := chromedp.Run(tab, chromedp.Evaluate[any](axe+";0"))
	Must(t, err)
	found, err := chromedp.Run(tab, chromedp.Evaluate[string](`axe.run({ iframes: false, preload: false, resultTypes: ['violations'] }).then((r) => JSON.stringify(r.violations))`, chromedp.EvalAwaitPromise))
	Must(t, err)
	var list []violation
	Must(t, json.Unmarshal([]byte(found), &list))
	var barriers []string
	for _, v := range list {
		for _, n := range v.Nodes[:min(len(v.Nodes), 3)] {
			var why []string
			for _, a := range n.Any {
				why = append(why, a.Message)
			}
			barriers = append(barriers, fmt.Sprintf("%s: %s (%d places)\n\t%v: %.300s\n\t%s", v.ID, v.Help, len(v.Nodes), n.Target, n.HTML, strings.Join(why, "; ")))
		}
	}
	return barriers
}
