package companion

import (
	"testing"

	"runreport/ingest/record"
)

// FuzzMarkdown reads any bytes with each reader of Markdown.
func FuzzMarkdown(f *testing.F) {
	for _, k := range Kinds {
		f.Add([]byte(k.Sample))
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		for s := aProgress; s <= aRecheck; s++ {
			file := &record.File{Path: "harbor/quality/x.md", Dir: "harbor/quality", Format: &record.Format{Kinds: Kinds}}
			switch s {
			case aProgress, aBugList, anIndex, aRunIndex, aCalibrationLog:
				readMarkdown(s, data, file)
			case aGateLog:
				readGateLog(data, file)
			}
		}
	})
}
