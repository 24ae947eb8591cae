package dataset

// OpenFaulty is Open with calls that fail.
var OpenFaulty = open
