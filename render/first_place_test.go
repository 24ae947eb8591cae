package render

import "testing"

func TestPathEnd(t *testing.T) {
	for _, c := range []struct{ path, want string }{
		{"a/run.jsonl", "a/run.jsonl"},
		{"nights/shop/2026-03-13/transitions.jsonl", "…/transitions.jsonl"},
		{"demo/cadre-fleet/tidepool-api/CY-106/runs.json", "…/CY-106/runs.json"},
		{"logs/the-name-of-this-file-is-far-too-long.jsonl", "…/the-name-of…-long.jsonl"},
		{"the-name-of-this-file-is-far-too-long.jsonl", "the-name-of-…o-long.jsonl"},
	} {
		if got := pathEnd(c.path, 25); got != c.want {
			t.Errorf("%s: %q, want %q", c.path, got, c.want)
		}
	}
}
