package templates

import _ "embed"

// The parts of the page's script. They share one scope.
var (
	//go:embed script/policy.js
	policyJS string
	//go:embed script/later.js
	laterJS string
	//go:embed script/fold.js
	foldJS string
	//go:embed script/rest.js
	restJS string
	//go:embed script/chips.js
	chipsJS string
	//go:embed script/compare.js
	compareJS string
	//go:embed script/contents.js
	contentsJS string
	//go:embed script/tables.js
	tablesJS string
	//go:embed script/search.js
	searchJS string
	//go:embed script/links.js
	linksJS string
	//go:embed script/markdown.js
	markdownJS string
	//go:embed script/rows.js
	rowsJS string
	//go:embed script/address.js
	addressJS string
	//go:embed script/keys.js
	keysJS string
)

// Script is the page's own script. Everything on the page works without it; it only
// saves steps. It runs before the chart script.
var Script = Lean("(function () {\n'use strict';\n" +
	policyJS + laterJS + restJS + foldJS + contentsJS + tablesJS + chipsJS + compareJS + searchJS + linksJS + markdownJS + rowsJS + addressJS + keysJS +
	"begin();\n})();\n")
