package redact

// The alphabets of token bodies.
var (
	dashedChars  = charsOf("A-Za-z0-9_-")
	dottedChars  = charsOf("A-Za-z0-9_.-")
	hashChars    = charsOf("A-Za-z0-9./$=,+")
	pathChars    = charsOf("A-Za-z0-9/_-")
	capitalChars = charsOf("0-9A-Z")
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
		Rule: Rule{Name: "gitlab token", Means: "personal, deploy, runner, job, feed and agent tokens of GitLab", Example: "glpat-…"},
		tokens: []token{
			{prefix: "glpat-", chars: dottedChars, min: 20}, {prefix: "gldt-", chars: dashedChars, min: 20},
			{prefix: "glrt-", chars: dottedChars, min: 20}, {prefix: "glcbt-", chars: dashedChars, min: 20},
			{prefix: "glptt-", chars: dashedChars, min: 20}, {prefix: "glft-", chars: dashedChars, min: 20},
			{prefix: "glsoat-", chars: dashedChars, min: 20}, {prefix: "glimt-", chars: dashedChars, min: 20},
			{prefix: "glagent-", chars: dashedChars, min: 20}, {prefix: "gloas-", chars: dashedChars, min: 20},
			{prefix: "GR1348941", chars: dashedChars, min: 20},
		},
	},
	{
		Rule:   Rule{Name: "bitbucket token", Means: "app passwords and API tokens of Atlassian", Example: "ATBB…"},
		tokens: []token{{prefix: "ATBB", chars: alnumChars, min: 28, word: true}, {prefix: "ATATT3", chars: base64Chars, min: 60, random: true}},
	},
	{
		Rule: Rule{Name: "package registry token", Means: "tokens of npm, PyPI, RubyGems, crates.io, NuGet and Docker Hub", Example: "npm_…"},
		tokens: []token{
			{prefix: "npm_", chars: alnumChars, min: 30, word: true},
			{prefix: "pypi-", chars: dashedChars, min: 32, random: true},
			{prefix: "rubygems_", chars: hexChars, min: 40},
			{prefix: "cio", chars: alnumChars, min: 32, exact: true, word: true},
			{prefix: "oy2", chars: alnumChars, min: 43, exact: true, word: true},
			{prefix: "dckr_pat_", chars: dashedChars, min: 20}, {prefix: "dckr_oat_", chars: dashedChars, min: 20},
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
		Rule: Rule{Name: "cloud token", Means: "tokens of DigitalOcean, Heroku, Fly.io, Netlify, Supabase, PlanetScale, Databricks, Alibaba, OpenShift and Tailscale", Example: "dop_v1_…"},
		tokens: []token{
			{prefix: "dop_v1_", chars: hexChars, min: 40}, {prefix: "doo_v1_", chars: hexChars, min: 40},
			{prefix: "dor_v1_", chars: hexChars, min: 40}, {prefix: "HRKU-", chars: dashedChars, min: 36, word: true},
			{prefix: "fm2_", chars: base64Chars, min: 40, random: true}, {prefix: "nfp_", chars: alnumChars, min: 36, word: true},
			{prefix: "sbp_", chars: hexChars, min: 40, word: true}, {prefix: "pscale_tkn_", chars: dottedChars, min: 30},
			{prefix: "pscale_pw_", chars: dottedChars, min: 30}, {prefix: "pscale_oauth_", chars: dottedChars, min: 30},
			{prefix: "dapi", chars: hexChars, min: 32, word: true}, {prefix: "LTAI", chars: alnumChars, min: 16, word: true},
			{prefix: "sha256~", chars: dashedChars, min: 40}, {prefix: "tskey-", chars: dashedChars, min: 20, random: true},
		},
	},
	{
		Rule: Rule{Name: "model provider key", Means: "keys of Anthropic, OpenAI, OpenRouter, Hugging Face, Groq, xAI, Perplexity and Replicate", Example: "sk-ant-…"},
		tokens: []token{
			{prefix: "sk-ant-api", chars: dashedChars, min: 20}, {prefix: "sk-ant-admin", chars: dashedChars, min: 20},
			{prefix: "sk-ant-oat", chars: dashedChars, min: 20}, {prefix: "sk-ant-sid", chars: dashedChars, min: 20},
			{prefix: "sk-proj-", chars: dashedChars, min: 20}, {prefix: "sk-svcacct-", chars: dashedChars, min: 20},
			{prefix: "sk-or-v1-", chars: dashedChars, min: 20}, {prefix: "sk-", chars: dashedChars, min: 20, random: true},
			{prefix: "hf_", chars: alnumChars, min: 30, word: true}, {prefix: "api_org_", chars: alnumChars, min: 30, word: true},
			{prefix: "gsk_", chars: alnumChars, min: 40, word: true}, {prefix: "xai-", chars: alnumChars, min: 40, word: true},
			{prefix: "pplx-", chars: alnumChars, min: 40, word: true}, {prefix: "r8_", chars: alnumChars, min: 30, word: true},
		},
	},
	{
		Rule: Rule{Name: "chat token", Means: "tokens and webhooks of Slack, Discord, Teams and Telegram", Example: "xoxb-…"},
		tokens: []token{
			{prefix: "xoxa-", chars: dashedChars, min: 20}, {prefix: "xoxb-", chars: dashedChars, min: 20},
			{prefix: "xoxe-", chars: dashedChars, min: 20}, {prefix: "xoxe.", chars: dottedChars, min: 20},
			{prefix: "xoxo-", chars: dashedChars, min: 20}, {prefix: "xoxp-", chars: dashedChars, min: 20},
			{prefix: "xoxr-", chars: dashedChars, min: 20}, {prefix: "xoxs-", chars: dashedChars, min: 20},
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
		Rule: Rule{Name: "payment key", Means: "secret and restricted keys of Stripe, Square and Shopify", Example: "sk_live_…"},
		tokens: []token{
			{prefix: "sk_live_", chars: alnumChars, min: 16}, {prefix: "sk_test_", chars: alnumChars, min: 16},
			{prefix: "rk_live_", chars: alnumChars, min: 16}, {prefix: "rk_test_", chars: alnumChars, min: 16},
			{prefix: "sk_prod_", chars: alnumChars, min: 16}, {prefix: "rk_prod_", chars: alnumChars, min: 16},
			{prefix: "whsec_", chars: base64Chars, min: 24}, {prefix: "sq0atp-", chars: dashedChars, min: 20},
			{prefix: "sq0csp-", chars: dashedChars, min: 20}, {prefix: "shpat_", chars: hexChars, min: 32},
			{prefix: "shpca_", chars: hexChars, min: 32}, {prefix: "shppa_", chars: hexChars, min: 32},
			{prefix: "shpss_", chars: hexChars, min: 32},
		},
	},
	{
		Rule: Rule{Name: "mail service key", Means: "keys of SendGrid, Mailgun, Mailchimp, Brevo and Twilio", Example: "SG.…"},
		tokens: []token{
			{prefix: "SG.", chars: dottedChars, min: 40, random: true}, {prefix: "key-", chars: hexChars, min: 32, exact: true, word: true},
			{prefix: "xkeysib-", chars: dashedChars, min: 40}, {prefix: "SK", chars: hexChars, min: 32, exact: true, word: true},
		},
	},
	{
		Rule: Rule{Name: "ci token", Means: "tokens of CircleCI, Buildkite, Sentry, Grafana, New Relic, Postman, Linear, Notion, Pulumi, Doppler and Sourcegraph", Example: "glsa_…"},
		tokens: []token{
			{prefix: "CCIPAT_", chars: wordChars, min: 30}, {prefix: "bkua_", chars: hexChars, min: 40},
			{prefix: "sntrys_", chars: base64Chars, min: 40}, {prefix: "sntryu_", chars: hexChars, min: 40},
			{prefix: "glsa_", chars: wordChars, min: 32}, {prefix: "glc_", chars: base64Chars, min: 32, random: true},
			{prefix: "NRAK-", chars: alnumChars, min: 20, word: true}, {prefix: "PMAK-", chars: dashedChars, min: 40},
			{prefix: "lin_api_", chars: alnumChars, min: 32}, {prefix: "ntn_", chars: alnumChars, min: 40, word: true},
			{prefix: "pul-", chars: hexChars, min: 40, exact: true, word: true}, {prefix: "dp.pt.", chars: alnumChars, min: 40, word: true},
			{prefix: "dp.st.", chars: dottedChars, min: 40, random: true}, {prefix: "sgp_", chars: wordChars, min: 40, random: true},
		},
	},
	{
		Rule: Rule{Name: "vault token", Means: "tokens of HashiCorp Vault and Terraform, 1Password service accounts, age keys and Docker swarm", Example: "hvs.…"},
		tokens: []token{
			{prefix: "hvs.", chars: dashedChars, min: 20, random: true}, {prefix: "hvb.", chars: dashedChars, min: 20, random: true},
			{prefix: "hvr.", chars: dashedChars, min: 20, random: true}, {prefix: "ops_eyJ", chars: base64Chars, min: 40},
			{prefix: "AGE-SECRET-KEY-1", chars: capitalChars, min: 40}, {prefix: "SWMTKN-1-", chars: dashedChars, min: 40},
		},
		cues: []string{".atlasv1."},
		find: findTerraformToken,
	},
	{
		Rule:   Rule{Name: "jwt", Means: "JSON web tokens, also with their signature cut off", Example: "eyJ….eyJ…"},
		tokens: []token{{prefix: "eyJ", chars: dottedChars, min: 20, random: true, then: isJWT}},
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
