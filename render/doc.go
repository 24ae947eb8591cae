// Package render turns a report.Report into files. Outputs lists the forms it can
// take; each is a function of the report and a few options, and none reorders or
// changes what it prints. Nor do they compute, but for the head of a report, which
// counts its runs and checks that the ledger adds up. Publish puts the files in
// place, whole or not at all.
//
// Every text of a report may have come out of a log. Each output has one way of
// making text safe, applied to all of it: html/template for the page, escape for
// Markdown, the encoder's own strings for JSON.
package render
