package inspect

import (
	"fmt"
	"testing"

	"runreport/ingest/ingesttest"
)

// A sample that was still going on when somebody canceled the eval is canceled and in no rate; one
// that an error ended before that failed.
func TestSamplesOfACanceledEval(t *testing.T) {
	for _, c := range []struct{ status, message, want string }{
		{"cancelled", "CancelledError('Cancelled via cancel scope')", "canceled canceled -"},
		{"cancelled", "RuntimeError('down')", "failed infrastructure true"},
		{"cancelled", "RuntimeError(\"CancelledError('x')\")", "failed infrastructure true"},
		{"error", "CancelledError('Cancelled via cancel scope')", "failed infrastructure true"},
		{"success", "CancelledError('Cancelled via cancel scope')", "failed infrastructure true"},
	} {
		res := ingesttest.Run(t, System, ingesttest.File{Path: "a.json", Text: fmt.Sprintf(`{"version": 2, "status": %q, "eval": {"eval_id": "e-1", "created": "2026-04-01T08:00:00+00:00", "task": "pop", "model": "lab/m-1"},`+
			`"samples": [{"id": 1, "epoch": 1, "scores": {}, "error": {"message": %q}}]}`, c.status, c.message)})
		s := &res.Set.Steps
		outside := "-"
		if v, said := s.Outside.Get(0); said {
			outside = fmt.Sprint(v)
		}
		if got := fmt.Sprintf("%s %s %s", s.Result.At(0), s.Cause.At(0), outside); got != c.want {
			t.Errorf("%s, %s: %s, want %s", c.status, c.message, got, c.want)
		}
	}
}
