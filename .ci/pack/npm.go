package main

import (
	"encoding/json"
	"strings"
)

// npmNames are the platforms as Node.js names them.
var npmNames = map[string]string{"amd64": "x64", "arm64": "arm64", "windows": "win32", "linux": "linux", "darwin": "darwin"}

// npmStarter finds the package of the platform and runs the program in it.
const npmStarter = `#!/usr/bin/env node
'use strict';
const { spawnSync } = require('node:child_process');
const { join, dirname } = require('node:path');

const name = 'SCOPE/runreport-' + process.platform + '-' + process.arch;
let folder;
try {
  folder = dirname(require.resolve(name + '/package.json'));
} catch {
  console.error('runreport: the package ' + name + ' is not installed. Either there is none for this platform, '
    + 'or npm was told to leave out optional dependencies.');
  process.exit(1);
}
const program = join(folder, 'bin', process.platform === 'win32' ? 'runreport.exe' : 'runreport');
const run = spawnSync(program, process.argv.slice(2), { stdio: 'inherit' });
if (run.error) {
  console.error('runreport: ' + run.error.message);
  process.exit(1);
}
if (run.signal) process.kill(process.pid, run.signal);
process.exit(run.status);
`

// npmPackage is package.json.
type npmPackage struct {
	Name         string            `json:"name"`
	Version      string            `json:"version"`
	Description  string            `json:"description"`
	Homepage     string            `json:"homepage"`
	License      string            `json:"license"`
	OS           []string          `json:"os,omitempty"`
	CPU          []string          `json:"cpu,omitempty"`
	Bin          map[string]string `json:"bin,omitempty"`
	Files        []string          `json:"files"`
	Dependencies map[string]string `json:"optionalDependencies,omitempty"`
	Engines      map[string]string `json:"engines,omitempty"`
	Prefer       bool              `json:"preferUnplugged,omitempty"`
}

// npm makes a package for each platform, and one that depends on all of them and gets the one
// that fits: npm leaves out optional packages of other platforms. Nothing runs at install.
func (r *release) npm() error {
	scope := r.settings["NPM_SCOPE"]
	top := npmPackage{Name: r.settings["NPM_NAME"], Version: r.version, Description: "Static reports on the logs of agent and CI runs",
		Homepage: r.settings["HOMEPAGE"], License: "Apache-2.0", Bin: map[string]string{"runreport": "bin/runreport.js"},
		Files: []string{"bin"}, Dependencies: map[string]string{}, Engines: map[string]string{"node": ">=18"}}
	for _, p := range platforms { // all of them, also where only some were built
		top.Dependencies[scope+"/runreport-"+npmNames[p.os]+"-"+npmNames[p.arch]] = r.version
	}
	for _, p := range r.programs {
		platform := npmNames[p.os] + "-" + npmNames[p.arch]
		x := npmPackage{Name: scope + "/runreport-" + platform, Version: r.version, Description: "The program of runreport for " + platform,
			Homepage: r.settings["HOMEPAGE"], License: "Apache-2.0", OS: []string{npmNames[p.os]}, CPU: []string{npmNames[p.arch]},
			Files: []string{"bin", "THIRD_PARTY_LICENSES.txt"}, Prefer: true}
		files := append([]file{{name: "bin/" + p.name(), content: p.content, program: true}}, r.licensed()...)
		if err := r.npmPackage("runreport-"+platform, x, files); err != nil {
			return err
		}
	}
	starter := strings.ReplaceAll(npmStarter, "SCOPE", scope)
	files := []file{
		{name: "bin/runreport.js", content: []byte(starter), program: true},
		{name: "README.md", content: []byte(r.packageReadme())},
		r.licensed()[0],
	}
	return r.npmPackage("runreport", top, files)
}

// npmPackage writes a package as npm pack would.
func (r *release) npmPackage(name string, about npmPackage, files []file) error {
	content, err := json.MarshalIndent(about, "", "  ")
	if err != nil {
		return err
	}
	all := []file{{name: "package/package.json", content: append(content, '\n')}}
	for _, f := range files {
		f.name = "package/" + f.name
		all = append(all, f)
	}
	packed, err := targz(all, r.made)
	if err != nil {
		return err
	}
	return r.write("npm/"+name+"-"+r.version+".tgz", packed, 0o644)
}
