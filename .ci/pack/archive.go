package main

import (
	"archive/tar"
	"archive/zip"
	"bytes"
	"cmp"
	"compress/flate"
	"compress/gzip"
	"errors"
	"io"
	"os"
	"slices"
	"time"
)

// file is a file of an archive. A program has the mode 0755, all else 0644.
type file struct {
	name    string
	content []byte
	program bool
}

func (f file) mode() int64 {
	if f.program {
		return 0o755
	}
	return 0o644
}

// inOrder are the files by name.
func inOrder(files []file) []file {
	files = slices.Clone(files)
	slices.SortFunc(files, func(a, b file) int { return cmp.Compare(a.name, b.name) })
	return files
}

// targz is a tar of the files, all with the same time and owner, compressed.
func targz(files []file, made time.Time) ([]byte, error) {
	var b bytes.Buffer
	z, err := gzip.NewWriterLevel(&b, gzip.BestCompression)
	if err != nil {
		return nil, err
	}
	w := tar.NewWriter(z)
	for _, f := range inOrder(files) {
		h := &tar.Header{Typeflag: tar.TypeReg, Name: f.name, Mode: f.mode(), Size: int64(len(f.content)), ModTime: made, Format: tar.FormatUSTAR}
		if err := w.WriteHeader(h); err != nil {
			return nil, err
		}
		if _, err := w.Write(f.content); err != nil {
			return nil, err
		}
	}
	if err := errors.Join(w.Close(), z.Close()); err != nil {
		return nil, err
	}
	return b.Bytes(), nil
}

// zipped is a zip of the files in the order that they have.
func zipped(files []file, made time.Time) ([]byte, error) {
	var b bytes.Buffer
	w := zip.NewWriter(&b)
	w.RegisterCompressor(zip.Deflate, func(out io.Writer) (io.WriteCloser, error) {
		return flate.NewWriter(out, flate.BestCompression)
	})
	for _, f := range files {
		h := &zip.FileHeader{Name: f.name, Method: zip.Deflate}
		// A zip knows times from 1980 on, in steps of two seconds.
		h.Modified = made
		if made.Year() < 1980 {
			h.Modified = time.Date(1980, 1, 1, 0, 0, 0, 0, time.UTC)
		}
		h.SetMode(os.FileMode(f.mode()))
		out, err := w.CreateHeader(h)
		if err != nil {
			return nil, err
		}
		if _, err := out.Write(f.content); err != nil {
			return nil, err
		}
	}
	if err := w.Close(); err != nil {
		return nil, err
	}
	return b.Bytes(), nil
}

// archives are the archives of all platforms: a folder with the program, its licences, and of
// runreport its manual and the completions.
func (r *release) archives() error {
	for _, p := range r.programs {
		folder := r.name + "_" + r.version + "_" + p.os + "_" + p.arch
		files := []file{{name: folder + "/" + p.name(), content: p.content, program: true}}
		for _, f := range r.shared {
			files = append(files, file{name: folder + "/" + f.name, content: f.content})
		}
		pack, name := targz, folder+".tar.gz"
		if p.os == "windows" {
			pack, name = zipped, folder+".zip"
		}
		content, err := pack(inOrder(files), r.made)
		if err != nil {
			return err
		}
		if err := r.write(name, content, 0o644); err != nil {
			return err
		}
	}
	return nil
}
