package redact

// The alphabets of token bodies.
var (
	dashed = charsOf("A-Za-z0-9_-")
	dotted = charsOf("A-Za-z0-9_.-")
	hashed = charsOf("A-Za-z0-9./$=,+")
	path   = charsOf("A-Za-z0-9/_-")
	upper  = charsOf("0-9A-Z")
)

// tokenRules are the secrets that say what they are, by issuer. The shapes are
// those that the issuers document, the lengths a little below them: issuers
// lengthen their tokens, and a log may show one with its end cut off.
var tokenRules = []rule{
	{
		Rule: Rule{Name: "github token", Means: "personal, OAuth, app, server and refresh tokens of GitHub", Example: "ghp_…"},
		tokens: []token{
			{prefix: "ghp_", chars: alnum, min: 30}, {prefix: "gho_", chars: alnum, min: 30},
			{prefix: "ghu_", chars: alnum, min: 30}, {prefix: "ghs_", chars: dotted, min: 30},
			{prefix: "ghr_", chars: alnum, min: 30}, {prefix: "github_pat_", chars: word, min: 30},
		},
	},
	{
		Rule: Rule{Name: "gitlab token", Means: "personal, deploy, runner, job, feed and agent tokens of GitLab", Example: "glpat-…"},
		tokens: []token{
			{prefix: "glpat-", chars: dotted, min: 20}, {prefix: "gldt-", chars: dashed, min: 20},
			{prefix: "glrt-", chars: dotted, min: 20}, {prefix: "glcbt-", chars: dashed, min: 20},
			{prefix: "glptt-", chars: dashed, min: 20}, {prefix: "glft-", chars: dashed, min: 20},
			{prefix: "glsoat-", chars: dashed, min: 20}, {prefix: "glimt-", chars: dashed, min: 20},
			{prefix: "glagent-", chars: dashed, min: 20}, {prefix: "gloas-", chars: dashed, min: 20},
			{prefix: "GR1348941", chars: dashed, min: 20},
		},
	},
	{
		Rule:   Rule{Name: "bitbucket token", Means: "app passwords and API tokens of Atlassian", Example: "ATBB…"},
		tokens: []token{{prefix: "ATBB", chars: alnum, min: 28, word: true}, {prefix: "ATATT3", chars: base64s, min: 60, random: true}},
	},
	{
		Rule: Rule{Name: "package registry token", Means: "tokens of npm, PyPI, RubyGems, crates.io, NuGet and Docker Hub", Example: "npm_…"},
		tokens: []token{
			{prefix: "npm_", chars: alnum, min: 30, word: true},
			{prefix: "pypi-", chars: dashed, min: 32, random: true},
			{prefix: "rubygems_", chars: hex, min: 40},
			{prefix: "cio", chars: alnum, min: 32, exact: true, word: true},
			{prefix: "oy2", chars: alnum, min: 43, exact: true, word: true},
			{prefix: "dckr_pat_", chars: dashed, min: 20}, {prefix: "dckr_oat_", chars: dashed, min: 20},
		},
	},
	{
		Rule: Rule{Name: "aws access key", Means: "long-lived and temporary access key ids and Bedrock keys of AWS", Example: "AKIA…"},
		tokens: []token{
			{prefix: "AKIA", chars: upper, min: 16, exact: true, word: true}, {prefix: "ASIA", chars: upper, min: 16, exact: true, word: true},
			{prefix: "ABIA", chars: upper, min: 16, exact: true, word: true}, {prefix: "ACCA", chars: upper, min: 16, exact: true, word: true},
			{prefix: "ABSK", chars: base64s, min: 60, word: true}, {prefix: "bedrock-api-key-", chars: base64s, min: 20, random: true},
		},
	},
	{
		Rule: Rule{Name: "google token", Means: "API keys, OAuth tokens and client secrets of Google", Example: "AIza…"},
		tokens: []token{
			{prefix: "AIza", chars: dashed, min: 30, word: true}, {prefix: "GOCSPX-", chars: dashed, min: 20},
			{prefix: "ya29.", chars: dotted, min: 20}, {prefix: "1//0", chars: dashed, min: 40, random: true},
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
			{prefix: "dop_v1_", chars: hex, min: 40}, {prefix: "doo_v1_", chars: hex, min: 40},
			{prefix: "dor_v1_", chars: hex, min: 40}, {prefix: "HRKU-", chars: dashed, min: 36, word: true},
			{prefix: "fm2_", chars: base64s, min: 40, random: true}, {prefix: "nfp_", chars: alnum, min: 36, word: true},
			{prefix: "sbp_", chars: hex, min: 40, word: true}, {prefix: "pscale_tkn_", chars: dotted, min: 30},
			{prefix: "pscale_pw_", chars: dotted, min: 30}, {prefix: "pscale_oauth_", chars: dotted, min: 30},
			{prefix: "dapi", chars: hex, min: 32, word: true}, {prefix: "LTAI", chars: alnum, min: 16, word: true},
			{prefix: "sha256~", chars: dashed, min: 40}, {prefix: "tskey-", chars: dashed, min: 20, random: true},
		},
	},
	{
		Rule: Rule{Name: "model provider key", Means: "keys of Anthropic, OpenAI, OpenRouter, Hugging Face, Groq, xAI, Perplexity and Replicate", Example: "sk-ant-…"},
		tokens: []token{
			{prefix: "sk-ant-api", chars: dashed, min: 20}, {prefix: "sk-ant-admin", chars: dashed, min: 20},
			{prefix: "sk-ant-oat", chars: dashed, min: 20}, {prefix: "sk-ant-sid", chars: dashed, min: 20},
			{prefix: "sk-proj-", chars: dashed, min: 20}, {prefix: "sk-svcacct-", chars: dashed, min: 20},
			{prefix: "sk-or-v1-", chars: dashed, min: 20}, {prefix: "sk-", chars: dashed, min: 20, random: true},
			{prefix: "hf_", chars: alnum, min: 30, word: true}, {prefix: "api_org_", chars: alnum, min: 30, word: true},
			{prefix: "gsk_", chars: alnum, min: 40, word: true}, {prefix: "xai-", chars: alnum, min: 40, word: true},
			{prefix: "pplx-", chars: alnum, min: 40, word: true}, {prefix: "r8_", chars: alnum, min: 30, word: true},
		},
	},
	{
		Rule: Rule{Name: "chat token", Means: "tokens and webhooks of Slack, Discord, Teams and Telegram", Example: "xoxb-…"},
		tokens: []token{
			{prefix: "xoxa-", chars: dashed, min: 20}, {prefix: "xoxb-", chars: dashed, min: 20},
			{prefix: "xoxe-", chars: dashed, min: 20}, {prefix: "xoxe.", chars: dotted, min: 20},
			{prefix: "xoxo-", chars: dashed, min: 20}, {prefix: "xoxp-", chars: dashed, min: 20},
			{prefix: "xoxr-", chars: dashed, min: 20}, {prefix: "xoxs-", chars: dashed, min: 20},
			{prefix: "xapp-", chars: dashed, min: 20, random: true},
			{prefix: "hooks.slack.com/services/", chars: path, min: 16},
			{prefix: "hooks.slack.com/workflows/", chars: path, min: 16},
			{prefix: "hooks.slack.com/triggers/", chars: path, min: 16},
			{prefix: "discord.com/api/webhooks/", chars: path, min: 16},
			{prefix: "discordapp.com/api/webhooks/", chars: path, min: 16},
			{prefix: "webhook.office.com/webhookb2/", chars: charsOf("A-Za-z0-9/@_-"), min: 16},
		},
		cues: []string{":aa"},
		find: findTelegramToken,
	},
	{
		Rule: Rule{Name: "payment key", Means: "secret and restricted keys of Stripe, Square and Shopify", Example: "sk_live_…"},
		tokens: []token{
			{prefix: "sk_live_", chars: alnum, min: 16}, {prefix: "sk_test_", chars: alnum, min: 16},
			{prefix: "rk_live_", chars: alnum, min: 16}, {prefix: "rk_test_", chars: alnum, min: 16},
			{prefix: "sk_prod_", chars: alnum, min: 16}, {prefix: "rk_prod_", chars: alnum, min: 16},
			{prefix: "whsec_", chars: base64s, min: 24}, {prefix: "sq0atp-", chars: dashed, min: 20},
			{prefix: "sq0csp-", chars: dashed, min: 20}, {prefix: "shpat_", chars: hex, min: 32},
			{prefix: "shpca_", chars: hex, min: 32}, {prefix: "shppa_", chars: hex, min: 32},
			{prefix: "shpss_", chars: hex, min: 32},
		},
	},
	{
		Rule: Rule{Name: "mail service key", Means: "keys of SendGrid, Mailgun, Mailchimp, Brevo and Twilio", Example: "SG.…"},
		tokens: []token{
			{prefix: "SG.", chars: dotted, min: 40, random: true}, {prefix: "key-", chars: hex, min: 32, exact: true, word: true},
			{prefix: "xkeysib-", chars: dashed, min: 40}, {prefix: "SK", chars: hex, min: 32, exact: true, word: true},
		},
	},
	{
		Rule: Rule{Name: "ci token", Means: "tokens of CircleCI, Buildkite, Sentry, Grafana, New Relic, Postman, Linear, Notion, Pulumi, Doppler and Sourcegraph", Example: "glsa_…"},
		tokens: []token{
			{prefix: "CCIPAT_", chars: word, min: 30}, {prefix: "bkua_", chars: hex, min: 40},
			{prefix: "sntrys_", chars: base64s, min: 40}, {prefix: "sntryu_", chars: hex, min: 40},
			{prefix: "glsa_", chars: word, min: 32}, {prefix: "glc_", chars: base64s, min: 32, random: true},
			{prefix: "NRAK-", chars: alnum, min: 20, word: true}, {prefix: "PMAK-", chars: dashed, min: 40},
			{prefix: "lin_api_", chars: alnum, min: 32}, {prefix: "ntn_", chars: alnum, min: 40, word: true},
			{prefix: "pul-", chars: hex, min: 40, exact: true, word: true}, {prefix: "dp.pt.", chars: alnum, min: 40, word: true},
			{prefix: "dp.st.", chars: dotted, min: 40, random: true}, {prefix: "sgp_", chars: word, min: 40, random: true},
		},
	},
	{
		Rule: Rule{Name: "vault token", Means: "tokens of HashiCorp Vault and Terraform, 1Password service accounts, age keys and Docker swarm", Example: "hvs.…"},
		tokens: []token{
			{prefix: "hvs.", chars: dashed, min: 20, random: true}, {prefix: "hvb.", chars: dashed, min: 20, random: true},
			{prefix: "hvr.", chars: dashed, min: 20, random: true}, {prefix: "ops_eyJ", chars: base64s, min: 40},
			{prefix: "AGE-SECRET-KEY-1", chars: upper, min: 40}, {prefix: "SWMTKN-1-", chars: dashed, min: 40},
		},
		cues: []string{".atlasv1."},
		find: findTerraformToken,
	},
	{
		Rule:   Rule{Name: "jwt", Means: "JSON web tokens, also with their signature cut off", Example: "eyJ….eyJ…"},
		tokens: []token{{prefix: "eyJ", chars: dotted, min: 20, random: true, then: isJWT}},
	},
	{
		Rule: Rule{Name: "password hash", Means: "hashes of bcrypt, Argon2 and crypt", Example: "$2b$12$…"},
		tokens: []token{
			{prefix: "$2a$", chars: hashed, min: 50}, {prefix: "$2b$", chars: hashed, min: 50},
			{prefix: "$2y$", chars: hashed, min: 50}, {prefix: "$argon2", chars: hashed, min: 40},
			{prefix: "$6$", chars: hashed, min: 60}, {prefix: "$5$", chars: hashed, min: 40},
			{prefix: "$y$", chars: hashed, min: 40},
		},
	},
}
