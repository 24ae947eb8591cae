package disk

import (
	"errors"
	"os"
	"path/filepath"
	"slices"
	"sync"
	"testing"
)

// asked is every call that a fault was asked about, and which of them fails.
type asked struct {
	mu    sync.Mutex
	calls []string
	fail  string
	err   error
}

func (a *asked) fault(call, name string) error {
	a.mu.Lock()
	defer a.mu.Unlock()
	a.calls = append(a.calls, call+" "+name)
	if call+" "+name == a.fail {
		return a.err
	}
	return nil
}

// work makes each call that writes once.
func work(f *Folder) map[string]error {
	out := map[string]error{"mkdir a": f.Mkdir("a", 0o755), "mkdir a/b": f.MkdirAll("a/b", 0o755)}
	file, err := f.OpenFile("a/x", os.O_CREATE|os.O_WRONLY, 0o600)
	if out["open a/x"] = err; err == nil {
		_, out["write a/x"] = file.Write([]byte("0123456789"))
		out["sync a/x"], out["close a/x"] = file.Sync(), file.Close()
	}
	out["rename y"] = f.Rename("a/x", "y")
	out["remove y"] = f.Remove("y")
	f.SyncNames("a")
	return out
}

func TestCallsWork(t *testing.T) {
	dir := t.TempDir()
	f, err := Open(dir, nil)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	for call, err := range work(f) {
		if err != nil {
			t.Errorf("%s: %v", call, err)
		}
	}
	if _, err := os.Stat(filepath.Join(dir, "a", "b")); err != nil {
		t.Error(err)
	}
	if _, err := Open(filepath.Join(dir, "none"), nil); !errors.Is(err, os.ErrNotExist) {
		t.Errorf("a folder that is not there: %v", err)
	}
	for call, err := range map[string]error{
		"open": func() error { _, err := f.OpenFile("no/x", os.O_RDONLY, 0); return err }(), "mkdir": f.Mkdir("a", 0o755),
		"rename": f.Rename("no", "y"), "remove": f.Remove("no"),
	} {
		if err == nil {
			t.Errorf("%s of what is not so: no error", call)
		}
	}
	f.SyncNames("no") // nothing to be done, and nothing to say
	file, err := f.OpenFile("twice", os.O_CREATE|os.O_WRONLY, 0o600)
	if err != nil {
		t.Fatal(err)
	}
	if err := file.Close(); err != nil {
		t.Error(err)
	}
	if err := file.Close(); !errors.Is(err, os.ErrClosed) {
		t.Errorf("closed twice: %v", err)
	}
	if err := file.Sync(); !errors.Is(err, os.ErrClosed) {
		t.Errorf("synced after it was closed: %v", err)
	}
}

// Each call can fail, alone, and then it has not been made.
func TestEachCallCanFail(t *testing.T) {
	full := errors.New("no space left")
	for _, call := range []string{"mkdir a", "mkdir a/b", "open a/x", "write a/x", "sync a/x", "close a/x", "rename y", "remove y"} {
		dir := t.TempDir()
		a := &asked{fail: call, err: full}
		f, err := Open(dir, a.fault)
		if err != nil {
			t.Fatal(err)
		}
		if got := work(f)[call]; !errors.Is(got, full) {
			t.Errorf("%s: %v", call, got)
		}
		_ = f.Close()
		here := func(name string) bool { _, err := os.Stat(filepath.Join(dir, name)); return err == nil }
		switch call {
		case "mkdir a/b":
			if here("a/b") {
				t.Errorf("%s was made", call)
			}
		case "open a/x":
			if here("a/x") || here("y") {
				t.Errorf("%s was made", call)
			}
		case "rename y":
			if !here("a/x") {
				t.Errorf("%s was made", call)
			}
		case "remove y":
			if !here("y") {
				t.Errorf("%s was made", call)
			}
		}
		if last := a.calls[len(a.calls)-1]; last != "sync a" {
			t.Errorf("%s: the last call was %q, want the names of the folder", call, last)
		}
	}
}

// A full disk takes some of the bytes.
func TestHalfIsWritten(t *testing.T) {
	dir := t.TempDir()
	a := &asked{fail: "write x", err: errors.New("no space left")}
	f, err := Open(dir, a.fault)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	file, err := f.OpenFile("x", os.O_CREATE|os.O_WRONLY, 0o600)
	if err != nil {
		t.Fatal(err)
	}
	if n, err := file.Write([]byte("0123456789")); n != 5 || err != a.err {
		t.Errorf("%d bytes, %v", n, err)
	}
	a.fail = "close x"
	if err := file.Close(); err != a.err {
		t.Errorf("close: %v", err)
	}
	if err := file.File.Close(); !errors.Is(err, os.ErrClosed) {
		t.Errorf("a file whose close was told to fail is open: %v", err)
	}
	if content, err := os.ReadFile(filepath.Join(dir, "x")); err != nil || string(content) != "01234" {
		t.Errorf("%q, %v", content, err)
	}
}

// A folder in a folder is told of as the folder tells of it, and does not lead out of it.
func TestWithin(t *testing.T) {
	dir := t.TempDir()
	a := asked{fail: "rename a/b/y", err: errors.New("full")}
	f, err := Open(dir, a.fault)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	if err := f.MkdirAll("a/b", 0o755); err != nil {
		t.Fatal(err)
	}
	outer, err := f.Within("a")
	if err != nil {
		t.Fatal(err)
	}
	defer outer.Close()
	b, err := outer.Within("b")
	if err != nil {
		t.Fatal(err)
	}
	defer b.Close()
	file, err := b.OpenFile("x", os.O_CREATE|os.O_WRONLY, 0o600)
	if err != nil {
		t.Fatal(err)
	}
	if err := file.Close(); err != nil {
		t.Fatal(err)
	}
	if err := b.Rename("x", "y"); !errors.Is(err, a.err) {
		t.Errorf("a call that fails: %v", err)
	}
	if _, err := os.Stat(filepath.Join(dir, "a", "b", "x")); err != nil {
		t.Error(err)
	}
	if want := []string{"mkdir a/b", "open a/b/x", "close a/b/x", "rename a/b/y"}; !slices.Equal(a.calls, want) {
		t.Errorf("%q, want %q", a.calls, want)
	}
	for _, name := range []string{"..", "/", "none"} {
		if out, err := b.Within(name); err == nil {
			t.Errorf("%q was opened", name)
			out.Close()
		}
	}
}
