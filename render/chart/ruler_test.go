package chart

import "testing"

// TestRulerMeasuresAsECharts holds the ruler against ECharts' own measuring.
func TestRulerMeasuresAsECharts(t *testing.T) {
	vm, err := library()
	if err != nil {
		t.Fatal(err)
	}
	r := newRuler()
	texts := []string{"", "a", "checkout-e2e is slower: 356 s → 464 s (+30 %)", "日本語 text", "𝔘nicode 😀", "two\nlines, the second longer",
		"\x7f\x01", "Ünïcödé", "__proto__", "iiiiiiiiii WWWWWWWWWW 0123456789 {}[]()<>~`!@#$%^&*"}
	for _, font := range []string{"11px sans-serif", "bold 14px sans-serif", "12.5px system-ui, sans-serif", "sans-serif", ".5px x", "px"} {
		for _, text := range texts {
			if err := vm.Set("sample", []string{text, font}); err != nil {
				t.Fatal(err)
			}
			value, err := vm.RunString(`echarts.format.getTextRect(sample[0], sample[1]).width`)
			if err != nil {
				t.Fatal(err)
			}
			if got, want := r.width(text, font), value.ToFloat(); got != want {
				t.Errorf("width(%q, %q) = %v, ECharts has %v", text, font, got, want)
			}
		}
	}
}
