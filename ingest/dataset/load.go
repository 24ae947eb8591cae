package dataset

import (
	"errors"
	"fmt"
	"io/fs"
	"os"

	"runreport/ingest/table"
)

// maxLoads is how often a reader starts again because a writer has replaced parts.
const maxLoads = 5

// Load reads the tables of the dataset in dir as they were after its last build,
// without those that are of no use outside of this program. It writes nothing and
// waits for nobody. Parts that are damaged are left out and returned; the error is
// about the dataset as a whole.
func Load(dir string) (*table.Set, []Damage, error) {
	root, err := os.OpenRoot(dir)
	if err != nil {
		return nil, nil, err
	}
	defer root.Close()
	for range maxLoads {
		m, err := currentManifest(root, dir)
		if err != nil {
			return nil, nil, err
		}
		parts, damaged := m.read(root)
		again, err := readManifest(root)
		if err == nil && again.Checksum == m.Checksum {
			return table.Merge(parts), damaged, nil
		}
	}
	return nil, nil, fmt.Errorf("%s: %w", dir, errors.New("writers replaced parts all the time"))
}

// currentManifest reads the manifest of a dataset whose tables have the schema of this
// program.
func currentManifest(root *os.Root, dir string) (Manifest, error) {
	m, err := readManifest(root)
	if err != nil {
		return m, fmt.Errorf("%s: %w", dir, err)
	}
	if m.Schema == "" {
		return m, fmt.Errorf("%s: no %s: not a dataset of runreport", dir, ManifestName)
	}
	if m.Shard != nil && !m.Shard.Merged {
		return m, fmt.Errorf("%s is a part: runreport merge makes a dataset of all parts", dir)
	}
	if version, other := m.otherVersion(); other {
		return m, fmt.Errorf("%s: its tables are of schema %.20q, this program reads %q: runreport upgrade makes them anew, and so does a build with --history and this folder",
			dir, version, table.SchemaVersion)
	}
	return m, nil
}

// otherVersion is the schema version of the tables of a set where it is not the one
// that this program reads. Another program wrote all of them then.
func (m Manifest) otherVersion() (version string, other bool) {
	for _, p := range m.Parts {
		if name := p.place().Table; name != table.LogsName && p.Schema != table.VersionOf(name) {
			return p.Schema, true
		}
	}
	return "", false
}

// read reads all parts of the tables of a set.
func (m Manifest) read(root *os.Root) (parts []table.Partition, damaged []Damage) {
	inSet := map[string]bool{}
	for _, t := range (&table.Set{}).Tables() {
		inSet[t.Name] = true
	}
	for _, p := range m.Parts {
		if !inSet[p.place().Table] {
			continue
		}
		part, err := readPart(root, p, allColumns)
		if err != nil {
			damaged = append(damaged, Damage{p.Path, err})
			continue
		}
		parts = append(parts, part)
	}
	return parts, damaged
}

// withoutPath is an error without the path on this machine.
func withoutPath(err error) error {
	var at *fs.PathError
	if errors.As(err, &at) {
		return at.Err
	}
	return err
}
