package redact

import (
	"slices"
	"sync"
)

// A Rule is what a reader of the docs needs to know of one sort of redaction.
type Rule struct {
	Name    string // what was found: "github token"
	Means   string // what the rule looks for, as a phrase
	Example string // a sample, its secret part shortened with … where it could be mistaken for a real one
	With    string // what stands in the text afterwards
}

// rule is a Rule and how to find it.
type rule struct {
	Rule

	// tokens are the shapes the rule knows by how they begin.
	tokens []token

	// Where one of cues stands, find is asked. Cues are lower case and found in
	// either case. find gets the text, the first byte that is not yet redacted and
	// the place of the cue; it gives the bytes to replace.
	cues []string
	find finder

	// judge tells whether the whole value of an assignment is a secret by its name.
	judge func(*assignment) bool

	// named rules know a secret by its name alone. If what they find has the shape
	// of a token too, the token's rule says more and gets the hit.
	named bool

	// person rules are about people, whose names tell things apart, and not about secrets.
	person bool
}

type finder func(s string, from, at int) (start, end int, ok bool)

// Rules lists every rule, in the order in which they are tried at one place.
func Rules() []Rule { return slices.Clone(publicRules()) }

var publicRules = sync.OnceValue(func() []Rule {
	list := rules()
	out := make([]Rule, len(list))
	for i := range list {
		out[i] = list[i].Rule
	}
	return out
})

// rules is the list: tokens known by their beginning first, then frames, then
// names, then people.
func rules() []rule {
	var list []rule
	list = append(list, tokenRules...)
	list = append(list, frameRules...)
	list = append(list, nameRules...)
	list = append(list, personRules...)
	for i := range list {
		if list[i].With == "" {
			list[i].With = marker + list[i].Name + "]"
		}
	}
	return list
}

// marker begins every replacement that names its rule; no rule touches what
// begins so, which is half of why redacting twice changes nothing.
const marker = "[redacted: "

var frameRules = []rule{
	{
		Rule: Rule{
			Name:    "private key",
			Means:   "PEM, OpenSSH and PGP private-key blocks, whole, cut at either end, with real or escaped line ends, or in base64",
			Example: "-----BEGIN RSA PRIVATE KEY-----\\nMIIE…",
		},
		cues: []string{"private key", "b3blbnnz", "ls0tls1crudjti"},
		find: findPrivateKey,
	},
	{
		Rule: Rule{
			Name:    "authorization",
			Means:   "the credentials of an Authorization header, and Bearer or Basic credentials anywhere",
			Example: "Authorization: Bearer …",
		},
		cues:  []string{"authorization", "bearer", "basic "},
		find:  findAuthorization,
		named: true,
	},
	{
		Rule: Rule{
			Name:    "cookie",
			Means:   "the value of a Cookie or Set-Cookie header, and the id of a web session in an assignment",
			Example: "Cookie: session=…",
		},
		cues:  sessionCues,
		find:  findCookie,
		judge: (*assignment).isSession,
	},
	{
		Rule: Rule{
			Name:    "url credentials",
			Means:   "the user part of a URL or of a database address, unless it is a bare service name such as git@",
			Example: "postgres://app:…@db.example/main",
		},
		cues: []string{"://", "@tcp(", "@unix("},
		find: findURLCredentials,
	},
	{
		Rule: Rule{
			Name:    "docker auth",
			Means:   "the base64 user and password of a Docker or npm configuration",
			Example: `"auth": "dXNlcjpw…"`,
		},
		cues: []string{"auth"},
		find: findEncodedAuth,
	},
}

var nameRules = []rule{
	{
		Rule: Rule{
			Name:    "password",
			Means:   "what is given to a name that ends in password, passwd, passphrase or pwd, or to pass where it is no round or number, in prompts, assignments, JSON, YAML, XML, flags and connection strings, and to the password flags of curl, mysql, docker login and the like",
			Example: "--password …",
		},
		cues:  append(slices.Clone(passwordCues), programCues()...),
		find:  findPassword,
		judge: (*assignment).isPasswordOf,
		named: true,
	},
	{
		Rule: Rule{
			Name:    "secret",
			Means:   "random-looking values given to a name that ends in token, secret, auth, credentials, bearer, pat or signature, or in a word for a secret key (API_KEY, accountKey, …), also where the name stands beside (name: API_KEY, value: …), and connection strings with a password or key",
			Example: `"apiKey": "…"`,
		},
		cues:  secretCues,
		find:  findSecret,
		judge: (*assignment).isSecretOf,
		named: true,
	},
	{
		Rule: Rule{
			Name:    "url signature",
			Means:   "signatures, codes and keys in the query of a URL",
			Example: "?X-Amz-Signature=…",
		},
		cues:  []string{"sig=", "signature=", "code=", "key=", "auth="},
		find:  findURLSignature,
		named: true,
	},
}

var personRules = []rule{
	{
		Rule: Rule{
			Name:    "home directory",
			Means:   "the home directory in a path of Linux, macOS or Windows; the rest of the path stays",
			Example: "/home/NAME/project/x.go",
			With:    "~",
		},
		cues:   homeCues,
		find:   findHome,
		person: true,
	},
	{
		Rule: Rule{
			Name:    "e-mail",
			Means:   "e-mail addresses",
			Example: "NAME@host.example",
		},
		cues:   []string{"@", "%40"},
		find:   findMail,
		person: true,
	},
}
