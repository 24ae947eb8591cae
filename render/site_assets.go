package render

import (
	"crypto/sha256"
	"encoding/hex"

	"runreport/render/chart"
	"runreport/templates"
)

// asset is a file that pages share. Its name holds a sum of its content, so that a
// browser may keep it for good and never shows a page with the files of another version.
type asset struct {
	path    string
	content []byte
}

func newAsset(name, extension, content string) asset {
	sum := sha256.Sum256([]byte(content))
	return asset{path: "assets/" + name + "-" + hex.EncodeToString(sum[:6]) + extension, content: []byte(content)}
}

// in is the asset's address on a page whose way to the site's folder is root.
func (a asset) in(root string) trusted { return trusted(root + a.path) }

// assets are all that pages share.
type assets struct {
	style, icon                 asset
	page, echarts, charts, find asset // scripts
}

func newAssets() assets {
	return assets{
		style: newAsset("style", ".css", string(stylesheet())+templates.Lean(templates.SiteStyle)),
		icon:  newAsset("icon", ".svg", templates.Icon),
		page:  newAsset("page", ".js", templates.Script),
		find:  newAsset("find", ".js", templates.Lean(templates.SiteScript)),

		echarts: newAsset("echarts", ".js", templates.ECharts),
		charts:  newAsset("charts", ".js", chart.Script),
	}
}

func (a assets) files() []File {
	var list []File
	for _, x := range []asset{a.style, a.icon, a.page, a.find, a.echarts, a.charts} {
		list = append(list, File{Path: x.path, Content: x.content})
	}
	return list
}

// scripts are what a page runs, in order. Charts bring the library with them.
func (a assets) scripts(root string, charts bool) []trusted {
	list := []trusted{a.page.in(root), a.find.in(root)}
	if charts {
		list = append(list, a.echarts.in(root), a.charts.in(root))
	}
	return list
}
