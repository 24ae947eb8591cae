package redact

import "strings"

// tails may follow the word for the secret in a name: DB_PASSWORD_PROD, TOKEN_2.
var tails = []string{
	"value", "base", "string", "plaintext", "plain", "raw", "base64", "b64",
	"production", "prod", "staging", "dev", "test", "live", "old", "new", "confirmation",
}

func trimTails(name string) string {
	for {
		short := strings.TrimRight(name, "0123456789")
		for _, t := range tails {
			if rest, ok := cutEnd(short, t); ok {
				short = rest
			}
		}
		if short == name {
			return name
		}
		name = short
	}
}

// cutEnd gives what stands in a name before the word or words at its end, however
// the name is written: apiKey, API_KEY and api-key all end in "apikey".
func cutEnd(name, end string) (rest string, ok bool) {
	i := len(name)
	for j := len(end); j > 0; i-- {
		switch {
		case i == 0:
			return name, false
		case !alnum[name[i-1]]:
		case lower(name[i-1]) == end[j-1]:
			j--
		default:
			return name, false
		}
	}
	return name[:i], true
}

func endsIn(name string, ends []string) bool {
	for _, e := range ends {
		if _, ok := cutEnd(name, e); ok {
			return true
		}
	}
	return false
}

var (
	passwordNames = []string{
		"password", "passwd", "passphrase", "pwd",
		// "pass" alone is a round of something.
		"dbpass", "databasepass", "mysqlpass", "pgpass", "redispass", "smtppass", "mailpass",
		"ftppass", "sshpass", "adminpass", "rootpass", "userpass", "authpass", "loginpass",
		"proxypass", "httppass", "sudopass",
	}

	secretNames = []string{"token", "secret", "credential", "credentials", "creds", "auth"}

	// keyNames are the words for a key that is kept secret.
	keyNames = []string{
		"apikey", "accesskey", "secretkey", "privatekey", "authkey", "accountkey", "signingkey",
		"encryptionkey", "decryptionkey", "masterkey", "sharedkey", "servicekey", "clientkey",
		"appkey", "applicationkey", "licensekey", "webhookkey", "deploykey", "storagekey",
		"subscriptionkey", "hmackey", "aeskey", "jwtkey", "secretkeybase",
	}

	// openKeyNames are the words for a key that is none of the kind.
	openKeyNames = []string{
		"publickey", "pubkey", "publishablekey", "cachekey", "primarykey", "foreignkey", "sortkey", "partitionkey",
		"idempotencykey", "dedupkey", "dedupekey", "groupkey", "groupingkey", "objectkey", "rowkey",
		"hashkey", "mapkey", "jsonkey", "lookupkey", "indexkey", "restorekey", "artifactkey",
		"issuekey", "projectkey", "unitkey", "runkey", "jobkey", "buildkey", "sourcekey",
		"contentkey", "storekey", "s3key", "uniquekey", "naturalkey", "compositekey", "hostkey",
	}
)

// findPassword takes what is given to the name of a password. A password may look
// like anything, so what counts is how plainly it is given.
func findPassword(s string, from, at int) (start, end int, ok bool) {
	if start, end, ok = findProgramPassword(s, at); ok {
		return start, end, ok
	}
	if hasFold(s, at, "login ") {
		return findNetrcPassword(s, at)
	}
	a, ok := assignmentAt(s, from, at)
	if !ok || !endsIn(trimTails(a.name), passwordNames) || stands(a.value) {
		return 0, 0, false
	}
	return a.start, a.end, a.isPassword()
}

func (a *assignment) isPassword() bool {
	v := a.value
	switch {
	case a.bare:
		return len(v) >= 16 && random(v)
	case strings.ContainsAny(v, " \t"):
		// A sentence about passwords, unless the name asks for several words or one
		// of them is written like a password.
		return a.quoted && (endsIn(a.name, []string{"passphrase"}) || anyField(v, mixed))
	case len(v) < 4 || isTimestamp(v) && !digits.all(v):
		return false
	case !a.quoted && isExpression(v):
		return false
	case a.flag && !a.quoted || !a.tight:
		return mixed(v) || digits.all(v) && len(v) >= 6 || a.flag && len(v) >= 6
	}
	return true
}

func anyField(s string, is func(string) bool) bool {
	for f := range strings.FieldsSeq(s) {
		if is(f) {
			return true
		}
	}
	return false
}

// mixed reports a word that has digits or symbols between its letters.
func mixed(s string) bool {
	s = strings.Trim(s, ".,:;!?()")
	if !letters.in(s) || len(s) < 5 {
		return false
	}
	return digits.in(s) || strings.ContainsAny(s, "!$%^&*+=~") || base64s.all(s) && random(s)
}

// isExpression reports a piece of a program: f(x), os.environ["X"], a.b.c().
func isExpression(s string) bool {
	i := name.run(s, 0)
	if strings.HasPrefix(s[i:], "::") {
		return true
	}
	return i > 0 && i < len(s) && letters[s[0]] && (s[i] == '(' || s[i] == '[') &&
		(strings.HasSuffix(s, ")") || strings.HasSuffix(s, "]") || strings.HasSuffix(s, "(") || strings.HasSuffix(s, "["))
}

// findSecret takes what is given to the name of a token, a secret or a key, if it
// looks random: these names are also those of words in a parser, of numbers on a
// bill, of roles in a game and of entries in a map.
func findSecret(s string, from, at int) (start, end int, ok bool) {
	a, ok := assignmentAt(s, from, at)
	if !ok || stands(a.value) || strings.ContainsAny(a.value, " \t") ||
		!random(a.value) && !(!a.bare && (a.tight || len(a.value) >= 24) && coded(a.value)) {
		return 0, 0, false
	}
	n := trimTails(a.name)
	switch {
	case a.bare && (len(a.value) < 16 || endsIn(n, []string{"auth"})),
		!a.quoted && strings.ContainsAny(a.value, "()[]"):
		return 0, 0, false
	case endsIn(n, secretNames), endsIn(n, keyNames):
		return a.start, a.end, true
	}
	which, ok := cutEnd(n, "key")
	if !ok || !alnum.in(which) || a.bare || endsIn(n, openKeyNames) {
		return 0, 0, false
	}
	// Any other key is a secret only if it cannot be a digest.
	return a.start, a.end, a.tight && len(a.value) >= 20 && !isDigest(a.value)
}
