package dataset

import (
	"bytes"
	"cmp"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path"
	"slices"
	"strings"
	"time"

	"runreport/ingest/table"
)

// ManifestName is the file that lists the parts.
const ManifestName = "manifest.json"

// Schema is the shape of the manifest. Added fields keep it.
const Schema = "runreport-dataset/1"

// Manifest says what a dataset holds.
type Manifest struct {
	Schema   string `json:"schema"`
	Program  string `json:"program"`  // version of the program that wrote it last
	Redacted bool   `json:"redacted"` // secrets were taken out of all of it
	Parts    Parts  `json:"parts"`    // sorted by path
	// Maker says which program made the rows of sealed units, or those of a shard, and how:
	// another one makes them anew. "": there are none.
	Maker string `json:"maker,omitempty"`
	// Shard says what a dataset that holds the logs of one shard is a part of; nil: it is whole.
	Shard    *Shard `json:"shard,omitempty"`
	Checksum string `json:"checksum"` // SHA-256 of this file with nothing here
}

// Shard is one of several parts of an input, which were read apart and are merged.
type Shard struct {
	Index int `json:"index"` // from 1; 0: the logs were listed one by one
	Of    int `json:"of"`    // how many shards there are
	Logs  int `json:"logs"`  // how many logs it holds; 0 also where an earlier program wrote it
	// Cut is the version of the rule by which files are given to shards.
	Cut    int          `json:"cut,omitempty"`
	Passed []PassedOver `json:"passed_over"`
	// Merged says that the dataset is the merged parts; Missing are the shards that it lacks.
	Merged  bool  `json:"merged,omitempty"`
	Missing []int `json:"missing,omitempty"`
}

// PassedOver is the files of one folder that were not read, for one reason.
type PassedOver struct {
	Folder string   `json:"folder"`
	Why    string   `json:"why"`
	Files  int64    `json:"files"`
	Logs   []string `json:"logs"` // the first of those that look like a log
	Like   int64    `json:"like"` // how many do
}

// Part says what one file holds.
type Part struct {
	Path    string    `json:"path"` // below the dataset, with slashes
	Schema  string    `json:"schema"`
	Program string    `json:"program"` // version of the program that wrote it
	Rows    int       `json:"rows"`
	Bytes   int       `json:"bytes"`
	First   time.Time `json:"first,omitzero"` // earliest time in it
	Last    time.Time `json:"last,omitzero"`
	SHA256  string    `json:"sha256"`
	// XXH3 is the 128-bit XXH3 of the file, by which it is checked; "": an earlier program wrote it.
	XXH3    string `json:"xxh3,omitempty"`
	Content string `json:"content"` // digest of the rows, whatever wrote the file
	// Sealed numbers the parts that were written together and hold rows of sealed units; 0: it
	// holds none.
	Sealed int64 `json:"sealed,omitempty"`
}

// place is where the part lies. Its path was read once already: a manifest with another path is
// refused, and no file is written to one.
func (p Part) place() Place {
	at, _ := placeOf(p.Path)
	return at
}

// spans widens the times of the part to those of the other.
func (p *Part) spans(o Part) {
	if !o.First.IsZero() && (p.First.IsZero() || o.First.Before(p.First)) {
		p.First = o.First
	}
	if o.Last.After(p.Last) {
		p.Last = o.Last
	}
}

// maxManifest is the longest manifest that is read, in bytes: some 150,000 parts.
const maxManifest = 64 << 20

// Parts are the parts of a dataset.
type Parts []Part

// UnmarshalJSON ends at the first part that is none, so that a forged manifest cannot
// list more of them than its own length pays for.
func (ps *Parts) UnmarshalJSON(b []byte) error {
	d := json.NewDecoder(bytes.NewReader(b))
	if t, err := d.Token(); err != nil || t == nil {
		return err
	} else if t != json.Delim('[') {
		return errors.New("parts: expected a list")
	}
	for d.More() {
		var p Part
		if err := d.Decode(&p); err != nil {
			return err
		}
		if _, err := placeOf(p.Path); err != nil {
			return err
		}
		*ps = append(*ps, p)
	}
	return nil
}

// errPath is a path that no part has.
var errPath = errors.New("is not the path of a part")

// errDamaged is a manifest that is not as it was written.
var errDamaged = errors.New("damaged")

// readManifest reads the manifest; an empty one where there is none.
func readManifest(root *os.Root) (Manifest, error) {
	b, err := readFile(root, ManifestName, maxManifest, new([]byte))
	if errors.Is(err, fs.ErrNotExist) {
		return Manifest{}, nil
	}
	if err != nil {
		return Manifest{}, err
	}
	var m Manifest
	var stated struct{ Checksum string } // read by itself, since damage may be what ends the rest
	if err := json.Unmarshal(b, &m); errors.Is(err, errPath) && json.Unmarshal(b, &stated) == nil && checksum(b, stated.Checksum) == stated.Checksum {
		return Manifest{}, fmt.Errorf("%s: %w", ManifestName, err) // it was written so: nobody may lead out of the folder
	} else if err != nil {
		return Manifest{}, fmt.Errorf("%s: %w: %w", ManifestName, errDamaged, err)
	}
	if sum := checksum(b, m.Checksum); sum != m.Checksum {
		return Manifest{}, fmt.Errorf("%s: %w: its checksum is %s, it says %.64q", ManifestName, errDamaged, sum, m.Checksum)
	}
	if m.Schema != Schema {
		return Manifest{}, fmt.Errorf("%s: schema %.64q, this program reads %q", ManifestName, m.Schema, Schema)
	}
	return m, nil
}

// encode is the manifest as a file, with its checksum.
func (m Manifest) encode() ([]byte, error) {
	m.Schema, m.Checksum = Schema, ""
	slices.SortFunc(m.Parts, func(a, b Part) int { return cmp.Compare(a.Path, b.Path) })
	b, err := json.MarshalIndent(m, "", " ")
	if err != nil {
		return nil, err
	}
	// It is the last field, so the text that is replaced is in no other one's behind it.
	none, at := []byte(`"checksum": ""`), bytes.LastIndex(b, []byte(`"checksum": ""`))
	stated := fmt.Appendf(nil, `"checksum": %q`, checksum(b, ""))
	return slices.Concat(b[:at], stated, b[at+len(none):]), nil
}

// checksum is the hash of a manifest without the hash that it states, so that a
// newer program's fields count as well.
func checksum(b []byte, stated string) string {
	b = bytes.Replace(b, []byte(`"checksum": "`+stated+`"`), []byte(`"checksum": ""`), 1)
	sum := sha256.Sum256(b)
	return hex.EncodeToString(sum[:])
}

// Place is which rows a part holds.
type Place struct{ Table, System, Month string }

// placeOf reads a part's path. It lets nothing through that is not of our making:
//
//	table=runs/system=kahn/month=2026-04/part-9f2c….parquet, with 32 hexadecimal digits
func placeOf(p string) (Place, error) {
	parts := strings.Split(p, "/")
	if len(parts) != 4 {
		return Place{}, fmt.Errorf("%.200q %w", p, errPath)
	}
	table, ok1 := strings.CutPrefix(parts[0], "table=")
	system, ok2 := strings.CutPrefix(parts[1], "system=")
	month, ok3 := strings.CutPrefix(parts[2], "month=")
	hash, ok4 := strings.CutPrefix(parts[3], "part-")
	hash, ok5 := strings.CutSuffix(hash, ".parquet")
	if !ok1 || !ok2 || !ok3 || !ok4 || !ok5 || !isName(table, "_") || !isName(system, "_-0123456789") || !isMonth(month) ||
		len(hash) != 32 || !consistsOf(hash, "0123456789abcdef") {
		return Place{}, fmt.Errorf("%.200q %w", p, errPath)
	}
	return Place{table, system, month}, nil
}

const letters = "abcdefghijklmnopqrstuvwxyz"

// isName reports whether the text is 1 to 32 small letters and others, and begins with a letter.
func isName(text, others string) bool {
	return len(text) > 0 && len(text) <= 32 && consistsOf(text[:1], letters) && consistsOf(text, letters+others)
}

// isMonth reports whether the text is a month, as 2026-04, or says that there is none.
func isMonth(text string) bool {
	return text == "undated" || len(text) == 7 && text[4] == '-' && consistsOf(text[:4]+text[5:], "0123456789")
}

func consistsOf(text, characters string) bool {
	for i := range len(text) {
		if strings.IndexByte(characters, text[i]) < 0 {
			return false
		}
	}
	return true
}

// Holds reports whether a dataset has files of that path, with slashes, below its folder.
func Holds(name string) bool {
	if name == ManifestName || name == LockName || name == unfinished+ManifestName || strings.HasPrefix(name, setAside+"/") {
		return true
	}
	dir, base := path.Split(name)
	_, err := placeOf(dir + strings.TrimPrefix(base, unfinished))
	return err == nil
}

// PlaceOf is where a partition belongs.
func PlaceOf(p table.Partition) Place { return Place{p.Name, p.System, p.Month} }

// Compare orders places by table, system and month.
func (p Place) Compare(o Place) int {
	return cmp.Or(cmp.Compare(p.Table, o.Table), cmp.Compare(p.System, o.System), cmp.Compare(p.Month, o.Month))
}

// path is where a part lies whose file has that hash.
func (p Place) path(sum [sha256.Size]byte) (string, error) {
	full := path.Join("table="+p.Table, "system="+p.System, "month="+p.Month, "part-"+hex.EncodeToString(sum[:16])+".parquet")
	_, err := placeOf(full)
	return full, err
}
