package dataset

import (
	"os"
	"slices"
)

// Tables names the tables of which the dataset in dir has rows, sorted. The error is about
// a dataset that engines should not be pointed at: none, or one whose tables have another
// schema than those of this program.
func Tables(dir string) ([]string, error) {
	root, err := os.OpenRoot(dir)
	if err != nil {
		return nil, err
	}
	defer root.Close()
	m, err := currentManifest(root, dir)
	if err != nil {
		return nil, err
	}
	var names []string
	for _, p := range m.Parts {
		if name := p.place().Table; !slices.Contains(names, name) {
			names = append(names, name)
		}
	}
	slices.Sort(names)
	return names, nil
}
