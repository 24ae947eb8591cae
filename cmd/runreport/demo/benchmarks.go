package demo

import "fmt"

// benchmark is a project that the playbook is measured on, with the bugs that
// somebody found in it earlier.
type benchmark struct {
	name string
	bugs []knownBug
}

// knownBug is an entry of a benchmark's baseline.
type knownBug struct {
	title    string
	file     string
	line     int
	severity string
}

// bugID is the name of bug n (from 0) of any benchmark.
func bugID(n int) string { return fmt.Sprintf("BUG-%03d", n+1) }

// ids are the names of all bugs of the benchmark.
func (b *benchmark) ids() []string {
	out := make([]string, len(b.bugs))
	for n := range b.bugs {
		out[n] = bugID(n)
	}
	return out
}

var benchmarks = []*benchmark{
	{"harbor-queue-2.1.0", []knownBug{
		{"a waiting reader misses the wake-up of a batch", "queue/wait.go", 88, "HIGH"},
		{"an acknowledged message is delivered again after a restart", "queue/ack.go", 41, "HIGH"},
		{"the dead letter queue ignores its size limit", "queue/dead.go", 120, "MEDIUM"},
		{"a lease is renewed after it has ended", "lease/renew.go", 57, "HIGH"},
		{"the retry delay overflows after 31 attempts", "queue/retry.go", 22, "MEDIUM"},
		{"headers with upper-case names are lost", "wire/header.go", 73, "LOW"},
		{"closing twice blocks for ever", "queue/close.go", 15, "MEDIUM"},
		{"the consumer count is off by one while draining", "stats/count.go", 64, "LOW"},
		{"a batch of exactly the limit is refused", "queue/batch.go", 39, "MEDIUM"},
		{"the clock of the broker is trusted without bounds", "lease/clock.go", 28, "MEDIUM"},
		{"an empty topic name creates a hidden topic", "topic/name.go", 19, "LOW"},
		{"compaction drops the last record of a segment", "store/compact.go", 143, "HIGH"},
	}},
	{"tin-router-1.4.2", []knownBug{
		{"a trailing slash matches the wrong route", "router/match.py", 112, "HIGH"},
		{"the method list of an answer 405 is empty", "router/methods.py", 48, "MEDIUM"},
		{"an encoded slash splits a path segment", "router/decode.py", 31, "HIGH"},
		{"a mounted router loses its prefix in redirects", "router/mount.py", 90, "MEDIUM"},
		{"the longest match is not taken for wildcards", "router/match.py", 167, "MEDIUM"},
	}},
	{"maple-cache-3.0.1", []knownBug{
		{"an entry lives one tick beyond its time", "src/expire.rs", 55, "MEDIUM"},
		{"eviction under load frees a pinned page", "src/evict.rs", 201, "HIGH"},
		{"the hit rate counts refreshes as hits", "src/stats.rs", 37, "LOW"},
		{"a key of 64 KiB corrupts its neighbour", "src/slab.rs", 118, "HIGH"},
		{"reloading the configuration resets the quota", "src/config.rs", 76, "MEDIUM"},
		{"a failed load is cached as empty", "src/load.rs", 94, "MEDIUM"},
		{"two loads of one key run at the same time", "src/load.rs", 133, "MEDIUM"},
		{"the metrics thread outlives the cache", "src/stats.rs", 88, "LOW"},
		{"negative times to live are taken for endless", "src/expire.rs", 21, "LOW"},
		{"shards are chosen by the high bits only", "src/shard.rs", 44, "MEDIUM"},
	}},
	{"brick-parser-1.1.0", []knownBug{
		{"a comment at the end of the input is an error", "lib/lexer.ts", 210, "LOW"},
		{"nested quotes end the outer string", "lib/string.ts", 66, "HIGH"},
		{"line numbers are off after a carriage return", "lib/position.ts", 25, "MEDIUM"},
		{"numbers above 2^53 are rounded silently", "lib/number.ts", 51, "HIGH"},
		{"an unclosed block is reported at line 1", "lib/block.ts", 138, "LOW"},
		{"the depth limit can be avoided with lists", "lib/depth.ts", 17, "MEDIUM"},
		{"duplicate keys keep the first value", "lib/object.ts", 83, "MEDIUM"},
		{"a byte order mark becomes part of the first key", "lib/lexer.ts", 12, "LOW"},
	}},
	{"fern-scheduler-0.6.3", []knownBug{
		{"a job in the skipped hour of spring never runs", "sched/calendar.go", 77, "HIGH"},
		{"two leaders run the same job after a pause", "sched/leader.go", 152, "HIGH"},
		{"a cancelled job frees its slot twice", "sched/slots.go", 49, "MEDIUM"},
		{"the backlog is sorted by name, not by age", "sched/backlog.go", 33, "LOW"},
		{"a job without timeout blocks the shutdown", "sched/stop.go", 20, "MEDIUM"},
		{"weekly jobs shift with the first day of the week", "sched/calendar.go", 141, "MEDIUM"},
		{"the lock file of a killed worker is never removed", "worker/lock.go", 58, "MEDIUM"},
	}},
	{"pocket-ledger-0.9.4", []knownBug{
		{"a transfer to oneself doubles the balance", "ledger/transfer.py", 91, "HIGH"},
		{"rounding goes the same way on both sides", "ledger/money.py", 40, "MEDIUM"},
		{"closing a period leaves drafts open", "ledger/period.py", 115, "MEDIUM"},
		{"the audit trail skips failed postings", "ledger/audit.py", 62, "HIGH"},
		{"imports accept dates in the next century", "ledger/imports.py", 28, "LOW"},
		{"a deleted account keeps its standing orders", "ledger/orders.py", 173, "MEDIUM"},
		{"the exchange rate of yesterday is used after midnight", "ledger/rates.py", 54, "MEDIUM"},
		{"undo restores the amount without the fee", "ledger/undo.py", 36, "HIGH"},
		{"sums above a million lose their cents in the export", "ledger/export.py", 81, "LOW"},
	}},
}
