package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"log"
	"net"
	"net/http"
	"os"
	"path"
	"runreport/render/publish"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/spf13/cobra"
)

// loopback are the addresses that only this machine reaches.
var loopback = []string{"127.0.0.1", "::1"}

// How long a client may take to ask, and to take what it asked for once the server stops.
const (
	askWithin  = 10 * time.Second
	stopWithin = 5 * time.Second
)

func serveCommand(s streams) *cobra.Command {
	address, port := loopback[0], uint16(0)
	c := &cobra.Command{
		Use:   "serve DIR",
		Short: "Show a report or a built site in the browser, on this machine only",
		Long: `serve answers a browser on this machine with the files of DIR, until it is
interrupted. It prints the address and listens on nothing but the loopback
interface. Where a folder has a manifest of runreport, only the files that it lists
are shown; elsewhere all files below DIR, without hidden ones and without links that
lead out. Folders are not listed. A report opens from disk as well: serve is for
sites, and for browsers that cannot reach the disk.`,
		Example: `  runreport serve report/
  runreport serve site/ --port 8000`,
		Args: exactlyOne("DIR"),
		RunE: func(cmd *cobra.Command, args []string) error {
			return serve(cmd.Context(), s, args[0], address, port)
		},
	}
	c.Flags().StringVar(&address, "address", address, "address to listen on: "+strings.Join(loopback, " or "))
	c.Flags().Uint16Var(&port, "port", port, "port to listen on (default: a free one)")
	return c
}

// serve shows the files of dir until the context ends.
func serve(ctx context.Context, s streams, dir, address string, port uint16) error {
	if !slices.Contains(loopback, address) {
		return fail(exitUsage, "--address %q is not of this machine alone: it can be %s", address, strings.Join(loopback, " or "))
	}
	root, err := os.OpenRoot(dir)
	if err != nil {
		return fail(exitInput, "cannot read %w", err)
	}
	defer root.Close()
	listener, err := net.Listen("tcp", net.JoinHostPort(address, strconv.Itoa(int(port))))
	if err != nil {
		return fail(exitUsage, "cannot listen there; --port 0 takes a free port: %w", err)
	}
	server := &http.Server{Handler: shown{root}, ReadHeaderTimeout: askWithin, ErrorLog: log.New(io.Discard, "", 0)}
	stopped := make(chan error, 1)
	go func() {
		<-ctx.Done()
		within, cancel := context.WithTimeout(context.Background(), stopWithin)
		defer cancel()
		stopped <- server.Shutdown(within)
	}()
	fmt.Fprintf(s.out, "http://%s/%s\n", listener.Addr(), entrance(root))
	fmt.Fprintf(s.err, "showing %s on this machine only; interrupt to stop\n", safe(dir))
	if err := server.Serve(listener); !errors.Is(err, http.ErrServerClosed) {
		return fail(exitInternal, "cannot serve: %w", err)
	}
	if err := <-stopped; err != nil {
		return fail(exitInterrupted, "stopped, with a file on its way: %w", err)
	}
	return fail(exitInterrupted, "stopped")
}

// entrance is where a reader begins: at the top, or in the site where a report is
// nothing else.
func entrance(root *os.Root) string {
	if _, err := root.Stat("index.html"); err != nil {
		if _, err := root.Stat("site/index.html"); err == nil {
			return "site/"
		}
	}
	return ""
}

// shown answers requests with files.
type shown struct{ root *os.Root }

func (h shown) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	header := w.Header()
	header.Set("X-Content-Type-Options", "nosniff")
	header.Set("Referrer-Policy", "no-referrer")
	header.Set("Cross-Origin-Resource-Policy", "same-origin")
	header.Set("Cache-Control", "no-cache")
	// A page from elsewhere may have its own name lead to this address; the request
	// then still carries that name.
	host := r.Host
	if name, _, err := net.SplitHostPort(host); err == nil {
		host = name
	}
	if host = strings.Trim(host, "[]"); host != "localhost" && !slices.Contains(loopback, host) {
		http.Error(w, "this server answers to "+strings.Join(loopback, " and ")+" only", http.StatusMisdirectedRequest)
		return
	}
	if r.Method != http.MethodGet && r.Method != http.MethodHead {
		header.Set("Allow", "GET, HEAD")
		http.Error(w, "only GET and HEAD", http.StatusMethodNotAllowed)
		return
	}
	name := strings.TrimPrefix(path.Clean("/"+r.URL.Path), "/")
	if name == "" || strings.HasSuffix(r.URL.Path, "/") {
		name = path.Join(name, "index.html")
	}
	if hidden(name) {
		http.NotFound(w, r)
		return
	}
	h.show(w, r, name)
}

// hidden says that a name, or a folder above it, begins with a dot.
func hidden(name string) bool {
	return slices.ContainsFunc(strings.Split(name, "/"), func(part string) bool { return strings.HasPrefix(part, ".") })
}

func (h shown) show(w http.ResponseWriter, r *http.Request, name string) {
	// Asked before it is opened: opening a pipe would wait for its other end.
	info, err := h.root.Stat(name)
	if err == nil && info.IsDir() {
		if _, err := h.root.Stat(path.Join(name, "index.html")); err == nil {
			w.Header().Set("Location", path.Base(name)+"/")
			w.WriteHeader(http.StatusMovedPermanently)
			return
		}
	}
	if err != nil || !info.Mode().IsRegular() || !publish.Listed(h.root, name) {
		http.NotFound(w, r)
		return
	}
	file, err := h.root.Open(name)
	if err != nil {
		code := http.StatusNotFound
		if errors.Is(err, fs.ErrPermission) {
			code = http.StatusForbidden
		}
		http.Error(w, http.StatusText(code), code)
		return
	}
	defer file.Close()
	w.Header().Set("Content-Type", contentType(name))
	http.ServeContent(w, r, "", info.ModTime(), file)
}

// contentTypes are those of the files that reports and sites consist of. The
// machine's own list is not asked: it differs from one to the next.
var contentTypes = map[string]string{
	".html": "text/html; charset=utf-8", ".css": "text/css; charset=utf-8", ".js": "text/javascript; charset=utf-8",
	".mjs": "text/javascript; charset=utf-8", ".json": "application/json", ".map": "application/json",
	".md": "text/markdown; charset=utf-8", ".txt": "text/plain; charset=utf-8", ".xml": "application/xml", ".atom": "application/atom+xml",
	".svg": "image/svg+xml", ".png": "image/png", ".jpg": "image/jpeg", ".gif": "image/gif", ".webp": "image/webp", ".ico": "image/x-icon",
	".woff": "font/woff", ".woff2": "font/woff2", ".wasm": "application/wasm",
	".parquet": "application/vnd.apache.parquet", ".arrow": "application/vnd.apache.arrow.file",
}

func contentType(name string) string {
	if t, ok := contentTypes[strings.ToLower(path.Ext(name))]; ok {
		return t
	}
	return "application/octet-stream"
}
