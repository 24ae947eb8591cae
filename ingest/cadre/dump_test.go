package cadre

import (
	"fmt"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"runreport/ingest/record"
	"runreport/ingest/source"
	"runreport/ingest/table"
)

func TestDump(t *testing.T) {
	root := os.Getenv("DUMP")
	if root == "" {
		t.Skip()
	}
	var files []*record.File
	var paths []string
	filepath.Walk(root, func(p string, i os.FileInfo, err error) error {
		if err == nil && !i.IsDir() {
			paths = append(paths, p)
		}
		return nil
	})
	slices.Sort(paths)
	for _, p := range paths {
		rel, _ := filepath.Rel(filepath.Dir(root), p)
		in, err := source.Open(p)
		if err != nil {
			t.Fatal(err)
		}
		h, _ := in.Head(rel)
		var fm *record.Format
		for _, f := range formats {
			if f.Is(h) {
				fm = f
				break
			}
		}
		if fm == nil {
			fmt.Println("UNCLAIMED", rel)
			in.Close()
			continue
		}
		f := &record.File{Index: len(files), Path: rel, Dir: path.Dir(rel), Format: fm}
		f.Decode(in)
		in.Close()
		files = append(files, f)
	}
	units := stitch(files)
	set := &table.Set{}
	for _, f := range files {
		f.Fill(&set.Sources)
		for _, n := range f.Findings() {
			n.Fill(&set.Findings, f.Index, "")
		}
	}
	for _, u := range units {
		u.Key = u.Home + "/" + u.ID
		assemble(u, set)
	}
	show := func(name string, tb any, n int) {
		fmt.Println("=====", name, n)
	}
	_ = show
	for _, tb := range set.Tables() {
		fmt.Println("=====", tb.Name, tb.Len())
		if tb.Name == "events" && os.Getenv("EVENTS") == "" {
			continue
		}
		for row := range tb.Len() {
			fmt.Println(strings.Join(cellsOf(set, tb.Name, row), " "))
		}
	}
}
