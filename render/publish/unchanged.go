package publish

import "os"

// Unchanged knows the files that an earlier Publish left in dir: of the same program, as
// Manifest.Program names it, and with the very content that the manifest states. It is
// for Options.Unchanged, and nil where there is nothing that it could know.
//
// It believes the manifest about what a file was made of. Whoever can write in dir can
// therefore make it keep a page, as they could change the page after Publish.
func Unchanged(dir, program string) func(path, fingerprint string) bool {
	if program == "" {
		return nil
	}
	root, err := os.OpenRoot(dir)
	if err != nil {
		return nil // Publish says what is wrong with it
	}
	defer root.Close()
	m, err := ReadManifest(root.FS(), ManifestName)
	if err != nil || m == nil || m.Program != program {
		return nil
	}
	known := make(map[string]ManifestFile, len(m.Files))
	for _, f := range m.Files {
		known[f.Path] = f
	}
	return func(path, fingerprint string) bool {
		f, listed := known[path]
		if !listed || fingerprint == "" || f.Fingerprint != fingerprint {
			return false
		}
		root, err := os.OpenRoot(dir)
		if err != nil {
			return false
		}
		defer root.Close()
		return f.holds(root)
	}
}
