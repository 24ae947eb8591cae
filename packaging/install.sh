#!/bin/sh
# Installs a released runreport for Linux or macOS: fetches the archive of a version and
# SHA256SUMS, checks the hash, and puts the program into a folder.
#
#   sh packaging/install.sh VERSION FOLDER [DOWNLOADS]     as: 0.1.0 /usr/local/bin
#
# RUNREPORT_SHA256 is the hash that the archive must have, where you keep it yourself: then
# whoever can change the place of downloads cannot give you another program. The exit code is
# 3 where nothing could be fetched, so that a caller may build from source instead, and 1
# where what was fetched is not what it should be.
set -eu
version=${1:?usage: install.sh VERSION FOLDER [DOWNLOADS]}
folder=${2:?usage: install.sh VERSION FOLDER [DOWNLOADS]}
here=$(dirname "$0")
downloads=${3:-}
if [ -z "$downloads" ] && [ -f "$here/release.conf" ]; then
  downloads=$(sed -n 's/^DOWNLOADS=//p' "$here/release.conf")
fi
case "$version" in
  '' | *[!0-9A-Za-z.+-]*) echo "install: $version is no version" >&2; exit 2 ;;
esac
case "$downloads" in
  https://* | http://127.0.0.1:* | http://localhost:*) ;;
  *) echo "install: $downloads is not fetched from: https only" >&2; exit 2 ;;
esac
case "$(uname -s)" in
  Linux) os=linux ;;
  Darwin) os=darwin ;;
  *) echo "install: no archive for $(uname -s); see docs/install.md" >&2; exit 3 ;;
esac
case "$(uname -m)" in
  x86_64 | amd64) arch=amd64 ;;
  aarch64 | arm64) arch=arm64 ;;
  *) echo "install: no archive for $(uname -m)" >&2; exit 3 ;;
esac

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
name=runreport_${version}_${os}_$arch
fetch() { # FILE
  if command -v curl >/dev/null; then
    curl --silent --show-error --fail --location --proto '=https,http' --max-time 300 --output "$work/$1" "$downloads/v$version/$1"
  else
    wget --quiet --timeout=300 --output-document="$work/$1" "$downloads/v$version/$1"
  fi
}
if ! fetch "$name.tar.gz"; then
  echo "install: $downloads/v$version/$name.tar.gz cannot be fetched" >&2
  exit 3
fi
want=${RUNREPORT_SHA256:-}
if [ -z "$want" ]; then
  fetch SHA256SUMS || { echo "install: the list of hashes cannot be fetched" >&2; exit 1; }
  want=$(awk -v name="$name.tar.gz" '$2 == name { print $1 }' "$work/SHA256SUMS")
fi
if command -v sha256sum >/dev/null; then
  have=$(sha256sum "$work/$name.tar.gz")
else
  have=$(shasum -a 256 "$work/$name.tar.gz")
fi
have=${have%% *}
if [ -z "$want" ] || [ "$have" != "$want" ]; then
  echo "install: $name.tar.gz has SHA-256 $have, expected ${want:-none, since SHA256SUMS does not list it}" >&2
  exit 1
fi
tar -xzf "$work/$name.tar.gz" -C "$work" "$name/runreport"
mkdir -p "$folder"
# Renamed, so that a program that is running is not written into.
cp "$work/$name/runreport" "$folder/.runreport.new"
chmod 0755 "$folder/.runreport.new"
mv -f "$folder/.runreport.new" "$folder/runreport"
"$folder/runreport" version
