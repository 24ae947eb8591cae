// Package report is the second waist of runreport: the finished report as plain
// data. Everything in it is sorted and worded; nothing in it computes. Renderers
// read it and never change it. WriteSummary and ReadSummary are its form on disk,
// summary.json.
package report
