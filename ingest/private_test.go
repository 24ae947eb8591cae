package ingest

import (
	"context"
	"errors"
	"path/filepath"
	"strings"
	"testing"
)

// privateLogs are the small logs of private formats. Every text in them that people or
// programs said to each other has the word secret, and so has the name of the branch.
var privateLogs = []string{"claude-code", "codex"}

// Of a private format no text is in any table, no finding quotes one and no line is
// cited, unless texts are asked for.
func TestTextsOfPrivateFormats(t *testing.T) {
	for _, system := range privateLogs {
		t.Run(system, func(t *testing.T) {
			logs := filepath.Join("..", "testdata", "small", system)
			var cited []Citation
			for _, texts := range []bool{false, true} {
				res, err := Read(context.Background(), Options{Paths: []string{logs}, IncludeText: texts})
				if err != nil {
					t.Fatal(err)
				}
				all := dump(res.Tables)
				if has := strings.Contains(strings.ToLower(all), "secret"); has != texts {
					t.Errorf("asked for texts: %v; a text is in the tables: %v", texts, has)
				}
				if strings.Contains(all, "/home/ada") || !strings.Contains(all, "session") {
					t.Error("a path of a home folder, or no session")
				}
				s := res.Tables
				for row := range s.Events.Len() {
					p := s.Events.Place(row)
					cited = append(cited, Citation{s.Sources.Path.At(p.Source), p.Line})
				}
				if quotes := res.Quote(cited); (len(quotes) > 0) != texts {
					t.Errorf("asked for texts: %v; %d lines are quoted", texts, len(quotes))
				}
			}
		})
	}
}

// A history never holds texts.
func TestNoTextsInAHistory(t *testing.T) {
	_, err := Read(context.Background(), Options{Paths: []string{filepath.Join("..", "testdata", "small", "codex")}, IncludeText: true, History: t.TempDir()})
	if !errors.Is(err, ErrHistory) {
		t.Errorf("texts and a history together: %v", err)
	}
}
