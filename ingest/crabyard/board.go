package crabyard

import (
	"fmt"
	"slices"
	"strconv"
	"time"

	"runreport/ingest/record"
	"runreport/ingest/table"
)

// boardKind is the unit that holds what a database says about an installation as a
// whole: its settings, and who changed them. It is no run.
const boardKind = "board"

// stallDefault is how old a heartbeat may be where no setting says it. The product
// ignores a setting below stallLeast.
const (
	stallDefault = 5 * time.Minute
	stallLeast   = time.Minute
)

// boardUnits makes a unit for every installation that has any settings or messages
// of its own. Of a setting that several exports give, the one of the latest counts.
func boardUnits(files []*record.File) (units []*record.Unit) {
	byHome := map[string][]*record.File{}
	var homes []string
	for _, f := range files {
		if !slices.ContainsFunc(f.Records, ofBoard) {
			continue
		}
		at := home(f.Dir)
		if byHome[at] == nil {
			homes = append(homes, at)
		}
		byHome[at] = append(byHome[at], f)
	}
	for _, at := range homes {
		u := &record.Unit{System: system, Kind: boardKind, ID: boardKind, Home: at}
		var audits [][]*record.Record
		for _, f := range byHome[at] {
			u.Files = append(u.Files, f.Path)
			var list []*record.Record
			for _, r := range f.Records {
				if r.Kind == auditEvent {
					list = append(list, r)
				}
			}
			audits = append(audits, list)
		}
		u.Records = append(latestSettings(byHome[at]), distinct(audits...)...)
		units = append(units, u)
	}
	return units
}

func ofBoard(r *record.Record) bool { return r.Kind == auditEvent || r.Kind == setting }

// latestSettings are the settings in the order in which they are met first.
func latestSettings(files []*record.File) (kept []*record.Record) {
	var keys []string
	all := map[string][]*record.Record{}
	for _, f := range files {
		for _, r := range f.Records {
			if r.Kind != setting {
				continue
			}
			key := r.Str("key")
			if all[key] == nil {
				keys = append(keys, key)
			}
			all[key] = append(all[key], r)
		}
	}
	made := map[*record.File]time.Time{}
	for _, f := range files {
		made[f] = record.LastTime(f.Records)
	}
	for _, key := range keys {
		best := all[key][0]
		for _, r := range all[key] {
			if made[r.File].After(made[best.File]) {
				best = r
			}
		}
		for _, r := range all[key] {
			if r != best {
				retire(r, best)
			}
		}
		kept = append(kept, best)
	}
	return kept
}

// numeric are the settings that are numbers about runs.
var numeric = []string{"cap", "stall_ms"}

// stallAfter is how old a heartbeat may be on the board before its attempt is taken
// for stalled.
func stallAfter(board *record.Unit) time.Duration {
	for _, r := range board.Records {
		if r.Kind != setting || r.Str("key") != "stall_ms" {
			continue
		}
		if ms, err := strconv.ParseInt(r.Str("value"), 10, 64); err == nil && ms >= stallLeast.Milliseconds() && ms <= (1000*time.Hour).Milliseconds() {
			return time.Duration(ms) * time.Millisecond
		}
	}
	return stallDefault
}

// assembleBoard writes what is known about the installation. It has no row in runs.
func assembleBoard(u *record.Unit, t *table.Set) {
	for _, r := range u.Records {
		if r.Kind == auditEvent {
			u.Event(t, r, "", record.Cut(r.Str("actor"), maxText), r.Str("message"))
			continue
		}
		key, value := r.Str("key"), r.Str("value")
		text := key
		if slices.Contains(numeric, key) {
			text += " = " + value
			claimSetting(u, t, r)
		}
		u.Event(t, r, "", "", text)
	}
}

func claimSetting(u *record.Unit, t *table.Set, r *record.Record) {
	c := &t.Claims
	row := c.Add(r.Place())
	key, value := r.Str("key"), r.Str("value")
	c.Run.Set(row, u.Key)
	c.By.Set(row, "settings")
	c.Field.Set(row, key)
	c.Text.SetText(row, record.Cut(value, maxText))
	if key == "cap" {
		c.Topic.Set(row, table.TopicAttemptLimit)
		c.System.Set(row, u.System)
	}
	n, err := strconv.ParseInt(value, 10, 64)
	if err != nil {
		u.Finding(t, settingNumber, r, key+": "+record.Cut(value, 80), "a whole number")
		return
	}
	c.Number.Set(row, float64(n))
	if key == "stall_ms" && n < stallLeast.Milliseconds() {
		u.Finding(t, stallIgnored, r, fmt.Sprintf("stall_ms: %d", n), fmt.Sprintf("%d or more", stallLeast.Milliseconds()))
	}
}
