package main

import (
	"bufio"
	"context"
	"errors"
	"io"
	"net"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"
)

// servedFolder holds a report as its manifest lists it, and what should not be shown.
func servedFolder(t *testing.T) string {
	t.Helper()
	dir := t.TempDir()
	report := filepath.Join(dir, "reports", "2026-03-13")
	if code, _, stderr := call(t, "build", fortnight(t), "-q", "-o", report); code != exitOK {
		t.Fatal(stderr)
	}
	put(t, filepath.Join(dir, "outside.txt"), "outside")
	put(t, filepath.Join(report, "notes.txt"), "not of the report")
	put(t, filepath.Join(dir, "site", "index.html"), "<!doctype html><title>Site</title>")
	put(t, filepath.Join(dir, "site", "sub", "app.JS"), "1")
	put(t, filepath.Join(dir, "site", "data.bin"), "<script>1</script>")
	put(t, filepath.Join(dir, "site", ".git", "config"), "secret")
	for link, to := range map[string]string{"site/out.txt": "../outside.txt", "site/in.html": "index.html", "site/up": ".."} {
		if err := os.Symlink(to, filepath.Join(dir, filepath.FromSlash(link))); err != nil {
			t.Fatal(err)
		}
	}
	if err := syscall.Mkfifo(filepath.Join(dir, "site", "pipe.txt"), 0o600); err != nil {
		t.Fatal(err)
	}
	return dir
}

// started serves a folder until the test ends and gives its address.
func started(t *testing.T, dir, address string) string {
	t.Helper()
	ctx, stop := context.WithCancel(context.Background())
	out, in := io.Pipe()
	done := make(chan error, 1)
	go func() { done <- serve(ctx, streams{out: in, err: io.Discard}, dir, address, 0) }()
	url, err := bufio.NewReader(out).ReadString('\n')
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		stop()
		if err := <-done; codeOf(err) != exitInterrupted {
			t.Errorf("serve ends with %v", err)
		}
	})
	return strings.TrimSuffix(url, "/\n")
}

// asked is the answer to a request as it stands, redirects not followed.
func asked(t *testing.T, method, url, host string) (*http.Response, string) {
	t.Helper()
	r, err := http.NewRequest(method, url, nil)
	if err != nil {
		t.Fatal(err)
	}
	r.Host = host
	client := &http.Client{Timeout: 10 * time.Second, Transport: &http.Transport{DisableKeepAlives: true},
		CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }}
	answer, err := client.Do(r)
	if err != nil {
		t.Fatal(err)
	}
	defer answer.Body.Close()
	body, err := io.ReadAll(answer.Body)
	if err != nil {
		t.Fatal(err)
	}
	return answer, string(body)
}

func TestServeShowsAFolder(t *testing.T) {
	dir := servedFolder(t)
	site := started(t, filepath.Join(dir, "site"), "127.0.0.1")
	reports := started(t, filepath.Join(dir, "reports"), "127.0.0.1")
	for _, c := range []struct {
		method, url, host string
		code              int
		kind, says        string
	}{
		{"GET", site + "/", "", 200, "text/html; charset=utf-8", "<title>Site"},
		{"HEAD", site + "/", "", 200, "text/html; charset=utf-8", ""},
		{"GET", site + "/", "localhost:80", 200, "text/html; charset=utf-8", "<title>Site"},
		{"GET", site + "/in.html", "", 200, "text/html; charset=utf-8", "<title>Site"},
		{"GET", site + "/sub/app.JS", "", 200, "text/javascript; charset=utf-8", "1"},
		{"GET", site + "/data.bin", "", 200, "application/octet-stream", "<script>"},
		{"GET", site + "/sub", "", 404, "", "not found"},
		{"GET", site + "/sub/", "", 404, "", "not found"},
		{"GET", site + "/out.txt", "", 404, "", "not found"},
		{"GET", site + "/up/outside.txt", "", 404, "", "not found"},
		{"GET", site + "/../outside.txt", "", 404, "", "not found"},
		{"GET", site + "/%2e%2e/outside.txt", "", 404, "", "not found"},
		{"GET", site + "/..%2foutside.txt", "", 404, "", "not found"},
		{"GET", site + "/.git/config", "", 404, "", "not found"},
		{"GET", site + "/pipe.txt", "", 404, "", "not found"},
		{"GET", site + "/a%00b", "", 404, "", "not found"},
		{"POST", site + "/", "", 405, "", "only GET and HEAD"},
		{"GET", site + "/", "rebound.example", 421, "", "answers to 127.0.0.1 and ::1 only"},
		{"GET", reports + "/2026-03-13/", "", 200, "text/html; charset=utf-8", "<!doctype html>"},
		{"GET", reports + "/2026-03-13/summary.json", "", 200, "application/json", "runreport.summary/2"},
		{"GET", reports + "/2026-03-13/report.md", "", 200, "text/markdown; charset=utf-8", "# Run report"},
		{"GET", reports + "/2026-03-13/runreport-manifest.json", "", 200, "application/json", "sha256"},
		{"GET", reports + "/2026-03-13/notes.txt", "", 404, "", "not found"},
		{"GET", reports + "/", "", 404, "", "not found"},
	} {
		answer, body := asked(t, c.method, c.url, c.host)
		kind := answer.Header.Get("Content-Type")
		if answer.StatusCode != c.code || c.kind != "" && kind != c.kind || !strings.Contains(body, c.says) {
			t.Errorf("%s %s: %d %s %.100q, want %d %s with %q", c.method, c.url, answer.StatusCode, kind, body, c.code, c.kind, c.says)
		}
		if answer.Header.Get("X-Content-Type-Options") != "nosniff" || answer.Header.Get("Content-Security-Policy") != "" {
			t.Errorf("%s %s: headers %v", c.method, c.url, answer.Header)
		}
	}
	if answer, _ := asked(t, "GET", reports+"/2026-03-13", ""); answer.StatusCode != 301 || answer.Header.Get("Location") != "2026-03-13/" {
		t.Errorf("a folder without its slash: %d, to %s", answer.StatusCode, answer.Header.Get("Location"))
	}
}

// A report that is only a site is opened there, and all of it is shown.
func TestServeShowsASite(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "report")
	if code, _, stderr := call(t, "build", fortnight(t), "-q", "-o", dir, "--format", "site"); code != exitOK {
		t.Fatal(stderr)
	}
	home := started(t, dir, "127.0.0.1")
	if !strings.HasSuffix(home, "/site") {
		t.Errorf("the address is %s", home)
	}
	for name := range tree(t, dir) {
		want, known := contentTypes[filepath.Ext(name)]
		answer, _ := asked(t, "GET", strings.TrimSuffix(home, "site")+name, "")
		if kind := answer.Header.Get("Content-Type"); answer.StatusCode != 200 || !known || kind != want {
			t.Errorf("%s: %d %s", name, answer.StatusCode, kind)
		}
	}
}

func TestServeOnTheOtherLoopback(t *testing.T) {
	if l, err := net.Listen("tcp", "[::1]:0"); err != nil {
		t.Skip("this machine has no ::1")
	} else if err := l.Close(); err != nil {
		t.Fatal(err)
	}
	url := started(t, filepath.Join(servedFolder(t), "site"), "::1")
	if answer, _ := asked(t, "GET", url+"/", ""); !strings.HasPrefix(url, "http://[::1]:") || answer.StatusCode != 200 {
		t.Errorf("%s answers %d", url, answer.StatusCode)
	}
}

func TestServeRefuses(t *testing.T) {
	taken, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer taken.Close()
	_, port, err := net.SplitHostPort(taken.Addr().String())
	if err != nil {
		t.Fatal(err)
	}
	dir := t.TempDir()
	for _, c := range []struct {
		args []string
		code int
		says string
	}{
		{[]string{"serve"}, exitUsage, "needs one DIR, got 0"},
		{[]string{"serve", filepath.Join(dir, "none")}, exitInput, "no such file"},
		{[]string{"serve", dir, "--address", "0.0.0.0"}, exitUsage, "not of this machine alone"},
		{[]string{"serve", dir, "--address", "::"}, exitUsage, "not of this machine alone"},
		{[]string{"serve", dir, "--address", ""}, exitUsage, "not of this machine alone"},
		{[]string{"serve", dir, "--address", "localhost"}, exitUsage, "it can be 127.0.0.1 or "},
		{[]string{"serve", dir, "--port", "70000"}, exitUsage, `--port "70000": expected a whole number up to 65535`},
		{[]string{"serve", dir, "--port", port}, exitUsage, "--port 0 takes a free port"},
	} {
		if code, stdout, stderr := call(t, c.args...); code != c.code || stdout != "" || !strings.Contains(stderr, c.says) {
			t.Errorf("%v: exit %d, want %d; stderr must say %q:\n%s%s", c.args, code, c.code, c.says, stdout, stderr)
		}
	}
}

// An interrupt stops the server, which frees its port.
func TestServeStopsOnInterrupt(t *testing.T) {
	out, in := io.Pipe()
	var said strings.Builder
	code := make(chan int, 1)
	dir := t.TempDir()
	go func() { code <- run([]string{"serve", dir}, strings.NewReader(""), in, &said) }()
	url, err := bufio.NewReader(out).ReadString('\n')
	if err != nil {
		t.Fatal(err)
	}
	// The interrupt is caught from before the address is printed on.
	if err := syscall.Kill(os.Getpid(), syscall.SIGINT); err != nil {
		t.Fatal(err)
	}
	if got := <-code; got != exitInterrupted || !strings.HasSuffix(said.String(), "runreport: stopped\n") {
		t.Errorf("exit %d, said %q", got, said.String())
	}
	if _, err := net.DialTimeout("tcp", strings.TrimSuffix(strings.TrimPrefix(url, "http://"), "/\n"), time.Second); !errors.Is(err, syscall.ECONNREFUSED) {
		t.Errorf("the port still answers: %v", err)
	}
}
