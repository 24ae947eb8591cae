// Package chart draws a report.Chart with two faces from one definition.
//
// Option is the ECharts option, as JSON, that the chart script draws live in the
// page. SVG and File run the same option through the same ECharts build and the
// same script in a JavaScript engine, and give the static picture: for readers
// without JavaScript, for print, and for Markdown.
//
// Go says what is drawn: series, roles, axes, marks. The script
// (templates/charts.js) says how it looks at a given width. Colours are theme
// tokens on both sides; Tokens lists them.
//
// What a chart's kind leaves open is read so: in Steps, a point with a State is a
// cut-off, and the first one's State is what the key calls them; in Heat, the
// first series' role says whether numbers above zero are good, bad or neither, and
// the unit of either axis is that of the numbers; in Spans, a point without Hi is
// still open.
//
// Names, labels and titles may come out of a log and are never trusted: they
// reach the script as JSON strings, ECharts as text, and the SVG has to pass an
// allow list of elements, attributes and values.
package chart
