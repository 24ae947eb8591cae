#!/bin/sh
# The pictures of the README: docs/report.png, the first screen over the demonstration, and
# docs/run.png, a run's page of the site, in the dark.
#
#   bench/beside/pictures.sh WORK
#
# WORK is a folder for what is made. Wanted: go, chromium.
set -eu
here=$(cd "$(dirname "$0")/../.." && pwd)
mkdir -p "$1"
cd "$1"
work=$PWD
(cd "$here" && go build -o "$work/runreport" ./cmd/runreport && "$work/runreport" build testdata/demo -o "$work/demo" --format html,site --quiet)

photograph() { # NAME PAGE HEIGHT SCHEME: scheme 0 is dark, 1 light
  "${CHROMIUM:-chromium}" --headless=new --no-sandbox --disable-gpu --hide-scrollbars --force-device-scale-factor=1 \
    --window-size="1440,$3" --virtual-time-budget=8000 --blink-settings=preferredColorScheme="$4" \
    --screenshot="$here/docs/$1.png" "file://$2" 2>/dev/null
}
photograph report "$work/demo/index.html" 960 1
photograph run "$work/demo/site/runs/$(cd "$work/demo/site/runs" && ls | grep shop-2026-03-13 | head -n 1)" 1000 0
