"""Holds the items and scores of a report against SciPy.

    python3 items_scipy.py REPORT TABLES

REPORT is a folder with summary.json, TABLES that of --tables. Rates, intervals, p-values,
means and paired differences are computed again from the rows of bugs.csv and scores.csv, for the
sides that the report compares: models, or agents. Items with one trial a side are held against the
exact McNemar test too, and their interval against Newcombe's formula over SciPy's Wilson limits.
Prints what differs and how many numbers were compared.
"""
import csv, json, math, pathlib, sys
from collections import defaultdict

import numpy as np
from scipy import stats

report = json.loads(pathlib.Path(sys.argv[1], "summary.json").read_text())
rows = lambda name: list(csv.DictReader(open(pathlib.Path(sys.argv[2], name + ".csv"), newline="")))
runs = {r["run"] if "run" in r else r["key"]: r for r in rows("runs")}
value = lambda n: n["value"] if isinstance(n, dict) else n
compared = wrong = 0


def same(what, got, want):
    global compared, wrong
    compared += 1
    if got is None or abs(value(got) - want) > 1e-6:
        wrong += 1
        print(f"{what}: report {got}, SciPy {want}")


def outcomes(**of):
    """The outcomes by item of the runs with these columns."""
    out = defaultdict(list)
    for r in rows("bugs"):
        run = runs[r["run"]]
        if r["list"] == "items" and r["found"] and all(run[c] == v for c, v in of.items()):
            out[r["benchmark"], r["bug"]].append(r["found"] == "true")
    return out


def newcombe(a, b):
    """Newcombe (1998), method 10, of pairs of yes and no."""
    n = len(a)
    both, lost, gained = sum(x and y for x, y in zip(a, b)), sum(x and not y for x, y in zip(a, b)), sum(y and not x for x, y in zip(a, b))
    after, before, neither = both + gained, both + lost, n - both - lost - gained
    (la, ua), (lb, ub) = (stats.binomtest(k, n).proportion_ci(method="wilson") for k in (after, before))
    pa, pb = after / n, before / n
    margins, top = after * (n - after) * before * (n - before), both * neither - lost * gained
    top = max(0, top - n / 2) if top > 0 else top
    phi = top / math.sqrt(margins) if margins else 0
    low = math.sqrt((pa - la) ** 2 - 2 * phi * (pa - la) * (ub - pb) + (ub - pb) ** 2)
    high = math.sqrt((pb - lb) ** 2 - 2 * phi * (pb - lb) * (ua - pa) + (ua - pa) ** 2)
    return max(-1, pa - pb - low), min(1, pa - pb + high)


scores = defaultdict(lambda: defaultdict(list))  # model, scorer -> item -> values
for r in rows("scores"):
    if r["value"] and r["attempt"]:
        scores[runs[r["run"]]["model"], r["scorer"]][r["step"]].append(float(r["value"]))

for g in report["items"]["groups"]:
    trials = [x for (b, _), v in outcomes(model=g["model"], runner=g["agent"]).items() if b == g["benchmark"] for x in v]
    ci = stats.binomtest(sum(trials), len(trials)).proportion_ci(method="wilson")
    for what, got, want in (("rate", "value", np.mean(trials)), ("lo", "lo", ci.low), ("hi", "hi", ci.high)):
        same(f'{g["agent"]} {g["model"]} {what}', g["passed"][got], want)
for g in report["items"]["scores"]:
    means = [np.mean(v) for v in scores[g["model"], g["scorer"]].values()]
    lo, hi = stats.t.interval(0.95, len(means) - 1, np.mean(means), stats.sem(means))
    if g["unit"] == "ratio":
        lo, hi = max(0, lo), min(1, hi)
    for what, want in (("mean", np.mean(means)), ("lo", lo), ("hi", hi)):
        same(f'{g["model"]} {g["scorer"]} {what}', g[what], want)
for c in report["items"]["comparisons"]:
    a, b = (outcomes(**{c["by"]: c[side]}) for side in ("before", "after"))
    diffs = np.array([np.mean(b[k]) - np.mean(a[k]) for k in sorted(a) if k in b])
    same("delta", c["delta"], diffs.mean())
    moved = diffs[diffs != 0]
    p = stats.permutation_test((moved,), np.sum, permutation_type="samples", n_resamples=np.inf).pvalue if len(moved) > 1 else 1
    same("p", c["p"], p)
    both = [k for k in sorted(a) if k in b]
    if all(len(v) == 1 for side in (a, b) for v in side.values()):
        x, y = [a[k][0] for k in both], [b[k][0] for k in both]
        lost, gained = sum(i and not j for i, j in zip(x, y)), sum(j and not i for i, j in zip(x, y))
        same("McNemar, exact", c["p"], stats.binomtest(lost, lost + gained).pvalue)
        for what, want in zip(("lo", "hi"), newcombe(x, y)):
            same("Newcombe " + what, c[what], want)
    else:
        lo, hi = stats.t.interval(0.95, len(diffs) - 1, diffs.mean(), stats.sem(diffs))
        same("lo", c["lo"], max(-1, lo))
        same("hi", c["hi"], min(1, hi))
    for d in c["scores"]:
        x, y = scores[c["before"], d["scorer"]], scores[c["after"], d["scorer"]]
        both = sorted(set(x) & set(y))
        t = stats.ttest_rel([np.mean(y[k]) for k in both], [np.mean(x[k]) for k in both])
        ci = t.confidence_interval(0.95)
        for what, want in (("delta", np.mean([np.mean(y[k]) - np.mean(x[k]) for k in both])), ("lo", ci.low), ("hi", ci.high)):
            same(f'{d["scorer"]} {what}', d[what], want)
print(f"{compared} numbers, {wrong} differ")
sys.exit(wrong > 0)
