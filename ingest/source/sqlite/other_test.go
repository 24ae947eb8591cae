package sqlite

import (
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
)

// asked names the database that the test reads when it runs as another user.
const asked = "SQLITE_TEST_READ"

// A folder that cannot be written to is read, and nothing is tried in it. Root writes
// everywhere, so that the reading is then done by nobody.
func TestAFolderThatCannotBeWrittenTo(t *testing.T) {
	if path := os.Getenv(asked); path != "" {
		lines, faults := contents(t, path)
		t.Log(strings.Join(lines, " "), faults)
		return
	}
	dir, err := os.MkdirTemp("", "runreport-test-*")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = os.Chmod(dir, 0o700); _ = os.RemoveAll(dir) })
	path := filepath.Join(dir, "board.db")
	db := connect(t, path)
	run(t, db, "PRAGMA journal_mode=WAL", "CREATE TABLE t(a)", "INSERT INTO t VALUES(1)")
	if err := db.Close(); err != nil {
		t.Fatal(err)
	}
	if os.Getuid() != 0 {
		if err := os.Chmod(dir, 0o500); err != nil {
			t.Fatal(err)
		}
		lines, faults := contents(t, path)
		equal(t, "rows", strings.Join(lines, " "), `t {"a":1}`)
		equal(t, "faults", len(faults), 0)
		return
	}
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	program := filepath.Join(dir, "test")
	for from, to := range map[string]string{self: program, path: path} {
		content, err := os.ReadFile(from)
		if err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(to, content, 0o755); err != nil {
			t.Fatal(err)
		}
	}
	for file, mode := range map[string]os.FileMode{dir: 0o755, program: 0o755, path: 0o644} {
		if err := os.Chmod(file, mode); err != nil {
			t.Fatal(err)
		}
	}
	before := listing(t, dir)
	cmd := exec.Command(program, "-test.run=^"+t.Name()+"$", "-test.v")
	cmd.Env = []string{asked + "=" + path, "TMPDIR=" + os.TempDir()}
	cmd.SysProcAttr = &syscall.SysProcAttr{Credential: &syscall.Credential{Uid: 65534, Gid: 65534}}
	out, err := cmd.CombinedOutput()
	if errors.Is(err, syscall.EPERM) {
		t.Skip("root may not run programs as another user here") // as in a user namespace
	}
	if err != nil {
		t.Fatalf("the reading as nobody failed: %v: %s", err, out)
	}
	if !strings.Contains(string(out), `t {"a":1} []`) {
		t.Errorf("read as nobody: %s", out)
	}
	equal(t, "the folder", listing(t, dir), before)
}
