// Command runreport reads the logs that agent and CI pipelines leave behind and
// writes a static report about them.
package main

import "os"

func main() {
	os.Exit(run(os.Args[1:], os.Stdin, os.Stdout, os.Stderr))
}
