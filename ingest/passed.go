package ingest

import (
	"cmp"
	"context"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"runreport/ingest/dataset"
	"runreport/ingest/record"
)

// Passed is what was passed over in one folder, for one reason.
type Passed struct {
	Folder string // as shown in the report
	Why    string // the rule, which is the name of a folder, or the flag
	Files  int64
	Logs   []string // those that look like a log, the first few
	Like   int64    // how many look like one
}

// Why files are passed over. What this very build wrote is known by the folders that it
// was given: a file among the logs that claims to list an output hides nothing.
const (
	byOutput  = "output"
	byHistory = "history"
	byConfig  = "configuration"
	byExclude = "--exclude"
	byInclude = "--include"
	bySince   = "--since"
)

// notEntered are the folders that hold the history of sources, the packages of others,
// and what a Mac knows of the files in an archive.
var notEntered = []string{".git", "node_modules", "__MACOSX"}

// passReason is why a file is passed over, and the folder under which the ledger counts it.
type passReason struct{ folder, rule string }

// enter says that the walk comes to a folder.
func (p *passReason) enter(shown, name string) {
	if p.at(shown).rule != "" {
		return
	}
	*p = passReason{}
	if slices.Contains(notEntered, name) {
		*p = passReason{shown, name}
	}
}

// at is the passing where the path lies in its folder, else the zero value.
func (p passReason) at(shown string) passReason {
	if p.rule != "" && (shown == p.folder || strings.HasPrefix(shown, p.folder+"/")) {
		return p
	}
	return passReason{}
}

// ownFolders are the folders that this build writes, with what is in them of its own, and that of its
// configuration.
type ownFolders []ownFolder

type ownFolder struct {
	dir, why string
	is       func(name string) bool // a path below dir, with slashes
}

func (o Options) ownFolders() (all ownFolders) {
	add := func(dir, why string, is func(string) bool) {
		abs, err := filepath.Abs(dir)
		if err == nil {
			abs, err = filepath.EvalSymlinks(abs)
		}
		if err == nil { // else there is nothing yet
			all = append(all, ownFolder{abs, why, is})
		}
	}
	for _, dir := range o.Output {
		listed := map[string]bool{}
		for _, name := range o.Listed(os.DirFS(dir)) {
			listed[name] = true
		}
		add(dir, byOutput, func(name string) bool { return listed[name] })
	}
	if o.History != "" {
		add(o.History, byHistory, dataset.Holds)
	}
	if o.Config != "" {
		add(filepath.Dir(o.Config), byConfig, func(name string) bool { return name == filepath.Base(o.Config) })
	}
	return all
}

// around are those that a folder lies in, or is: files of the others are not in it.
func (own ownFolders) around(folder string) (all ownFolders) {
	for _, f := range own {
		if rel, err := filepath.Rel(f.dir, folder); err == nil && filepath.IsLocal(rel) {
			all = append(all, f)
		}
	}
	return all
}

// passing is why the file is this build's own; the zero value where it is not.
func (own ownFolders) passing(real, shown string) passReason {
	for _, f := range own {
		rel, err := filepath.Rel(f.dir, real)
		if err == nil && filepath.IsLocal(rel) && f.is(filepath.ToSlash(rel)) {
			return passReason{record.FolderOf(shown), f.why}
		}
	}
	return passReason{}
}

// maxLogsNamed is how many logs of a folder that were passed over are named.
const maxLogsNamed = 3

// passedOver sums up what was passed over, by folder and reason. Files of this build's
// own are only told of where one looks like a log, which none of them does: building
// twice must give the same report.
func passedOver(ctx context.Context, o Options, list []found) ([]Passed, error) {
	if len(list) == 0 {
		return nil, nil
	}
	like := make([]bool, len(list))
	err := forEach(ctx, o, "looking at what is passed over", len(list), func(i int) {
		like[i] = list[i].looksLikeLog()
		list[i].release()
	})
	if err != nil {
		return nil, err
	}
	at := map[passReason]int{}
	var all []Passed
	for i, f := range list {
		if !like[i] && slices.Contains([]string{byOutput, byHistory, byConfig}, f.passing.rule) {
			continue
		}
		n, known := at[f.passing]
		if !known {
			n = len(all)
			at[f.passing] = n
			all = append(all, Passed{Folder: f.passing.folder, Why: f.passing.rule})
		}
		p := &all[n]
		p.Files++
		if like[i] {
			p.Like++
			if len(p.Logs) < maxLogsNamed {
				p.Logs = append(p.Logs, f.shown)
			}
		}
	}
	sortPassed(all)
	return all, nil
}

// addOlder adds the files whose every unit --since leaves out. They were read, and the
// finding older_than_since tells of them.
func (res *Result) addOlder(files map[string]bool) {
	count := map[string]int64{}
	for f := range files {
		count[record.FolderOf(f)]++
	}
	for folder, n := range count {
		res.Passed = append(res.Passed, Passed{Folder: folder, Why: bySince, Files: n})
	}
	sortPassed(res.Passed)
}

func sortPassed(all []Passed) {
	slices.SortFunc(all, func(x, y Passed) int {
		return cmp.Or(strings.Compare(x.Folder, y.Folder), strings.Compare(x.Why, y.Why))
	})
}

// looksLikeLog reports whether a format claims the file, or it looks like a log of one
// of the systems all the same. Nothing of it is read but its beginning.
func (at found) looksLikeLog() (like bool) {
	if at.fault != nil || at.archive != nil {
		return false
	}
	_ = recoverFault(&record.File{}, func() error { // a file that is not read stops nothing
		in, err := at.open()
		if err != nil {
			return err
		}
		defer in.Close()
		head, err := in.Head(at.shown)
		defer head.Release()
		if err == nil {
			like = recognise(head) != nil || likenesses.Why(head) != ""
		}
		return err
	})
	return like
}
