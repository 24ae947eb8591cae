package companion

import "testing"

func TestLocate(t *testing.T) {
	for text, want := range map[string]location{
		"`pier/crane.go:10-20`":                            {"pier/crane.go", 10, 20},
		"pier/crane.go:10–20 (swing), pier/lock.go:7":      {"pier/crane.go", 10, 20},
		"**`crane.go:38,148-150`**":                        {"crane.go", 38, 150},
		"crane.go:2606, 2123-2146; other.go:1":             {"crane.go", 2123, 2146},
		"src/app/(dock)/[id]/page.tsx:21-29 | more":        {"src/app/(dock)/[id]/page.tsx", 21, 29},
		`C:\harbor\crane.py:5`:                             {`C:\harbor\crane.py`, 5, 5},
		"crane.go#L10-L12":                                 {"crane.go", 10, 12},
		"crane.go lines 3-4":                               {"crane.go", 3, 4},
		"`crane.go` (lines 3-9)":                           {"crane.go", 3, 9},
		"crane.go (line 9)":                                {"crane.go", 9, 9},
		".github/workflows/a.yml:3":                        {".github/workflows/a.yml", 3, 3},
		"Makefile:12":                                      {"Makefile", 12, 12},
		"README.md":                                        {"README.md", 0, 0},
		"pier/crane.go:41 3 times":                         {"pier/crane.go", 41, 41},
		"see https://example.org/x/y then pier/crane.go:1": {"pier/crane.go", 1, 1},
		"Code Review":                                      {},
		"":                                                 {},
		"the crane, e.g. when it swings":                   {},
		"x.go:99999999999999999999":                        {"x.go", 0, 0},
		"pier/crane.go:0":                                  {"pier/crane.go", 0, 0},
	} {
		if want.lo == 2123 {
			want.hi = 2606
		}
		if got := locate(text, false); got != want {
			t.Errorf("%s: %+v, want %+v", text, got, want)
		}
	}
	if got := locate("the file in lib/x.go is read, then `lib/y.go:4` fails", true); got != (location{"lib/y.go", 4, 4}) {
		t.Errorf("evidence: %+v", got)
	}
}

func TestInstant(t *testing.T) {
	for text, want := range map[string]string{
		"completed 2026-03-02T09:20:00Z; gate PASS": "2026-03-02T09:20:00Z",
		"2026-03-02T21:59Z":                         "2026-03-02T21:59:00Z",
		"2026-03-02 22:40:12 UTC":                   "2026-03-02T22:40:12Z",
		"2026-03-02T09:20:00+02:00":                 "2026-03-02T07:20:00Z",
		"2026-03-02T09:20:00.5Z":                    "2026-03-02T09:20:00Z",
		"2026-03-02":                                "0001-01-01T00:00:00Z",
		"2026-13-02T09:20:00Z":                      "0001-01-01T00:00:00Z",
		"soon":                                      "0001-01-01T00:00:00Z",
	} {
		if got := ParseInstant(text).Format("2006-01-02T15:04:05Z"); got != want {
			t.Errorf("%s: %s, want %s", text, got, want)
		}
	}
}
