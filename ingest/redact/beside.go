package redact

import "strings"

// namedBeside judges a value whose name stands beside it, before or behind:
//
//	{"name": "API_TOKEN", "value": "…"}
//	- name: DB_PASSWORD
//	  value: …
//	<add key="ClearTextPassword" value="…" />
func (a *assignment) namedBeside(s string, at int) (start, end int, ok bool) {
	for _, name := range []string{nameBefore(s, at), nameBehind(s, a.end)} {
		if name == "" {
			continue
		}
		given := *a
		given.name = name
		if given.isPasswordOf() || given.isSecretOf() || given.isSession() {
			return a.start, a.end, true
		}
	}
	return 0, 0, false
}

// nameKeys are what the name of a value is called.
var nameKeys = setOf(`name key variable env parameter header setting id`)

// aroundPair stands between a name and its value, in a quotation too.
var aroundPair = charsOf("\n\r \t\"'`,;>|#*-")

// nameBefore gives the name in name: NAME before i.
func nameBefore(s string, i int) string {
	from := max(0, i-4*maxName)
	end := breaksBefore(s, from, i, aroundPair)
	start := nameChars.back(s, from, end, maxName)
	sign := breaksBefore(s, from, start, aroundPair)
	if start == end || sign == from || s[sign-1] != ':' && s[sign-1] != '=' {
		return ""
	}
	word := breaksBefore(s, from, sign-1, aroundPair)
	key := letterChars.back(s, from, word, maxName)
	if !nameKeys[strings.ToLower(s[key:word])] {
		return ""
	}
	return s[start:end]
}

// nameBehind gives the name in name: NAME behind i.
func nameBehind(s string, i int) string {
	near := s[:min(len(s), i+4*maxName)]
	key := skipBreaks(near, i, aroundPair)
	word := letterChars.run(near, key)
	if !nameKeys[strings.ToLower(near[key:word])] {
		return ""
	}
	sign := skipBreaks(near, word, aroundPair)
	if sign >= len(near) || near[sign] != ':' && near[sign] != '=' {
		return ""
	}
	start := skipBreaks(near, sign+1, aroundPair)
	return near[start:nameChars.run(near, start)]
}
