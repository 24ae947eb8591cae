package chart

import (
	_ "embed"

	"runreport/templates"
)

// The parts of the chart script. They share one scope, so that each can call on
// those before it.
var (
	//go:embed script/numbers.js
	numbersJS string
	//go:embed script/scales.js
	scalesJS string
	//go:embed script/text.js
	textJS string
	//go:embed script/looks.js
	looksJS string
	//go:embed script/around.js
	aroundJS string
	//go:embed script/rows.js
	rowsJS string
	//go:embed script/plot.js
	plotJS string
	//go:embed script/cells.js
	cellsJS string
	//go:embed script/functions.js
	functionsJS string
	//go:embed script/tips.js
	tipsJS string
	//go:embed script/prepare.js
	prepareJS string
	//go:embed script/links.js
	linksJS string
	//go:embed script/zoom.js
	zoomJS string
	//go:embed script/library.js
	libraryJS string
	//go:embed script/page.js
	pageJS string
)

// Script is the chart script, the same for both faces: in a page it draws the live
// charts, and in the program it prepares the options for the static pictures. A
// page brings the library along, packed (Library), or runs templates.ECharts first. It
// sets one global, runreportCharts, and
// neither evaluates text nor writes markup, so a Content-Security-Policy can pin
// it by its hash.
var Script = templates.Lean("var runreportCharts = (function () {\n'use strict';\n" +
	numbersJS + scalesJS + textJS + looksJS + aroundJS + rowsJS + plotJS + cellsJS +
	functionsJS + tipsJS + prepareJS + linksJS + zoomJS + libraryJS + pageJS +
	"return { prepare, formatNumber, exactNumber, formatStamp, tokens: TOKENS };\n})();\n")
