package dataset

import (
	"bufio"
	"encoding/base64"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"path"
	"path/filepath"
	"strconv"

	"runreport/unit/disk"
)

// A dataset as one stream is lines of JSON, so that it goes through what carries only lines of
// text, as the pipe operator of an engine. Several streams one after the other are one file.
//
//	{"dataset":"runreport-dataset/1"}
//	{"file":"table=logs/system=…/month=…/part-….parquet"}
//	{"data":"UEFSMQ…"}
//	{"file":"manifest.json"}
//	{"data":"ewogInNj…"}
//	{"end":2}
//
// A stream without its end line was cut off. The hashes of the manifest are those of the files.
type streamLine struct {
	Dataset string `json:"dataset,omitempty"`
	File    string `json:"file,omitempty"`
	Data    []byte `json:"data,omitempty"` // base64
	End     int    `json:"end,omitempty"`  // how many files there were
}

// streamChunk is how many bytes of a file a line of a stream holds.
const streamChunk = 48 << 10

// ErrStream is a stream that is no dataset, or was cut off.
var ErrStream = errors.New("no whole stream of a part")

// WriteStream writes the dataset in dir as a stream.
func WriteStream(w io.Writer, dir string) error {
	root, err := os.OpenRoot(dir)
	if err != nil {
		return err
	}
	defer root.Close()
	m, err := readManifest(root)
	if err != nil {
		return fmt.Errorf("%s: %w", dir, err)
	}
	out := bufio.NewWriterSize(w, 1<<20)
	lines := json.NewEncoder(out)
	err = lines.Encode(streamLine{Dataset: Schema})
	for _, p := range m.Parts {
		err = errors.Join(err, streamFile(lines, root, p.Path))
	}
	err = errors.Join(err, streamFile(lines, root, ManifestName), lines.Encode(streamLine{End: len(m.Parts) + 1}))
	return errors.Join(err, out.Flush())
}

func streamFile(lines *json.Encoder, root *os.Root, name string) error {
	f, err := root.Open(name)
	if err != nil {
		return err
	}
	defer f.Close()
	if err := lines.Encode(streamLine{File: name}); err != nil {
		return err
	}
	b := make([]byte, streamChunk)
	for {
		n, err := io.ReadFull(f, b)
		if n > 0 {
			if err := lines.Encode(streamLine{Data: b[:n]}); err != nil {
				return err
			}
		}
		switch {
		case errors.Is(err, io.EOF), errors.Is(err, io.ErrUnexpectedEOF):
			return nil
		case err != nil:
			return err
		}
	}
}

// ReadStreams makes a dataset of every stream of r, in the folders 1, 2 and so on below dir,
// and returns them. It writes nothing but files that a dataset has.
func ReadStreams(r io.Reader, dir string) (dirs []string, err error) {
	in := bufio.NewScanner(r)
	in.Buffer(nil, base64.StdEncoding.EncodedLen(streamChunk)+1<<10)
	s := streamReader{dir: dir}
	defer func() { err = errors.Join(err, s.close()) }()
	for n := 1; in.Scan(); n++ {
		if len(in.Bytes()) == 0 {
			continue
		}
		var line streamLine
		if err := json.Unmarshal(in.Bytes(), &line); err != nil {
			return s.dirs, fmt.Errorf("%w: line %d: %w", ErrStream, n, err)
		}
		if err := s.take(line); err != nil {
			return s.dirs, fmt.Errorf("line %d: %w", n, err)
		}
	}
	switch {
	case in.Err() != nil:
		return s.dirs, fmt.Errorf("%w: %w", ErrStream, in.Err())
	case s.root != nil:
		return s.dirs, fmt.Errorf("%w: it was cut off", ErrStream)
	case len(s.dirs) == 0:
		return s.dirs, fmt.Errorf("%w: it is empty", ErrStream)
	}
	return s.dirs, nil
}

// streamReader is where a reader of streams stands.
type streamReader struct {
	dir   string
	dirs  []string
	root  *disk.Folder // of the stream that is being read; nil between two
	file  *disk.File
	size  int64
	files int
}

func (s *streamReader) take(line streamLine) error {
	switch {
	case line.Dataset != "":
		if line.Dataset != Schema {
			return fmt.Errorf("%w: schema %.64q, this program reads %q", ErrStream, line.Dataset, Schema)
		}
		return s.begin()
	case s.root == nil:
		return fmt.Errorf("%w: a line that belongs to none", ErrStream)
	case line.File != "":
		return s.next(line.File)
	case line.End != 0:
		return s.finish(line.End)
	case s.file == nil:
		return fmt.Errorf("%w: data of no file", ErrStream)
	}
	if s.size += int64(len(line.Data)); s.size > maxPart {
		return fmt.Errorf("%w: a file of more than %d bytes", ErrStream, maxPart)
	}
	_, err := s.file.Write(line.Data)
	return err
}

func (s *streamReader) begin() error {
	if s.root != nil {
		return fmt.Errorf("%w: the one before was cut off", ErrStream)
	}
	dir := filepath.Join(s.dir, strconv.Itoa(len(s.dirs)+1))
	if err := os.MkdirAll(dir, 0o777); err != nil {
		return err
	}
	root, err := disk.Open(dir, nil)
	s.root, s.files = root, 0
	s.dirs = append(s.dirs, dir)
	return err
}

func (s *streamReader) next(name string) error {
	if _, err := placeOf(name); err != nil && name != ManifestName {
		return fmt.Errorf("%w: %w", ErrStream, err)
	}
	if err := s.closeFile(); err != nil {
		return err
	}
	if err := s.root.MkdirAll(path.Dir(name), 0o777); err != nil {
		return err
	}
	f, err := s.root.OpenFile(name, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o666)
	if err != nil {
		return err
	}
	s.file, s.size = f, 0
	s.files++
	return nil
}

func (s *streamReader) finish(files int) error {
	if files != s.files {
		return fmt.Errorf("%w: %d files, its end says %d", ErrStream, s.files, files)
	}
	err := s.close()
	s.root = nil
	return err
}

func (s *streamReader) closeFile() error {
	if s.file == nil {
		return nil
	}
	err := s.file.Close()
	s.file = nil
	return err
}

func (s *streamReader) close() error {
	if s.root == nil {
		return nil
	}
	return errors.Join(s.closeFile(), s.root.Close())
}
