package redact

import "testing"

// lookAlikes are texts that remind of a secret and are none.
func lookAlikes() []string {
	sha1 := madeUp(201, 40, lowerHex)
	sha256 := madeUp(202, 64, lowerHex)
	uuid := madeUp(203, 8, lowerHex) + "-4f89-11d3-9a0c-" + madeUp(204, 12, lowerHex)
	return []string{
		// digests, ids, base64
		"commit " + sha1,
		`{"sha":"` + sha1 + `","tree":"` + sha256 + `"}`,
		"sha256:" + sha256 + "  quality/results/x.json",
		"image: registry.example/app@sha256:" + sha256,
		`"run_id": "` + uuid + `"`,
		"session " + uuid + " resumed",
		"run-20261120T034532Z-" + madeUp(205, 6, lowerHex),
		"Cache restored from key: setup-go-Linux-x64-ubuntu24-go-1.26.8-" + sha256,
		`"cache_key": "` + sha256 + `"`,
		`"idempotencyKey": "` + uuid + `"`,
		"CONTENT_KEY=sha256:" + sha256,
		"SIGNING_DIGEST=" + sha256,
		"data:image/png;base64," + encoded("a harmless picture, nothing more than some bytes"),
		`"content": "` + encoded("the text of a file that is no secret at all") + `"`,
		"h1:" + encoded(madeUp(206, 32, mixedCase)) + " go.sum",
		"integrity sha512-" + encoded(madeUp(207, 64, mixedCase)),
		"ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAI" + madeUp(208, 43, mixedCase) + " ada@laptop",
		"-----BEGIN CERTIFICATE-----\n" + madeUp(209, 64, mixedCase) + "\n-----END CERTIFICATE-----",
		"-----BEGIN PUBLIC KEY-----\n" + madeUp(210, 64, mixedCase) + "\n-----END PUBLIC KEY-----",
		"looks for `-----BEGIN PRIVATE KEY-----` and `-----END PRIVATE KEY-----` in files",
		"eyJ is how base64 of JSON begins, e.g. " + encoded(`{"phase":1,"pass":"security review"}`),
		// words for secrets, in numbers and prose
		"token usage 49,400",
		`"tokens": 3000, "max_tokens": 4096, "token_count": 17`,
		`"tokenUsage":{"input":3000,"output":49400}`,
		"total_tokens=128000 tokens/s=41.5",
		"cost per token: $0.0000025",
		`"token": 3000`,
		`"token_type": "bearer"`,
		"unexpected token: '}' at main.js:12:3",
		`token := lexer.next()`,
		`token = parser.peek(0x1f)`,
		`"secret": "COMPASS", "winner": "secret-keeper"`,
		"the password was wrong, the token has expired",
		"Password: incorrect",
		"password: required",
		`"password": "Enter your password to continue"`,
		"password: string;",
		`password = os.environ["DB_PASSWORD"]`,
		"password=args.password, token=self.token",
		`apiKey: process.env.API_KEY`,
		"secret: ${{ secrets.DEPLOY_TOKEN_V2 }}",
		"key: value, key = k1, keys=[a1, b2, c3]",
		"primary_key=ord_20261120_000123_eu_west_1",
		"pass: security-review-2",
		`"pass": 3, "passed": true, "extra_pass": "naming-2"`,
		"--- PASS: TestPasswordReset (0.01s)",
		"FAIL TestTokenRefresh/expired_token_401 auth/token_test.go:123",
		"--password-stdin --token-file /run/x --with-token < file",
		"pass --password to the tool, or --token instead",
		"see https://docs.example/api?code=404&key=name&sig=none",
		"Authorization: none, basic checks passed; bearer token required",
		"Authorization: Basic authentication is required",
		"Cookie: the jar is empty",
		"PWD=/srv/build OLDPWD=/srv, adds PWD=dir to the environment",
		"quality/results/run-2026-11-20T03-45-32.json",
		`"parse-passwd": "^1.0.0", "jwt-token": ">=2.1.x"`,
		`env = append(env, "PWD="+dir, "TOKEN="+tok)`,
		"ucred := *(*Ucred)(unsafe.Pointer(&m.Data[0]))",
		"go: downloading golang.org/x/oauth2 v0.0.0-20190226205417-e64efc72b421",
		"IMAGE_REL_AMD64_TOKEN = 0x000D",
		"(crypto.md): `derivePassword`, `sha256sum`, `genPrivateKey`",
		"login will handle password aging of all users",
		`"NewDecapsulationKey` + `768": "NewDecapsulationKey` + `1024"`,
		`{"password": 12345678}`,
		`"token": "sha256", "eos_token": "endoftext", "page_token": "2026-11-20"`,
		`"secret": "RHINOCEROSES", "mood": "gossip"`,
		"the first secret = BLUE2, the password is required",
		"Password: &user1Password, Token: *cfg.Token",
		// names that have become secrets' only in part
		"pass=12 fail=0 skip=3", "pass=phase3 pass=review12 pass=round2", `"pass": "phase12", "pass": "naming-2"`,
		"12 passed, 3 failed, all checks passed: 100%", "pass=true&fail=false", `pass: "security review"`, "bypass=enabled compass=north",
		"compat=es2022 compat: node-20.11.1 format=jpat", `"pattern": "a1b2c3d4e5f6g7h8i9"`,
		`"session_id": "` + uuid + `"`, "session_id=" + uuid, "session_id=run-20261120T034532Z-a1b2c3d4", `"sessionId":"` + sha1[:16] + `"`,
		"resumed session ses_" + madeUp(211, 20, mixedCase), `"session": "nightly-2026-11-20-kahn-shop"`, "sid=42 pid=4711",
		`"signature": "func (r *Redactor) Text(s string) (string, []Hit)"`, `"signature": "` + sha256 + `"`, "failure_signature=" + sha256[:16],
		`"cookie": "dark", "cookies": 3, "cookie": null`, "cookie=accepted",
		`{"name": "value", "value": "aB3dE6fG9hJ2kL5mN8pQ"}`, `{"name":"recall","value":0.4125}`, `{"name": "commit", "value": "` + sha1 + `"}`,
		"- name: GOFLAGS\n  value: -mod=readonly\n", "- name: API_TOKEN\n  value: <set in the vault>\n", `{"name":"API_TOKEN","value":""}`,
		`"dsn": "postgres://db.internal:5432/app"`, `"connectionString": "Server=db;Database=app;Encrypt=yes"`, `"bearer": true`,
		"Password for the vault: see the runbook", "the password for staging: unchanged since May",
		"http://host.example:8080/a@b.txt https://registry.example:443/@types/node http://localhost:PORT/x@y",
		"v1.0-rc1 v1.0-beta API-2 API-REFERENCE tk-us-east pat.tern sat.urn s.writeHeadersAndFlushBuffer s.String sl.Sort",
		"EAAA EAAC A3-PAPER A3-SIZE-SHEET-12345-ABCDE ico-arrow-left rdme_docs pnu_test sq_apple 4b1d" + madeUp(212, 36, lowerHex),
		"\x1b[32m✓\x1b[0m 12 passed \x1b[90m(3.4s)\x1b[0m", "\u200bzero\u200bwidth\u200b", `\u001b[1mtoken\u001b[0m usage`,
		"growth 10.5% of 123456789012345% done", "…", "password: …", "token=…", "facebook has 1200 engineers | 3 offices",
		// placeholders
		"Authorization: Bearer <token>",
		"Authorization: Bearer ${TOKEN}",
		"GITHUB_TOKEN=$GITHUB_TOKEN gh pr list",
		"curl -u $USER:$PASS -H \"X-Api-Key: $KEY\" https://host.example",
		"API_KEY=xxxxxxxxxxxxxxxxxxxxxxxx",
		"token=***  password=******** secret=REDACTED",
		"password=<hidden> token=[MASKED] key={{ key }}",
		"ghp_xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx",
		"OPENAI_API_KEY=your-api-key-here",
		"postgres://$USER:$PASSWORD@db.example/main",
		"https://<user>:<password>@host.example/",
		// names that begin like a token
		"npm_config_registry npm_package_version npm_lifecycle_script",
		"hf_hub_download hf_model_name_or_path_for_generation",
		"task-sk-learn-pipeline disk-usage-report-for-all-volumes-2",
		"sk-fading-circle sk-cube-grid-animation-delay",
		"pypi-publish-action-for-trusted-publishing-v1",
		"hf_requiredCharacteristicTypesForDisplayMetadata",
		"SKIP SKU SG. AKIA AIza ghp_ glpat- xoxb- eyJ",
		"ghp_test_helper glpat-docs xapp-level",
		// at signs
		"git@github.com:owner/repo.git",
		"ssh://git@host.example/owner/repo",
		"npm i foo@1.2.3 @types/node@20.11.5 bar@1.2.3-beta.rc baz@latest",
		"golang.org/x/tools@v0.51.0 actions/checkout@v4",
		"thanks @ada, see @scope/pkg and icon@2x.png",
		"user@1000.service stash@{0} p99@10.5ms",
		"ada@laptop:~$ ls",
		"@Component.foo a@b",
		// paths
		"https://host.example/home/page and http://localhost:3000/Users/list",
		"src/home/index.ts ./home/x ../Users/y $ROOT/home/z app~/home/q",
		"GET /home/dashboard 200, /Users/Shared/x, /home/<user>/x, /home/$USER/x, /home/*/x",
		`C:\Users\Public\x C:\Program Files\x`,
		"/rooted/x /root /homepage /home /Users",
		"--flag=-home-dir /api/users/42",
		// ids, times, versions, places
		"BUG-001 REQ-12 PH3-04 claude-sonnet-4-5-20250929 gpt-4o-mini-2024-07-18",
		"2026-11-20T03:45:32.917140Z took 1h23m45.6s at v1.5.8-rc1+build.5",
		"main.go:12:3: x86_64-unknown-linux-gnu utf8mb4 base64url 0x7ffeefbff5c8",
		"docker run -p 3306:3306 -u 1000:1000 mysql:8 -port 7 mysqld",
		"10.0.0.1:8080 [::1]:443 00:1b:44:11:3a:b7",
	}
}

func TestLookAlikes(t *testing.T) {
	r := New()
	cases := lookAlikes()
	kept := 0
	for _, text := range cases {
		got, hits := r.Text(text)
		if got != text || hits != nil {
			t.Errorf("changed: %q\n  gives: %q %v", text, got, hits)
			continue
		}
		kept++
	}
	t.Logf("%d look-alikes: %d kept, %d changed", len(cases), kept, len(cases)-kept)
	if len(cases) < 60 {
		t.Errorf("only %d cases", len(cases))
	}
}
