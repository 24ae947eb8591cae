package main

import (
	"crypto/sha256"
	"encoding/base64"
	"fmt"
	"strings"
)

// wheelTags are the platforms as Python names them. The program is static, so that it runs
// on every Linux; on macOS Go needs version 12.
var wheelTags = map[string]string{
	"linux/amd64":   "manylinux_2_17_x86_64.manylinux2014_x86_64.musllinux_1_1_x86_64",
	"linux/arm64":   "manylinux_2_17_aarch64.manylinux2014_aarch64.musllinux_1_1_aarch64",
	"darwin/amd64":  "macosx_12_0_x86_64",
	"darwin/arm64":  "macosx_12_0_arm64",
	"windows/amd64": "win_amd64",
	"windows/arm64": "win_arm64",
}

// wheelModule lets python -m runreport work where the folder of scripts is not in PATH.
const wheelModule = `"""Runs the program that this package carries."""
import os
import subprocess
import sys
import sysconfig


def main():
    name = "runreport" + (sysconfig.get_config_var("EXE") or "")
    # The folder of scripts of this environment, or that of pip install --user.
    for scheme in (sysconfig.get_default_scheme(), sysconfig.get_preferred_scheme("user")):
        path = os.path.join(sysconfig.get_path("scripts", scheme), name)
        if os.path.isfile(path):
            return subprocess.call([path, *sys.argv[1:]])
    sys.exit("runreport: the program is not in the folder of scripts")


if __name__ == "__main__":
    sys.exit(main())
`

// wheels are the packages for Python, one a platform: the program as a script.
func (r *release) wheels() error {
	for _, p := range r.programs {
		name, content, err := r.wheel(p)
		if err != nil {
			return err
		}
		if err := r.write("pypi/"+name, content, 0o644); err != nil {
			return err
		}
	}
	return nil
}

func (r *release) wheel(p program) (name string, content []byte, err error) {
	tags := wheelTags[p.os+"/"+p.arch]
	base := strings.ReplaceAll(r.settings["PYPI_NAME"], "-", "_") + "-" + r.version
	info := base + ".dist-info/"
	metadata := fmt.Sprintf(`Metadata-Version: 2.1
Name: %s
Version: %s
Summary: Static reports on the logs of agent and CI runs
Home-page: %s
Author: The runreport authors
License: Apache-2.0
Classifier: License :: OSI Approved :: Apache Software License
Classifier: Programming Language :: Go
Classifier: Topic :: Software Development :: Testing
Requires-Python: >=3.10
Description-Content-Type: text/markdown

%s`, r.settings["PYPI_NAME"], r.version, r.settings["HOMEPAGE"], r.packageReadme())
	wheel := "Wheel-Version: 1.0\nGenerator: runreport pack\nRoot-Is-Purelib: false\n"
	for _, tag := range strings.Split(tags, ".") {
		wheel += "Tag: py3-none-" + tag + "\n"
	}
	files := []file{
		{name: base + ".data/scripts/" + p.name(), content: p.content, program: true},
		{name: "runreport/__init__.py", content: []byte(`"""Static reports on the logs of agent and CI runs."""` + "\n")},
		{name: "runreport/__main__.py", content: []byte(wheelModule)},
	}
	// The folder of metadata comes last, so that a reader finds it at the end of the file.
	for _, f := range r.licensed() {
		files = append(files, file{name: info + "licenses/" + f.name, content: f.content})
	}
	files = append(files, file{name: info + "METADATA", content: []byte(metadata)}, file{name: info + "WHEEL", content: []byte(wheel)})
	var record strings.Builder
	for _, f := range files {
		sum := sha256.Sum256(f.content)
		fmt.Fprintf(&record, "%s,sha256=%s,%d\n", f.name, base64.RawURLEncoding.EncodeToString(sum[:]), len(f.content))
	}
	fmt.Fprintf(&record, "%sRECORD,,\n", info)
	files = append(files, file{name: info + "RECORD", content: []byte(record.String())})
	content, err = zipped(files, r.made)
	return base + "-py3-none-" + tags + ".whl", content, err
}

// packageReadme is what the pages of registries show.
func (r *release) packageReadme() string {
	return fmt.Sprintf(`# runreport

Reads the logs that agent and CI pipelines leave behind and writes a static report: what got
better, what got worse, whether that is real, what was flaky, what was slow, why it stopped.

    runreport build logs/ -o report/
    runreport gate report/

This package carries the program for one platform. It needs nothing else and reaches no
network. Guides and references: %s
`, r.settings["HOMEPAGE"])
}
