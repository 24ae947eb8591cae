package analyze_test

// metricTruth is what every metric comes to over the logs in testdata/small, counted by
// hand: one line for each system, then one for each group of subject and step. See the README there for what
// happened in the logs. The numbers of a spread are n, min, p50, max and sum.
var metricTruth = map[string][]string{
	// github-actions: lint of 17 and 18, test and deploy of 17 passed; test of 17 failed before.
	// The test of 21 passed at its third attempt, of which the others are not there.
	// kahn: lint passed in five runs and test in one; test of n1 and lint of n2 failed before.
	// cadre: both tasks of item 7 and task-001 of billing passed, task-002 of item 7 failed
	// before. crabyard: CY-101 stalled before it passed, CY-102 did not; CY-103 was canceled.
	// playbook: four phases of harbor, two of elm and one of tin ended; one had an error.
	// junit: adds and pays of two dates, opens and rings; pays of the first date and opens failed before.
	// gotest: TestAdd of both dates, TestPay/card of the first, which failed before, and TestRate.
	// ctrf: adds of two dates, and pays, which failed before.
	// playwright and allure: adds of two dates, and pays of the first, which failed before.
	"step-flake-rate": {
		"cadre: 1 of 3", "crabyard: 1 of 2", "kahn: 2 of 6", "playbook: 1 of 7",
		"cadre billing task: 0 of 1", "cadre tidepool task: 1 of 2",
		"crabyard acme/app card: 1 of 1", "crabyard card: 0 of 1",
		"kahn small/kahn/nightly lint: 1 of 5", "kahn small/kahn/nightly test: 1 of 1",
		"playbook elm-0.3 phase 1: 0 of 1", "playbook elm-0.3 phase 2: 0 of 1",
		"playbook harbor-2.1 phase 1: 0 of 1", "playbook harbor-2.1 phase 2: 1 of 1",
		"playbook harbor-2.1 phase 4: 0 of 1", "playbook harbor-2.1 phase 5: 0 of 1",
		"playbook tin-1.4 phase 1: 0 of 1",
		"junit: 2 of 6",
		"junit shop cart.CartTest › adds: 0 of 2", "junit shop cart.CartTest › pays: 1 of 2",
		"junit till till.OpenTest › opens: 1 of 1", "junit till till.OpenTest › rings: 0 of 1",
		"gotest: 1 of 4", "gotest shop/cart › TestAdd: 0 of 2", "gotest shop/cart › TestPay/card: 1 of 1", "gotest shop/tax › TestRate: 0 of 1",
		"ctrf: 1 of 3", "ctrf cart › adds: 0 of 2", "ctrf cart › pays: 1 of 1",
		"playwright: 1 of 3", "playwright chromium › cart.spec.ts › cart › adds: 0 of 2", "playwright chromium › cart.spec.ts › cart › pays: 1 of 1",
		"allure: 1 of 3", "allure shop.CartTest.adds: 0 of 2", "allure shop.CartTest.pays [card=visa]: 1 of 1",
		"github-actions acme/shop CI deploy: 0 of 1",
		"github-actions acme/shop CI lint: 0 of 2",
		"github-actions acme/shop CI test: 1 of 1",
		"github-actions: 1 of 4",
	},
	// As above, and those that failed in the end: deploy of n1, task-001 of item 8, task-002
	// of billing, CY-103, and phase 2 of tin, which the run ended in.
	"first-attempt-pass-rate": {
		"cadre: 2 of 5", "crabyard: 1 of 3", "kahn: 4 of 7", "playbook: 6 of 8",
		"cadre billing task: 1 of 2", "cadre tidepool task: 1 of 3",
		"crabyard acme/app card: 0 of 1", "crabyard card: 1 of 2",
		"kahn small/kahn/nightly deploy: 0 of 1", "kahn small/kahn/nightly lint: 4 of 5",
		"kahn small/kahn/nightly test: 0 of 1",
		"playbook elm-0.3 phase 1: 1 of 1", "playbook elm-0.3 phase 2: 1 of 1",
		"playbook harbor-2.1 phase 1: 1 of 1", "playbook harbor-2.1 phase 2: 0 of 1",
		"playbook harbor-2.1 phase 4: 1 of 1", "playbook harbor-2.1 phase 5: 1 of 1",
		"playbook tin-1.4 phase 1: 1 of 1", "playbook tin-1.4 phase 2: 0 of 1",
		"junit: 4 of 7",
		"junit shop cart.CartTest › adds: 2 of 2", "junit shop cart.CartTest › pays: 1 of 2",
		"junit till till.OpenTest › opens: 0 of 1", "junit till till.OpenTest › rings: 1 of 1", "junit till till.CloseTest › closes: 0 of 1",
		"gotest: 3 of 4", "gotest shop/cart › TestAdd: 2 of 2", "gotest shop/cart › TestPay/card: 0 of 1", "gotest shop/tax › TestRate: 1 of 1",
		"ctrf: 2 of 4", "ctrf cart › adds: 2 of 2", "ctrf cart › pays: 0 of 1", "ctrf tax › rates: 0 of 1",
		"playwright: 2 of 4", "playwright chromium › cart.spec.ts › cart › adds: 2 of 2", "playwright chromium › cart.spec.ts › cart › pays: 0 of 2",
		"allure: 2 of 4", "allure shop.CartTest.adds: 2 of 2", "allure shop.CartTest.pays [card=visa]: 0 of 2",
		"github-actions acme/shop CI deploy: 1 of 1",
		"github-actions acme/shop CI lint: 2 of 2",
		"github-actions acme/shop CI test: 0 of 2",
		"github-actions: 3 of 5",
	},
	// Of those whose first attempt failed; CY-103 neither passed nor failed in the end.
	"recovery-rate": {
		"cadre: 1 of 3", "crabyard: 1 of 1", "kahn: 2 of 3", "playbook: 1 of 2",
		"cadre billing task: 0 of 1", "cadre tidepool task: 1 of 2",
		"crabyard acme/app card: 1 of 1",
		"kahn small/kahn/nightly deploy: 0 of 1", "kahn small/kahn/nightly lint: 1 of 1",
		"kahn small/kahn/nightly test: 1 of 1",
		"playbook harbor-2.1 phase 2: 1 of 1", "playbook tin-1.4 phase 2: 0 of 1",
		"junit: 2 of 3",
		"junit shop cart.CartTest › pays: 1 of 1", "junit till till.OpenTest › opens: 1 of 1", "junit till till.CloseTest › closes: 0 of 1",
		"gotest: 1 of 1", "gotest shop/cart › TestPay/card: 1 of 1",
		"ctrf: 1 of 2", "ctrf cart › pays: 1 of 1", "ctrf tax › rates: 0 of 1",
		"playwright: 1 of 2", "playwright chromium › cart.spec.ts › cart › pays: 1 of 2",
		"allure: 1 of 2", "allure shop.CartTest.pays [card=visa]: 1 of 2",
		"github-actions acme/shop CI test: 1 of 2",
		"github-actions: 1 of 2",
	},
	// github-actions: test of 17 took 2, that of 21 is at its third; lint of 20 runs. The deploy of
	// 17 was skipped at first, which is no attempt.
	// cadre: item 7 took 1 and 2 attempts, item 8 took 3, billing 1 and 2. crabyard: CY-101 to
	// CY-104 took 2, 1, 2, 1; CY-105 waits in the queue. kahn: test of n1 and lint of n2 took 2.
	// junit: ships was never run; closes was tried twice.
	// gotest: TestPay/card of the second date began and never ended.
	// ctrf: of rates only the last of two attempts was seen.
	"retries-per-step": {
		"cadre: n 5, min 0, p50 1, max 2, sum 4", "crabyard: n 4, min 0, p50 0.5, max 1, sum 2",
		"kahn: n 8, min 0, p50 0, max 1, sum 2", "playbook: n 8, min 0, p50 0, max 1, sum 1",
		"cadre billing task: n 2, min 0, p50 0.5, max 1, sum 1", "cadre tidepool task: n 3, min 0, p50 1, max 2, sum 3",
		"crabyard acme/app card: n 1, min 1, p50 1, max 1, sum 1", "crabyard card: n 3, min 0, p50 0, max 1, sum 1",
		"kahn small/kahn/nightly deploy: n 1, min 0, p50 0, max 0, sum 0",
		"kahn small/kahn/nightly lint: n 6, min 0, p50 0, max 1, sum 1",
		"kahn small/kahn/nightly test: n 1, min 1, p50 1, max 1, sum 1",
		"playbook elm-0.3 phase 1: n 1, min 0, p50 0, max 0, sum 0",
		"playbook elm-0.3 phase 2: n 1, min 0, p50 0, max 0, sum 0",
		"playbook harbor-2.1 phase 1: n 1, min 0, p50 0, max 0, sum 0",
		"playbook harbor-2.1 phase 2: n 1, min 1, p50 1, max 1, sum 1",
		"playbook harbor-2.1 phase 4: n 1, min 0, p50 0, max 0, sum 0",
		"playbook harbor-2.1 phase 5: n 1, min 0, p50 0, max 0, sum 0",
		"playbook tin-1.4 phase 1: n 1, min 0, p50 0, max 0, sum 0",
		"playbook tin-1.4 phase 2: n 1, min 0, p50 0, max 0, sum 0",
		"junit: n 7, min 0, p50 0, max 1, sum 3",
		"junit shop cart.CartTest › adds: n 2, min 0, p50 0, max 0, sum 0",
		"junit shop cart.CartTest › pays: n 2, min 0, p50 0.5, max 1, sum 1",
		"junit till till.OpenTest › opens: n 1, min 1, p50 1, max 1, sum 1",
		"junit till till.OpenTest › rings: n 1, min 0, p50 0, max 0, sum 0",
		"junit till till.CloseTest › closes: n 1, min 1, p50 1, max 1, sum 1",
		"gotest: n 5, min 0, p50 0, max 1, sum 1",
		"gotest shop/cart › TestAdd: n 2, min 0, p50 0, max 0, sum 0",
		"gotest shop/cart › TestPay/card: n 2, min 0, p50 0.5, max 1, sum 1",
		"gotest shop/tax › TestRate: n 1, min 0, p50 0, max 0, sum 0",
		"ctrf: n 5, min 0, p50 0, max 1, sum 2",
		"ctrf cart › adds: n 2, min 0, p50 0, max 0, sum 0",
		"ctrf cart › pays: n 1, min 1, p50 1, max 1, sum 1",
		"ctrf tax › rates: n 1, min 1, p50 1, max 1, sum 1",
		"ctrf cart › later: n 1, min 0, p50 0, max 0, sum 0",
		"playwright: n 4, min 0, p50 0.5, max 1, sum 2",
		"playwright chromium › cart.spec.ts › cart › adds: n 2, min 0, p50 0, max 0, sum 0",
		"playwright chromium › cart.spec.ts › cart › pays: n 2, min 1, p50 1, max 1, sum 2",
		"allure: n 4, min 0, p50 0, max 1, sum 1",
		"allure shop.CartTest.adds: n 2, min 0, p50 0, max 0, sum 0",
		"allure shop.CartTest.pays [card=visa]: n 2, min 0, p50 0.5, max 1, sum 1",
		"github-actions acme/shop CI deploy: n 1, min 0, p50 0, max 0, sum 0",
		"github-actions acme/shop CI lint: n 3, min 0, p50 0, max 0, sum 0",
		"github-actions acme/shop CI test: n 3, min 0, p50 1, max 2, sum 3",
		"github-actions: n 7, min 0, p50 0, max 2, sum 3",
	},
	// n2 of the clean runs n2, n3 and n6.
	"run-flake-rate": {
		"kahn: 1 of 3", "kahn small/kahn/nightly: 1 of 3",
		"github-actions acme/shop CI: 1 of 2",
		"github-actions: 1 of 2",
	},
	// Finished units with steps: item 7 of 7, 8 and billing; CY-101 of 101, 102 and 103; n1
	// and n2 of five; harbor of three.
	"runs-with-a-flake": {
		"cadre: 1 of 3", "crabyard: 1 of 3", "kahn: 2 of 5", "playbook: 1 of 3",
		"cadre billing: 0 of 1", "cadre tidepool: 1 of 2", "crabyard acme/app: 1 of 1", "crabyard: 0 of 2",
		"kahn small/kahn/nightly: 2 of 5", "playbook elm-0.3: 0 of 1", "playbook harbor-2.1: 1 of 1",
		"playbook tin-1.4: 0 of 1",
		"junit: 2 of 3", "junit shop: 1 of 2", "junit till: 1 of 1",
		"gotest: 1 of 2", "gotest: 1 of 2",
		"ctrf: 1 of 2", "ctrf: 1 of 2",
		"playwright: 1 of 2", "playwright: 1 of 2", "allure: 1 of 2", "allure: 1 of 2",
		"github-actions acme/shop CI: 1 of 3",
		"github-actions: 1 of 3",
	},
	// test of n1 60 s and 5 s of backoff, lint of n2 8 + 2; task-002 of item 7; CY-101 up to
	// its last heartbeat; phase 2 of harbor up to the error.
	// junit: pays of the first date; how long the failed attempt at opens took is not said.
	"flake-cost": {
		"cadre: n 1, min 90, p50 90, max 90, sum 90", "crabyard: n 1, min 100, p50 100, max 100, sum 100",
		"kahn: n 2, min 10, p50 37.5, max 65, sum 75", "playbook: n 1, min 300, p50 300, max 300, sum 300",
		"cadre tidepool task: n 1, min 90, p50 90, max 90, sum 90",
		"crabyard acme/app card: n 1, min 100, p50 100, max 100, sum 100",
		"kahn small/kahn/nightly lint: n 1, min 10, p50 10, max 10, sum 10",
		"kahn small/kahn/nightly test: n 1, min 65, p50 65, max 65, sum 65",
		"playbook harbor-2.1 phase 2: n 1, min 300, p50 300, max 300, sum 300",
		"junit: n 1, min 3, p50 3, max 3, sum 3",
		"junit shop cart.CartTest › pays: n 1, min 3, p50 3, max 3, sum 3",
		"gotest: n 1, min 2, p50 2, max 2, sum 2", "gotest shop/cart › TestPay/card: n 1, min 2, p50 2, max 2, sum 2",
		"ctrf: n 1, min 2, p50 2, max 2, sum 2", "ctrf cart › pays: n 1, min 2, p50 2, max 2, sum 2",
		"playwright: n 1, min 3, p50 3, max 3, sum 3", "playwright chromium › cart.spec.ts › cart › pays: n 1, min 3, p50 3, max 3, sum 3",
		"allure: n 1, min 3, p50 3, max 3, sum 3", "allure shop.CartTest.pays [card=visa]: n 1, min 3, p50 3, max 3, sum 3",
		"github-actions acme/shop CI test: n 1, min 190, p50 190, max 190, sum 190",
		"github-actions: n 1, min 190, p50 190, max 190, sum 190",
	},
	// github-actions: Run tests of 17 failed in attempt 1.
	// make test of n1 and make lint of n2 failed before; make deploy never passed.
	"command-flake-rate": {
		"kahn: 2 of 7",
		"kahn small/kahn/nightly make build: 0 of 1", "kahn small/kahn/nightly make lint: 1 of 5",
		"kahn small/kahn/nightly make test: 1 of 1",
		"github-actions acme/shop CI Lint: 0 of 2",
		"github-actions acme/shop CI Run tests: 1 of 2",
		"github-actions acme/shop CI Set up job: 0 of 2",
		"github-actions acme/shop CI Ship: 0 of 1",
		"github-actions acme/shop CI Upload: 0 of 1",
		"github-actions: 1 of 8",
	},
	// github-actions: lint 30 and 40, test of 17 240, deploy 30, test of 21 240.
	// claude-code: turns 1 and 3 of s1, 60 and 10, and the sub-agent, 24. codex: turn 1 of c1.
	// kahn: lint 30, 12, 14, 16 and 18, test 70. cadre: 60 of the analyst, 120 and 150 of the
	// writer, 180 of the migrator. crabyard: CY-101 300, CY-102 610.
	// gotest: TestRate was taken from the cache.
	"attempt-duration": {
		"cadre: n 4, min 60, p50 135, max 180, sum 510", "crabyard: n 2, min 300, p50 455, max 610, sum 910",
		"kahn: n 6, min 12, p50 17, max 70, sum 160",
		"cadre billing code-migrator: n 1, min 180, p50 180, max 180, sum 180",
		"cadre tidepool code-writer: n 2, min 120, p50 135, max 150, sum 270",
		"cadre tidepool issue-analyst: n 1, min 60, p50 60, max 60, sum 60",
		"crabyard acme/app card: n 1, min 300, p50 300, max 300, sum 300",
		"crabyard card: n 1, min 610, p50 610, max 610, sum 610",
		"kahn small/kahn/nightly lint: n 5, min 12, p50 16, max 30, sum 90",
		"kahn small/kahn/nightly test: n 1, min 70, p50 70, max 70, sum 70",
		"junit: n 5, min 0.4, p50 1.5, max 2.5, sum 7.4",
		"junit shop cart.CartTest › adds: n 2, min 1, p50 1.25, max 1.5, sum 2.5",
		"junit shop cart.CartTest › pays: n 2, min 2, p50 2.25, max 2.5, sum 4.5",
		"junit till till.OpenTest › rings: n 1, min 0.4, p50 0.4, max 0.4, sum 0.4",
		"gotest: n 3, min 1, p50 1, max 2, sum 4",
		"gotest shop/cart › TestAdd: n 2, min 1, p50 1.5, max 2, sum 3",
		"gotest shop/cart › TestPay/card: n 1, min 1, p50 1, max 1, sum 1",
		// Evals: the trials that passed, and of inspect and promptfoo each answer.
		"terminal-bench: n 3, min 60, p50 120, max 300, sum 480", "terminal-bench core@0.1 (goose, m-1) goose: n 3, min 60, p50 120, max 300, sum 480",
		"harbor: n 2, min 120, p50 360, max 600, sum 720", "harbor core (goose, lab/m-1) goose: n 2, min 120, p50 360, max 600, sum 720",
		"inspect: n 4, min 1.5, p50 2.5, max 2.5, sum 9", "inspect popularity (lab/m-1) 1: n 2, min 2.5, p50 2.5, max 2.5, sum 5",
		"inspect popularity (lab/m-1) two: n 1, min 2.5, p50 2.5, max 2.5, sum 2.5", "inspect popularity (lab/m-2) two: n 1, min 1.5, p50 1.5, max 1.5, sum 1.5",
		"promptfoo: n 4, min 0.5, p50 0.5, max 0.5, sum 2", "promptfoo smoke (lab:m-1) greets: n 1, min 0.5, p50 0.5, max 0.5, sum 0.5",
		"promptfoo smoke (lab:m-1) test 0b56f8c7: n 1, min 0.5, p50 0.5, max 0.5, sum 0.5",
		"promptfoo smoke (lab:m-2) counts: n 1, min 0.5, p50 0.5, max 0.5, sum 0.5", "promptfoo smoke (lab:m-2) greets: n 1, min 0.5, p50 0.5, max 0.5, sum 0.5",
		"ctrf: n 3, min 1, p50 1.25, max 1.5, sum 3.75",
		"ctrf cart › adds: n 2, min 1.25, p50 1.375, max 1.5, sum 2.75",
		"ctrf cart › pays: n 1, min 1, p50 1, max 1, sum 1",
		"playwright: n 3, min 1, p50 1.5, max 2, sum 4.5",
		"playwright chromium › cart.spec.ts › cart › adds: n 2, min 1, p50 1.25, max 1.5, sum 2.5",
		"playwright chromium › cart.spec.ts › cart › pays: n 1, min 2, p50 2, max 2, sum 2",
		"allure: n 3, min 1, p50 1.5, max 2, sum 4.5",
		"allure shop.CartTest.adds: n 2, min 1, p50 1.25, max 1.5, sum 2.5",
		"allure shop.CartTest.pays [card=visa]: n 1, min 2, p50 2, max 2, sum 2",
		"claude-code: n 3, min 10, p50 24, max 60, sum 94",
		"codex: n 1, min 19, p50 19, max 19, sum 19",
		"claude-code shop Claude Code: n 2, min 10, p50 35, max 60, sum 70",
		"claude-code shop sub-agent: n 1, min 24, p50 24, max 24, sum 24",
		"codex till Codex: n 1, min 19, p50 19, max 19, sum 19",
		"github-actions acme/shop CI deploy: n 1, min 30, p50 30, max 30, sum 30",
		"github-actions acme/shop CI lint: n 2, min 30, p50 35, max 40, sum 70",
		"github-actions acme/shop CI test: n 2, min 240, p50 240, max 240, sum 480",
		"github-actions: n 5, min 30, p50 40, max 240, sum 580",
	},
	// github-actions: test of 17 190, test of 18 300.
	// claude-code: the turn of s2, whose request failed; an interrupted turn decides nothing.
	// kahn: lint 8, test 60, deploy 20. cadre: 90 of item 7, 60 and 120 of item 8 (the third
	// was canceled), 60 and 90 of billing. crabyard: CY-101 100, CY-103 60.
	// gotest: TestPay/card, and the package that panicked on the second date.
	"failed-attempt-duration": {
		"cadre: n 5, min 60, p50 90, max 120, sum 420", "crabyard: n 2, min 60, p50 80, max 100, sum 160",
		"kahn: n 3, min 8, p50 20, max 60, sum 88",
		"cadre billing code-migrator: n 2, min 60, p50 75, max 90, sum 150",
		"cadre tidepool code-writer: n 3, min 60, p50 90, max 120, sum 270",
		"crabyard acme/app card: n 1, min 100, p50 100, max 100, sum 100",
		"crabyard card: n 1, min 60, p50 60, max 60, sum 60",
		"kahn small/kahn/nightly deploy: n 1, min 20, p50 20, max 20, sum 20",
		"kahn small/kahn/nightly lint: n 1, min 8, p50 8, max 8, sum 8",
		"kahn small/kahn/nightly test: n 1, min 60, p50 60, max 60, sum 60",
		"junit: n 1, min 3, p50 3, max 3, sum 3",
		"junit shop cart.CartTest › pays: n 1, min 3, p50 3, max 3, sum 3",
		"gotest: n 2, min 2, p50 3.5, max 5, sum 7",
		"gotest shop/cart › TestPay/card: n 1, min 2, p50 2, max 2, sum 2", "gotest shop/cart: n 1, min 5, p50 5, max 5, sum 5",
		// Evals: what broke for reasons outside of the work is left out: the installation of
		// droid, the sandbox of harbor's climb, the error of inspect, the API of promptfoo.
		"terminal-bench: n 1, min 120, p50 120, max 120, sum 120", "terminal-bench core@0.1 (goose, m-1) goose: n 1, min 120, p50 120, max 120, sum 120",
		"harbor: n 2, min 60, p50 150, max 240, sum 300", "harbor core (goose, lab/m-1) goose: n 2, min 60, p50 150, max 240, sum 300",
		"inspect: n 2, min 2.5, p50 2.5, max 2.5, sum 5", "inspect popularity (lab/m-1) two: n 1, min 2.5, p50 2.5, max 2.5, sum 2.5",
		"inspect popularity (lab/m-2) 1: n 1, min 2.5, p50 2.5, max 2.5, sum 2.5",
		"promptfoo: n 1, min 0.5, p50 0.5, max 0.5, sum 0.5", "promptfoo smoke (lab:m-1) counts: n 1, min 0.5, p50 0.5, max 0.5, sum 0.5",
		"ctrf: n 1, min 2, p50 2, max 2, sum 2", "ctrf cart › pays: n 1, min 2, p50 2, max 2, sum 2",
		"playwright: n 3, min 2.5, p50 2.6, max 3, sum 8.1",
		"playwright chromium › cart.spec.ts › cart › pays: n 3, min 2.5, p50 2.6, max 3, sum 8.1",
		"allure: n 2, min 3, p50 3.5, max 4, sum 7",
		"allure shop.CartTest.pays [card=visa]: n 2, min 3, p50 3.5, max 4, sum 7",
		"claude-code: n 1, min 4, p50 4, max 4, sum 4",
		"claude-code shop Claude Code: n 1, min 4, p50 4, max 4, sum 4",
		"github-actions acme/shop CI test: n 2, min 190, p50 245, max 300, sum 490",
		"github-actions: n 2, min 190, p50 245, max 300, sum 490",
	},
	// Phase 1 of item 7 is the only one of cadre with events. Phase 2 of elm has equal stamps.
	"phase-duration": {
		"cadre: n 1, min 70, p50 70, max 70, sum 70", "playbook: n 6, min 300, p50 480, max 720, sum 2880",
		"cadre tidepool phase 1: n 1, min 70, p50 70, max 70, sum 70",
		"playbook elm-0.3 phase 1: n 1, min 360, p50 360, max 360, sum 360",
		"playbook harbor-2.1 phase 1: n 1, min 720, p50 720, max 720, sum 720",
		"playbook harbor-2.1 phase 2: n 1, min 600, p50 600, max 600, sum 600",
		"playbook harbor-2.1 phase 4: n 1, min 600, p50 600, max 600, sum 600",
		"playbook harbor-2.1 phase 5: n 1, min 300, p50 300, max 300, sum 300",
		"playbook tin-1.4 phase 1: n 1, min 300, p50 300, max 300, sum 300",
	},
	// github-actions: 18 and 19; 17 and 21 have several attempts, 20 goes on.
	// claude-code: s1 420, s2 4; s0 is usage alone. codex: c1 189, c2 31.
	// kahn: 185.5, 22.2, 14.2, 16.2 and 18.2. cadre: items 540 and 270, fleet 900, billing 370.
	// crabyard: 4310, 610, 1055, and 480 of the session. fishbowl: 30, 60, 70, 60, 15, 20, 40.
	// playbook: 2410 and 390; tin has no run_end.
	// ctrf: 20 of two shards together.
	"run-duration": {
		"cadre: n 4, min 270, p50 455, max 900, sum 2080", "crabyard: n 4, min 480, p50 832.5, max 4310, sum 6455",
		"fishbowl: n 7, min 15, p50 40, max 70, sum 295", "kahn: n 5, min 14.2, p50 18.2, max 185.5, sum 256.3",
		"playbook: n 2, min 390, p50 1400, max 2410, sum 2800",
		"cadre billing migration: n 1, min 370, p50 370, max 370, sum 370",
		"cadre tidepool fleet: n 1, min 900, p50 900, max 900, sum 900",
		"cadre tidepool work item: n 2, min 270, p50 405, max 540, sum 810",
		"crabyard acme/app card: n 1, min 4310, p50 4310, max 4310, sum 4310",
		"crabyard card: n 2, min 610, p50 832.5, max 1055, sum 1665",
		"crabyard session: n 1, min 480, p50 480, max 480, sum 480",
		"fishbowl duel run: n 4, min 15, p50 25, max 60, sum 125",
		"fishbowl spy run: n 3, min 40, p50 60, max 70, sum 170",
		"kahn small/kahn/nightly run: n 5, min 14.2, p50 18.2, max 185.5, sum 256.3",
		"playbook elm-0.3 run: n 1, min 390, p50 390, max 390, sum 390",
		"playbook harbor-2.1 run: n 1, min 2410, p50 2410, max 2410, sum 2410",
		"junit: n 3, min 6.9, p50 10, max 12.5, sum 29.4",
		"junit shop test run: n 2, min 10, p50 11.25, max 12.5, sum 22.5",
		"junit till test run: n 1, min 6.9, p50 6.9, max 6.9, sum 6.9",
		"gotest: n 2, min 5, p50 7.5, max 10, sum 15", "gotest test run: n 2, min 5, p50 7.5, max 10, sum 15",
		// Evals that say when they began and ended, or whose trials do.
		"terminal-bench: n 1, min 600, p50 600, max 600, sum 600", "terminal-bench core@0.1 (goose, m-1) run: n 1, min 600, p50 600, max 600, sum 600",
		"harbor: n 1, min 720, p50 720, max 720, sum 720", "harbor core (goose, lab/m-1) job: n 1, min 720, p50 720, max 720, sum 720",
		"inspect: n 2, min 60, p50 90, max 120, sum 180", "inspect popularity (lab/m-1) eval: n 1, min 60, p50 60, max 60, sum 60",
		"inspect popularity (lab/m-2) eval: n 1, min 120, p50 120, max 120, sum 120",
		"promptfoo: n 2, min 60, p50 60, max 60, sum 120", "promptfoo smoke (lab:m-1) eval: n 1, min 60, p50 60, max 60, sum 60",
		"promptfoo smoke (lab:m-2) eval: n 1, min 60, p50 60, max 60, sum 60",
		"lm-eval: n 1, min 101.5, p50 101.5, max 101.5, sum 101.5", "lm-eval lm-eval (lab/m-1) run: n 1, min 101.5, p50 101.5, max 101.5, sum 101.5",
		"ctrf: n 2, min 10.5, p50 15.25, max 20, sum 30.5", "ctrf test run: n 2, min 10.5, p50 15.25, max 20, sum 30.5",
		"playwright: n 2, min 10, p50 11, max 12, sum 22", "playwright test run: n 2, min 10, p50 11, max 12, sum 22",
		"allure: n 2, min 5, p50 8.5, max 12, sum 17", "allure test run: n 2, min 5, p50 8.5, max 12, sum 17",
		"claude-code: n 2, min 4, p50 212, max 420, sum 424",
		"codex: n 2, min 31, p50 110, max 189, sum 220",
		"claude-code shop session: n 2, min 4, p50 212, max 420, sum 424",
		"codex till session: n 1, min 189, p50 189, max 189, sum 189",
		"codex session: n 1, min 31, p50 31, max 31, sum 31",
		"github-actions acme/shop CI run: n 2, min 120, p50 240, max 360, sum 480",
		"github-actions: n 2, min 120, p50 240, max 360, sum 480",
	},
	"command-duration": {
		"kahn: n 11, min 7.5, p50 15.5, max 50, sum 230.5",
		"kahn small/kahn/nightly make build: n 2, min 10, p50 10.5, max 11, sum 21",
		"kahn small/kahn/nightly make deploy: n 1, min 19, p50 19, max 19, sum 19",
		"kahn small/kahn/nightly make lint: n 6, min 7.5, p50 14.5, max 29.5, sum 95",
		"kahn small/kahn/nightly make test: n 2, min 45.5, p50 47.75, max 50, sum 95.5",
		"github-actions acme/shop CI Lint: n 2, min 28, p50 33, max 38, sum 66",
		"github-actions acme/shop CI Run tests: n 4, min 180, p50 223, max 295, sum 921",
		"github-actions acme/shop CI Set up job: n 3, min 2, p50 4, max 5, sum 11",
		"github-actions acme/shop CI Ship: n 1, min 30, p50 30, max 30, sum 30",
		"github-actions acme/shop CI Upload: n 1, min 10, p50 10, max 10, sum 10",
		"github-actions: n 11, min 2, p50 30, max 295, sum 1038",
	},
	// claude-code: Bash 4 and 8, Task 30, Read of the sub-agent 1; Edit was never answered.
	// codex: shell 2, apply_patch 2, local_shell 0; the shell of c2 has no times.
	"tool-duration": {
		"claude-code: n 4, min 1, p50 6, max 30, sum 43", "codex: n 3, min 0, p50 2, max 2, sum 4",
		"claude-code shop Bash: n 2, min 4, p50 6, max 8, sum 12", "claude-code shop Read: n 1, min 1, p50 1, max 1, sum 1",
		"claude-code shop Task: n 1, min 30, p50 30, max 30, sum 30",
		"codex till apply_patch: n 1, min 2, p50 2, max 2, sum 2", "codex till local_shell: n 1, min 0, p50 0, max 0, sum 0",
		"codex till shell: n 1, min 2, p50 2, max 2, sum 2",
	},
	// github-actions: lint of 17 8, of 18 8, of 20 15; test 15 and 9, 8 and 30; deploy 9.
	// CY-101 20 and 30, CY-102 0, CY-103 10 and 5, CY-104 1; CY-105 has not started.
	"queue-time": {
		"crabyard: n 6, min 0, p50 7.5, max 30, sum 66",
		"crabyard acme/app container: n 2, min 20, p50 25, max 30, sum 50",
		"crabyard container: n 3, min 1, p50 5, max 10, sum 16", "crabyard crabbox: n 1, min 0, p50 0, max 0, sum 0",
		"github-actions acme/shop CI self-hosted: n 1, min 9, p50 9, max 9, sum 9",
		"github-actions acme/shop CI ubuntu-latest: n 7, min 8, p50 9, max 30, sum 93",
		"github-actions: n 8, min 8, p50 9, max 30, sum 102",
	},
	// The first attempt at CY-101: last heartbeat at 120, marked at 420.
	"stall-detection-lag": {
		"crabyard: n 1, min 300, p50 300, max 300, sum 300",
		"crabyard acme/app container: n 1, min 300, p50 300, max 300, sum 300",
	},
	// Each ended attempt at a card counts, and the session.
	"outcome-mix": {
		"cadre: completed 1 of 5, dep-blocked 1 of 5, failed 1 of 5, max-retries-exhausted 1 of 5, wave-convergence-exhausted 1 of 5",
		"crabyard: canceled 1 of 6, completed 1 of 6, failed 1 of 6, review 1 of 6, stalled 1 of 6, stopped 1 of 6",
		"fishbowl: verdict 7 of 7", "kahn: clean 2 of 5, clean_with_flake 1 of 5, partial 1 of 5, stuck 1 of 5",
		"playbook: aborted 1 of 3, failed 1 of 3, success 1 of 3",
		"cadre billing: wave-convergence-exhausted 1 of 1",
		"cadre tidepool: completed 1 of 4, dep-blocked 1 of 4, failed 1 of 4, max-retries-exhausted 1 of 4",
		"crabyard acme/app: completed 1 of 2, stalled 1 of 2",
		"crabyard: canceled 1 of 4, failed 1 of 4, review 1 of 4, stopped 1 of 4",
		"fishbowl duel: verdict 4 of 4", "fishbowl spy: verdict 3 of 3",
		"kahn small/kahn/nightly: clean 2 of 5, clean_with_flake 1 of 5, partial 1 of 5, stuck 1 of 5",
		"playbook elm-0.3: success 1 of 1", "playbook harbor-2.1: failed 1 of 1", "playbook tin-1.4: aborted 1 of 1",
		"junit: failed 1 of 3, flaky 1 of 3, passed 1 of 3",
		"junit shop: flaky 1 of 2, passed 1 of 2", "junit till: failed 1 of 1",
		"gotest: failed 1 of 2, flaky 1 of 2", "gotest: failed 1 of 2, flaky 1 of 2",
		// Evals that came to their end, whatever their tasks came to; reports of swe-bench have
		// no times and are not said to have ended.
		"terminal-bench: finished 1 of 1", "terminal-bench core@0.1 (goose, m-1): finished 1 of 1",
		"harbor: finished 1 of 1", "harbor core (goose, lab/m-1): finished 1 of 1",
		"inspect: success 2 of 2", "inspect popularity (lab/m-1): success 1 of 1", "inspect popularity (lab/m-2): success 1 of 1",
		"promptfoo: finished 2 of 2", "promptfoo smoke (lab:m-1): finished 1 of 1", "promptfoo smoke (lab:m-2): finished 1 of 1",
		"lm-eval: finished 1 of 1", "lm-eval lm-eval (lab/m-1): finished 1 of 1",
		"ctrf: failed 1 of 2, passed 1 of 2", "ctrf: failed 1 of 2, passed 1 of 2",
		"playwright: failed 1 of 2, flaky 1 of 2", "playwright: failed 1 of 2, flaky 1 of 2",
		"allure: failed 1 of 2, flaky 1 of 2", "allure: failed 1 of 2, flaky 1 of 2",
		"claude-code: api error 1 of 2, end_turn 1 of 2",
		"codex: error 1 of 2, interrupted 1 of 2",
		"claude-code shop: api error 1 of 2, end_turn 1 of 2",
		"codex: error 1 of 1",
		"codex till: interrupted 1 of 1",
		"github-actions acme/shop CI: cancelled 1 of 4, failure 1 of 4, success 2 of 4",
		"github-actions: cancelled 1 of 4, failure 1 of 4, success 2 of 4",
	},
	// Of two attempts each at CY-101 and CY-103 and one at CY-102.
	"stall-rate": {
		"crabyard: 1 of 5", "crabyard acme/app container: 1 of 2", "crabyard container: 0 of 2",
		"crabyard crabbox: 0 of 1",
	},
	// Item 8 by retries and billing by convergence, of these, item 7, item 9 and the fleet.
	"exhaustion-rate": {
		"cadre: 2 of 5",
		"cadre billing migration: 1 of 1", "cadre tidepool fleet: 0 of 1", "cadre tidepool work item: 1 of 3",
	},
	// cadre: pass and warn of item 7, pass and fail of item 8. playbook: pass, warn and fail.
	"gate-failure-rate": {
		"cadre: 1 of 4", "playbook: 1 of 3",
		"cadre tidepool phase 1 gate: 0 of 2", "cadre tidepool phase 2 gate: 1 of 2",
		"playbook harbor-2.1 citations: 0 of 1", "playbook harbor-2.1 manifests: 1 of 1",
		"playbook harbor-2.1 red_logs: 0 of 1",
	},
	// The first Bash of s1, the shell of c1 and that of c2.
	"tool-failure-rate": {
		"claude-code: 1 of 4", "codex: 2 of 4",
		"claude-code shop Bash: 1 of 2", "claude-code shop Read: 0 of 1", "claude-code shop Task: 0 of 1",
		"codex shell: 1 of 1", "codex till apply_patch: 0 of 1", "codex till local_shell: 0 of 1", "codex till shell: 1 of 1",
	},
	// r1 ada, r2 bo, r7 ada.
	"agent-win-rate": {"fishbowl: 3 of 6", "fishbowl duel ada: 2 of 3", "fishbowl duel bo: 1 of 3"},
	// r3 herd, r4 spy, r8 herd.
	"team-win-rate": {"fishbowl: 3 of 6", "fishbowl spy herd: 2 of 3", "fishbowl spy spy: 1 of 3"},
	// ada is m-fast, bo is host/m-big; cy of the herd is m-tiny in r8 only.
	"model-win-rate": {
		"fishbowl: 7 of 13",
		"fishbowl all competitions host/m-big: 3 of 6", "fishbowl all competitions m-fast: 3 of 6",
		"fishbowl all competitions m-tiny: 1 of 1",
	},
	// Right in r3 and r8, wrong in r4; the other verdicts do not say.
	"judge-correct-rate": {"fishbowl: 2 of 3", "fishbowl spy: 2 of 3"},
	// duel: 4, 6 and 3. spy: 8, 2 and 5.
	"turns-to-verdict": {
		"fishbowl: n 6, min 2, p50 4.5, max 8, sum 28",
		"fishbowl duel: n 3, min 3, p50 4, max 6, sum 13", "fishbowl spy: n 3, min 2, p50 5, max 8, sum 15",
	},
	// duel: 900, 1500 and 700. spy: 2500, 100 and 1000.
	"tokens-to-verdict": {
		"fishbowl: n 6, min 100, p50 950, max 2500, sum 6700",
		"fishbowl duel: n 3, min 700, p50 900, max 1500, sum 3100",
		"fishbowl spy: n 3, min 100, p50 1000, max 2500, sum 3600",
	},
}
