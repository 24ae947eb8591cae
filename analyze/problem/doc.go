// Package problem makes everything that is wrong one problem under a key that lasts
// from report to report. Kinds is the list. Attention is what to look at first.
package problem
