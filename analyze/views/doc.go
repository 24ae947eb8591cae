// Package views prints the report's definitions as SQL views over a dataset.
//
// The views are declared once, in sql/, as templates. What engines write differently, as the
// microseconds of a timestamp, is a function of the template, and [Dialect] says how an
// engine writes it. Adding an engine is adding a Dialect.
package views
