// Package chart draws a report.Chart with two faces from one definition.
//
// Option is the ECharts option, as JSON, that the chart script draws live in the
// page. SVG and File run the same option through the same script in a JavaScript
// engine, and give the static picture: for readers without JavaScript, for print,
// and for Markdown.
//
// Go says what is drawn: series, roles, axes, marks. The script (script/) says how
// it looks at a given width, down to the place of every name, so that little is left
// for ECharts to decide. What is left, script/still.js decides alike for the static
// picture, and it takes a tenth of the time of ECharts in that engine. A test draws
// with both and compares them element by element. Colours are theme tokens on both
// sides; Tokens lists them.
//
// What a chart's kind leaves open is read so: in Steps, a point with a State is a
// cut-off, and the first one's State is what the key calls them; in Heat, the
// first series' role says whether numbers above zero are good, bad or neither, and
// the unit of either axis is that of the numbers; in Spans, a point without Hi is
// still open.
//
// Names, labels and titles may come out of a log and are never trusted: they
// reach the script as JSON strings, ECharts as text, and the writer of the SVG
// knows the elements that there are and refuses everything else.
package chart
