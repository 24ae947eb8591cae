package clean

import (
	"errors"
	"fmt"
	"io/fs"
	"strconv"
	"strings"
	"testing"

	"github.com/go-json-experiment/json/jsontext"

	"runreport/ingest/record"
	"runreport/ingest/redact"
)

// What stands under a key that names a secret is one, whatever it looks like. Under other keys the same
// text is none, also where it was met before.
func TestTextsUnderKeysOfSecrets(t *testing.T) {
	c := New(redact.New(), &record.File{})
	const word = "correct-horse-battery"
	for range 2 { // the second time from memory
		for key, secret := range map[string]bool{"password": true, "note": false, "": false, "name": false} {
			if got := redact.SecretName(key); (got != "") != secret || secret && got != key {
				t.Errorf("%q names a secret: %q", key, got)
			}
			if got := c.text(key, word); (got != word) != secret || secret && !strings.HasPrefix(got, "[redacted: ") {
				t.Errorf("%s: %s", key, got)
			}
			json := `"` + word + `"`
			if got := c.json(keyedText{redact.SecretName(key), json}); (got != json) != secret {
				t.Errorf("%s: %s", key, got)
			}
			j := c.Judge()
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
	var none *Cleaner
	if none.Judge() != nil || !none.Judge().Quiet([]*record.Record{{}}) {
		t.Error("where secrets are kept something is one")
	}
}

// A text in a list becomes what the same text became where it stands as JSON, though nothing in it looks
// like a secret as long as its escapes are not read.
func TestAListIsCleanedAsItsJSON(t *testing.T) {
	kind := (&record.Kind{Name: "end", Fields: []record.Field{{Key: "counts", Type: record.Any}, {Key: "made", Type: record.Strings}}}).Compile()
	f := &record.File{Path: "a.jsonl", Format: &record.Format{Kinds: []*record.Kind{kind}}}
	c := New(redact.New(), f)
	r := f.AddObject(kind, jsontext.Value(`{"counts":{"zz":"bob\u0040example.com"},"made":["{\"zz\":\"bob\\u0040example.com\"}"]}`), 1)
	c.Redact(f)
	const want = `{"zz":"[redacted: e-mail]"}`
	if got := string(r.Raw("counts")); got != want {
		t.Errorf("the JSON is %s, want %s", got, want)
	}
	if got := r.List("made"); len(got) != 1 || got[0] != want {
		t.Errorf("the list is %q, want %s", got, want)
	}
}

// JSON is cleaned by the rules for JSON, whatever became of the same text where it was no JSON, whether or not that
// is remembered. A text that stood as JSON before becomes the same.
func TestATextThatIsJSONToo(t *testing.T) {
	const text, clean = `{"note":"mail to ada\u0040x.example"}`, `{"note":"mail to [redacted: e-mail]"}`
	for _, before := range []int{0, fewTexts} {
		c := New(redact.New(), &record.File{})
		for i := range before {
			c.text("error", "token "+strconv.Itoa(i))
		}
		for range 2 {
			if got := c.text("error", text); got != text {
				t.Errorf("behind %d texts the text is %s", before, got)
			}
		}
		for range 2 {
			if got := c.json(keyedText{"", text}); got != clean {
				t.Errorf("behind %d texts the JSON is %s, want %s", before, got, clean)
			}
			if got := c.text("error", text); got != clean {
				t.Errorf("behind %d texts and the JSON the text is %s, want %s", before, got, clean)
			}
		}
		if len(c.texts) > 1 || c.quietTexts != min(before+2, fewTexts) {
			t.Errorf("behind %d texts %d are remembered, %d not", before, len(c.texts), c.quietTexts)
		}
	}
}

// A text is quiet where the rules find nothing in it; of long ones that is known only where nothing in it looks like a secret.
func TestQuietTexts(t *testing.T) {
	c := &Cleaner{redactor: redact.New()}
	long := strings.Repeat("x", maxExamined)
	for text, want := range map[string]bool{
		"": true, "lint": true, "ada@mail.example": false, "npm run check-02 -- --ci": true, "/home/ada/x": false, "password=hunter2": false,
		"the pass": true, "pass=1": true, long: true, long + " pass=1": false, long + " lint": true,
	} {
		if got := c.quiet(text); got != want {
			t.Errorf("%q: quiet %v, want %v", text, got, want)
		}
		if _, hits := c.redactor.Text(text); c.quiet(text) && hits != nil {
			t.Errorf("%q is quiet and holds %v", text, hits)
		}
	}
}

// Two short texts that become the same without their secrets stay two, by a number. A text is
// counted once, and a long one is no name.
func TestTextsThatBecomeTheSame(t *testing.T) {
	file := &record.File{}
	c := New(redact.New(), file)
	at := "@" // joined here, so that this file holds no address
	long := strings.Repeat("word ", maxName/5)
	for _, x := range []struct{ text, want string }{
		{"lint", "lint"}, {"ask ada" + at + "x.example", "ask [redacted: e-mail]"}, {"ask bob" + at + "x.example", "ask [redacted: e-mail] (2)"},
		{"ask ada" + at + "x.example", "ask [redacted: e-mail]"}, {"ask cyd" + at + "x.example", "ask [redacted: e-mail] (3)"}, {"tell ada" + at + "x.example", "tell [redacted: e-mail]"},
		{long + "ada" + at + "x.example", long + "[redacted: e-mail]"}, {long + "bob" + at + "x.example", long + "[redacted: e-mail]"},
	} {
		if got := c.text("note", x.text); got != x.want {
			t.Errorf("%s becomes %s, want %s", x.text, got, x.want)
		}
	}
	c.Redact(file)
	reported := int64(0)
	for _, f := range file.Findings() {
		reported += f.Count
	}
	if reported != 6 {
		t.Errorf("%d addresses are told of, want 6", reported)
	}
}

// An error may quote what it is about. It is told without secrets, and is the same error.
func TestErrorsWithoutSecrets(t *testing.T) {
	secret := fmt.Errorf("ask ada@corp.io: %w", fs.ErrNotExist)
	r := redact.New()
	got := Error(r, secret)
	if want := "ask [redacted: e-mail]: file does not exist"; got.Error() != want || !errors.Is(got, fs.ErrNotExist) {
		t.Errorf("%v, want %s", got, want)
	}
	if got := Error(r, fs.ErrNotExist); got != fs.ErrNotExist {
		t.Errorf("an error without a secret became %v", got)
	}
	if got := Error(nil, secret); got != secret {
		t.Errorf("where secrets are kept it became %v", got)
	}
}
