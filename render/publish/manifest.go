package publish

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"slices"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"
)

// ManifestName is the file that lists what Publish wrote in its folder.
const ManifestName = "runreport-manifest.json"

// manifestSchema names the shape of a manifest.
const manifestSchema = "runreport.manifest/1"

// maxManifest is the longest manifest that is read: some 250,000 files.
const maxManifest = 64 << 20

// Manifest says which program wrote a folder's files, and which they are.
type Manifest struct {
	Schema  string `json:"schema"` // filled in by Publish
	Version string `json:"version"`
	// Program is the SHA-256 of the program's own file, in hex, and what a Fingerprint is worth: it
	// changes with anything that the program does. Empty: nobody may rely on a Fingerprint.
	Program string        `json:"program,omitempty"`
	Files   manifestFiles `json:"files"` // filled in by Publish, in order of Path
}

type manifestFiles []ManifestFile

// UnmarshalJSONFrom reads the entries one by one and leaves out those that Publish cannot
// have written: a forged manifest of 64 MiB could list 20 million empty ones, which take
// gigabytes.
func (fs *manifestFiles) UnmarshalJSONFrom(d *jsontext.Decoder) error {
	if k := d.PeekKind(); k != '[' {
		return fmt.Errorf("files: %v, expected a list", k)
	}
	if _, err := d.ReadToken(); err != nil {
		return err
	}
	var f ManifestFile // one for all of them, which are millions in the worst case
	for d.PeekKind() != ']' {
		f = ManifestFile{}
		if err := json.UnmarshalDecode(d, &f); err != nil {
			return err
		}
		if len(f.SHA256) == hex.EncodedLen(sha256.Size) && validPath(f.Path) == nil {
			*fs = append(*fs, f)
		}
	}
	_, err := d.ReadToken()
	return err
}

// ManifestFile is one file as it was written. Path is relative, with slashes.
type ManifestFile struct {
	Path        string `json:"path"`
	SHA256      string `json:"sha256"` // of the content, in hex
	Bytes       int64  `json:"bytes"`
	Fingerprint string `json:"fingerprint,omitempty"` // File.Fingerprint
}

// Own lists what the manifest in dir lists, and the manifest itself, as paths
// relative to dir with slashes: the program's own output, no input. What the manifest
// says is not trusted: a name that leads out of dir is left out. Own lists the lock file
// too, and what a Publish that was killed has staged.
func Own(dir fs.FS) []string {
	var own []string
	if m, err := ReadManifest(dir, ManifestName); err == nil && m != nil {
		own = append(own, ManifestName)
		for _, f := range m.Files {
			own = append(own, f.Path)
		}
	}
	if info, err := fs.Lstat(dir, lockName); err == nil && info.Mode().IsRegular() && info.Size() == 0 {
		own = append(own, lockName)
	}
	entries, err := fs.ReadDir(dir, staging)
	if err != nil {
		return own // most often there is none
	}
	for _, e := range entries {
		if isStaged(e) {
			own = append(own, path.Join(staging, e.Name()))
		}
	}
	return own
}

// Listed says whether a file below root may be shown to a reader: the nearest
// manifest beside or above it lists it, or is it, or there is none.
func Listed(root *os.Root, name string) bool {
	for dir := path.Dir(name); ; dir = path.Dir(dir) {
		m, err := ReadManifest(root.FS(), path.Join(dir, ManifestName))
		if err != nil {
			return false
		}
		if m != nil {
			return name == path.Join(dir, ManifestName) ||
				slices.ContainsFunc(m.Files, func(f ManifestFile) bool { return path.Join(dir, f.Path) == name })
		}
		if dir == "." {
			return true
		}
	}
}

// ReadManifest reads the manifest called name; nil where there is none.
func ReadManifest(fsys fs.FS, name string) (*Manifest, error) {
	info, err := fs.Lstat(fsys, name)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	if !info.Mode().IsRegular() || info.Size() > maxManifest {
		return nil, fmt.Errorf("%s: not a manifest of runreport", name)
	}
	raw, err := fs.ReadFile(fsys, name)
	if err != nil {
		return nil, err
	}
	var m Manifest
	if err := json.Unmarshal(raw, &m); err != nil || m.Schema != manifestSchema {
		return nil, fmt.Errorf("%s: not a manifest of runreport", name)
	}
	return &m, nil
}

func (m *Manifest) encode() ([]byte, error) {
	var b bytes.Buffer
	if err := json.MarshalWrite(&b, m, jsontext.WithIndent("  ")); err != nil {
		return nil, err
	}
	b.WriteByte('\n')
	return b.Bytes(), nil
}

// describe is the manifest's entry for a file.
func describe(f File) ManifestFile {
	sum := sha256.Sum256(f.Content)
	return ManifestFile{Path: f.Path, SHA256: hex.EncodeToString(sum[:]), Bytes: int64(len(f.Content)), Fingerprint: f.Fingerprint}
}

// holds says that the file of that name is a plain one with exactly the content
// that the entry states.
func (f ManifestFile) holds(root *os.Root) bool {
	name := filepath.FromSlash(f.Path)
	info, err := root.Lstat(name)
	if err != nil || !info.Mode().IsRegular() || info.Size() != f.Bytes || notFolder(root, f.Path) != "" {
		return false
	}
	file, err := root.Open(name)
	if err != nil {
		return false
	}
	defer file.Close()
	h := sha256.New()
	if _, err := io.Copy(h, file); err != nil {
		return false
	}
	return hex.EncodeToString(h.Sum(nil)) == f.SHA256
}
