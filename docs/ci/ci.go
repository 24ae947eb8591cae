// Package ci holds the workflows that runreport init writes, as they are documented.
package ci

import "embed"

// Files are the workflows by the names of their files here.
//
//go:embed *.yml
var Files embed.FS
