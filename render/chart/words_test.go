package chart

import (
	"encoding/xml"
	"math"
	"strconv"
	"testing"
)

// word is a text of a picture and where it stands, in px.
type word struct {
	text, anchor      string
	x, y, size, width float64
}

func (w word) left() float64 {
	switch w.anchor {
	case "end":
		return w.x - w.width
	case "middle":
		return w.x - w.width/2
	}
	return w.x
}

// over says whether two texts cover one another by more than their leading.
func (w word) over(v word) bool {
	return w.left() < v.left()+v.width && v.left() < w.left()+w.width && math.Abs(w.y-v.y) < 0.8*math.Min(w.size, v.size)
}

// wordsOf reads the texts of a picture that stand level.
func wordsOf(t *testing.T, svg []byte) []word {
	t.Helper()
	var picture struct {
		Texts []struct {
			X         string `xml:"x,attr"`
			Y         string `xml:"y,attr"`
			Size      string `xml:"font-size,attr"`
			Anchor    string `xml:"text-anchor,attr"`
			Transform string `xml:"transform,attr"`
			Text      string `xml:",chardata"`
		} `xml:"text"`
	}
	if err := xml.Unmarshal(svg, &picture); err != nil {
		t.Fatal(err)
	}
	number := func(s string, absent float64) float64 {
		if s == "" {
			return absent
		}
		f, err := strconv.ParseFloat(s, 64)
		if err != nil {
			t.Fatal(err)
		}
		return f
	}
	var set []word
	for _, e := range picture.Texts {
		if e.Transform == "" {
			set = append(set, word{text: e.Text, anchor: e.Anchor, x: number(e.X, 0), y: number(e.Y, 0), size: number(e.Size, baseFontSize)})
		}
	}
	return set
}
