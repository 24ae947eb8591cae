package redact

import (
	"encoding/base64"
	"strings"
	"testing"
)

const (
	lowerHex  = "0123456789abcdef"
	mixedCase = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz"
	urlSafe   = mixedCase + "-_"
	upperOnly = "234567ABCDEFGHIJKLMNOPQRSTUVWXYZ"
)

// madeUp gives n characters of the alphabet. They come from a fixed sequence, not
// from a secret, and no secret stands in this file for a scanner to find.
func madeUp(seed uint32, n int, alphabet string) string {
	b := make([]byte, n)
	for i := range b {
		seed = seed*1664525 + 1013904223
		b[i] = alphabet[int(seed>>8)%len(alphabet)]
	}
	return string(b)
}

func encoded(s string) string { return base64.StdEncoding.EncodeToString([]byte(s)) }

func jwtOf(seed uint32) string {
	part := func(s string) string { return base64.RawURLEncoding.EncodeToString([]byte(s)) }
	return part(`{"alg":"HS256","typ":"JWT"}`) + "." + part(`{"sub":"1234567890","iat":1516239022}`) + "." + madeUp(seed, 43, urlSafe)
}

// keyBlock is a private key of lines joined by br.
func keyBlock(label, br string, lines int) string {
	var b strings.Builder
	b.WriteString("-----BEGIN " + label + "-----" + br)
	for i := range lines {
		b.WriteString(madeUp(uint32(900+i), 64, mixedCase+"+/") + br)
	}
	b.WriteString(madeUp(899, 22, mixedCase) + "==" + br + "-----END " + label + "-----")
	return b.String()
}

// A secretCase is a text with %s where the secret stands.
type secretCase struct {
	rule, text, secret string
}

func secretCases() []secretCase {
	alnum := func(seed uint32, n int) string { return madeUp(seed, n, mixedCase) }
	safe := func(seed uint32, n int) string { return "a1" + madeUp(seed, n-2, urlSafe) }
	hexes := func(seed uint32, n int) string { return madeUp(seed, n, lowerHex) }
	key := keyBlock("RSA PRIVATE KEY", "\n", 12)
	return []secretCase{
		{"github token", "remote: https://api.github.com used %s today", "ghp_" + alnum(1, 36)},
		{"github token", "export GITHUB_TOKEN=%s", "gho_" + alnum(2, 36)},
		{"github token", `{"token":"%s"}`, "ghu_" + alnum(3, 36)},
		{"github token", "git clone with %s.", "ghs_" + alnum(4, 36)},
		{"github token", "(%s)", "ghr_" + alnum(5, 36)},
		{"github token", "gh auth: %s", "github_pat_" + alnum(6, 22) + "_" + alnum(7, 59)},
		{"github token", "the tail is cut here: %s", "ghp_" + alnum(8, 14)},
		{"github token", `line one\n%s\nline three`, "ghp_" + alnum(9, 36)},
		{"gitlab token", "--header PRIVATE-TOKEN:%s", "glpat-" + alnum(10, 20)},
		{"gitlab token", "CI_JOB_TOKEN: %s", "glcbt-" + alnum(11, 24)},
		{"bitbucket token", "app password %s", "ATBB" + alnum(12, 32)},
		{"package registry token", "//npm.example.org/:_authToken=%s", "npm_" + alnum(13, 36)},
		{"package registry token", "twine upload -u __token__ %s", "pypi-AgEIcHlwaS5vcmc" + safe(14, 60)},
		{"package registry token", "docker: %s", "dckr_pat_" + alnum(15, 27)},
		{"aws access key", "key id %s in use", "AKIA" + madeUp(16, 16, upperOnly)},
		{"aws access key", "aws_access_key_id = %s", "ASIA" + madeUp(17, 16, upperOnly)},
		{"secret", "aws_secret_access_key = %s", madeUp(18, 40, mixedCase+"/+")},
		{"secret", `"SecretAccessKey": "%s",`, madeUp(19, 40, mixedCase+"/+")},
		{"google token", "maps?key=%s&v=3", "AIza" + safe(20, 35)},
		{"google token", "client secret %s", "GOCSPX-" + alnum(21, 28)},
		{"google token", "access: %s", "ya29." + safe(22, 60)},
		{"azure secret", "entra %s ok", "a1B" + "8Q~" + alnum(23, 34)},
		{"secret", "DefaultEndpointsProtocol=https;AccountName=store;AccountKey=%s;EndpointSuffix=core.example", madeUp(24, 86, mixedCase+"/+") + "=="},
		{"secret", "Endpoint=sb://ns.example/;SharedAccessKeyName=root;SharedAccessKey=%s", madeUp(25, 43, mixedCase) + "="},
		{"cloud token", "doctl -t %s", "dop_v1_" + hexes(26, 64)},
		{"cloud token", "databricks %s", "dapi" + hexes(27, 32)},
		{"model provider key", "ANTHROPIC_API_KEY=%s claude -p x", "sk-ant-api03-" + safe(28, 95)},
		{"model provider key", "OPENAI_API_KEY=%s", "sk-" + alnum(29, 48)},
		{"model provider key", "using %s for the run", "sk-proj-" + safe(30, 80)},
		{"model provider key", "HF login %s", "hf_" + alnum(31, 34)},
		{"model provider key", "groq %s", "gsk_" + alnum(32, 52)},
		{"chat token", "slack %s", "xoxb-" + madeUp(33, 12, "0123456789") + "-" + alnum(34, 24)},
		{"chat token", "curl -X POST https://%s -d x", "hooks.slack.com/services/T" + alnum(35, 8) + "/B" + alnum(36, 8) + "/" + alnum(37, 24)},
		{"chat token", "telegram %s", "987654321" + ":AA" + safe(38, 33)},
		{"payment key", "stripe %s", "sk_live_" + alnum(39, 24)},
		{"payment key", "stripe %s", "rk_test_" + alnum(40, 24)},
		{"mail service key", "sendgrid %s", "SG." + alnum(41, 22) + "." + safe(42, 43)},
		{"mail service key", "twilio %s", "SK" + hexes(43, 32)},
		{"secret", "TWILIO_AUTH_TOKEN=%s", hexes(44, 32)},
		{"ci token", "grafana %s", "glsa_" + alnum(45, 32) + "_" + hexes(46, 8)},
		{"ci token", "dynatrace %s", "dt0c01." + alnum(120, 24) + "." + alnum(121, 64)},
		{"ci token", "harness %s", "pat." + alnum(122, 22) + "." + alnum(123, 24) + "." + alnum(124, 20)},
		{"payment key", "easypost %s", "EZAK" + alnum(125, 54)},
		{"payment key", "shippo %s", "shippo_live_" + hexes(126, 40)},
		{"cloud token", "origin %s", "v1.0-" + hexes(127, 24) + "-" + hexes(128, 146)},
		{"cloud token", "FlyV1 %s", "fm2_" + alnum(129, 120)},
		{"gitlab token", "unleash %s", "glffct-" + alnum(130, 20)},
		{"package registry token", "artifactory %s", "AKCp" + alnum(131, 69)},
		{"platform token", "facebook page %s", "EAAC" + alnum(132, 120)},
		{"platform token", "app %s x", madeUp(133, 15, "123456789") + "%%7C" + alnum(134, 27)},
		{"platform token", "maxmind %s", alnum(135, 6) + "_" + alnum(136, 29) + "_mmk"},
		{"platform token", "notion %s", "ntn_" + alnum(137, 46)},
		{"mail service key", "mailchimp %s", hexes(138, 32) + "-us12"},
		{"vault token", "emergency kit %s", "A3-" + madeUp(139, 6, upperOnly) + "-" + madeUp(140, 11, upperOnly) + "-" + madeUp(141, 5, upperOnly) + "-" + madeUp(142, 5, upperOnly) + "-" + madeUp(143, 5, upperOnly)},
		{"vault token", "VAULT %s", "s." + alnum(144, 24)},
		{"jwt", "kubeconfig %s", encoded(jwtOf(145))},
		{"secret", `{"name": "API_TOKEN", "value": "%s"}`, alnum(146, 24)},
		{"secret", `{"value": "%s", "name": "API_TOKEN"}`, alnum(147, 24)},
		{"secret", "env:\n  - name: DEPLOY_SECRET\n    value: %s\n", alnum(148, 24)},
		{"secret", `<add key="ClearTextPassword" value="%s" />`, "hunter" + "2"},
		{"secret", `{\"Name\":\"DB_PASSWORD\",\"Value\":\"%s\"}`, "hunter" + "2"},
		{"secret", "GH_PAT=%s", alnum(149, 24)},
		{"secret", `"pat": "%s"`, alnum(150, 24)},
		{"secret", `"bearer": "%s"`, alnum(151, 24)},
		{"secret", `"signature": "%s"`, alnum(152, 43) + "="},
		{"secret", `"dsn": "%s"`, "app:hunter" + "2@db.internal/app"},
		{"secret", `"connectionString": "%s"`, "InstrumentationKey=" + "0f8fad5b" + "-d9cb-469f-a165-70867728950e;X=1"},
		{"secret", `System.setProperty("ACME_TOKEN", "%s");`, "su" + alnum(153, 10)},
		{"password", "export BUNDLE_GEMS__CONTRIBSYS__COM=%s", hexes(159, 8) + ":" + hexes(160, 8)},
		{"password", "user=ada pass=%s", "sesame" + "2"},
		{"password", `{"user":"ada","pass":"%s"}`, "open" + "sesame"},
		{"password", "pass=%s", "hunter" + "22"},
		{"password", "Password for 'https://git.example': %s\n", "hunter" + "2"},
		{"password", "Enter password for ada: %s", "sesame" + "opens1"},
		{"password", "password: %s and", "hunter" + "22…"},
		{"authorization", "Authorization: Bearer %s", alnum(154, 32) + "…"},
		{"password", "password=%s", "Tr0ub4" + "dor${SUFFIX}"},
		{"cookie", "JSESSIONID=%s; Path=/", madeUp(155, 32, "0123456789ABCDEF")},
		{"cookie", "https://host.example/?session_id=%s", alnum(156, 32)},
		{"cookie", "_gitlab_session=%s", hexes(157, 32)},
		{"cookie", `"cookie": "%s"`, alnum(158, 32)},
		{"url credentials", "https://%s@host.example/x", "ada:hun" + "ter/2"},
		{"vault token", "vault login %s", "hvs." + safe(47, 90)},
		{"vault token", "terraform %s", alnum(48, 14) + ".atlasv1." + safe(49, 60)},
		{"vault token", "identity %s", "AGE-SECRET-KEY-1" + madeUp(50, 58, upperOnly)},
		{"jwt", "id_token=%s", jwtOf(51)},
		{"jwt", `Authorization: Bearer %s`, jwtOf(52)},
		{"password hash", "ada:%s:0", "$2b$12$" + alnum(53, 53)},
		{"private key", "before\n%s\nafter", key},
		{"private key", `{"private_key":"%s\n","client_id":"7"}`, keyBlock("PRIVATE KEY", `\n`, 9)},
		{"private key", `{\"k\":\"%s\"}`, keyBlock("EC PRIVATE KEY", `\\n`, 3)},
		{"private key", "cut at its end:\n%s", key[:400]},
		{"private key", "%s\nand cut at its start", key[200:]},
		{"private key", "> %s", strings.ReplaceAll(keyBlock("OPENSSH PRIVATE KEY", "\n", 5), "\n", "\n> ")},
		{"private key", "%s\n", keyBlock("PGP PRIVATE KEY BLOCK", "\n", 5)},
		{"private key", "client-key-data: %s\n", encoded(keyBlock("RSA PRIVATE KEY", "\n", 4))},
		{"authorization", "Authorization: Bearer %s", alnum(60, 32)},
		{"authorization", `curl -H "Authorization: token %s" https://host.example`, hexes(61, 40)},
		{"authorization", `"authorization": "Basic %s"`, encoded("ada:" + alnum(62, 12))},
		{"authorization", "Authorization: AWS4-HMAC-SHA256 %s\nHost: s3", "Credential=AK/20261120/x/s3/aws4_request, SignedHeaders=host, Signature=" + hexes(63, 64)},
		{"authorization", "Authorization: Digest %s\nHost: h", `username="ada", realm="r", response="` + hexes(86, 32) + `"`},
		{"authorization", "sent bearer %s to the server", alnum(64, 40)},
		{"cookie", "Cookie: %s\r\nAccept: */*", "session=" + alnum(65, 26) + "; theme=dark"},
		{"cookie", `-H 'Set-Cookie: %s'`, "sid=" + alnum(66, 26) + "; Path=/; HttpOnly"},
		{"url credentials", "git push https://%s@github.com/o/r.git", "x-access-token:" + alnum(67, 40)},
		{"url credentials", "DATABASE_URL=postgres://%s@db.example:5432/main?sslmode=off", "app:hunter" + "2"},
		{"url credentials", "mongodb+srv://%s@cluster.example/x", "svc:p@ss:w0rd"},
		{"url credentials", "dsn %s@tcp(127.0.0.1:3306)/app", "root:tr0ub" + "4dor"},
		{"url signature", "GET https://b.s3.example/o?X-Amz-Date=20261120T034532Z&X-Amz-Signature=%s", hexes(68, 64)},
		{"url signature", "https://acct.blob.example/c?sv=2024-11-04&sig=%s&se=2026-11-20", alnum(69, 43) + "%%3D"},
		{"secret", "https://host.example/cb?token=%s&state=ok", alnum(70, 24)},
		{"secret", `https://host.example/v1?a=b\u0026api_key=%s`, alnum(71, 24)},
		{"docker auth", `"auths": {"https://index.docker.io/v1/": {"auth": "%s"}}`, encoded("ada:" + alnum(72, 10))},
		{"docker auth", "//registry.example/:_auth=%s", encoded("ci:" + alnum(73, 10))},
		{"secret", "MY_SERVICE_TOKEN=%s", alnum(74, 20)},
		{"secret", `config['client_secret'] = "%s"`, alnum(75, 32)},
		{"secret", `var apiKey string = "%s"`, alnum(76, 28)},
		{"secret", `{\"apiKey\":\"%s\",\"n\":1}`, alnum(77, 24)},
		{"secret", `["deploy", "--token", "%s"]`, alnum(78, 24)},
		{"secret", "map[token:%s user:ada]", alnum(79, 24)},
		{"secret", "ENV NPM_AUTH_TOKEN %s", alnum(80, 24)},
		{"secret", "x-api-key: %s", "0f8fad5b" + "-d9cb-469f-a165-70867728950e"},
		{"secret", "api_key=%s", "abcdef12" + "34567890"},
		{"secret", "SECRET_KEY=%s", "supersecret" + "value"},
		{"secret", "token: '%s'", "abcd" + "1234"},
		{"secret", "NPM_TOKEN=%s", "00000000-1111" + "-2222-3333-444444444444"},
		{"secret", "DATADOG_KEY=%s", alnum(81, 33)},
		{"secret", "the token is %s", alnum(82, 24)},
		{"secret", `System.setProperty("DEPLOY_TOKEN", "%s");`, alnum(83, 24)},
		{"secret", "BUILD_TOKEN ?= %s", alnum(84, 24)},
		{"secret", "<accessToken>\n  %s\n</accessToken>", alnum(85, 24)},
		{"password", "curl --user %s -iX PATCH https://host.example", "ada:'" + "pRf7v" + "G2h1L8'"},
		{"password", "PGPASSWORD=%s psql -h db", "hunter" + "2"},
		{"password", "mysqldump -uroot -p%s app", "S3cr3t" + "Pw"},
		{"password", "deploy --password %s --user ada", "Tr0ub4" + "dor"},
		{"password", `"password": "%s"`, "correct-horse" + "-battery"},
		{"password", "password: %s", "Tr0ub4" + "dor&3!"},
		{"password", "Server=db;User Id=sa;Password=%s;Encrypt=yes", "p4ss" + "!word"},
		{"password", "<password>%s</password>", "maven" + "S3ttings"},
		{"password", "password = '%s'", "$ecr" + "3t!99"},
		{"password", `"password": "%s",`, "(s3cr" + "3t#"},
		{"password", "The password is %s now.", "s3cr" + "3tpw"},
		{"password", "passphrase = '%s'", "correct horse" + " battery staple"},
		{"password", "curl -sS -u %s https://host.example/api", "ada:hunter" + "2"},
		{"password", "sshpass -p %s ssh host", "hunter" + "22"},
		{"password", "machine host.example login ada password %s", "hunter" + "2x"},
		{"password", "openssl rsa -passin pass:%s -in k", "0pen" + "sesame"},
		{"home directory", "reading %s/code/x.go:12:3", "/home/" + "ada"},
		{"home directory", `"cwd":"%s/Projects/run"`, "/Users/" + "first.last"},
		{"home directory", `in %s\repo\main.go`, `C:\Users\` + "ada"},
		{"home directory", `{"cwd":"%s\\repo"}`, `C:\\Users\\` + "First Last"},
		{"home directory", "from %s/repo", "c:/Users/" + "ada"},
		{"home directory", "cc -I%s/include", "/home/" + "ada"},
		{"home directory", "file://%s/x", "/home/" + "ada"},
		{"home directory", "GOPATH=%s/go", "/root"},
		{"home directory", "at %s/code", "/mnt/c/Users/" + "ada"},
		{"home directory", `\\wsl$\Ubuntu%s\code`, `\home\` + "ada"},
		{"home directory", "HOME=%s", "/var/home/" + "ada"},
		{"home directory", "~/.claude/projects/-%s-code-x/log.jsonl", "Users-" + "ada"},
		{"e-mail", "Co-authored-by: Name <%s>", "first.last+ci" + "@engine.example.com"},
		{"e-mail", "example: %s.", "example" + "@example.invalid"},
		{"e-mail", "to=%s&x=1", "ada%%40" + "engine.example"},
		{"e-mail", "écrire à %s, merci", "zoé" + "@exemple.fr"},
	}
}

func (c secretCase) plain() (text, secret string) {
	secret = strings.ReplaceAll(c.secret, "%%", "%")
	return strings.Replace(c.text, "%s", secret, 1), secret
}

func (c secretCase) want() string {
	with := marker + c.rule + "]"
	if c.rule == "home directory" {
		with = "~"
	}
	return strings.Replace(c.text, "%s", with, 1)
}

func TestSecrets(t *testing.T) {
	r := New()
	cases := secretCases()
	caught := 0
	used := map[string]bool{}
	for _, c := range cases {
		used[c.rule] = true
		text, secret := c.plain()
		got, hits := r.Text(text)
		switch {
		case strings.Contains(got, secret):
			t.Errorf("missed: %q\n   gives %q", text, got)
			continue
		case got != c.want():
			t.Errorf("%q\n gives %q\n  want %q", text, got, c.want())
		case len(hits) == 0 || hits[0].Count < 1:
			t.Errorf("%q: no hit counted", text)
		}
		caught++
	}
	t.Logf("%d secrets: %d caught, %d missed", len(cases), caught, len(cases)-caught)
	if len(cases) < 60 {
		t.Errorf("only %d cases", len(cases))
	}
	for _, rule := range Rules() {
		if !used[rule.Name] {
			t.Errorf("no case for the rule %q", rule.Name)
		}
	}
}
