package claude

import (
	"cmp"
	"path"
	"slices"
	"strings"

	"runreport/ingest/record"
	"runreport/ingest/session"
)

// fragment is what one file holds of one session.
type fragment struct {
	record.Fragment
	id   string
	home string // folder of the project
	file string // name of the sub-agent that the file is of; "": the file is a session's
}

// stitch makes a unit of every session. What lies in one project's folder under one
// sessionId is one session, and so is a copy elsewhere that has a line of it.
func stitch(files []*record.File) []*record.Unit {
	var all []*fragment
	for _, f := range files {
		all = append(all, fragments(f)...)
	}
	dropCopies(all)
	var units []*record.Unit
	for _, g := range group(all) {
		units = append(units, unit(g))
	}
	return units
}

// fragments tells the sessions of a file apart, in the order in which they are met. Lines
// that name no session go with the first one of the file.
func fragments(f *record.File) (all []*fragment) {
	first := ""
	for _, r := range f.Records {
		if first = r.Str("sessionId"); first != "" {
			break
		}
	}
	agent := agentOf(f.Path)
	byID := map[string]*fragment{}
	for _, r := range f.Records {
		id := cmp.Or(r.Str("sessionId"), first)
		x := byID[id]
		if x == nil {
			x = &fragment{Fragment: record.Fragment{File: f}, id: id, home: project(f.Dir, id), file: agent}
			byID[id] = x
			all = append(all, x)
		}
		x.Records = append(x.Records, r)
	}
	return all
}

// agentOf is the sub-agent that a file is of, by its name: agent-a1.jsonl is of a1.
func agentOf(shown string) string {
	name := path.Base(shown)
	name = strings.TrimSuffix(strings.TrimSuffix(name, ".gz"), ".zst")
	id, ok := strings.CutPrefix(strings.TrimSuffix(name, ".jsonl"), "agent-")
	if !ok {
		return ""
	}
	return id
}

// project is the folder of the project. The files of sub-agents may lie below it, in
// <session>/subagents.
func project(dir, id string) string {
	if path.Base(dir) == "subagents" {
		dir = path.Dir(dir)
	}
	if id != "" && path.Base(dir) == id {
		dir = path.Dir(dir)
	}
	if dir == "." {
		return ""
	}
	return dir
}

// name is what a copy of a line keeps: its uuid and its time. "" where it has no uuid.
func name(r *record.Record) string {
	id := r.Str("uuid")
	if id == "" {
		return ""
	}
	return id + "\x00" + r.Value("timestamp").Text
}

// dropCopies marks the lines that another file of the session or of the project has too:
// copies of a session, and what a session that goes on under another id brings with it.
// The first file in path order keeps them. Within a file every line counts.
func dropCopies(all []*fragment) {
	owner := map[[2]string]*record.File{} // (session or folder, line) → the first file with it
	for _, f := range all {
		for _, r := range f.Records {
			of := line(r)
			for _, key := range [][2]string{{"session " + f.id, of}, {"folder " + f.home, of}} {
				if have := owner[key]; have == nil {
					owner[key] = f.File
				} else if have != f.File {
					r.Fate = record.Duplicate
				}
			}
		}
	}
}

// line is what copies of a line have in common: its name, else all of it.
func line(r *record.Record) string {
	if n := name(r); n != "" {
		return n
	}
	b := r.Sum.Bytes()
	return "\x00" + string(b[:])
}

// group puts the fragments of each session together.
func group(all []*fragment) (groups [][]*fragment) {
	type place struct{ id, home string }
	at := map[place]int{}
	lines := map[[2]string]int{} // (session, line) → group
	for _, f := range all {
		p := place{f.id, f.home}
		i, ok := at[p]
		if f.id == "" { // nothing says to which session they belong
			p.home, ok = f.File.Path, false
		}
		for _, r := range f.Records {
			if n := name(r); !ok && n != "" && r.Fate == record.Duplicate {
				i, ok = lines[[2]string{f.id, n}]
			}
		}
		if !ok {
			i = len(groups)
			groups = append(groups, nil)
		}
		at[p] = i
		groups[i] = append(groups[i], f)
		for _, r := range f.Records {
			if n := name(r); n != "" {
				lines[[2]string{f.id, n}] = i
			}
		}
	}
	return groups
}

// unit joins the fragments of a session: those of the session itself in the order of
// time, then those of its sub-agents.
func unit(g []*fragment) *record.Unit {
	u := &record.Unit{System: system, Kind: session.Kind, ID: g[0].id, Home: g[0].home}
	if u.ID != "" {
		u.Evidence = "sessionId " + record.Cut(u.ID, 80)
	}
	slices.SortStableFunc(g, func(a, b *fragment) int {
		if (a.file == "") != (b.file == "") {
			return cmp.Compare(len(a.file), len(b.file))
		}
		return a.First().Compare(b.First())
	})
	for _, f := range g {
		before := len(u.Records)
		for _, r := range f.Records {
			if r.Fate == record.Kept {
				u.Records = append(u.Records, r)
			}
		}
		if len(u.Records) > before {
			u.Files = append(u.Files, f.File.Path)
		} else {
			u.Superseded = append(u.Superseded, f.File.Path)
		}
	}
	return u
}
