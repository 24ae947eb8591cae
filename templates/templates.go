// Package templates embeds what the rendered pages are made of.
package templates

import _ "embed"

// Parts are what pages are put together from: tables, figures, sections.
//
//go:embed parts.tmpl
var Parts string

// Page is the template of the one page, for html/template. It needs Parts.
//
//go:embed page.tmpl
var Page string

// Style is the page's style sheet, less the colours, which come from render/chart.
//
//go:embed style.css
var Style string

// Site is the template of a page of the site, for html/template. It needs Parts.
//
//go:embed site.tmpl
var Site string

// SiteStyle is what the pages of the site add to Style.
//
//go:embed site.css
var SiteStyle string

// SiteScript is the search of the site. It runs after Script.
//
//go:embed site.js
var SiteScript string

// Icon is the picture in a browser's tab, as a file of the site.
//
//go:embed icon.svg
var Icon string

// Markdown is the template of the Markdown report, for text/template. Every text
// it is given is escaped already.
//
//go:embed report.md.tmpl
var Markdown string

// Nights is the template of a list of reports, for text/template, with texts that
// are escaped already.
//
//go:embed nights.md.tmpl
var Nights string
