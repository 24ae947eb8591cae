package cadre

import "testing"

// FuzzDecode decodes two files of one folder in any two formats and puts them
// together: nothing may panic, and every ledger has to add up.
func FuzzDecode(f *testing.F) {
	for i, format := range formats {
		for _, k := range format.Kinds {
			f.Add(byte(i), byte(i+1), k.Sample, k.Sample)
		}
	}
	f.Add(byte(0), byte(2), checkpoint(`"workItemId":"7"`, at(0), `"blockedTasks":["task-001"]`), tidepool)
	f.Add(byte(1), byte(4), migrationAt(at(0), `"completedTasks":["t"]`, `"completedTaskDurationsMs":[1]`), bare("terminal-exhaustion", `"reasonCode":"x"`, at(1)))
	f.Add(byte(6), byte(5), nightPage, call("a", task1, "w", "failed", 0, 2000, ""))
	f.Fuzz(func(t *testing.T, a, b byte, first, second string) {
		if len(first)+len(second) > 1<<16 {
			return
		}
		decodeAs(t, []input{{"work/issues/7/a", first}, {"work/b", second}}, formats[int(a)%len(formats)], formats[int(b)%len(formats)])
	})
}
