package templates

import _ "embed"

// ECharts is the ECharts build that draws live charts in the page and static
// ones in the program; templates/echarts says how it is made. The chart script
// that drives it is chart.Script, in render/chart.
//
//go:embed echarts/echarts.min.js
var ECharts string
