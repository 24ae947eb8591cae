package redact

import "strings"

func setOf(list string) map[string]bool {
	set := map[string]bool{}
	for _, w := range strings.Fields(list) {
		set[w] = true
	}
	return set
}

// tails may follow the word for the secret in a name: DB_PASSWORD_PROD, TOKEN_2.
var tails = []string{
	"value", "base", "string", "plaintext", "plain", "raw", "base64", "b64",
	"production", "prod", "staging", "dev", "test", "live", "old", "new", "confirmation",
}

var (
	passwordNames = []string{
		"password", "passwd", "passphrase", "pwd",
		// "pass" alone is a round of something.
		"dbpass", "databasepass", "mysqlpass", "pgpass", "redispass", "smtppass", "mailpass",
		"ftppass", "sshpass", "adminpass", "rootpass", "userpass", "authpass", "loginpass",
		"proxypass", "httppass", "sudopass",
		"contribsyscom", // what Bundler sends to a host: BUNDLE_GEMS__CONTRIBSYS__COM
	}

	secretNames = []string{"token", "secret", "credential", "credentials", "creds", "auth", "bearer"}

	connectionNames = []string{"connectionstring", "connstr", "dsn"}

	// sessionNames are the names of cookies that hold a login.
	sessionNames = []string{"jsessionid", "phpsessid", "aspnetsessionid", "connectsid"}

	// keyNames are the words for a key that is kept secret.
	keyNames = []string{
		"apikey", "accesskey", "secretkey", "privatekey", "authkey", "accountkey", "signingkey",
		"encryptionkey", "decryptionkey", "masterkey", "sharedkey", "servicekey", "clientkey",
		"appkey", "applicationkey", "licensekey", "webhookkey", "deploykey", "storagekey",
		"subscriptionkey", "hmackey", "aeskey", "jwtkey",
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

var (
	// secretWords are what a secret is called. A value that ends in one names the
	// place of the secret.
	secretWords = setOf(`password passwd passphrase pwd pass token secret key apikey credential
		credentials`)

	// sampleWords within a value say that it is a sample.
	sampleWords = setOf(`your changeme placeholder dummy redacted masked filtered hidden here sample`)

	// standIns are values that say of which type a secret is, whether there is one,
	// and how it fared, and the words that follow its name in a sentence.
	standIns = setOf(`
		string str text bool boolean int integer number float bytes byte any object array type char
		varchar null nil none undefined void empty unset default optional required mandatory
		true false yes no on off enabled disabled never always auto automatic manual prompt input
		pass passed fail failed failure failing skip skipped ok error errors missing present absent
		invalid valid expired unknown wrong incorrect correct mismatch weak strong reset changed
		rotated revoked encrypted hashed secure insecure bearer basic header query cookie env
		environment vault keychain keyring stdin file literal identifier
		n/a na todo tbd fixme example
		a an the is are was were be to of in on at by for from with without and or not as if when
		where which that this it its must should may can will would has have had do does did but
		then than into instead via per each flag flags option options argument arguments arg args
		parameter parameters param value values variable variables field fields setting rather
		only also again before after since until so too`)
)
