package redact

import (
	"strings"
	"testing"
)

func TestPage(t *testing.T) {
	r := New()
	key := keyBlock("RSA PRIVATE KEY", "\n", 6)
	token := "ghp_" + madeUp(1, 36, mixedCase)
	mail := "ada" + "@engine.example"
	page := "# Log\n\n" + key + "\nasked " + mail + "\n- name: DB_PASSWORD\n  value: hunter" + "2\nuse " + token + "\n" +
		strings.Repeat("x ", longLine) + mail + "\nend\n"
	got, hits := r.Page(page)
	want := "# Log\n\n[redacted: private key]" + strings.Repeat("\n", strings.Count(key, "\n")) + "\nasked " + mail +
		"\n- name: DB_PASSWORD\n  value: [redacted: secret]\nuse [redacted: github token]\n" +
		strings.Repeat("x ", longLine) + "[redacted: e-mail]\nend\n"
	if got != want {
		t.Errorf("got  %.400q\nwant %.400q", got, want)
	}
	if len(hits) != 4 {
		t.Errorf("hits %v", hits)
	}
	if again, hits := r.Page(got); again != got || hits != nil {
		t.Errorf("a second time gives %.300q", again)
	}
}
