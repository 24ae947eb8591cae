package ingest

import (
	"strings"
	"testing"

	"runreport/ingest/record"
)

// What stands under a key that names a secret is one, whatever it looks like. Under other keys the same
// text is none, also where it was met before.
func TestTextsUnderKeysOfSecrets(t *testing.T) {
	o := Options{}
	if err := o.prepare(); err != nil {
		t.Fatal(err)
	}
	c := o.newCleaner(&record.File{})
	const word = "correct-horse-battery"
	for range 2 { // the second time from memory
		for key, secret := range map[string]bool{"password": true, "note": false, "": false, "name": false} {
			if got := secretName(key); (got != "") != secret || secret && got != key {
				t.Errorf("%q names a secret: %q", key, got)
			}
			if got := c.text(key, word); (got != word) != secret || secret && !strings.HasPrefix(got, "[redacted: ") {
				t.Errorf("%s: %s", key, got)
			}
			json := `"` + word + `"`
			if got := c.json(keyedText{secretName(key), json}); (got != json) != secret {
				t.Errorf("%s: %s", key, got)
			}
			j := c.judge()
			if named := j.by.Secret.Names(key); named != secret {
				t.Errorf("%s is looked into: %t", key, named)
			}
			if j.by.Text(key, word); j.found != secret {
				t.Errorf("a secret is found under %s: %t", key, j.found)
			}
		}
	}
	if c.json(keyedText{"password", ""}) != "" {
		t.Error("nothing became something")
	}
	var none *cleaner
	if none.judge() != nil || !none.judge().quiet([]*record.Record{{}}) {
		t.Error("where secrets are kept something is one")
	}
}
