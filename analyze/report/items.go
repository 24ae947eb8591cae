package report

import (
	"fmt"
	"slices"
	"strings"
)

// Items are what evals and benchmarks came to: their tasks and samples, passed or failed.
type Items struct {
	Noun        string           `json:"noun"` // what all items are: task, sample or test; else item
	Groups      []ItemGroup      `json:"groups" list:"total"`
	Scores      []ScoreGroup     `json:"scores" list:"total"`
	Comparisons []ItemComparison `json:"comparisons" list:"total"`
	NotCompared string           `json:"not_compared"` // why the comparison that was asked for could not be made; empty: it was, or none was
	// LeftOut are the sides that are in no comparison, though others are compared or would be.
	LeftOut []LeftOut `json:"left_out" list:"total"`
	// Missed are the items of which a trial failed or broke on the last run date of their system and
	// subject: broken ones first, then those of most trials.
	Missed []MissedItem `json:"missed" list:"total"`
	// Latest is what each item came to on the last run date of its setup, which a later report
	// that has this one as its baseline compares its own items with.
	Latest []ItemResults `json:"latest" list:"total,kept"`
}

// ItemNoun is what items are called that are no tasks or samples, or both.
const ItemNoun = "item"

// TrialNoun is what the trials of items are called where items have several.
const TrialNoun = "trial"

// Uncompared is what was not compared, and why; empty: nothing is missing.
func (x *Items) Uncompared() string {
	var why []string
	if x.NotCompared != "" {
		why = append(why, x.NotCompared)
	}
	for _, l := range x.LeftOut[:min(len(x.LeftOut), mostLeftOut)] {
		why = append(why, l.Text)
	}
	if more := len(x.LeftOut) - mostLeftOut; more > 0 {
		why = append(why, fmt.Sprintf("%d more", more))
	}
	return strings.Join(why, "; ")
}

// BaselineNotComparable is why items are not compared with a baseline whose numbers mean something else.
const BaselineNotComparable = "the baseline is not comparable"

// mostLeftOut is how many sides that were left out a sentence names.
const mostLeftOut = 3

// Why a side is left out of comparisons.
const (
	LeftOutBroken    = "broken"     // all of its trials failed for reasons outside of the work
	LeftOutNoOutcome = "no_outcome" // no trial has an outcome
	LeftOutNotShared = "not_shared" // no other side tried its items
)

// LeftOut is a side that is in no comparison, or in none of a benchmark: a model, an agent, or
// another value of the column.
type LeftOut struct {
	By        string `json:"by"` // the column or label; baseline
	Name      string `json:"name"`
	Benchmark string `json:"benchmark"` // empty: all
	Why       string `json:"why"`       // broken, no_outcome or not_shared
	Trials    int64  `json:"trials"`    // that it made
	Text      string `json:"text"`      // "m-3 (all 12 trials broke)"
}

// MissedItem is an item of which a trial failed, or broke: what runs or judges the work failed, and
// the trial is in no rate.
type MissedItem struct {
	System   string   `json:"system"`
	Subject  string   `json:"subject"`
	Item     string   `json:"item"` // as it lasts over runs
	Step     string   `json:"step"` // as its run names it
	Date     string   `json:"date"` // UTC; empty: its run has no time
	Failed   int64    `json:"failed"`
	Broken   int64    `json:"broken"`
	Error    string   `json:"error"`   // of its last trial that failed or broke, as written; empty: the log has none
	Cluster  string   `json:"cluster"` // text of its entry in failure_clusters; empty: none
	Run      string   `json:"run"`     // key of the latest run
	Evidence Evidence `json:"evidence"`
}

// ItemResults are the items of one benchmark under one agent, model and variant, on the last run
// date that the agent and the model have of it.
type ItemResults struct {
	System    string       `json:"system"`
	Benchmark string       `json:"benchmark"`
	Agent     string       `json:"agent"`
	Model     string       `json:"model"`
	Variant   string       `json:"variant"`
	Date      string       `json:"date"` // UTC; empty: no run has a time
	Items     []ItemResult `json:"items" list:"total"`
	Scores    []ItemScore  `json:"scores" list:"total"`
	Held      int64        `json:"held"` // items, scores and means that there were; fewer are listed where a list was cut
	Means     []StatedMean `json:"means" list:"total"`
}

// ItemResult is an item with the trials of it that have an outcome.
type ItemResult struct {
	Item   string `json:"item"`
	Passed int64  `json:"passed"`
	Trials int64  `json:"trials"`
}

// StatedMean is a mean over all items that a log states without the items' scores.
type StatedMean struct {
	Scorer string  `json:"scorer"`
	Unit   string  `json:"unit"`
	Mean   float64 `json:"mean"`
	StdErr float64 `json:"std_err"`
}

// ItemScore is the mean of an item's scores that are not yes or no.
type ItemScore struct {
	Scorer string  `json:"scorer"`
	Unit   string  `json:"unit"`
	Item   string  `json:"item"`
	Mean   float64 `json:"mean"`
}

// ItemGroup is one benchmark under one model, agent and variant, over all of its runs.
type ItemGroup struct {
	System    string `json:"system"`
	Benchmark string `json:"benchmark"`
	Agent     string `json:"agent"`
	Model     string `json:"model"`
	Variant   string `json:"variant"`
	Runs      int64  `json:"runs"`
	Items     int64  `json:"items"`  // different tasks or samples
	Passed    Rate   `json:"passed"` // trials that passed, of all with an outcome
	Any       Rate   `json:"any"`    // items of which a trial passed, of those tried more than once: pass@k
	All       Rate   `json:"all"`    // items of which every trial passed, of the same: pass^k
	Undecided int64  `json:"undecided"`
	Outside   int64  `json:"outside"`    // trials that failed for reasons outside of the work, in no rate
	TokensPer Number `json:"tokens_per"` // tokens of all trials for one that passed
	CostPer   Number `json:"cost_per"`   // US dollars of all trials for one that passed
}

// ScoreGroup is the mean of one scorer whose scores are not yes or no, over one benchmark
// under one model, agent and variant.
type ScoreGroup struct {
	System    string `json:"system"`
	Benchmark string `json:"benchmark"`
	Agent     string `json:"agent"`
	Model     string `json:"model"`
	Variant   string `json:"variant"`
	Scorer    string `json:"scorer"`
	Unit      string `json:"unit"` // ratio (0 to 1) or percent; empty: not known
	Runs      int64  `json:"runs"`
	Items     int64  `json:"items"`  // different tasks or samples; 0 of a stated mean
	Trials    int64  `json:"trials"` // scores; several of one item count as their mean
	Mean      Number `json:"mean"`   // over items
	Lo        Number `json:"lo"`     // 95 % interval by Student's distribution, within the scale; of a stated mean by its standard error
	Hi        Number `json:"hi"`
	Stated    bool   `json:"stated"` // the log states the mean and its standard error, and no item's score
}

// ScoreDifference is a scorer of a comparison, over the items that both sides have scores of, or
// of means that both sides state.
type ScoreDifference struct {
	Benchmark string `json:"benchmark"`
	Scorer    string `json:"scorer"`
	Unit      string `json:"unit"`
	Items     int64  `json:"items"`  // 0 of stated means
	Stated    bool   `json:"stated"` // both logs state the mean and its standard error, and no item's score: compared as if independent, by the normal distribution
	Before    Number `json:"before"` // means
	After     Number `json:"after"`
	Delta     Number `json:"delta"` // mean of the items' differences
	Lo        Number `json:"lo"`    // 95 % interval by Student's distribution; of stated means by their standard errors
	Hi        Number `json:"hi"`
	P         Number `json:"p"`    // sign-flip test of the items' differences; of stated means by their standard errors
	QBH       Number `json:"q_bh"` // over the scores of all comparisons
	// Evidence is by q_bh, as of a comparison; inconclusive too where the interval holds 0.
	Evidence string  `json:"evidence"`
	Settle   *Settle `json:"settle"`
	Text     string  `json:"text"` // the difference in a sentence
}

// LeastItems is how many items of two sides can show a difference: five that all move one
// way have p = 0.0625 in the sign-flip test, six have 0.031.
const LeastItems = 6

// The evidence of a comparison, strongest first.
const (
	ItemsStrong       = "strong"
	ItemsModerate     = "moderate"
	ItemsWeak         = "weak"
	ItemsInconclusive = "inconclusive"
)

// Why one side of a comparison is called before.
const (
	OrderTime     = "time"
	OrderAsked    = "asked"
	OrderBaseline = "baseline"
	OrderNone     = "none"
)

// ItemsDiffer reports whether evidence shows a difference; that of a summary that has none does not.
func ItemsDiffer(evidence string) bool {
	return evidence == ItemsStrong || evidence == ItemsModerate || evidence == ItemsWeak
}

// ItemComparison holds the items of runs with one value of a column against those with another.
type ItemComparison struct {
	By string `json:"by"` // the column or label; baseline
	// Order says why one side is called before: time (its first run is the older one), asked (its
	// value was named as what the others are compared with), baseline (it is of the baseline) or
	// none: the logs do not say which is the older, and the sides are of equal standing.
	Order    string   `json:"order"`
	Before   string   `json:"before"`
	After    string   `json:"after"`
	Items    int64    `json:"items"`       // with an outcome on both sides
	Only     [2]int64 `json:"only"`        // with an outcome on one side alone: before, after
	Mixed    int64    `json:"mixed"`       // of Items, those whose trials of one side differ
	Repeated bool     `json:"repeated"`    // some of Items have several trials on a side
	Risen    int64    `json:"risen"`       // of Items, those of whose trials a larger share passed after
	Fallen   int64    `json:"fallen"`      // of Items, those of whose trials a smaller share passed after
	RateA    Rate     `json:"rate_before"` // of all trials of all items, paired or not
	RateB    Rate     `json:"rate_after"`
	Delta    Number   `json:"delta"` // mean change of the pass rate of the paired items
	Lo       Number   `json:"lo"`
	Hi       Number   `json:"hi"`
	P        Number   `json:"p"`        // exact sign-flip test over the paired items
	QBH      Number   `json:"q_bh"`     // over the comparisons
	Evidence string   `json:"evidence"` // by q_bh: strong, moderate, weak or inconclusive
	Settle   *Settle  `json:"settle"`
	Reversed bool     `json:"reversed"` // the rates of all trials move the other way than the paired items
	Text     string   `json:"text"`     // the comparison in a sentence
	Lost     []string `json:"lost"`     // items that passed in every trial before and in none after
	Gained   []string `json:"gained"`

	Benchmarks []ItemStratum     `json:"benchmarks"`
	Scores     []ScoreDifference `json:"scores"`
}

// StrongestBenchmark is the strongest evidence of a benchmark that shows a difference by itself,
// where all items together show none; else it is empty.
func (c *ItemComparison) StrongestBenchmark() string {
	strongest := ""
	for _, b := range c.Differing() {
		if ItemsDiffer(c.Evidence) {
			return ""
		}
		if strongest == "" || slices.Index(evidenceOrder, b.Evidence) < slices.Index(evidenceOrder, strongest) {
			strongest = b.Evidence
		}
	}
	return strongest
}

var evidenceOrder = []string{ItemsStrong, ItemsModerate, ItemsWeak, ItemsInconclusive}

// ItemStratum is one benchmark of a comparison.
type ItemStratum struct {
	Benchmark string `json:"benchmark"`
	Items     int64  `json:"items"`
	RateA     Rate   `json:"rate_before"`
	RateB     Rate   `json:"rate_after"`
	Lost      int64  `json:"lost"`
	Gained    int64  `json:"gained"`
	Delta     Number `json:"delta"`
	P         Number `json:"p"`
	QBH       Number `json:"q_bh"` // over the benchmarks of the comparison
	// Evidence is by QBH times the number of comparisons of several benchmarks: strong, moderate,
	// weak or inconclusive.
	Evidence string `json:"evidence"`
}

// Differing are the benchmarks of a comparison of several that show a difference by themselves.
// They may go either way, and all items together need not show any.
func (c *ItemComparison) Differing() (out []ItemStratum) {
	if len(c.Benchmarks) < 2 {
		return nil
	}
	for _, b := range c.Benchmarks {
		if ItemsDiffer(b.Evidence) && b.Delta.OK {
			out = append(out, b)
		}
	}
	return out
}
