package main

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"io/fs"
	"math/rand/v2"
	"net/http"
	"net/http/httptest"
	"net/http/httputil"
	"net/url"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/johannesboyne/gofakes3"
	"github.com/johannesboyne/gofakes3/backend/s3mem"
)

// asProgram makes the test's own binary be the program, to measure its memory.
const asProgram = "RUNREPORT_CLOUD_TEST_AS_PROGRAM"

// built is runreport, which this program runs.
var built string

func TestMain(m *testing.M) {
	if os.Getenv(asProgram) != "" {
		code, err := run(context.Background(), os.Args[1:], os.Stdin, os.Stdout, os.Stderr)
		status, _ := os.ReadFile("/proc/self/status") // told by itself: what the kernel tells of a child includes its parent
		fmt.Printf("%v\n%s", err, status)
		os.Exit(code)
	}
	dir, err := os.MkdirTemp("", "runreport-cloud-test-*")
	if err == nil {
		built = filepath.Join(dir, "runreport")
		c := exec.Command("go", "build", "-o", built, "./cmd/runreport")
		c.Dir, c.Stderr = filepath.Join("..", ".."), os.Stderr
		err = c.Run()
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
	code := m.Run()
	_ = os.RemoveAll(dir) // a folder of its own, for temporary files
	os.Exit(code)
}

// faultyStore is an S3 store behind a proxy that answers a share of the requests with errors,
// cuts a share of the bodies off, and throttles.
type faultyStore struct {
	backend  *s3mem.Backend
	url      string
	errors   atomic.Int64
	cuts     atomic.Int64
	throttle atomic.Int64
	pieces   atomic.Int64 // of multipart uploads
}

const secret = "a-very-secret-access-key"

// newStore starts a store with one bucket. Of a faulty one a twentieth of the requests fail, a
// hundredth of what is read is cut off, and what would be more than eight requests at once is
// turned away.
func newStore(t *testing.T, faulty bool) *faultyStore {
	t.Helper()
	s := &faultyStore{backend: s3mem.New()}
	if err := s.backend.CreateBucket("bucket"); err != nil {
		t.Fatal(err)
	}
	origin := httptest.NewServer(gofakes3.New(s.backend).Server())
	t.Cleanup(origin.Close)
	target, err := url.Parse(origin.URL)
	if err != nil {
		t.Fatal(err)
	}
	proxy := httputil.NewSingleHostReverseProxy(target)
	var mu sync.Mutex
	rnd := rand.New(rand.NewPCG(5, 1))
	var underway atomic.Int64
	front := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		mu.Lock()
		dice := rnd.Float64()
		mu.Unlock()
		defer underway.Add(-1)
		throttled := underway.Add(1) > 8
		if r.URL.Query().Has("partNumber") {
			s.pieces.Add(1)
		}
		switch {
		case !faulty:
		case throttled:
			s.throttle.Add(1)
			refuse(w, http.StatusServiceUnavailable, "SlowDown")
			return
		case dice < 0.05:
			s.errors.Add(1)
			refuse(w, http.StatusInternalServerError, "InternalError")
			return
		case dice < 0.06 && r.Method == http.MethodGet:
			s.cuts.Add(1)
			w = &cut{ResponseWriter: w}
		}
		proxy.ServeHTTP(w, r)
	}))
	t.Cleanup(front.Close)
	s.url = front.URL
	t.Setenv("AWS_ACCESS_KEY_ID", "somebody")
	t.Setenv("AWS_SECRET_ACCESS_KEY", secret)
	t.Setenv("AWS_EC2_METADATA_DISABLED", "true")
	t.Setenv("RUNREPORT", built)
	return s
}

func refuse(w http.ResponseWriter, status int, code string) {
	w.Header().Set("Content-Type", "application/xml")
	w.WriteHeader(status)
	fmt.Fprintf(w, "<Error><Code>%s</Code><Message>try again</Message></Error>", code)
}

// cut breaks the connection after half of the first piece of a body.
type cut struct{ http.ResponseWriter }

func (c *cut) Write(b []byte) (int, error) {
	_, _ = c.ResponseWriter.Write(b[:len(b)/2]) // the connection ends anyway
	panic(http.ErrAbortHandler)
}

// at is the URL of a prefix.
func (s *faultyStore) at(prefix string) string {
	return "s3://bucket/" + prefix + "?endpoint=" + url.QueryEscape(s.url) + "&region=us-east-1&use_path_style=true"
}

// put stores the files of a folder under a prefix.
func (s *faultyStore) put(t *testing.T, prefix, dir string) (files int) {
	t.Helper()
	err := filepath.WalkDir(dir, func(p string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		b, err := os.ReadFile(p)
		if err != nil {
			return err
		}
		rel, err := filepath.Rel(dir, p)
		if err != nil {
			return err
		}
		files++
		key := prefix + "/" + filepath.ToSlash(rel)
		_, err = s.backend.PutObject("bucket", key, map[string]string{}, bytes.NewReader(b), int64(len(b)), nil)
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return files
}

func (s *faultyStore) get(t *testing.T, key string) string {
	t.Helper()
	o, err := s.backend.GetObject("bucket", key, nil)
	if err != nil {
		t.Fatalf("%s: %v", key, err)
	}
	defer o.Contents.Close()
	b, err := io.ReadAll(o.Contents)
	if err != nil {
		t.Fatal(err)
	}
	return string(b)
}

// call runs the program and returns what it says.
func call(args ...string) (code int, said string) {
	var out bytes.Buffer
	code, err := run(context.Background(), args, strings.NewReader(""), &out, &out)
	if err != nil {
		fmt.Fprint(&out, err)
	}
	return code, out.String()
}

// Shards that are read, merged and reported on in a store that fails, throttles and cuts bodies
// off give the report of the folder.
func TestNothingIsLostInAFaultyStore(t *testing.T) {
	retryPause, retryLongest = time.Millisecond, 50*time.Millisecond
	s := newStore(t, true)
	logs := filepath.Join("..", "..", "testdata", "demo")
	s.put(t, "nightly/demo", logs)
	must := func(args ...string) {
		t.Helper()
		if code, said := call(args...); code != 0 {
			t.Fatalf("%q: exit %d: %s", args, code, said)
		}
	}
	merge := []string{"merge", "-o", s.at("dataset")}
	for k := 1; k <= 3; k++ {
		part := s.at(fmt.Sprint("parts/", k))
		must("ingest", "--shard", fmt.Sprintf("%d/3", k), s.at("nightly/demo"), "--output="+part)
		merge = append(merge, part)
	}
	must(merge...)
	must("build", "--format", "json", "--dataset", s.at("dataset"), "-o", s.at("report"))
	must("build", "--format", "json", s.at("nightly/demo"), "-o", s.at("whole"))
	local := filepath.Join(t.TempDir(), "report")
	must("build", "--format", "json", logs, "-o", local)
	want, err := os.ReadFile(filepath.Join(local, "summary.json"))
	if err != nil {
		t.Fatal(err)
	}
	for _, key := range []string{"report/summary.json", "whole/summary.json"} {
		if got := s.get(t, key); got != string(want) {
			t.Errorf("%s is not the report of the folder: %d and %d bytes", key, len(got), len(want))
		}
	}
	t.Logf("%d errors, %d cut bodies, %d throttled requests", s.errors.Load(), s.cuts.Load(), s.throttle.Load())
	if s.errors.Load() == 0 || s.cuts.Load() == 0 || s.throttle.Load() == 0 {
		t.Error("one of the faults did not happen")
	}
}

// A large file is sent in pieces and arrives whole.
func TestLargeFilesAreSentInPieces(t *testing.T) {
	retryPause, retryLongest = time.Millisecond, 50*time.Millisecond
	s := newStore(t, true)
	dir := t.TempDir()
	b := make([]byte, 3*partSize+12345)
	for i := range b {
		b[i] = byte(i * i >> 7)
	}
	if err := os.WriteFile(filepath.Join(dir, "large.parquet"), b, 0o600); err != nil {
		t.Fatal(err)
	}
	to, err := parseStore(s.at("sent"))
	if err != nil {
		t.Fatal(err)
	}
	if err := send(t.Context(), dir, to); err != nil {
		t.Fatal(err)
	}
	if got := s.get(t, "sent/large.parquet"); got != string(b) {
		t.Errorf("%d bytes arrived of %d", len(got), len(b))
	}
	if s.pieces.Load() < 4 {
		t.Errorf("it was sent in %d pieces", s.pieces.Load())
	}
}

func TestRefusals(t *testing.T) {
	retryPause, retryLongest = time.Millisecond, time.Millisecond
	s := newStore(t, false)
	s.put(t, "small", filepath.Join("..", "..", "testdata", "small"))
	odd := "odd/a//b.jsonl"
	if _, err := s.backend.PutObject("bucket", odd, map[string]string{}, strings.NewReader("x"), 1, nil); err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		args []string
		code int
		says string
	}{
		{[]string{"build", s.at("none"), "-o", s.at("out")}, exitInput, "no objects"},
		{[]string{"build", s.at("small"), "-o", s.at("small")}, exitOutput, "already"},
		{[]string{"build", s.at("odd"), "-o", s.at("out")}, exitInput, "no path of a file"},
		{[]string{"build", s.at("small"), "--history", s.at("history")}, exitUsage, "stays on a disk"},
		{[]string{"build", "s3:///logs"}, exitUsage, "names no bucket"},
		{[]string{"build", strings.Replace(s.at("logs"), "bucket", "another", 1)}, exitInput, "another"},
		{[]string{"build", s.at("small"), "--format", "nonsense", "-o", s.at("out")}, exitUsage, "nonsense"},
	} {
		code, said := call(c.args...)
		if code != c.code || !strings.Contains(said, c.says) {
			t.Errorf("%q: exit %d, want %d: %s; expected %q", c.args, code, c.code, said, c.says)
		}
		if strings.Contains(said, secret) || strings.Contains(said, "endpoint=") {
			t.Errorf("%q says what nobody should see: %s", c.args, said)
		}
	}
}

// runreport itself gets no credentials.
func TestCredentialsStayHere(t *testing.T) {
	s := newStore(t, false)
	s.put(t, "small", filepath.Join("..", "..", "testdata", "small"))
	t.Setenv("RUNREPORT", "/usr/bin/env")
	code, said := call(s.at("small"))
	if strings.Contains(said, secret) || strings.Contains(said, "AWS_") {
		t.Errorf("exit %d: the program sees %s", code, said)
	}
}
