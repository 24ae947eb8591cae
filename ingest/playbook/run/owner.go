package run

import (
	"path"
	"slices"

	"runreport/ingest/playbook/companion"
	"runreport/ingest/playbook/layout"
	"runreport/ingest/playbook/sheet"
	"runreport/ingest/record"
)

// folderOwners says which run owns the documents in a quality folder.
type folderOwners struct {
	live map[string]*record.Unit // a log that counts lies in the folder itself
	near map[string]*record.Unit // one lies below it, under logs
	old  map[string]bool         // an older snapshot of a log lies in it
}

func newFolderOwners() *folderOwners {
	return &folderOwners{live: map[string]*record.Unit{}, near: map[string]*record.Unit{}, old: map[string]bool{}}
}

// add notes the folders of a run. Where several runs lie in one folder, its
// documents go with the last, which is the one that wrote them last.
func (r *folderOwners) add(u *record.Unit, g *fragmentGroup) {
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

// ownerOf is the run that owns the documents of a quality folder; nil where none does.
func (r *folderOwners) ownerOf(folder string) *record.Unit {
	if u := r.live[folder]; u != nil {
		return u
	}
	return r.near[folder]
}

// companions gives each document to the run whose log lies in its folder. What
// lies beside an older snapshot is as old as that. Documents of a folder without
// a log are a run that is known by them alone.
func (r *folderOwners) companions(docs []*record.File) []*record.Unit {
	var units []*record.Unit
	alone := map[string]*record.Unit{}
	for _, f := range docs {
		at := layout.QualityFolder(f.Dir)
		u := r.ownerOf(at)
		if u == nil && !r.old[at] && f.Beside != nil {
			// A part of a quality folder may be a link to where the file lies.
			if by := layout.QualityFolder(f.Beside.Reached(f.Dir)); r.ownerOf(by) != nil {
				at, u = by, r.ownerOf(by)
			}
		}
		switch {
		case len(f.Records) == 0:
		case companion.IsCalibration(f):
			units = append(units, &record.Unit{
				System: sheet.System,
				Kind:   companion.CalibrationLog,
				ID:     path.Base(f.Path),
				Home:   layout.BenchmarkFolder(f.Dir),

				Files:      []string{f.Path},
				Companions: []*record.File{f},
			})
		case u != nil:
			if u.Companions == nil {
				u.Companions = make([]*record.File, 0, 4) // of a progress, a list of bugs, metadata and one more
			}
			u.Companions = append(u.Companions, f)
		case r.old[at]:
			f.Superseded()
		default:
			if alone[at] == nil {
				alone[at] = &record.Unit{
					System:   sheet.System,
					Kind:     "run",
					Home:     layout.BenchmarkFolder(f.Dir),
					Evidence: "one quality folder",
				}
				units = append(units, alone[at])
			}
			alone[at].Companions = append(alone[at].Companions, f)
			alone[at].Files = append(alone[at].Files, f.Path)
		}
	}
	for _, u := range units {
		if u.ID == "" {
			u.ID = companion.NameAlone(u)
		}
	}
	return units
}
