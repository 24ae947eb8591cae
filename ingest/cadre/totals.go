package cadre

import (
	"fmt"
	"path"
	"time"

	"runreport/ingest/record"
)

// checkTotals holds the invocations and their tokens against the totals that checkpoints,
// the fleet, the progress page and AAMF's metrics state. Zero is no total: the programs
// write it for a count that they do not have.
func (o output) checkTotals(in *inputs) {
	if in.doc != nil {
		o.checkParts(in.doc, "byPhase", "byAgent")
		o.checkCheckpoint(in)
		o.checkItemTokens(in)
		o.checkPageTokens(in.doc, in.page)
	}
	for _, r := range in.totals {
		o.checkSummary(in, r)
	}
}

// checkParts holds the total of a checkpoint's tokens against the sums of its parts.
// Example: total 49400 with byAgent 3000 and 46400.
func (o output) checkParts(doc *record.Record, keys ...string) {
	used := doc.Item("tokenUsage")
	if used == nil {
		return
	}
	total, counted := positive(used.Value("total"))
	for _, key := range keys {
		sum := 0.0
		for _, e := range record.Entries(used.Raw(key)) {
			if n, ok := record.Number(e.Raw); ok {
				sum += n
			}
		}
		if counted && sum > 0 && int64(sum) != total {
			o.finding(
				tokenTotals,
				doc,
				fmt.Sprintf("%s: adds up to %.0f", key, sum),
				fmt.Sprintf("the total of %d", total),
			)
		}
	}
}

// edge is how close to a checkpoint an invocation may end and be in its counts or not:
// the line and the checkpoint are written one after the other.
const edge = time.Second

// invocationSum is the number and the tokens of some invocations. Those at the edge of the
// checkpoint may be in its counts: low is without them, high with them.
type invocationSum struct {
	low, high             int64
	tokensLow, tokensHigh int64
	uncounted             bool // of some the tokens are not known
}

// invocationsUntil adds up the invocations of the checkpoint's own run, from its start to
// when it was written. A run that was started afresh appends to the same file.
func invocationsUntil(calls []*record.Record, from, until time.Time) (s invocationSum) {
	for _, r := range calls {
		start, end := r.Time("startTime"), r.Time("timestamp")
		if start.Before(from) || end.After(until.Add(edge)) {
			continue
		}
		tokens, counted := positive(r.Value("tokens"))
		s.uncounted = s.uncounted || !counted
		s.high++
		s.tokensHigh += tokens
		if !end.After(until.Add(-edge)) {
			s.low++
			s.tokensLow += tokens
		}
	}
	return s
}

// checkCheckpoint holds metricsCount and the tokens of the checkpoint against the
// invocations up to its time.
func (o output) checkCheckpoint(in *inputs) {
	if len(in.calls) == 0 || in.doc.At.IsZero() {
		return
	}
	sum := invocationsUntil(in.calls, in.doc.Time("startedAt"), in.doc.At)
	if n, ok := positive(in.doc.Value("metricsCount")); ok && (n < sum.low || n > sum.high) {
		o.finding(
			invocationTotals,
			in.doc,
			fmt.Sprintf("metricsCount: %d", n),
			fmt.Sprintf("%d, the invocations up to lastCheckpoint", sum.low),
		)
	}
	used := in.doc.Item("tokenUsage")
	if used == nil {
		return
	}
	if n, ok := positive(used.Value("total")); ok && (n < sum.tokensLow || n > sum.tokensHigh && !sum.uncounted) {
		o.finding(
			tokenTotals,
			in.doc,
			fmt.Sprintf("tokenUsage: %d", n),
			fmt.Sprintf("%d, the tokens of the invocations up to lastCheckpoint", sum.tokensLow),
		)
	}
}

// checkItemTokens holds what the fleet counts for an item that is over against the item's
// own checkpoint.
func (o output) checkItemTokens(in *inputs) {
	used := in.doc.Item("tokenUsage")
	if in.item == nil || used == nil || !final(in.item.Str("status")) || in.item.At.Add(edge).Before(in.doc.At) {
		return
	}
	own, ok := positive(used.Value("total"))
	if fleets, given := positive(in.item.Value(itemTokens)); ok && given && fleets != own {
		o.finding(
			tokenTotals,
			in.item,
			fmt.Sprintf("the fleet: %d", fleets),
			fmt.Sprintf("%d in %s", own, path.Base(in.doc.File.Path)),
		)
	}
}

// checkPageTokens holds the tokens on a progress page against the checkpoint that was
// written with it. A later page may have more tokens, and never fewer.
func (o output) checkPageTokens(doc, page *record.Record) {
	used := doc.Item("tokenUsage")
	if page == nil || used == nil {
		return
	}
	own, ok := positive(used.Value("total"))
	shown, given := positive(page.Value("tokens"))
	later := page.Time("updated").Sub(doc.At)
	if ok && given && later > -edge && (shown < own || shown > own && later < edge) {
		o.finding(
			tokenTotals,
			page,
			fmt.Sprintf("Token Usage: %d", shown),
			fmt.Sprintf("%d in %s", own, path.Base(doc.File.Path)),
		)
	}
}

// checkSummary holds AAMF's own totals against the invocations. After a resume AAMF only
// adds up those since the last checkpoint, so that a smaller total is no contradiction then.
func (o output) checkSummary(in *inputs, r *record.Record) {
	by := path.Base(r.File.Path)
	for _, f := range metricsSummary.Fields {
		if f.Type == record.Int || f.Type == record.Float {
			o.claimValue(r, by, "", f.Key, r.Value(f.Key))
		}
	}
	if len(in.calls) == 0 {
		return
	}
	resumed := in.doc == nil
	if !resumed {
		n, _ := in.doc.Int("resumeCount")
		resumed = n > 0
	}
	tokens, retries := int64(0), int64(0)
	for _, call := range in.calls {
		n, _ := positive(call.Value("tokens"))
		tokens += n
		if again, _ := call.Bool("wasRetry"); again {
			retries++
		}
	}
	for _, c := range []struct {
		key   string
		code  *record.Code
		lines int64
	}{
		{"totalInvocations", invocationTotals, int64(len(in.calls))},
		{"totalRetries", invocationTotals, retries},
		{"totalTokens", tokenTotals, tokens},
	} {
		if n, ok := positive(r.Value(c.key)); ok && (n > c.lines || n < c.lines && !resumed) {
			o.finding(
				c.code,
				r,
				fmt.Sprintf("%s: %d", c.key, n),
				fmt.Sprintf("%d, by the lines of invocations.jsonl", c.lines),
			)
		}
	}
}

// checkTotals holds what the fleet's checkpoint, its last event and its progress page say
// about its tokens against each other.
func (f *fleet) checkTotals() {
	if f.doc == nil {
		return
	}
	f.checkParts(f.doc, "byWorkItem", "byIssue")
	f.checkPageTokens(f.doc, f.page)
	used, end := f.doc.Item("tokenUsage"), f.last("fleet-completed")
	if used == nil || end == nil || end.At.Sub(f.doc.At).Abs() > edge {
		return
	}
	own, ok := positive(used.Value("total"))
	if n, given := positive(value(end, "totalTokens")); ok && given && n != own {
		f.finding(
			tokenTotals,
			end,
			fmt.Sprintf("totalTokens: %d", n),
			fmt.Sprintf("%d in %s", own, path.Base(f.doc.File.Path)),
		)
	}
}
