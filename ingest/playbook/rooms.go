package playbook

import (
	"path"
	"slices"

	"runreport/ingest/record"
)

// rooms knows whose log lies in which quality folder, so that the documents there
// go with it.
type folderOwners struct {
	live map[string]*record.Unit // a log that counts lies in the folder itself
	near map[string]*record.Unit // one lies below it, under logs
	old  map[string]bool         // an older snapshot of a log lies in it
}

func newFolderOwners() *folderOwners {
	return &folderOwners{live: map[string]*record.Unit{}, near: map[string]*record.Unit{}, old: map[string]bool{}}
}

// owned notes the folders of a run. Where several runs lie in one folder, its
// documents go with the last, which is the one that wrote them last.
func (r *folderOwners) add(u *record.Unit, g *bundle) {
	for _, p := range g.fragments {
		switch {
		case !slices.Contains(u.Files, p.File.Path):
			r.old[p.quality] = true
		case p.stamp != "":
			r.near[p.quality] = u
		default:
			r.live[p.quality] = u
		}
	}
}

// companions gives each document to the run whose log lies in its folder. What
// lies beside an older snapshot is as old as that. Documents of a folder without
// a log are a run that is known by them alone.
func (r *folderOwners) companions(docs []*record.File) []*record.Unit {
	var units []*record.Unit
	alone := map[string]*record.Unit{}
	for _, f := range docs {
		at := qualityFolder(f.Dir)
		u := r.live[at]
		if u == nil {
			u = r.near[at]
		}
		switch {
		case len(f.Records) == 0:
		case isCalibration(f):
			units = append(units, &record.Unit{System: system, Kind: calibrationUnit, ID: path.Base(f.Path), Home: benchmarkFolder(f.Dir),
				Files: []string{f.Path}, Companions: []*record.File{f}})
		case u != nil:
			u.Companions = append(u.Companions, f)
		case r.old[at]:
			f.Superseded()
		default:
			if alone[at] == nil {
				alone[at] = &record.Unit{System: system, Kind: "run", Home: benchmarkFolder(f.Dir), Evidence: "one quality folder"}
				units = append(units, alone[at])
			}
			alone[at].Companions = append(alone[at].Companions, f)
			alone[at].Files = append(alone[at].Files, f.Path)
		}
	}
	for _, u := range units {
		if u.ID == "" {
			u.ID = nameAlone(u)
		}
	}
	return units
}
