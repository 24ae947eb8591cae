package chart

import (
	"encoding/json"
	"fmt"
	"slices"
	"testing"

	"github.com/lucasb-eyer/go-colorful"

	"runreport/analyze/report"
)

// visions are how linear RGB looks to readers without one sort of cone: matrices for
// severity 1 of Machado, Oliveira and Fernandes, "A Physiologically-based Model for
// Simulation of Color Vision Deficiency", IEEE TVCG 15(6), 2009.
var visions = map[string][3][3]float64{
	"full colour":  {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}},
	"protanopia":   {{0.152286, 1.052583, -0.204868}, {0.114503, 0.786281, 0.099216}, {-0.003882, -0.048116, 1.051998}},
	"deuteranopia": {{0.367322, 0.860646, -0.227968}, {0.280085, 0.672501, 0.047413}, {-0.011820, 0.042940, 0.968881}},
	"tritanopia":   {{1.255528, -0.076749, -0.178779}, {-0.078411, 0.930809, 0.147602}, {0.004733, 0.691367, 0.303900}},
}

func seen(t *testing.T, hex string, vision [3][3]float64) colorful.Color {
	t.Helper()
	c, err := colorful.Hex(hex)
	if err != nil {
		t.Fatal(err)
	}
	r, g, b := c.LinearRgb()
	var out [3]float64
	for i, row := range vision {
		out[i] = max(0, min(1, row[0]*r+row[1]*g+row[2]*b))
	}
	return colorful.LinearRgb(out[0], out[1], out[2])
}

// apart is the least difference between two colours (CIEDE2000) that is told at a
// glance on marks as small as ours; 1 is what a trained eye just sees side by side.
const apart = 0.10 // go-colorful's scale is a hundredth of CIE's

// closest is the least difference of two roles over all visions and both themes.
func closest(t *testing.T, a, b report.Role) (least float64, where string) {
	t.Helper()
	token := func(r report.Role) Token {
		i := slices.IndexFunc(Tokens[:], func(k Token) bool { return k.short() == string(r) })
		if i < 0 {
			t.Fatalf("role %s has no token", r)
		}
		return Tokens[i]
	}
	least = 10
	x, y := token(a), token(b)
	for name, vision := range visions {
		for theme, pair := range map[string][2]string{"light": {x.Light, y.Light}, "dark": {x.Dark, y.Dark}} {
			if d := seen(t, pair[0], vision).DistanceCIEDE2000(seen(t, pair[1], vision)); d < least {
				least, where = d, name+", "+theme
			}
		}
	}
	return least, where
}

// roleLook is what the script draws a role with beside its colour.
type roleLook struct {
	Shape           string
	Hollow          bool
	Dash, Hatch     []float64
	Outline, Broken bool
}

// TestRolesAreToldApart: whoever cannot tell two colours apart that meet in one chart
// has a shape, a dash or a texture to tell them by.
func TestRolesAreToldApart(t *testing.T) {
	text, ok := parts(t, "JSON.stringify(LOOKS)").(string)
	if !ok {
		t.Fatal("the looks are not to be had")
	}
	var looks map[report.Role]roleLook
	if err := json.Unmarshal([]byte(text), &looks); err != nil {
		t.Fatal(err)
	}
	drawn := map[string]func(roleLook) string{
		"symbols": func(l roleLook) string { return fmt.Sprint(l.Shape, l.Hollow) },
		"lines":   func(l roleLook) string { return fmt.Sprint(l.Dash) },
		"bars":    func(l roleLook) string { return fmt.Sprint(l.Hatch, l.Outline, l.Broken) },
	}
	meet := [][]report.Role{
		{report.RoleBefore, report.RoleAfter, report.RoleGood, report.RoleBad, report.RoleWarn, report.RoleNeutral, report.RoleUnknown},
		{report.RoleA, report.RoleB, report.RoleC, report.RoleD, report.RoleE, report.RoleF},
		{report.RoleA, report.RoleBad, report.RoleNeutral}, // durations with failures, wins with chance
	}
	byShape := 0
	for _, family := range meet {
		for i, a := range family {
			for _, b := range family[i+1:] {
				least, where := closest(t, a, b)
				if least >= apart {
					continue
				}
				byShape++
				for as, sign := range drawn {
					if sign(looks[a]) == sign(looks[b]) {
						t.Errorf("%s and %s as %s: a difference of %.3f (%s), and the same %s", a, b, as, least, where, sign(looks[a]))
					}
				}
			}
		}
	}
	if byShape == 0 {
		t.Error("no two colours come close: the simulation sees nothing")
	}
}

// TestSimulation holds the simulation to what it is known for: red and green come
// close without one sort of cone, blue and yellow do not.
func TestSimulation(t *testing.T) {
	for name, near := range map[string]bool{"full colour": false, "protanopia": true, "deuteranopia": true} {
		red, green := seen(t, "#b05a3c", visions[name]), seen(t, "#6f7f3c", visions[name])
		if got := red.DistanceCIEDE2000(green) < apart; got != near {
			t.Errorf("%s: red and green %.3f apart", name, red.DistanceCIEDE2000(green))
		}
		if d := seen(t, "#0000c0", visions[name]).DistanceCIEDE2000(seen(t, "#d0c000", visions[name])); d < 3*apart {
			t.Errorf("%s: blue and yellow %.3f apart", name, d)
		}
	}
}
