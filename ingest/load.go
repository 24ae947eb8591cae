package ingest

import (
	"os"

	"runreport/ingest/dataset"
	"runreport/ingest/record"
	"runreport/ingest/table"
)

// DamagedPart is the code of the finding that a part of a history is not as it was
// written.
const DamagedPart = "damaged_part"

var damagedPart = &record.Code{
	Name:     DamagedPart,
	Severity: record.Error,
	Means:    "a part of the history that is not as it was written",
	Do:       "nothing of it is in the numbers; build once more with the logs at hand, which reads them again",
}

// LoadDataset reads the tables of a dataset as its last build left them: what --history
// keeps in a folder, and what a later report can be compared with. It changes nothing
// in the folder and needs no logs. A part that is damaged is left out and is a finding
// of its own in the tables; the error is about a folder that is no dataset or whose
// manifest cannot be read. IsDataset tells whether a folder is one.
func LoadDataset(dir string) (*table.Set, error) {
	s, damaged, err := dataset.Load(dir)
	if err != nil {
		return nil, err
	}
	gradeFindings(&s.Findings)
	res := &Result{Tables: s}
	res.addDamage(damaged)
	return s, nil
}

// gradeFindings gives stored findings the severities that this program has for their
// codes: an earlier one may have graded a code otherwise, or called an error "act". A code
// that this program does not know keeps its word where it is one of the severities, and is
// a warning otherwise.
func gradeFindings(t *table.Findings) {
	severities := map[string]table.Severity{}
	for _, c := range Codes() {
		severities[c.Name] = c.Severity
	}
	for row := range t.Len() {
		severity, known := severities[t.Code.At(row)]
		if !known {
			switch severity = table.Severity(t.Severity.At(row)); severity {
			case table.Error, table.Warning, table.Info:
			default:
				severity = table.Warning
			}
		}
		t.Severity.Set(row, string(severity))
	}
}

// addDamage makes findings of the parts of a dataset that could not be read.
func (res *Result) addDamage(all []dataset.Damage) {
	for _, d := range all {
		record.Finding{
			Code:     damagedPart,
			Seen:     d.Path + ": " + d.Err.Error(),
			Expected: "the file that was written",
			Count:    1,
		}.Fill(&res.Tables.Findings, 0, "")
	}
}

// IsDataset reports whether a folder is a dataset rather than a folder of logs.
func IsDataset(dir string) bool { return dataset.Is(os.DirFS(dir)) }
