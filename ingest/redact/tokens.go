package redact

// The alphabets of token bodies.
var (
	dashedChars  = charsOf("A-Za-z0-9_-")
	dottedChars  = charsOf("A-Za-z0-9_.-")
	hashChars    = charsOf("A-Za-z0-9./$=,+")
	pathChars    = charsOf("A-Za-z0-9+/_-")
	capitalChars = charsOf("0-9A-Z")
	partsChars   = charsOf("A-Za-z0-9_.=-") // parts with dots between them

	hexDashChars     = charsOf("0-9a-fA-F-")
	capitalDashChars = charsOf("0-9A-Z-")
)

// tokenRules are the secrets that say what they are, by issuer. The shapes are
// those that the issuers document, the lengths a little below them: issuers
// lengthen their tokens, and a log may show one with its end cut off.
var tokenRules = []rule{
	{
		Rule: Rule{Name: "github token", Means: "personal, OAuth, app, server and refresh tokens of GitHub", Example: "ghp_…"},
		tokens: []token{
			{prefix: "ghp_", chars: alnumChars, min: 30}, {prefix: "gho_", chars: alnumChars, min: 30},
			{prefix: "ghu_", chars: alnumChars, min: 30}, {prefix: "ghs_", chars: dottedChars, min: 30},
			{prefix: "ghr_", chars: alnumChars, min: 30}, {prefix: "github_pat_", chars: wordChars, min: 30},
		},
	},
	{
		Rule: Rule{Name: "gitlab token", Means: "personal, deploy, runner, job, feed, feature-flag and agent tokens of GitLab", Example: "glpat-…"},
		tokens: []token{
			{prefix: "glpat-", chars: dottedChars, min: 20}, {prefix: "gldt-", chars: dashedChars, min: 20},
			{prefix: "glrt-", chars: dottedChars, min: 20}, {prefix: "glcbt-", chars: dashedChars, min: 20},
			{prefix: "glptt-", chars: dashedChars, min: 20}, {prefix: "glft-", chars: dashedChars, min: 20},
			{prefix: "glsoat-", chars: dashedChars, min: 20}, {prefix: "glimt-", chars: dashedChars, min: 20},
			{prefix: "glagent-", chars: dashedChars, min: 20}, {prefix: "gloas-", chars: dashedChars, min: 20},
			{prefix: "GR1348941", chars: dashedChars, min: 20},
			{prefix: "glffct-", chars: dashedChars, min: 20}, {prefix: "glwt-", chars: dashedChars, min: 20},
		},
	},
	{
		Rule:   Rule{Name: "bitbucket token", Means: "app passwords and API tokens of Atlassian", Example: "ATBB…"},
		tokens: []token{{prefix: "ATBB", chars: alnumChars, min: 28, word: true}, {prefix: "ATATT3", chars: base64Chars, min: 60, random: true}},
	},
	{
		Rule: Rule{Name: "package registry token", Means: "tokens of npm, PyPI, RubyGems, crates.io, NuGet, Docker Hub, Clojars and Artifactory", Example: "npm_…"},
		tokens: []token{
			{prefix: "npm_", chars: alnumChars, min: 30, word: true},
			{prefix: "pypi-", chars: dashedChars, min: 32, random: true},
			{prefix: "rubygems_", chars: hexChars, min: 40},
			{prefix: "cio", chars: alnumChars, min: 32, exact: true, word: true},
			{prefix: "oy2", chars: alnumChars, min: 43, exact: true, word: true},
			{prefix: "dckr_pat_", chars: dashedChars, min: 20}, {prefix: "dckr_oat_", chars: dashedChars, min: 20},
			{prefix: "AKCp", chars: alnumChars, min: 60, word: true}, {prefix: "cmVmd", chars: alnumChars, min: 59, exact: true, word: true},
			{prefix: "CLOJARS_", chars: alnumChars, min: 48, word: true},
		},
	},
	{
		Rule: Rule{Name: "aws access key", Means: "long-lived and temporary access key ids and Bedrock keys of AWS", Example: "AKIA…"},
		tokens: []token{
			{prefix: "AKIA", chars: capitalChars, min: 16, exact: true, word: true}, {prefix: "ASIA", chars: capitalChars, min: 16, exact: true, word: true},
			{prefix: "ABIA", chars: capitalChars, min: 16, exact: true, word: true}, {prefix: "ACCA", chars: capitalChars, min: 16, exact: true, word: true},
			{prefix: "ABSK", chars: base64Chars, min: 60, word: true}, {prefix: "bedrock-api-key-", chars: base64Chars, min: 20, random: true},
		},
	},
	{
		Rule: Rule{Name: "google token", Means: "API keys, OAuth tokens and client secrets of Google", Example: "AIza…"},
		tokens: []token{
			{prefix: "AIza", chars: dashedChars, min: 30, word: true}, {prefix: "GOCSPX-", chars: dashedChars, min: 20},
			{prefix: "ya29.", chars: dottedChars, min: 20}, {prefix: "1//0", chars: dashedChars, min: 40, random: true},
		},
	},
	{
		Rule: Rule{Name: "azure secret", Means: "client secrets of Microsoft Entra", Example: "…8Q~…"},
		cues: []string{"q~"},
		find: findEntraSecret,
	},
	{
		Rule: Rule{Name: "cloud token", Means: "tokens of DigitalOcean, Heroku, Fly.io, Netlify, Supabase, PlanetScale, Databricks, Alibaba, OpenShift, Tailscale, Cloudflare, Scalingo and ClickHouse", Example: "dop_v1_…"},
		tokens: []token{
			{prefix: "dop_v1_", chars: hexChars, min: 40}, {prefix: "doo_v1_", chars: hexChars, min: 40},
			{prefix: "dor_v1_", chars: hexChars, min: 40}, {prefix: "HRKU-", chars: dashedChars, min: 36, word: true},
			{prefix: "fm2_", chars: base64Chars, min: 40, random: true}, {prefix: "fm1r_", chars: base64Chars, min: 40, random: true},
			{prefix: "fm1a_", chars: base64Chars, min: 40, random: true}, {prefix: "fo1_", chars: dashedChars, min: 32, random: true},
			{prefix: "nfp_", chars: alnumChars, min: 36, word: true},
			{prefix: "sbp_", chars: hexChars, min: 40, word: true}, {prefix: "pscale_tkn_", chars: partsChars, min: 30},
			{prefix: "pscale_pw_", chars: partsChars, min: 30}, {prefix: "pscale_oauth_", chars: partsChars, min: 30},
			{prefix: "dapi", chars: hexChars, min: 32, word: true}, {prefix: "LTAI", chars: alnumChars, min: 16, word: true},
			{prefix: "sha256~", chars: dashedChars, min: 40}, {prefix: "tskey-", chars: dashedChars, min: 20, random: true},
			{prefix: "v1.0-", chars: hexDashChars, min: 100, word: true}, {prefix: "tk-us-", chars: dashedChars, min: 40, random: true},
			{prefix: "tk-eu-", chars: dashedChars, min: 40, random: true}, {prefix: "4b1d", chars: alnumChars, min: 38, exact: true, word: true, then: notHex},
		},
	},
	{
		Rule: Rule{Name: "model provider key", Means: "keys of Anthropic, OpenAI, OpenRouter, Hugging Face, Groq, xAI, Perplexity, Replicate, NVIDIA and Tavily", Example: "sk-ant-…"},
		tokens: []token{
			{prefix: "sk-ant-api", chars: dashedChars, min: 20}, {prefix: "sk-ant-admin", chars: dashedChars, min: 20},
			{prefix: "sk-ant-oat", chars: dashedChars, min: 20}, {prefix: "sk-ant-sid", chars: dashedChars, min: 20},
			{prefix: "sk-proj-", chars: dashedChars, min: 20}, {prefix: "sk-svcacct-", chars: dashedChars, min: 20},
			{prefix: "sk-or-v1-", chars: dashedChars, min: 20}, {prefix: "sk-", chars: dashedChars, min: 20, random: true},
			{prefix: "hf_", chars: alnumChars, min: 30, word: true}, {prefix: "api_org_", chars: alnumChars, min: 30, word: true},
			{prefix: "gsk_", chars: alnumChars, min: 40, word: true}, {prefix: "xai-", chars: alnumChars, min: 40, word: true},
			{prefix: "pplx-", chars: alnumChars, min: 40, word: true}, {prefix: "r8_", chars: alnumChars, min: 30, word: true},
			{prefix: "nvapi-", chars: dashedChars, min: 40, random: true}, {prefix: "tvly-", chars: dashedChars, min: 24, random: true},
		},
	},
	{
		Rule: Rule{Name: "chat token", Means: "tokens and webhooks of Slack, Discord, Teams and Telegram", Example: "xoxb-…"},
		tokens: []token{
			{prefix: "xoxa-", chars: dashedChars, min: 20}, {prefix: "xoxb-", chars: dashedChars, min: 20},
			{prefix: "xoxe-", chars: dashedChars, min: 20}, {prefix: "xoxe.", chars: dottedChars, min: 20},
			{prefix: "xoxo-", chars: dashedChars, min: 20}, {prefix: "xoxp-", chars: dashedChars, min: 20},
			{prefix: "xoxr-", chars: dashedChars, min: 20}, {prefix: "xoxs-", chars: dashedChars, min: 20},
			{prefix: "xoxd-", chars: charsOf("A-Za-z0-9%_-"), min: 20, random: true},
			{prefix: "xapp-", chars: dashedChars, min: 20, random: true},
			{prefix: "hooks.slack.com/services/", chars: pathChars, min: 16},
			{prefix: "hooks.slack.com/workflows/", chars: pathChars, min: 16},
			{prefix: "hooks.slack.com/triggers/", chars: pathChars, min: 16},
			{prefix: "discord.com/api/webhooks/", chars: pathChars, min: 16},
			{prefix: "discordapp.com/api/webhooks/", chars: pathChars, min: 16},
			{prefix: "webhook.office.com/webhookb2/", chars: charsOf("A-Za-z0-9/@_-"), min: 16},
		},
		cues: []string{":aa"},
		find: findTelegramToken,
	},
	{
		Rule: Rule{Name: "platform token", Means: "tokens of Facebook, Notion, Figma, Typeform, Dropbox, Frame.io, Adobe, 42, MaxMind, Authress and Defined Networking", Example: "ntn_…"},
		tokens: []token{
			{prefix: "EAAC", chars: alnumChars, min: 80, word: true}, {prefix: "EAAM", chars: alnumChars, min: 80, word: true},
			{prefix: "EAAB", chars: alnumChars, min: 80, word: true}, {prefix: "ntn_", chars: alnumChars, min: 40, word: true},
			{prefix: "secret_", chars: alnumChars, min: 43, exact: true, random: true}, {prefix: "figd_", chars: dashedChars, min: 36, random: true},
			{prefix: "tfp_", chars: partsChars, min: 40, random: true}, {prefix: "sl.", chars: base64Chars, min: 100, random: true},
			{prefix: "fio-u-", chars: base64Chars, min: 50, random: true}, {prefix: "p8e-", chars: alnumChars, min: 32, exact: true, word: true},
			{prefix: "s-s4t2ud-", chars: hexChars, min: 40}, {prefix: "s-s4t2af-", chars: hexChars, min: 40},
			{prefix: "dnkey-", chars: base64Chars, min: 60, random: true},
		},
		cues: []string{"facebook", "access_token", "%", "_mmk", ".acc-", ".acc_"},
		find: findPlatformToken,
	},
	{
		Rule: Rule{Name: "payment key", Means: "keys of Stripe, Square, Shopify, Shippo, EasyPost, Duffel, Flutterwave and Plaid", Example: "sk_live_…"},
		tokens: []token{
			{prefix: "sk_live_", chars: alnumChars, min: 16}, {prefix: "sk_test_", chars: alnumChars, min: 16},
			{prefix: "rk_live_", chars: alnumChars, min: 16}, {prefix: "rk_test_", chars: alnumChars, min: 16},
			{prefix: "sk_prod_", chars: alnumChars, min: 16}, {prefix: "rk_prod_", chars: alnumChars, min: 16},
			{prefix: "whsec_", chars: base64Chars, min: 24}, {prefix: "sq0atp-", chars: dashedChars, min: 20},
			{prefix: "sq0csp-", chars: dashedChars, min: 20}, {prefix: "shpat_", chars: hexChars, min: 32},
			{prefix: "shpca_", chars: hexChars, min: 32}, {prefix: "shppa_", chars: hexChars, min: 32},
			{prefix: "shpss_", chars: hexChars, min: 32},
			{prefix: "EAAA", chars: dashedChars, min: 22, random: true, then: atMost60},
			{prefix: "shippo_live_", chars: hexChars, min: 40}, {prefix: "shippo_test_", chars: hexChars, min: 40},
			{prefix: "EZAK", chars: alnumChars, min: 50, word: true}, {prefix: "EZTK", chars: alnumChars, min: 50, word: true},
			{prefix: "duffel_live_", chars: base64Chars, min: 40}, {prefix: "duffel_test_", chars: base64Chars, min: 40},
			{prefix: "FLWSECK_TEST-", chars: dashedChars, min: 12, word: true}, {prefix: "FLWSECK-", chars: dashedChars, min: 12, word: true},
			{prefix: "access-sandbox-", chars: hexDashChars, min: 36, word: true},
			{prefix: "access-development-", chars: hexDashChars, min: 36, word: true},
			{prefix: "access-production-", chars: hexDashChars, min: 36, word: true},
		},
	},
	{
		Rule: Rule{Name: "mail service key", Means: "keys of SendGrid, Mailgun, Mailchimp, Brevo and Twilio", Example: "SG.…"},
		tokens: []token{
			{prefix: "SG.", chars: partsChars, min: 40, random: true}, {prefix: "key-", chars: hexChars, min: 32, exact: true, word: true},
			{prefix: "xkeysib-", chars: dashedChars, min: 40}, {prefix: "SK", chars: hexChars, min: 32, exact: true, word: true},
		},
		cues: []string{"-us"},
		find: findMailchimpKey,
	},
	{
		Rule: Rule{Name: "ci token", Means: "tokens of CircleCI, Buildkite, Sentry, Grafana, New Relic, Postman, Linear, Pulumi, Doppler, Sourcegraph, Dynatrace, Harness, Prefect, Infracost, Octopus Deploy, Readme, SonarQube and SettleMint", Example: "glsa_…"},
		tokens: []token{
			{prefix: "CCIPAT_", chars: wordChars, min: 30}, {prefix: "bkua_", chars: hexChars, min: 40},
			{prefix: "sntrys_", chars: base64Chars, min: 40}, {prefix: "sntryu_", chars: hexChars, min: 40},
			{prefix: "glsa_", chars: wordChars, min: 32}, {prefix: "glc_", chars: base64Chars, min: 32, random: true},
			{prefix: "NRAK-", chars: alnumChars, min: 20, word: true}, {prefix: "PMAK-", chars: dashedChars, min: 40},
			{prefix: "lin_api_", chars: alnumChars, min: 32},
			{prefix: "pul-", chars: hexChars, min: 40, exact: true, word: true}, {prefix: "dp.pt.", chars: alnumChars, min: 40, word: true},
			{prefix: "dp.st.", chars: dottedChars, min: 40, random: true}, {prefix: "sgp_", chars: wordChars, min: 40, random: true},
			{prefix: "eyJrIjoi", chars: base64Chars, min: 40, word: true}, {prefix: "dt0c01.", chars: dottedChars, min: 60},
			{prefix: "dt0s01.", chars: dottedChars, min: 60}, {prefix: "pat.", chars: dottedChars, min: 60, random: true, then: isHarness},
			{prefix: "sat.", chars: dottedChars, min: 60, random: true, then: isHarness},
			{prefix: "pnu_", chars: alnumChars, min: 36, word: true}, {prefix: "ico-", chars: alnumChars, min: 32, exact: true, word: true},
			{prefix: "API-", chars: capitalChars, min: 26, exact: true, word: true}, {prefix: "rdme_", chars: alnumChars, min: 60, word: true},
			{prefix: "squ_", chars: hexChars, min: 40, exact: true, word: true}, {prefix: "sqp_", chars: hexChars, min: 40, exact: true, word: true},
			{prefix: "sqa_", chars: hexChars, min: 40, exact: true, word: true}, {prefix: "sntrya_", chars: hexChars, min: 40},
			{prefix: "sm_aat_", chars: alnumChars, min: 16, exact: true, word: true},
			{prefix: "sm_pat_", chars: alnumChars, min: 16, exact: true, word: true},
			{prefix: "sm_sat_", chars: alnumChars, min: 16, exact: true, word: true},
			{prefix: "NRII-", chars: dashedChars, min: 32, random: true}, {prefix: "lin_oauth_", chars: alnumChars, min: 32},
		},
	},
	{
		Rule: Rule{Name: "vault token", Means: "tokens of HashiCorp Vault and Terraform, 1Password secret keys and service accounts, age keys and Docker swarm", Example: "hvs.…"},
		tokens: []token{
			{prefix: "hvs.", chars: dashedChars, min: 20, random: true}, {prefix: "hvb.", chars: dashedChars, min: 20, random: true},
			{prefix: "hvr.", chars: dashedChars, min: 20, random: true}, {prefix: "ops_eyJ", chars: base64Chars, min: 40},
			{prefix: "AGE-SECRET-KEY-1", chars: capitalChars, min: 40}, {prefix: "s.", chars: alnumChars, min: 24, exact: true, random: true, then: isOldVault},
			{prefix: "A3-", chars: capitalDashChars, min: 35, word: true, then: isOnePassword},
			{prefix: "SWMTKN-1-", chars: dashedChars, min: 40},
		},
		cues: []string{".atlasv1."},
		find: findTerraformToken,
	},
	{
		Rule: Rule{Name: "jwt", Means: "JSON web tokens, also with their signature cut off, or in base64", Example: "eyJ….eyJ…"},
		tokens: []token{
			{prefix: "eyJ", chars: dottedChars, min: 20, random: true, then: isJWT},
			{prefix: "ZXlK", chars: base64Chars, min: 60, random: true, then: isEncodedJWT},
		},
	},
	{
		Rule: Rule{Name: "password hash", Means: "hashes of bcrypt, Argon2 and crypt", Example: "$2b$12$…"},
		tokens: []token{
			{prefix: "$2a$", chars: hashChars, min: 50}, {prefix: "$2b$", chars: hashChars, min: 50},
			{prefix: "$2y$", chars: hashChars, min: 50}, {prefix: "$argon2", chars: hashChars, min: 40},
			{prefix: "$6$", chars: hashChars, min: 60}, {prefix: "$5$", chars: hashChars, min: 40},
			{prefix: "$y$", chars: hashChars, min: 40},
		},
	},
}
