package chart

import (
	"os"
	"testing"

	"runreport/render/pagetest"
)

func TestMain(m *testing.M) { os.Exit(pagetest.Main(m)) }
