// Package present makes the sections of the page and the pages of the site out of the
// summary and what stands beside it. It reads no tables: the detail of a unit is pulled
// when its page is made, one unit at a time.
package present
