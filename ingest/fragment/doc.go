// Package fragment tells apart what files hold of units, by the units' own names: the records that one file has of each,
// and which files have to be read together because they may hold the same unit.
package fragment
