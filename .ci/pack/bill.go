package main

import (
	"crypto/sha256"
	"encoding/base64"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"strings"
)

// The parts of a CycloneDX 1.5 document that the bill of materials has.
type (
	bom struct {
		Format       string       `json:"bomFormat"`
		Spec         string       `json:"specVersion"`
		Version      int          `json:"version"`
		Metadata     bomMetadata  `json:"metadata"`
		Components   []component  `json:"components"`
		Dependencies []dependency `json:"dependencies"`
	}
	bomMetadata struct {
		Timestamp string    `json:"timestamp"`
		Component component `json:"component"`
	}
	component struct {
		Type       string      `json:"type"`
		Ref        string      `json:"bom-ref"`
		Name       string      `json:"name"`
		Version    string      `json:"version,omitempty"`
		Purl       string      `json:"purl,omitempty"`
		Hashes     []hash      `json:"hashes,omitempty"`
		Properties []property  `json:"properties,omitempty"`
		Components []component `json:"components,omitempty"`
	}
	hash struct {
		Alg     string `json:"alg"`
		Content string `json:"content"`
	}
	property struct {
		Name  string `json:"name"`
		Value string `json:"value"`
	}
	dependency struct {
		Ref string   `json:"ref"`
		On  []string `json:"dependsOn"`
	}
)

// bill writes the bill of materials: what go version -m says of the programs, of runreport the
// embedded build of ECharts, and the hash of each program.
func (r *release) bill() error {
	modules, goVersion, err := r.modules()
	if err != nil {
		return err
	}
	self := "pkg:generic/" + r.name + "@" + r.version
	top := component{Type: "application", Ref: self, Name: r.name, Version: r.version, Purl: self,
		Properties: []property{{"runreport:commit", r.commit}}}
	for _, p := range r.programs {
		sum := sha256.Sum256(p.content)
		name := p.os + "_" + p.arch + "/" + p.name()
		top.Components = append(top.Components, component{Type: "file", Ref: "file:" + name, Name: name, Hashes: []hash{{"SHA-256", hex.EncodeToString(sum[:])}}})
	}
	std := strings.TrimPrefix(goVersion, "go")
	all := []component{{Type: "library", Ref: "pkg:golang/std@" + std, Name: "std", Version: std, Purl: "pkg:golang/std@" + std}}
	for _, m := range modules {
		c := component{Type: "library", Name: m.path, Version: m.version, Purl: "pkg:golang/" + m.path + "@" + m.version,
			Properties: []property{{"runreport:go.sum", m.sum}}}
		c.Ref = c.Purl
		if len(m.platforms) < len(r.programs) {
			c.Properties = append(c.Properties, property{"runreport:only", strings.Join(m.platforms, " ")})
		}
		all = append(all, c)
	}
	if r.full {
		embedded, err := r.embedded()
		if err != nil {
			return err
		}
		all = append(all, embedded...)
	}
	on := dependency{Ref: self}
	for _, c := range all {
		on.On = append(on.On, c.Ref)
	}
	content, err := json.MarshalIndent(bom{Format: "CycloneDX", Spec: "1.5", Version: 1,
		Metadata:   bomMetadata{Timestamp: r.made.Format("2006-01-02T15:04:05Z"), Component: top},
		Components: all, Dependencies: []dependency{on}}, "", "  ")
	if err != nil {
		return err
	}
	return r.write(r.name+"_"+r.version+".cdx.json", append(content, '\n'), 0o644)
}

// embedded are the packages of npm that the build of ECharts is made of, with the hashes of
// its lock file. What only takes part in the build is left out.
func (r *release) embedded() (all []component, err error) {
	content, err := os.ReadFile(filepath.Join(r.root, "templates", "echarts", "package-lock.json"))
	if err != nil {
		return nil, err
	}
	var lock struct {
		Packages map[string]struct{ Version, Integrity string }
	}
	if err := json.Unmarshal(content, &lock); err != nil {
		return nil, err
	}
	for _, name := range []string{"echarts", "tslib", "zrender"} {
		p, ok := lock.Packages["node_modules/"+name]
		if !ok {
			return nil, fmt.Errorf("the lock file of ECharts has no %s", name)
		}
		sum, err := base64.StdEncoding.DecodeString(strings.TrimPrefix(p.Integrity, "sha512-"))
		if err != nil {
			return nil, err
		}
		purl := "pkg:npm/" + name + "@" + p.Version
		all = append(all, component{Type: "library", Ref: purl, Name: name, Version: p.Version, Purl: purl,
			Hashes: []hash{{"SHA-512", hex.EncodeToString(sum)}}})
	}
	return all, nil
}
