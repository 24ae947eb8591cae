package demo

import "time"

// kahnPipeline is a graph of steps that a kahn run executes. A step comes after
// the steps it needs; the first one needs none and every other needs some.
type kahnPipeline struct {
	name  string
	steps []kahnStep
}

// kahnStep is a node of a pipeline.
type kahnStep struct {
	id       string
	needs    []int // indexes of earlier steps
	typical  time.Duration
	flaky    int // per mille of attempts that fail for no lasting reason
	broken   int // per mille of runs in which no attempt can succeed
	commands []string
}

var kahnPipelines = []*kahnPipeline{orchardShop, lanternDocs, tidepoolAPI, pineconeApp}

var orchardShop = &kahnPipeline{"orchard-shop", []kahnStep{
	{"fetch-deps", nil, 40 * time.Second, 4, 2, []string{"pnpm install --frozen-lockfile"}},
	{"cart-unit", []int{0}, 55 * time.Second, 10, 4, []string{"pnpm test --filter cart"}},
	{"checkout-unit", []int{0}, 70 * time.Second, 12, 4, []string{"pnpm test --filter checkout"}},
	{"storefront-bundle", []int{1, 2}, 2 * time.Minute, 5, 3, []string{"pnpm build", "pnpm size-limit"}},
	{"checkout-e2e", []int{3}, 6 * time.Minute, 130, 8, []string{"pnpm e2e --project checkout"}},
	{"search-e2e", []int{3}, 4 * time.Minute, 60, 5, []string{"pnpm e2e --project search"}},
	{"publish-preview", []int{4, 5}, 35 * time.Second, 8, 1, []string{"pnpm run preview:publish"}},
}}

var lanternDocs = &kahnPipeline{"lantern-docs", []kahnStep{
	{"collect-pages", nil, 15 * time.Second, 2, 2, []string{"make pages"}},
	{"spellcheck", []int{0}, 20 * time.Second, 0, 12, []string{"make spell"}},
	{"render-site", []int{0}, 90 * time.Second, 5, 4, []string{"make html"}},
	{"link-check", []int{2}, 3 * time.Minute, 180, 6, []string{"make linkcheck"}},
	{"screenshot-diff", []int{2}, 2 * time.Minute, 70, 8, []string{"make screenshots", "make compare"}},
	{"upload-docs", []int{1, 3, 4}, 20 * time.Second, 10, 1, []string{"make upload"}},
}}

var tidepoolAPI = &kahnPipeline{"tidepool-api", []kahnStep{
	{"toolchain", nil, 30 * time.Second, 3, 1, []string{"rustup show"}},
	{"fmt-check", []int{0}, 8 * time.Second, 0, 3, []string{"cargo fmt --check"}},
	{"clippy", []int{0}, 75 * time.Second, 2, 5, []string{"cargo clippy -- -D warnings"}},
	{"schema-codegen", []int{0}, 20 * time.Second, 4, 2, []string{"cargo run -p codegen"}},
	{"core-unit", []int{3}, 2 * time.Minute, 8, 4, []string{"cargo test -p core"}},
	{"storage-unit", []int{3}, 150 * time.Second, 35, 5, []string{"cargo test -p storage"}},
	{"gateway-unit", []int{3}, 100 * time.Second, 15, 4, []string{"cargo test -p gateway"}},
	{"migrate-test-db", []int{3}, 45 * time.Second, 25, 3, []string{"cargo run -p migrate", "cargo run -p migrate -- verify"}},
	{"api-contract", []int{4, 6}, 80 * time.Second, 20, 5, []string{"cargo test --test contract"}},
	{"storage-integration", []int{5, 7}, 5 * time.Minute, 110, 8, []string{"cargo test --test storage -- --ignored"}},
	{"load-smoke", []int{8, 9}, 4 * time.Minute, 90, 6, []string{"cargo run -p smoke", "cargo run -p smoke -- report"}},
	{"container-image", []int{1, 2, 8, 9}, 3 * time.Minute, 12, 2, []string{"docker build ."}},
}}

var pineconeApp = &kahnPipeline{"pinecone-app", []kahnStep{
	{"checkout-source", nil, 12 * time.Second, 3, 1, []string{"git submodule update --init"}},
	{"gradle-cache", []int{0}, 50 * time.Second, 15, 1, []string{"./gradlew dependencies"}},
	{"kotlin-lint", []int{1}, 40 * time.Second, 1, 5, []string{"./gradlew ktlintCheck"}},
	{"domain-unit", []int{1}, 70 * time.Second, 6, 4, []string{"./gradlew :domain:test"}},
	{"sync-unit", []int{1}, 95 * time.Second, 45, 5, []string{"./gradlew :sync:test"}},
	{"ui-snapshot", []int{1}, 3 * time.Minute, 80, 7, []string{"./gradlew verifySnapshots"}},
	{"assemble-debug", []int{2, 3, 4}, 4 * time.Minute, 6, 3, []string{"./gradlew assembleDebug"}},
	{"emulator-smoke", []int{6}, 7 * time.Minute, 160, 8, []string{"./gradlew connectedCheck", "adb logcat -d"}},
	{"shrink-release", []int{5, 6}, 3 * time.Minute, 8, 4, []string{"./gradlew assembleRelease"}},
	{"size-budget", []int{8}, 10 * time.Second, 0, 10, []string{"./scripts/size-budget.sh"}},
}}
