package redact

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// homeCues are what a home directory's name follows, in lower case.
var homeCues = []string{
	"/home/", "/users/", "/root/", `users\`, `documents and settings\`,
	`\home\`, "%2fhome%2f", "%2fusers%2f", "-users-", "-home-",
}

// homeRoots may stand before /home and /Users.
var homeRoots = []string{
	"/var", "/usr", "/export", "/private", "/System/Volumes/Data", "/mnt/c", "/mnt/d", "/c", "/d",
}

// sharedFolders are directories below /Users that belong to no person.
var sharedFolders = setOf(`shared public default all`)

// findHome takes a home directory, up to the end of its owner's name.
func findHome(s string, from, at int) (start, end int, ok bool) {
	switch {
	case s[at] == '-':
		return projectHome(s, at)
	case s[at] == '%':
		body := at + 1 + strings.IndexByte(s[at+1:], '%') + len("%2f")
		end = ownerEnd(s, body)
		return at, end, end > body
	case s[at] == '\\':
		return linuxShareHome(s, from, at)
	case s[at] != '/':
		return windowsHome(s, from, at)
	case at > from && s[at-1] == ':':
		if start, end, ok = windowsHome(s, from, at+1); ok {
			return start, end, ok
		}
	}
	return unixHome(s, from, at)
}

// unixHome takes /home/NAME and /Users/NAME, and /root if something follows it.
func unixHome(s string, from, at int) (start, end int, ok bool) {
	below := s[at:min(len(s), at+len("/Users/"))]
	start = at
	for _, root := range homeRoots {
		if i := at - len(root); i >= from && s[i:at] == root {
			start = i
			break
		}
	}
	if !beginsPath(s, start) || isRoute(s, start) {
		return 0, 0, false
	}
	body := at + 1 + strings.IndexByte(below[1:], '/') + 1
	end = ownerEnd(s, body)
	switch below[:body-at] {
	case "/root/":
		return start, body - 1, end > body || body < len(s) && s[body] == '.'
	case "/home/", "/Users/":
		return start, end, end > body && !sharedFolders[strings.ToLower(s[body:end])] && !isPage(s, body, end)
	}
	return 0, 0, false
}

// isPage reports a name that has the ending of a file and nothing below it.
func isPage(s string, start, end int) bool {
	dot := strings.LastIndexByte(s[start:end], '.')
	return dot >= 0 && fileEndings[s[start+dot+1:end]] && (end == len(s) || s[end] != '/')
}

// linuxShareHome takes \home\NAME in a path such as \\wsl$\Ubuntu\home\NAME.
func linuxShareHome(s string, from, at int) (start, end int, ok bool) {
	start = separatorChars.back(s, from, at+1, 16)
	body := separatorChars.run(s[:min(len(s), at+maxName)], at+len(`\home`))
	end = ownerEnd(s, body)
	return start, end, end > body && strings.Contains(s[max(from, at-maxName):at], `\wsl`)
}

// ownerEnd gives the end of the directory name that begins at i. Dots at its end
// belong to the sentence.
func ownerEnd(s string, i int) int {
	end := i
	for end < len(s) {
		c, n := utf8.DecodeRuneInString(s[end:])
		if c < utf8.RuneSelf && !nameChars[byte(c)] || c >= utf8.RuneSelf && (c == utf8.RuneError || !unicode.In(c, unicode.L, unicode.M, unicode.Nd)) {
			break
		}
		end += n
	}
	for end > i && s[end-1] == '.' {
		end--
	}
	return end
}

// beginsPath reports whether an absolute path may begin at i, rather than go on
// from a relative path, a variable or the host of a URL.
func beginsPath(s string, i int) bool {
	if opens(s, i) {
		if i == 0 || strings.HasSuffix(s[:i], "file://") {
			return true
		}
		return strings.IndexByte("./~]})$%*?", s[i-1]) < 0
	}
	// -I/home/…, -L/home/…
	return i >= 2 && upperChars[s[i-1]] && s[i-2] == '-'
}

// isRoute reports a path behind an HTTP method: a page of a server.
func isRoute(s string, i int) bool {
	for _, method := range []string{"GET ", "HEAD ", "POST ", "PUT ", "PATCH ", "DELETE ", "OPTIONS "} {
		if strings.HasSuffix(s[:i], method) {
			return true
		}
	}
	return false
}

// windowsHome takes C:\Users\NAME at its second part, with any number of backslashes.
func windowsHome(s string, from, at int) (start, end int, ok bool) {
	colon := separatorChars.back(s, from, at, 16) - 1
	start = colon - 1
	if start < from || colon+1 == at || s[colon] != ':' || !letterChars[s[start]] || !opens(s, start) {
		return 0, 0, false
	}
	body := at + strings.IndexAny(s[at:], `/\`)
	body = separatorChars.run(s[:min(len(s), body+16)], body)
	end = ownerEnd(s, body)
	if spaced := spacedNameEnd(s, end); spaced > end {
		end = spaced
	}
	return start, end, end > body && !sharedFolders[strings.ToLower(s[body:end])]
}

var separatorChars = charsOf(`/\`)

// spacedNameEnd goes on over further words of a name if the path goes on behind
// them, as it does in C:\Users\First Last\x and does not in "C:\Users\ada is here".
func spacedNameEnd(s string, end int) int {
	for i := end; i < min(len(s), end+32); i++ {
		switch c := s[i]; {
		case c == '\\' || c == '/':
			if i > end && s[i-1] != ' ' {
				return i
			}
			return end
		case c != ' ' && !nameChars[c] && c < 0x80:
			return end
		}
	}
	return end
}

// projectHome takes the home directory in the name of a folder that stands for a
// whole path, as -Users-NAME-code-project does below ~/.claude/projects.
func projectHome(s string, at int) (start, end int, ok bool) {
	if at > 0 && s[at-1] != '/' && s[at-1] != '\\' && !isQuote(s[at-1]) {
		return 0, 0, false
	}
	if !strings.HasPrefix(s[at:], "-Users-") && !strings.HasPrefix(s[at:], "-home-") {
		return 0, 0, false
	}
	body := at + 1 + strings.IndexByte(s[at+1:], '-') + 1
	end = wordChars.run(s, body)
	// Without the rest of a path it is a flag of some program.
	return at + 1, end, end > body && end < len(s) && s[end] == '-'
}
