package demo

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
)

// The formats of the files, named as in a report's ledger. Lines are counted
// only of those that are read line by line.
const (
	formatKahn       = "kahn"
	formatRun        = "playbook-run"
	formatCycle      = "playbook-cycle"
	formatCompanion  = "playbook-companion"
	formatCards      = "crabyard-runs"
	formatSession    = "crabyard-session"
	formatCheckpoint = "cadre-checkpoint"
	formatMigration  = "aamf-checkpoint"
	formatFleet      = "cadre-fleet"
	formatEvents     = "cadre-events"
	formatLog        = "cadre-log"
	formatCalls      = "invocations"
	formatProgress   = "cadre-progress"
	formatFishbowl   = "fishbowl"
)

var perLine = map[string]bool{
	formatKahn: true, formatRun: true, formatCycle: true, formatSession: true,
	formatEvents: true, formatLog: true, formatCalls: true, formatFishbowl: true,
}

// file is a file that is about to be written.
type file struct {
	path   string // below the root of the tree, with slashes
	format string
	data   []byte
	can    []Damage // what can befall it; empty: nothing
	repeat []int    // indexes of the lines that DuplicateLine may repeat; nil: any
	lines  int      // of a compressed file; otherwise they are counted in data
	// note makes a record of an unknown kind, to stand after the last one, with
	// text inside of a JSON string as it is.
	note func(text string) string
}

// tree writes files below a folder, damages some of them and keeps count.
type tree struct {
	root   string
	seed   uint64
	dirty  float64
	made   map[string]bool // folders that exist
	files  map[string]int
	lines  map[string]int
	damage DamageTruth
}

func newTree(root string, seed uint64, dirty float64) *tree {
	return &tree{
		root: root, seed: seed, dirty: dirty,
		made:   map[string]bool{},
		files:  map[string]int{},
		lines:  map[string]int{},
		damage: DamageTruth{Counts: map[Damage]int{}, Files: []DamagedFile{}},
	}
}

// write writes f, damaged with the tree's probability. What happens to a file
// depends on the seed and its path only.
func (t *tree) write(f file) error {
	s := newStream(t.seed, "damage "+f.path, 0)
	if len(f.can) == 0 || s.Float64() >= t.dirty {
		return t.put(f)
	}
	files, did := damaged(f, pick(s, f.can), s)
	t.damage.Counts[did.Kind]++
	t.damage.Files = append(t.damage.Files, did)
	for _, f := range files {
		if err := t.put(f); err != nil {
			return err
		}
	}
	return nil
}

// put writes f as it is.
func (t *tree) put(f file) error {
	t.files[f.format]++
	if perLine[f.format] {
		n := f.lines
		if n == 0 {
			n = bytes.Count(f.data, []byte("\n"))
			if !bytes.HasSuffix(f.data, []byte("\n")) {
				n++
			}
		}
		t.lines[f.format] += n
	}
	name := filepath.Join(t.root, filepath.FromSlash(f.path))
	if dir := filepath.Dir(name); !t.made[dir] {
		if err := os.MkdirAll(dir, 0o755); err != nil {
			return fmt.Errorf("demo: %w", err)
		}
		t.made[dir] = true
	}
	if err := os.WriteFile(name, f.data, 0o644); err != nil {
		return fmt.Errorf("demo: %w", err)
	}
	return nil
}
