package render

import (
	"slices"
	"strings"
	"testing"

	"runreport/analyze/report"
)

func TestNameRows(t *testing.T) {
	columns := []report.Column{left("Step"), right("Took"), left("Subject"), left("System")}
	long := strings.Repeat("long-", 200)
	tests := []struct {
		name string
		rows [][4]string
		want []string
	}{
		{"by the first cell", [][4]string{{"build", "1", "a", "k"}, {"Unit Tests!", "2", "a", "k"}}, []string{"t.build", "t.unit-tests"}},
		{"by further names where they share one", [][4]string{{"build", "1", "a", "k"}, {"lint", "1", "a", "k"}, {"build", "2", "b", "k"}}, []string{"t.build-a", "t.lint", "t.build-b"}},
		{"by number where they share all", [][4]string{{"build", "1", "a", "k"}, {"build", "2", "a", "k"}, {"build-a-k-2", "3", "a", "k"}}, []string{"t.build-a-k", "t.build-a-k-2", "t.build-a-k-2-2"}},
		{"without a name", [][4]string{{"", "1", "", ""}, {"", "1", "", ""}}, []string{"t.2", "t.3"}},
		{"in another script", [][4]string{{"שלום", "1", "", ""}, {"été", "1", "", ""}}, []string{"t." + asciiName("שלום"), "t." + asciiName("été")}},
		{"cut short", [][4]string{{long, "1", "", ""}, {long + "x", "1", "", ""}}, []string{"t." + asciiName(long), "t." + asciiName(long+"x")}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			table := &report.Table{ID: "t", Columns: columns}
			for _, r := range tt.rows {
				table.Rows = append(table.Rows, report.Row{Cells: []report.Cell{cell(r[0]), cell(r[1]), cell(r[2]), cell(r[3])}})
			}
			if got := rowIDs(table); !slices.Equal(got, tt.want) {
				t.Errorf("%q, want %q", got, tt.want)
			}
			// A name is not a place: the other way round the rows with names of their own keep them.
			if tt.name != "by number where they share all" && tt.name != "without a name" {
				slices.Reverse(table.Rows)
				turned := rowIDs(table)
				slices.Reverse(turned)
				if !slices.Equal(turned, tt.want) {
					t.Errorf("turned round %q, want %q", turned, tt.want)
				}
			}
		})
	}
}

func rowIDs(t *report.Table) []string {
	var ids []string
	for _, r := range newTable(t, pageRoom).Rows {
		ids = append(ids, string(r.ID))
	}
	return ids
}

func FuzzLasting(f *testing.F) {
	for _, s := range hostile {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) {
		got := asciiName(s)
		if len(got) > maxName+8 || (got == "") != (s == "") || got != "" && !fits(got) {
			t.Errorf("lasting(%q) = %q", s, got)
		}
	})
}

// fits says that a name can stand in an ID and in an address as it is.
func fits(name string) bool {
	return strings.Trim(name, "abcdefghijklmnopqrstuvwxyz0123456789-") == "" && !strings.Contains(name, "--") && strings.Trim(name, "-") == name
}
