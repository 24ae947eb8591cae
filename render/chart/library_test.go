package chart

import (
	"bytes"
	"compress/gzip"
	"encoding/base64"
	"io"
	"testing"

	"runreport/templates"
)

func TestLibraryIsECharts(t *testing.T) {
	packed := Library()
	if len(packed) > len(templates.ECharts)/2 {
		t.Errorf("%d bytes of %d are left", len(packed), len(templates.ECharts))
	}
	raw, err := base64.RawURLEncoding.DecodeString(packed)
	if err != nil {
		t.Fatal(err)
	}
	r, err := gzip.NewReader(bytes.NewReader(raw))
	if err != nil {
		t.Fatal(err)
	}
	if got, err := io.ReadAll(r); err != nil || string(got) != templates.ECharts {
		t.Errorf("unpacks to %d bytes, %v", len(got), err)
	}
}
