package chart

import (
	"bytes"
	"compress/gzip"
	"encoding/base64"
	"fmt"
	"sync"

	"runreport/templates"
)

// Library is templates.ECharts as a page carries it: gzip, then the base64 of URLs,
// which is the same text in every escaping. The chart script unpacks it when the
// first chart comes near the window; a page's policy has to name the hash of what
// is unpacked. It stands in <script type="text/plain" id="packed-echarts">.
var Library = sync.OnceValue(func() string {
	var packed bytes.Buffer
	w, err := gzip.NewWriterLevel(&packed, gzip.BestCompression)
	if err == nil {
		_, err = w.Write([]byte(templates.ECharts))
	}
	if err == nil {
		err = w.Close()
	}
	if err != nil {
		panic(fmt.Sprintf("packing ECharts into memory: %v", err)) // a bug: nothing here depends on input
	}
	return base64.RawURLEncoding.EncodeToString(packed.Bytes())
})
