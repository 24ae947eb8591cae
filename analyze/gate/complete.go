package gate

import (
	"fmt"
	"slices"
	"strings"

	"github.com/bmatcuk/doublestar/v4"

	"runreport/analyze/report"
)

// lossCodes are the findings that say that logs, or records in the middle of them, are
// in no number. A torn last line is not among them: the log of an open run has one.
var lossCodes = []string{
	"unreadable", "unknown_format", "log_passed_over", "log_without_records", "log_missing", "log_shorter_than_baseline",
	"ended_run_changed", "as_of_before_baseline", "nul_bytes", "bad_line", "bad_row", "line_too_long", "duplicate_key", "damaged_name",
	"broken_document", "archive_damaged", "archive_too_large", "archive_nested", "decoder_failed", "damaged_part", "history_outdated", "shard_missing",
	"bad_mapped_row", "mapped_column_missing",
}

var completeInput = &Rule{
	Name: "complete-input", Default: Blocking, guard: true, Noun: "input error",
	Settings: []Setting{{Name: "codes", Kind: Words, Default: strings.Join(lossCodes, " "), Means: "the findings that fail, by code or pattern"}},
	Means:    "All logs must have been read, since an unread one can hide a failure. A file that looks like a log and was not read fails the rule, unless a flag left it out. The rule can fail a gate, but its pass alone decides none.",
	limit: func(v ruleValues) string {
		return fmt.Sprintf("no finding of %s", strings.Join(v.words("codes"), ", "))
	},
	evaluate: func(in *input, v ruleValues) outcome {
		if in.d.Ledger.Total.Claimed == 0 {
			return notEvaluated("no log was read")
		}
		flagged := 0
		bad := in.problems(func(p report.Problem) bool {
			fits := slices.ContainsFunc(v.words("codes"), func(code string) bool {
				ok, err := doublestar.Match(code, name(p, 0))
				return err == nil && ok
			})
			if fits && name(p, 0) == "log_passed_over" && strings.HasPrefix(name(p, 2), "--") {
				flagged++
				return false
			}
			return fits
		}, "finding")
		pass := fmt.Sprintf("nothing is missing of %s", count(int(in.d.Ledger.Total.Claimed), "log"))
		if flagged > 0 {
			pass += "; not counted: logs that flags left out"
		}
		return verdict(bad, pass, count(len(bad), "problem")+" of missing input")
	},
}
