package playbook

import (
	"path"
	"slices"

	"runreport/ingest/record"
)

// rooms knows whose log lies in which quality folder, so that the documents there
// go with it.
type rooms struct {
	live map[string]*record.Unit // a log that counts lies in the folder itself
	near map[string]*record.Unit // one lies below it, under logs
	old  map[string]bool         // an older snapshot of a log lies in it
}

func newRooms() *rooms {
	return &rooms{live: map[string]*record.Unit{}, near: map[string]*record.Unit{}, old: map[string]bool{}}
}

// owned notes the folders of a run. Where several runs lie in one folder, its
// documents go with the last, which is the one that wrote them last.
func (r *rooms) owned(u *record.Unit, g *bundle) {
	for _, p := range g.pieces {
		switch {
		case !slices.Contains(u.Files, p.File.Path):
			r.old[p.room] = true
		case p.stamp != "":
			r.near[p.room] = u
		default:
			r.live[p.room] = u
		}
	}
}

// companions gives each document to the run whose log lies in its folder. What
// lies beside an older snapshot is as old as that. Documents of a folder without
// a log are a run that is known by them alone.
func (r *rooms) companions(docs []*record.File) []*record.Unit {
	var units []*record.Unit
	alone := map[string]*record.Unit{}
	for _, f := range docs {
		at := room(f.Dir)
		u := r.live[at]
		if u == nil {
			u = r.near[at]
		}
		switch {
		case len(f.Records) == 0:
		case isCalibration(f):
			units = append(units, &record.Unit{System: system, Kind: calibrationUnit, ID: path.Base(f.Path), Home: home(f.Dir),
				Files: []string{f.Path}, Companions: []*record.File{f}})
		case u != nil:
			u.Companions = append(u.Companions, f)
		case r.old[at]:
			f.Superseded()
		default:
			if alone[at] == nil {
				alone[at] = &record.Unit{System: system, Kind: "run", Home: home(f.Dir), Evidence: "one quality folder"}
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

// The kinds of units that have no row of their own in the table runs.
const (
	cycleUnit       = "cycle"
	cellUnit        = "cell"
	calibrationUnit = "calibration log"
	archiveUnit     = "archive"
)

func isCalibration(f *record.File) bool {
	return slices.ContainsFunc(f.Records, func(r *record.Record) bool { return r.Kind == calibrationKind })
}

// nameAlone names a run without a log by what its documents say. A folder that
// holds nothing but an index of archived runs is none.
func nameAlone(u *record.Unit) string {
	d := documentsOf(u)
	about, at := d.about(), ""
	if d.metadata != nil {
		at = d.metadata.Value("start_time").Text
	} else if d.progress != nil {
		at = d.progress.Value("started").Text
	}
	if about == "" {
		about = folderName(u.Home)
	}
	if d.onlyArchive() {
		u.Kind = archiveUnit
		about = "archive of " + about
	}
	if at != "" {
		about += " " + record.Cut(at, 40)
	}
	return about
}
