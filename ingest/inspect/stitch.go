package inspect

import (
	"cmp"
	"path"
	"slices"
	"strings"

	"runreport/ingest/record"
)

const unitKind = "eval"

// part is one log: a JSON document, or the folder of an .eval file.
type part struct {
	id      string // of the eval
	root    string
	head    *record.Record
	records []*record.Record
	samples map[string]*record.Record
}

// stitch puts together what an .eval file holds, and collapses copies: logs of one eval, of
// which that with the most samples counts.
func stitch(files []*record.File) []*record.Unit {
	var parts []*part
	byRoot := map[string]*part{}
	for _, f := range files {
		root := rootOf(f)
		p := byRoot[root]
		if p == nil {
			p = &part{root: root, samples: map[string]*record.Record{}}
			byRoot[root] = p
			parts = append(parts, p)
		}
		p.records = append(p.records, f.Records...)
	}
	byID := map[string][]*part{}
	var order []string
	for _, p := range parts {
		if len(p.records) == 0 {
			continue
		}
		p.settle()
		key := p.id
		if key == "" {
			key = "\x00" + p.root
		}
		if byID[key] == nil {
			order = append(order, key)
		}
		byID[key] = append(byID[key], p)
	}
	var units []*record.Unit
	for _, key := range order {
		units = append(units, unit(byID[key]))
	}
	return units
}

// rootOf is the file of a log in one document, else the folder of the .eval file. A header is
// told from such a log by its name and by what lies beside it.
func rootOf(f *record.File) string {
	dir := f.Dir
	inside := strings.HasSuffix(dir, ".eval") || strings.Contains(dir, ".eval/")
	switch {
	case f.Format == logFormat && !inside && path.Base(f.Path) != "header.json" && path.Base(f.Path) != "start.json":
		return f.Path
	case path.Base(dir) == "summaries" && path.Base(path.Dir(dir)) == "_journal":
		return path.Dir(path.Dir(dir))
	case path.Base(dir) == "_journal", path.Base(dir) == "samples":
		return path.Dir(dir)
	}
	return dir
}

// settle finds the head of the log and its samples. What repeats them is a duplicate: the
// summaries of samples that are there, and the start of an eval that has a header.
func (p *part) settle() {
	for _, r := range p.records {
		if !r.Is(logKind.Name) {
			continue
		}
		switch {
		case p.head == nil:
			p.head = r
		case p.head.Str("status") == "" && r.Str("status") != "":
			p.head.Fate = record.Superseded
			p.head = r
		default:
			r.Fate = record.Superseded
		}
	}
	if p.head != nil {
		p.id = evalOf(p.head)
	}
	ranked := slices.Clone(p.records)
	slices.SortStableFunc(ranked, func(a, b *record.Record) int { return cmp.Compare(rank(a), rank(b)) })
	for _, r := range ranked {
		if rank(r) == 0 {
			continue
		}
		key := name(r)
		if p.samples[key] != nil {
			r.Fate = record.Duplicate
			continue
		}
		p.samples[key] = r
	}
}

// evalOf is the eval that the head of a log names; "" where it names none.
func evalOf(head *record.Record) string {
	e := head.Item("eval")
	if e == nil {
		return ""
	}
	return cmp.Or(e.Str("eval_id"), strings.Trim(e.Str("run_id")+" "+e.Str("task_id"), " "))
}

// rank orders the records of samples by how much they say; 0: of none.
func rank(r *record.Record) int {
	switch {
	case r.Is(sampleKind.Name):
		return 1
	case r.Is(summaryKind.Name) && path.Base(r.File.Dir) != "summaries":
		return 2
	case r.Is(summaryKind.Name):
		return 3
	}
	return 0
}

// name is the sample and the epoch.
func name(r *record.Record) string { return sampleID(r) + "\x00" + r.Value("epoch").Text }

// unit is the eval that the parts are copies of. One without a head has no copies.
func unit(parts []*part) *record.Unit {
	best := parts[0]
	for _, p := range parts[1:] {
		if len(p.samples) > len(best.samples) || len(p.samples) == len(best.samples) && best.head.Str("status") == "" && p.head.Str("status") != "" {
			best = p
		}
	}
	u := &record.Unit{System: system, Kind: unitKind, ID: best.id, Home: path.Dir(best.root), Evidence: "eval " + best.id}
	if u.ID == "" {
		u.ID, u.Evidence = path.Base(best.root), "one log"
	}
	if u.Home == "." {
		u.Home = ""
	}
	var files, superseded record.Paths
	for _, p := range parts {
		for _, r := range p.records {
			if p != best {
				r.Fate = record.Superseded
				superseded.Add(r.File.Path)
				continue
			}
			if r.Fate == record.Kept {
				u.Records = append(u.Records, r)
			}
			files.Add(r.File.Path)
		}
	}
	u.Files, u.Superseded = files.List(), superseded.List()
	return u
}
