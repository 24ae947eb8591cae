package redact

import "strings"

// homeCues are what a home directory's name follows, in lower case.
var homeCues = []string{
	"/home/", "/users/", "/root/",
	`:\users\`, `:\\users\\`, `:\\\\users\\\\`, ":/users/", `:\documents and settings\`,
	"%2fhome%2f", "%2fusers%2f", "-users-", "-home-",
}

// homeRoots may stand before /home and /Users.
var homeRoots = []string{
	"/var", "/usr", "/export", "/private", "/System/Volumes/Data", "/mnt/c", "/mnt/d", "/c", "/d",
}

// nobody's directories below /Users say nothing of a person.
var nobody = setOf(`shared public default all`)

// findHome takes a home directory, up to the end of its owner's name.
func findHome(s string, from, at int) (start, end int, ok bool) {
	switch s[at] {
	case ':':
		return windowsHome(s, from, at)
	case '-':
		return projectHome(s, at)
	case '%':
		body := at + strings.Index(s[at+1:], "%") + len("%2f") + 1
		end = nameEnd(s, body)
		return at, end, end > body
	}
	body := at + strings.IndexByte(s[at+1:], '/') + 2
	if !strings.HasPrefix(s[at:], "/home/") && !strings.HasPrefix(s[at:], "/Users/") && !strings.HasPrefix(s[at:], "/root/") {
		return 0, 0, false
	}
	start = at
	for _, root := range homeRoots {
		if i := at - len(root); i >= from && s[i:at] == root {
			start = i
		}
	}
	if !beginsPath(s, start) || isRoute(s, start) {
		return 0, 0, false
	}
	if strings.HasPrefix(s[at:], "/root/") {
		// The name is root; what is below it stays, and there has to be something.
		return start, body - 1, nameEnd(s, body) > body || body < len(s) && s[body] == '.'
	}
	end = nameEnd(s, body)
	if end < len(s) && s[end] == '/' {
		return start, end, end > body && !nobody[strings.ToLower(s[body:end])]
	}
	dot := strings.LastIndexByte(s[body:end], '.')
	page := dot >= 0 && fileEndings[s[body+dot+1:end]]
	return start, end, end > body && !page && !nobody[strings.ToLower(s[body:end])]
}

// nameEnd gives the end of the directory name that begins at i. Dots at its end
// belong to the sentence.
func nameEnd(s string, i int) int {
	end := i
	for end < len(s) && (name[s[end]] || s[end] >= 0x80) {
		end++
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
	return i >= 2 && uppers[s[i-1]] && s[i-2] == '-'
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

// windowsHome takes C:\Users\NAME, with any number of backslashes.
func windowsHome(s string, from, at int) (start, end int, ok bool) {
	start = at - 1
	if start < from || !letters[s[start]] || !opens(s, start) {
		return 0, 0, false
	}
	body := at + 1
	for range 2 { // the separator, Users, the separator
		for body < len(s) && (s[body] == '\\' || s[body] == '/') {
			body++
		}
		if hasFold(s, body, "users") {
			body += len("users")
		} else if hasFold(s, body, "documents and settings") {
			body += len("documents and settings")
		}
	}
	end = nameEnd(s, body)
	if spaced := spacedNameEnd(s, end); spaced > end {
		end = spaced
	}
	return start, end, end > body && !nobody[strings.ToLower(s[body:end])]
}

// spacedNameEnd goes on over further words of a name if the path goes on behind
// them, as it does in C:\Users\Ada Byron\x and does not in "C:\Users\ada is here".
func spacedNameEnd(s string, end int) int {
	for i := end; i < min(len(s), end+32); i++ {
		switch c := s[i]; {
		case c == '\\' || c == '/':
			if i > end && s[i-1] != ' ' {
				return i
			}
			return end
		case c != ' ' && !name[c] && c < 0x80:
			return end
		}
	}
	return end
}

// projectHome takes the home directory in the name of a folder that stands for a
// whole path, as -Users-NAME-code-project below the folder of an agent's logs.
func projectHome(s string, at int) (start, end int, ok bool) {
	if at > 0 && s[at-1] != '/' && s[at-1] != '\\' && !isQuote(s[at-1]) {
		return 0, 0, false
	}
	if !strings.HasPrefix(s[at:], "-Users-") && !strings.HasPrefix(s[at:], "-home-") {
		return 0, 0, false
	}
	body := at + 1 + strings.IndexByte(s[at+1:], '-') + 1
	end = word.run(s, body)
	// Without the rest of a path it is a flag of some program.
	return at + 1, end, end > body && end < len(s) && s[end] == '-'
}
