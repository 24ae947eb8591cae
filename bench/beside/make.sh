#!/bin/sh
# The same week of test results in three reports, each photographed at 1440 x 900:
# docs/beside-runreport.png, docs/beside-allure.png and docs/beside-multiqc.png.
#
#   bench/beside/make.sh WORK
#
# WORK is a folder for what is installed and made. Wanted: go, npm, python3 with venv, chromium.
set -eu
here=$(cd "$(dirname "$0")/../.." && pwd)
mkdir -p "$1/screens"
cd "$1"
work=$PWD
(cd "$here" && RUNREPORT_SCREENS=$work/screens RUNREPORT_SCREEN=one-system go test ./cmd/runreport -count 1 -run TestFirstScreens)
logs=screens/one-system/logs
(cd "$here" && go build -o "$work/runreport" ./cmd/runreport)
./runreport build "$logs" -o runreport-report --format html --quiet

[ -x node_modules/.bin/allure ] || npm install --no-audit --no-fund allure@3
rm -rf allure-report allure-history.jsonl
for day in "$logs"/*; do # Allure reads one folder, and knows the days before by its history
  node_modules/.bin/allure awesome --single-file --history-path allure-history.jsonl "$day" -o allure-report
done

# MultiQC reads no test results: it is given a table of its kind, made of runreport's tables.
[ -x venv/bin/multiqc ] || { python3 -m venv venv && venv/bin/pip install -q multiqc; }
./runreport build "$logs" -o tables-report --format json --tables tables --quiet
mkdir -p custom
python3 "$here/bench/beside/table.py" tables/steps.csv > custom/tests_mqc.tsv
venv/bin/multiqc --force --quiet --cl-config 'show_analysis_paths: false' --outdir multiqc-report custom

photograph() {
  "${CHROMIUM:-chromium}" --headless=new --no-sandbox --disable-gpu --hide-scrollbars --force-device-scale-factor=1 \
    --window-size=1440,900 --virtual-time-budget=8000 --screenshot="$here/docs/beside-$1.png" "file://$work/$2" 2>/dev/null
}
photograph runreport runreport-report/index.html
photograph allure allure-report/index.html
photograph multiqc multiqc-report/multiqc_report.html
