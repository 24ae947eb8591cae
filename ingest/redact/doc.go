// Package redact takes secrets, home directories and e-mail addresses out of text
// before it is written anywhere.
//
//	r := redact.New()
//	out, hits := r.Text("curl -H 'X-Api-Key: 7f3a…' file:///home/ada/notes")
//	// curl -H 'X-Api-Key: [redacted: secret]' file://~/notes
//
// A rule ([Rules]) knows a secret in one of three ways: by the way it begins
// (ghp_…), by the frame it stands in (a private-key block, an Authorization
// header, the user part of a URL), or by the name it is given to (DB_PASSWORD=…,
// "apiKey": "…", --token …). Nothing is taken for a secret because it looks
// random: commits, digests, UUIDs and run ids look random too, so randomness
// counts only behind a name.
//
// What stays, on purpose: placeholders (<token>, ${TOKEN}, ***, xxxx), numbers of
// tokens, the names of keys, public keys and certificates, and git@host:owner/repo,
// which is a place and not a person's address.
//
// # How it works
//
// One pass looks at three bytes at a time and asks a rule only where one of its
// cues stands, so text without cues costs about a nanosecond per byte. What a rule
// may look at from there is bounded, or is consumed by the match; time is linear in
// the length of the text. All cuts fall between ASCII bytes or whole runes and
// outside escapes: valid UTF-8 stays valid, and so does JSON.
package redact
