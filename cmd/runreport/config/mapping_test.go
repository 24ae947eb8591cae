package config

import (
	"path/filepath"
	"strings"
	"testing"
)

func TestMappings(t *testing.T) {
	const columns = "    columns: {result: r}\n"
	path := write(t, filepath.Join(t.TempDir(), Name), "mappings:\n  - name: a\n    files: [\"*.csv\", b.tsv]\n    delimiter: \"\\t\"\n    results: {not ok: failed, true: passed}\n"+columns)
	c, err := Load(Sources{Path: path})
	if err != nil {
		t.Fatal(err)
	}
	m := c.Mappings[0]
	if len(c.Mappings) != 1 || m.Name != "a" || strings.Join(m.Files, " ") != "*.csv b.tsv" || m.Comma != "\t" || m.Columns["result"] != "r" ||
		m.Results["not ok"] != "failed" || m.Results["true"] != "passed" {
		t.Errorf("%+v", m)
	}
	for text, want := range map[string]string{
		"mappings: x\n":                                                                              ":1: mappings: saw string, expected a list",
		"mappings:\n  - files: a\n" + columns:                                                        ":2: mappings.name: is empty",
		"mappings:\n  - name: a\n    files: '[a'\n" + columns:                                        `:3: mappings.files: "[a" is no pattern`,
		"mappings:\n  - name: a\n    files: a\n    colums: {result: r}\n":                            `:4: mappings has no "colums"; did you mean "columns"?`,
		"mappings:\n  - name: a\n    files: a\n    columns: {resutl: r}\n":                           `:2: mappings.columns: saw "resutl", expected one of run, `,
		"mappings:\n  - name: a\n    files: a\n    columns: {result: r, result: s}\n":                "result",
		"mappings:\n  - name: a\n    files: a\n    columns: {result: [r]}\n":                         ":4: mappings.columns.result: saw sequence, expected one value",
		"mappings:\n  - name: a\n    files: a\n    columns: {result: \"\"}\n":                        ":4: mappings.columns.result: is empty",
		"mappings:\n  - name: a\n    files: a\n    results: {ok: good}\n" + columns:                  `:2: mappings.results: ok: saw "good", expected one of passed, flaky, failed`,
		"mappings:\n  - name: a\n    files: a\n" + columns + "  - name: a\n    files: b\n" + columns: `:5: mappings.name: "a" stands twice`,
	} {
		_, err := Load(Sources{Path: write(t, filepath.Join(t.TempDir(), Name), text)})
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%q: %v, want %s", text, err, want)
		}
	}
}
