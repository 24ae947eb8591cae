"""Compares three programs that tell changes in series: runreport, Apache Otava and benchstat.

    python3 -m venv venv && venv/bin/pip install -r requirements.txt
    go install golang.org/x/perf/cmd/benchstat@v0.0.0-20260908200009-22c9c6c9d4da
    venv/bin/python compare.py --runreport ./runreport --benchstat benchstat > table.md

Each series is drawn 20 times with fixed seeds. Every program sees the same values: runreport as
kahn logs of one workflow with one step and one run a date, Otava as a CSV file with a column a
draw, benchstat as two files, the dates before the last five and the last five. Both peers run
with their defaults.

The truth of a series is the first date of its new level, or none. A report counts as right
where it names a change within two dates of that date and nothing else. benchstat names no
date: it is right where it finds a difference and the truth lies before the last date, since
a difference of the two files is what it is asked for; where the change is older than the
last five dates but the levels of the two files still differ, that counts as well.
"""

import argparse
import csv
import datetime
import json
import math
import os
import pathlib
import random
import subprocess
import sys
import tempfile

DRAWS = 20
LAST = 5  # dates of benchstat's second file
START = datetime.datetime(2026, 1, 1, tzinfo=datetime.timezone.utc)


def noise(r, n, sd=0.05):
    return [math.exp(r.gauss(0, sd)) for _ in range(n)]


def autocorrelated(r, n, sd=0.05, rho=0.6):
    out, x = [], r.gauss(0, sd)
    for _ in range(n):
        out.append(math.exp(x))
        x = rho * x + math.sqrt(1 - rho * rho) * r.gauss(0, sd)
    return out


def heavy(r, n, sd=0.05):
    """Student's t with 3 degrees of freedom, scaled to the standard deviation sd."""
    out = []
    for _ in range(n):
        chi = sum(r.gauss(0, 1) ** 2 for _ in range(3))
        out.append(math.exp(sd / math.sqrt(3) * r.gauss(0, 1) / math.sqrt(chi / 3)))
    return out


def step(at, size, n=60, of=noise):
    return lambda r: [100 * x * (size if i >= at else 1) for i, x in enumerate(of(r, n))]


def outlier(r):
    out = [100 * x for x in noise(r, 60)]
    out[30] *= 3
    return out


def back(r):
    return [100 * x * (1.5 if 30 <= i < 45 else 1) for i, x in enumerate(noise(r, 60))]


def two_modes(r):
    return [100 * x * (1.6 if r.random() < 0.1 else 1) for x in noise(r, 60)]


# name, what it is, the first dates of new levels, how to draw it
SERIES = [
    ("flat", "noise of 5 %, nothing changes", [], step(0, 1)),
    ("short and flat", "4 dates, nothing changes", [], step(0, 1, n=4)),
    ("step", "+25 % from the 40th of 60 dates", [40], step(40, 1.25)),
    ("small step", "+12 % from the 40th of 60 dates", [40], step(40, 1.12)),
    ("late step", "+50 % on the last two of 60 dates", [58], step(58, 1.5)),
    ("last date", "doubled on the last of 60 dates", [59], step(59, 2)),
    ("faster", "−25 % from the 30th of 60 dates", [30], step(30, 0.75)),
    ("there and back", "+50 % on dates 30 to 44", [30, 45], back),
    ("one outlier", "three times as long on one date, long ago", [], outlier),
    ("drift", "+20 % in a straight line over 60 dates", None,
     lambda r: [100 * x * (1 + 0.2 * i / 59) for i, x in enumerate(noise(r, 60))]),
    ("autocorrelated", "lag-1 correlation 0.6, nothing changes", [], step(0, 1, of=autocorrelated)),
    ("heavy tails", "t with 3 degrees of freedom, nothing changes", [], step(0, 1, of=heavy)),
    ("two modes", "+60 % on one date in ten, at random", [], two_modes),
    ("ties", "3 or 4 whole seconds at random, nothing changes", [],
     lambda r: [float(r.choice([3, 3, 3, 4])) for _ in range(60)]),
    ("tied step", "10 or 11, then 13 or 14 whole seconds, from the 40th date", [40],
     lambda r: [float(r.choice([10, 11]) + (3 if i >= 40 else 0)) for i in range(60)]),
]


def right(found, truth, n):
    """Whether the dates found are the true ones, each once, within two dates."""
    if truth is None:
        return bool(found)
    rest = list(truth)
    for d in found:
        near = [t for t in rest if abs(t - d) <= 2]
        if not near:
            return False
        rest.remove(near[0])
    return not rest


def stamp(day, seconds=0.0):
    at = START + datetime.timedelta(days=day, seconds=seconds)
    return at.isoformat(timespec="milliseconds").replace("+00:00", "Z")


def kahn(values, folder):
    for day, v in enumerate(values):
        run = f"run-{day:03d}"
        base = {"run_id": run}
        node = {"node_id": "step"}
        lines = [
            {"ts": stamp(day), **base, "event": "run_start", "total_nodes": 1},
            {"ts": stamp(day), **base, "event": "node_transition", **node, "from": "pending", "to": "ready"},
            {"ts": stamp(day), **base, "event": "node_transition", **node, "from": "ready", "to": "running", "attempt": 1},
            {"ts": stamp(day, v), **base, "event": "node_attempt", **node, "attempt": 1, "duration_s": round(v, 3),
             "converged": True, "done_when_results": []},
            {"ts": stamp(day, v), **base, "event": "node_transition", **node, "from": "running", "to": "done"},
            {"ts": stamp(day, v), **base, "event": "run_end", "outcome": "clean", "done": 1, "failed": 0, "blocked": 0,
             "flake_retries": 0, "total_attempts": 1},
        ]
        where = folder / "nightly" / run
        where.mkdir(parents=True)
        (where / "transitions.jsonl").write_text("".join(json.dumps(x) + "\n" for x in lines))


def runreport(program, values, tmp):
    """The first dates of the levels that the report tells, and what else it only suspects."""
    logs, out = tmp / "logs", tmp / "out"
    kahn(values, logs)
    p = subprocess.run([program, "build", str(logs), "-o", str(out), "--format", "json"], capture_output=True, text=True)
    if not (out / "summary.json").exists():
        sys.exit(f"runreport: {p.stderr}")
    summary = json.loads((out / "summary.json").read_text())
    found = {day_of(c["date"]) for c in summary["past_changes"] if c["what"] == "duration"}
    suspected = 0
    for c in summary["changes"]:
        if c["what"] == "duration" and c["state"] == "suspected":
            suspected += 1
        elif c["what"] == "duration":
            found.add(day_of(c["since"]))
    return merged(found), suspected


def merged(days):
    """Dates of one change: those at most two apart count as one, the earliest."""
    out = []
    for d in sorted(days):
        if not out or d - out[-1] > 2:
            out.append(d)
    return out


def day_of(date):
    return (datetime.datetime.fromisoformat(date[:10]).replace(tzinfo=datetime.timezone.utc) - START).days


def otava(program, draws, tmp):
    """The first dates of new levels of every draw."""
    names = [f"draw{i}" for i in range(len(draws))]
    data = tmp / "data.csv"
    with data.open("w", newline="") as f:
        w = csv.writer(f)
        w.writerow(["time", "commit"] + names)
        for day in range(len(draws[0])):
            w.writerow([stamp(day), str(day)] + [f"{d[day]:.3f}" for d in draws])
    config = tmp / "otava.yaml"
    config.write_text("tests:\n  series:\n    type: csv\n    file: %s\n    time_column: time\n    attributes: [commit]\n    metrics: [%s]\n"
                      % (data, ", ".join(names)))
    p = subprocess.run([program, "analyze", "series", "--since", "2025-12-01", "--output", "json"],
                       capture_output=True, text=True, cwd=tmp, env={**os.environ, "OTAVA_CONFIG": str(config)})
    if p.returncode:
        sys.exit(f"otava: {p.stderr[-2000:]}")
    found = {n: [] for n in names}
    for points in json.loads(p.stdout).values():
        for at in points:
            day = round((at["time"] - START.timestamp()) / 86400)
            for c in at["changes"]:
                found[c["metric"]].append(day)
    return [sorted(found[n]) for n in names]


def benchstat(program, values, tmp):
    """Whether the last dates differ from the others, at its alpha of 0.05."""
    cut = max(1, len(values) - LAST)
    for name, part in (("before", values[:cut]), ("after", values[cut:])):
        (tmp / name).write_text("".join(f"BenchmarkStep 1 {v * 1e9:.0f} ns/op\n" for v in part))
    p = subprocess.run([program, "-format", "csv", str(tmp / "before"), str(tmp / "after")], capture_output=True, text=True)
    if p.returncode:
        sys.exit(f"benchstat: {p.stderr}")
    for line in p.stdout.splitlines():
        if line.startswith("Step"):
            return "~" not in line
    sys.exit(f"benchstat: no row in {p.stdout}")


def main():
    args = argparse.ArgumentParser()
    args.add_argument("--runreport", required=True)
    args.add_argument("--benchstat", default="benchstat")
    args.add_argument("--otava", default=str(pathlib.Path(sys.executable).with_name("otava")))
    args.add_argument("--draws", type=int, default=DRAWS)
    args.add_argument("--verbose", action="store_true")
    args = args.parse_args()
    program = str(pathlib.Path(args.runreport).resolve())
    print(f"| Series | What it is | Truth | runreport | Otava 0.8.0 | benchstat |")
    print("|---|---|---|---|---|---|")
    for name, what, truth, draw in SERIES:
        draws = [draw(random.Random(f"{name} {k}")) for k in range(args.draws)]
        ours = suspects = differ = 0
        with tempfile.TemporaryDirectory() as tmp:
            theirs = otava(args.otava, draws, pathlib.Path(tmp))
        peers = sum(right(f, truth, len(draws[0])) for f in theirs)
        for values in draws:
            with tempfile.TemporaryDirectory() as tmp:
                found, suspected = runreport(program, values, pathlib.Path(tmp))
                ours += right(found, truth, len(values))
                suspects += suspected > 0
                if args.verbose:
                    print(name, found, suspected, file=sys.stderr)
            with tempfile.TemporaryDirectory() as tmp:
                called = benchstat(args.benchstat, values, pathlib.Path(tmp))
                # Levels that differ between the two files: all but a change that ended.
                changed = truth is None or len(truth) == 1
                differ += called == changed
        said = "no change" if truth == [] else "drift" if truth is None else ", ".join(f"date {t}" for t in truth)
        more = f" ({suspects} suspected)" if suspects else ""
        print(f"| {name} | {what} | {said} | {ours}{more} | {peers} | {differ} |", flush=True)


if __name__ == "__main__":
    main()
