package render

import (
	"fmt"
	"net/url"
	"regexp"
)

// plainURL is what a link to the whole report may be made of: nothing that ends a
// link, an attribute or a cell in any of the outputs.
var plainURL = regexp.MustCompile(`^https://[A-Za-z0-9._~:/?@!$&+,;=%-]+$`)

// longestURL is the longest link that is accepted; browsers take about as much.
const longestURL = 2000

// CheckURL says why s cannot be the link to the whole report. Empty is no link.
func CheckURL(s string) error {
	if s == "" {
		return nil
	}
	u, err := url.Parse(s)
	switch {
	case len(s) > longestURL:
		return fmt.Errorf("the address of the report has %d characters, more than %d", len(s), longestURL)
	case err != nil || !plainURL.MatchString(s) || u.Host == "":
		return fmt.Errorf("the address of the report %q is not a plain https:// address without a fragment", s)
	case u.User != nil:
		return fmt.Errorf("the address of the report must hold no user and no password")
	}
	return nil
}
