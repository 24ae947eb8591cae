// Package fragment tells apart what files hold of units, by the units' own names: the records that one file has of each,
// and which files have names in common.
package fragment
