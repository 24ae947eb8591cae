package redact

import "strings"

// A programPassword is a flag by which a program takes a password without saying so.
type programPassword struct {
	program string // lower case
	flag    string
	glued   bool // the value follows the flag at once
	pair    bool // the value is user:password
}

var programs = []programPassword{
	{program: "curl", flag: "-u", pair: true},
	{program: "curl", flag: "--user", pair: true},
	{program: "curl", flag: "--proxy-user", pair: true},
	{program: "sshpass", flag: "-p"},
	{program: "sshpass", flag: "-p", glued: true},
	{program: "mysql", flag: "-p", glued: true},
	{program: "mysqldump", flag: "-p", glued: true},
	{program: "mysqladmin", flag: "-p", glued: true},
	{program: "docker login", flag: "-p"},
	{program: "podman login", flag: "-p"},
	{program: "registry login", flag: "-p"},
	{program: "az login", flag: "-p"},
	{program: "redis-cli", flag: "-a"},
	{program: "sqlcmd", flag: "-P"},
	{program: "unzip", flag: "-P"},
	{program: "openssl", flag: "pass:", glued: true},
}

// programCues are the programs that findPassword is asked at.
func programCues() []string {
	var cues []string
	for _, p := range programs {
		if len(cues) == 0 || cues[len(cues)-1] != p.program {
			cues = append(cues, p.program)
		}
	}
	return cues
}

// maxCommand is how far behind a program its flags are looked for.
const maxCommand = 512

// findProgramPassword finds the first password on the command line of the program
// at that place. A second pass finds the next.
func findProgramPassword(s string, at int) (start, end int, ok bool) {
	for i := range programs {
		p := &programs[i]
		args := at + len(p.program)
		if !hasFold(s, at, p.program) || !opens(s, at) || args == len(s) || !opensFlag(s[args]) {
			continue
		}
		line := commandEnd(s, args)
		for i := args; i < line; i++ {
			n := strings.Index(s[i:line], p.flag)
			if n < 0 {
				break
			}
			i += n
			if !opensFlag(s[i-1]) && p.flag != "pass:" {
				continue
			}
			if start, end, ok = p.value(s, i+len(p.flag)); ok {
				return start, end, true
			}
		}
	}
	return 0, 0, false
}

// findNetrcPassword finds the password of "login NAME password VALUE".
func findNetrcPassword(s string, at int) (start, end int, ok bool) {
	user := skipBlanks(s, at+len("login "))
	next := skipBlanks(s, bareEnd(s, user))
	for _, field := range []string{"account ", "port "} {
		if hasFold(s, next, field) {
			next = skipBlanks(s, bareEnd(s, next+len(field)))
		}
	}
	if next == user || !hasFold(s, next, "password ") {
		return 0, 0, false
	}
	start = skipBlanks(s, next+len("password "))
	end = bareEnd(s, start)
	return start, end, end > start && !isStandIn(s[start:end])
}

func opensFlag(c byte) bool { return c == ' ' || c == '\t' || isQuote(c) }

// commandEnd gives the end of the command: of the line, unless it is continued, a
// pipe or a list.
func commandEnd(s string, i int) int {
	limit := min(len(s), i+maxCommand)
	for ; i < limit; i++ {
		if s[i] == '\n' && s[i-1] != '\\' || s[i] == '|' || s[i] == ';' || s[i] == '&' && i+1 < limit && s[i+1] == '&' {
			return i
		}
	}
	return limit
}

// value judges what follows a flag at i.
func (p *programPassword) value(s string, i int) (start, end int, ok bool) {
	if !p.glued {
		next, ok := flagGap(s, i)
		if !ok && i < len(s) && s[i] == '=' {
			next, ok = i+1, true
		}
		if !ok {
			return 0, 0, false
		}
		i = next
	}
	start, end, _ = valueAt(s, i)
	secret := s[start:end]
	if p.pair {
		return pairAt(s, start, end)
	}
	if p.glued && lowerChars.all(secret) {
		return 0, 0, false // -port, -print: a flag of its own
	}
	return start, end, len(secret) >= 4 && !isStandIn(secret)
}

// pairAt judges user:password, whose halves may be quoted each by itself; a user
// without a password is a key if it looks like one.
func pairAt(s string, start, end int) (_, _ int, ok bool) {
	next := end
	if next < len(s) && isQuote(s[next]) {
		next++
	}
	if next+2 < len(s) && s[next] == ':' && isQuote(s[next+1]) && !endsString(s[next+2]) {
		if last, ok := closing(s, next+2, s[next+1], 0); ok && next > end {
			end = last
		} else if ok {
			end = last + 1
		}
	}
	user, secret, ok := strings.Cut(s[start:end], ":")
	return start, end, ok && !isStandIn(strings.Trim(secret, `"'{}`)) || isRandom(user)
}
