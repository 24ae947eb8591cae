package ingest

import (
	"runreport/ingest/actions"
	"runreport/ingest/allure"
	"runreport/ingest/cadre"
	"runreport/ingest/claude"
	"runreport/ingest/codex"
	"runreport/ingest/crabyard"
	"runreport/ingest/ctrf"
	"runreport/ingest/fishbowl"
	"runreport/ingest/gotest"
	"runreport/ingest/harbor"
	"runreport/ingest/inspect"
	"runreport/ingest/junit"
	"runreport/ingest/kahn"
	"runreport/ingest/lmeval"
	"runreport/ingest/ownlog"
	"runreport/ingest/playbook"
	"runreport/ingest/playwright"
	"runreport/ingest/promptfoo"
	"runreport/ingest/record"
	"runreport/ingest/swebench"
	"runreport/ingest/terminalbench"
	"runreport/ingest/testrun"
)

// Systems is the list of everything that is understood. A new system is a folder
// beside kahn and a line here.
var Systems = []*record.System{
	kahn.System,
	playbook.System,
	crabyard.System,
	cadre.System,
	fishbowl.System,
	junit.System,
	gotest.System,
	terminalbench.System,
	harbor.System,
	inspect.System,
	swebench.System,
	promptfoo.System,
	lmeval.System,
	ctrf.System,
	playwright.System,
	allure.System,
	claude.System,
	codex.System,
	actions.System,
	ownlog.System,
}

// Codes are all findings: those that any format can have, those of all formats of tests,
// then each system's.
func Codes() []*record.Code {
	codes := append(append(record.Codes(), ownCodes...), testrun.Codes()...)
	for _, s := range Systems {
		codes = append(codes, s.Codes...)
	}
	return codes
}
