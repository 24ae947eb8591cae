//go:build linux

package main

import (
	"fmt"
	"net/http"
	"net/http/httptest"
	"net/url"
	"os"
	"os/exec"
	"regexp"
	"strconv"
	"strings"
	"sync/atomic"
	"testing"
)

// A prefix of a million keys is listed within 256 MB: pages are not kept.
func TestMemoryDoesNotGrowWithKeys(t *testing.T) {
	if testing.Short() {
		t.Skip("lists a million keys")
	}
	const keys = 1_000_000
	var listed, fetched atomic.Int64
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if !r.URL.Query().Has("list-type") {
			fetched.Add(1)
			fmt.Fprint(w, "x")
			return
		}
		w.Header().Set("Content-Type", "application/xml")
		from, _ := strconv.Atoi(r.URL.Query().Get("continuation-token")) // 0: the first page
		to := min(from+listPage, keys)
		var b strings.Builder
		fmt.Fprintf(&b, "<ListBucketResult><Name>bucket</Name><KeyCount>%d</KeyCount><IsTruncated>%v</IsTruncated>",
			to-from, to < keys)
		for i := from; i < to; i++ {
			fmt.Fprintf(&b, "<Contents><Key>logs/%04d/%07d-run.jsonl</Key>", i/1000, i)
			fmt.Fprint(&b, "<LastModified>2026-04-22T10:00:00.000Z</LastModified><Size>1</Size></Contents>")
		}
		if to < keys {
			fmt.Fprintf(&b, "<NextContinuationToken>%d</NextContinuationToken>", to)
		}
		listed.Add(int64(to - from))
		fmt.Fprint(w, b.String(), "</ListBucketResult>")
	}))
	defer server.Close()
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	logs := "s3://bucket/logs?region=us-east-1&use_path_style=true&endpoint=" + url.QueryEscape(server.URL)
	c := exec.Command(self, "ingest", "--shard", "1/400", logs)
	c.Env = append(os.Environ(), asProgram+"=1", "RUNREPORT=/bin/true", "AWS_ACCESS_KEY_ID=a", "AWS_SECRET_ACCESS_KEY=b",
		"TMPDIR="+t.TempDir())
	out, err := c.CombinedOutput()
	said := regexp.MustCompile(`VmHWM:\s*(\d+) kB`).FindSubmatch(out)
	if err != nil || said == nil {
		t.Fatalf("%v: %s", err, out)
	}
	peak, err := strconv.ParseInt(string(said[1]), 10, 64)
	if err != nil {
		t.Fatal(err)
	}
	t.Logf("%d keys listed, %d objects fetched, at most %d MB", listed.Load(), fetched.Load(), peak>>10)
	if listed.Load() != keys || fetched.Load() == 0 {
		t.Errorf("%d keys were listed, %d objects fetched", listed.Load(), fetched.Load())
	}
	if peak > 256<<10 {
		t.Errorf("listing took %d MB", peak>>10)
	}
}
