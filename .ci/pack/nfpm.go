package main

import (
	"fmt"
	"path/filepath"
	"strings"
)

// nfpm writes what nfpm makes Debian and RPM packages of, one file an architecture, beside
// the built programs.
func (r *release) nfpm() error {
	bin, err := filepath.Abs(r.bin)
	if err != nil {
		return err
	}
	out, err := filepath.Abs(r.out)
	if err != nil {
		return err
	}
	root, err := filepath.Abs(r.root)
	if err != nil {
		return err
	}
	for _, p := range r.programs {
		if p.os != "linux" {
			continue
		}
		var b strings.Builder
		fmt.Fprintf(&b, `name: runreport
arch: %s
platform: linux
version: %q
version_schema: semver
maintainer: %q
description: |
  Static reports on the logs of agent and CI runs
  Reads the logs that agent and CI pipelines leave behind and writes a static report:
  what got better, what got worse, what was flaky, what was slow, why it stopped.
homepage: %q
license: Apache-2.0
section: devel
mtime: %q
rpm:
  compression: gzip:9
contents:
`, p.arch, r.version, r.settings["MAINTAINER"], r.settings["HOMEPAGE"], r.made.Format("2006-01-02T15:04:05Z"))
		for _, c := range []struct{ from, to, mode string }{
			{p.path, "/usr/bin/runreport", "0755"},
			{filepath.Join(bin, "man", "runreport.1"), "/usr/share/man/man1/runreport.1", "0644"},
			{filepath.Join(bin, "completions", "runreport.bash"), "/usr/share/bash-completion/completions/runreport", "0644"},
			{filepath.Join(bin, "completions", "_runreport"), "/usr/share/zsh/vendor-completions/_runreport", "0644"},
			{filepath.Join(bin, "completions", "runreport.fish"), "/usr/share/fish/vendor_completions.d/runreport.fish", "0644"},
			{filepath.Join(root, "LICENSE"), "/usr/share/doc/runreport/copyright", "0644"},
			{filepath.Join(out, "image", "THIRD_PARTY_LICENSES.txt"), "/usr/share/doc/runreport/THIRD_PARTY_LICENSES.txt", "0644"},
		} {
			from, err := filepath.Abs(c.from)
			if err != nil {
				return err
			}
			fmt.Fprintf(&b, "- src: %q\n  dst: %q\n  file_info:\n    mode: %s\n    mtime: %q\n", from, c.to, c.mode, r.made.Format("2006-01-02T15:04:05Z"))
		}
		rel, err := filepath.Rel(out, bin)
		if err != nil {
			return err
		}
		if err := r.write(filepath.ToSlash(rel)+"/nfpm_"+p.arch+".yaml", []byte(b.String()), 0o644); err != nil {
			return err
		}
	}
	return nil
}
