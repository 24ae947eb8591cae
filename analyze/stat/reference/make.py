#!/usr/bin/env python3
"""Writes cases.json: made-up inputs and what other programs compute from them.

    python3 -m venv env && env/bin/pip install -r requirements.txt
    env/bin/python make.py > cases.json

The tests of package stat hold its functions against the file. Nothing here is taken from
that package: numbers come from SciPy, statsmodels, lifelines, pymannkendall and NumPy, or
are counted out by brute force. Where a group has two sources they are compared here first.
"""

import itertools
import json
import math
from fractions import Fraction

import numpy as np
import pymannkendall
from lifelines import KaplanMeierFitter
from scipy import stats
from statsmodels.stats.contingency_tables import mcnemar
from statsmodels.stats.multitest import multipletests
from statsmodels.stats.proportion import proportion_confint

cases = []
Z = stats.norm.ppf(0.975)


def case(group, name, inputs, expected, source, tolerance=1e-9):
    cases.append(
        {
            "id": f"{group}: {name}",
            "group": group,
            "inputs": inputs,
            "expected": expected,
            "tolerance": {"abs": tolerance, "rel": tolerance},
            "source": source,
        }
    )


def same(a, b, tolerance=1e-9):
    assert abs(a - b) <= tolerance * max(1, abs(b)), (a, b)
    return float(b)


# Rates.
for num, den in [(0, 1), (1, 1), (0, 12), (12, 12), (1, 3), (3, 7), (7, 40), (41, 200), (999, 1000)]:
    ci = stats.binomtest(num, den).proportion_ci(0.95, method="wilson")
    lo, hi = proportion_confint(num, den, 0.05, method="wilson")
    case(
        "rate_wilson",
        f"{num} of {den}",
        {"num": num, "den": den},
        {"num": num, "den": den, "value": num / den, "ci_lo": same(lo, ci.low), "ci_hi": same(hi, ci.high)},
        "scipy binomtest.proportion_ci, statsmodels proportion_confint",
    )
case(
    "rate_wilson",
    "no cases",
    {"num": 0, "den": 0},
    {"num": 0, "den": 0, "value": None, "ci_lo": None, "ci_hi": None},
    "there is no rate of nothing",
)

# Two rates.
for before, after in [
    ((3, 40), (9, 38)),
    ((0, 20), (4, 20)),
    ((1, 1), (0, 1)),
    ((5, 9), (5, 9)),
    ((0, 240), (4, 4)),
    ((2, 100), (9, 90)),
]:
    table = [[before[0], before[1] - before[0]], [after[0], after[1] - after[0]]]
    case(
        "fisher_exact",
        f"{before} then {after}",
        {"before": before, "after": after},
        {"p": float(stats.fisher_exact(table).pvalue)},
        "scipy fisher_exact",
        1e-8,
    )


# Paired bugs.
def paired(lost, gained):
    n, k = lost + gained, min(lost, gained)
    exact = same(mcnemar([[0, lost], [gained, 0]], exact=True).pvalue, stats.binomtest(k, n).pvalue)
    mid = min(1.0, 2 * (stats.binom.cdf(k, n, 0.5) - 0.5 * stats.binom.pmf(k, n, 0.5)))
    return exact, float(mid)


for lost, gained in [(0, 1), (1, 0), (0, 5), (0, 6), (6, 0), (1, 9), (3, 4), (8, 2), (11, 25)]:
    exact, mid = paired(lost, gained)
    least = 2 * 0.5 ** (lost + gained)
    case(
        "paired_bug_test",
        f"lost {lost}, gained {gained}",
        {"lost": lost, "gained": gained},
        {"p_exact": exact, "p_mid": mid, "min_attainable_p": least, "can_reach_0.05": least <= 0.05},
        "scipy binomtest, statsmodels mcnemar(exact=True)",
    )


def newcombe(both, lost, gained, neither):
    """Newcombe (1998), method 10, with Wilson limits from SciPy."""
    n = both + lost + gained + neither
    after, before = both + gained, both + lost

    def wilson(k):
        ci = stats.binomtest(k, n).proportion_ci(0.95, method="wilson")
        return ci.low, ci.high

    (la, ua), (lb, ub) = wilson(after), wilson(before)
    pa, pb = after / n, before / n
    product = after * (n - after) * before * (n - before)
    top = both * neither - lost * gained
    if top > n / 2:
        top -= n / 2
    elif top >= 0:
        top = 0
    phi = top / math.sqrt(product) if product else 0.0
    low = math.sqrt((pa - la) ** 2 - 2 * phi * (pa - la) * (ub - pb) + (ub - pb) ** 2)
    high = math.sqrt((pb - lb) ** 2 - 2 * phi * (pb - lb) * (ua - pa) + (ua - pa) ** 2)
    d = (gained - lost) / n
    return d, max(-1.0, d - low), min(1.0, d + high)


# Table II of the paper gives 0.0569 to 0.3404 for 36, 12, 2, 0 (method 10).
_, lo, hi = newcombe(36, 2, 12, 0)
assert round(lo, 4) == 0.0569 and round(hi, 4) == 0.3404, (lo, hi)
for cells in [(36, 2, 12, 0), (6, 4, 2, 3), (10, 0, 0, 10), (0, 5, 5, 0), (3, 0, 4, 2), (12, 9, 1, 8)]:
    d, lo, hi = newcombe(*cells)
    case(
        "paired_delta_ci",
        str(cells),
        dict(zip(("both", "lost", "gained", "neither"), cells)),
        {"delta": d, "ci_lo": lo, "ci_hi": hi},
        "Newcombe's formula over scipy's Wilson limits, checked against his table",
    )

for benchmarks in [[(2, 0), (5, 1), (1, 1)], [(0, 1), (0, 2), (0, 3), (0, 4)]]:
    p = [paired(lost, gained)[0] for lost, gained in benchmarks]
    lost, gained = (sum(b[i] for b in benchmarks) for i in (0, 1))
    case(
        "pooled_paired_test",
        str(benchmarks),
        {"benchmarks": [{"lost": a, "gained": b} for a, b in benchmarks]},
        {
            "p": p,
            "q_bh": [float(q) for q in multipletests(p, method="fdr_bh")[1]],
            "lost_total": lost,
            "gained_total": gained,
            "p_pooled": paired(lost, gained)[0],
        },
        "scipy, statsmodels multipletests",
    )

for p in [[0.2], [0.001, 0.2, 0.03, 0.03, 0.9], [1.0, 1.0], [0.04, 0.02, 0.01, 0.03, 0.05, 0.5, 0.0001]]:
    q = multipletests(p, method="fdr_bh")[1]
    for a, b in zip(q, stats.false_discovery_control(p)):
        same(a, b)
    case(
        "benjamini_hochberg",
        str(p),
        {"p": p},
        {"q": [float(x) for x in q]},
        "statsmodels multipletests, scipy false_discovery_control",
    )


# Several runs a side: every pattern of signs.
def signflip(pre, post):
    diffs = [Fraction(*post[b]) - Fraction(*pre[b]) for b in pre]
    changed = [d for d in diffs if d]
    seen = abs(sum(changed))
    ways = [
        abs(sum(s * d for s, d in zip(signs, changed)))
        for signs in itertools.product((1, -1), repeat=len(changed))
    ]
    p = sum(w >= seen for w in ways) / len(ways)
    return float(sum(diffs) / len(diffs)), p, len(changed)


for name, pre, post, scale in [
    (
        "two runs each side",
        {"A": [2, 2], "B": [1, 2], "C": [0, 2], "D": [2, 2], "E": [1, 2]},
        {"A": [0, 2], "B": [0, 2], "C": [0, 2], "D": [1, 2], "E": [2, 2]},
        2,
    ),
    (
        "two runs, then three",
        {"A": [2, 2], "B": [1, 2], "C": [0, 2], "D": [2, 2], "E": [1, 2], "F": [2, 2]},
        {"A": [3, 3], "B": [3, 3], "C": [1, 3], "D": [1, 3], "E": [2, 3], "F": [3, 3]},
        6,
    ),
    ("all lost", {k: [3, 3] for k in "ABCDEFGH"}, {k: [0, 3] for k in "ABCDEFGH"}, 3),
]:
    delta, p, changed = signflip(pre, post)
    case(
        "repeat_runs_signflip",
        name,
        {"pre": pre, "post": post},
        {"delta": delta, "p_two_sided": p, "bugs_changed": changed, "scale": scale},
        "all patterns of signs, itertools",
    )

# Noise between runs of one setup.
for name, groups, pre, post in [
    ("two groups", [[0.4, 0.5], [0.7, 0.6, 0.8]], 1, 1),
    ("three runs each side", [[0.4, 0.5], [0.7, 0.6, 0.8]], 3, 3),
    ("one run, then four", [[0.25, 0.5, 0.5, 0.75], [0.9, 0.8], [0.1, 0.1, 0.3]], 1, 4),
]:
    df = sum(len(g) - 1 for g in groups)
    sd = math.sqrt(sum(np.var(g, ddof=1) * (len(g) - 1) for g in groups) / df)
    width = sd * math.sqrt(1 / pre + 1 / post)
    case(
        "run_noise",
        name,
        {"groups": groups, "n_pre": pre, "n_post": post},
        {
            "pooled_sd": sd,
            "df": df,
            "sd_upper95": sd * math.sqrt(df / stats.chi2.ppf(0.05, df)),
            "band95": width * stats.t.ppf(0.975, df),
            "mdd80": width * (stats.t.ppf(0.975, df) + stats.t.ppf(0.8, df)),
        },
        "numpy var, scipy t and chi2",
        1e-8,
    )

# Classes of a change, in fractions.
rows, expected = [], []
for pre, post, floor in [
    ([9, 12], [6, 12], "0.05"),
    ([6, 12], [9, 12], "0.05"),
    ([10, 20], [11, 20], "0.05"),
    ([11, 20], [10, 20], "0.05"),
    ([30, 60], [32, 60], "0.05"),
    ([1, 3], [2, 6], "0.05"),
    ([7, 10], [4, 10], "0.3"),
    ([0, 9], [0, 9], "0.05"),
]:
    d = Fraction(*post) - Fraction(*pre)
    f = Fraction(floor)
    big = d != 0 and abs(d) >= f
    rows.append({"pre": pre, "post": post, "floor": float(floor)})
    expected.append(
        {
            "delta": float(d),
            "class": ("improved" if d > 0 else "regressed") if big else "within_noise",
            "at_floor": big and abs(d) == f,
        }
    )
rows.append({"pre": [3, 4], "post": None, "floor": 0.05})
expected.append({"delta": None, "class": "insufficient", "at_floor": False})
case("delta_class", "at both sides of the floor", {"rows": rows}, {"rows": expected}, "exact fractions")

# What a log reports and what its lists say, by the definitions, small enough to see.
for name, found, missed, literal, status, used, baseline, novel in [
    ("agrees", ["A", "B", "C"], ["D"], "0.75", "agree", 0.75, 4, 0),
    ("agrees when rounded to two places", ["A", "B"], ["C"], "0.67", "agree", 2 / 3, 3, 0),
    ("contradicts", ["A", "B"], ["C", "D"], "0.9", "contradict", 0.5, 4, 0),
    ("says nothing", ["A"], ["B", "C", "D"], "", "no_reported", 0.25, 4, 0),
    ("one found outside of the baseline", ["A", "B", "X"], ["C", "D"], "0.50", "agree_novel", 0.5, 4, 1),
]:
    case(
        "recall_reconcile",
        name,
        {"bugs_found": found, "bugs_missed": missed, "recall_literal": literal},
        {
            "n_found_listed": len(found),
            "n_missed_listed": len(missed),
            "overlap": [],
            "duplicates": 0,
            "recall_from_lists": len(found) / len(found + missed),
            "status": status,
            "recall_used": used,
            "baseline_n": baseline,
            "novel": novel,
        },
        "by hand",
    )

# Averages over benchmarks.
for name, marks in [
    ("both better", {"ash": [[2, 8], [4, 8]], "elm": [[5, 10], [6, 10]]}),
    ("macro down, micro up", {"ash": [[3, 4], [1, 4]], "elm": [[20, 40], [30, 40]]}),
    ("one lacks a side", {"ash": [[2, 8], [4, 8]], "elm": [None, [6, 10]], "fir": [[1, 5], [5, 5]]}),
]:
    used = sorted(k for k, v in marks.items() if all(v))
    pre, post = (
        [
            float(np.mean([marks[k][i][0] / marks[k][i][1] for k in used])),
            sum(marks[k][i][0] for k in used) / sum(marks[k][i][1] for k in used),
        ]
        for i in (0, 1)
    )
    case(
        "macro_micro",
        name,
        {"benchmarks": {k: {"pre": v[0], "post": v[1]} for k, v in marks.items()}},
        {
            "used": used,
            "excluded": sorted(set(marks) - set(used)),
            "macro_pre": pre[0],
            "macro_post": post[0],
            "macro_delta": post[0] - pre[0],
            "micro_pre": pre[1],
            "micro_post": post[1],
            "micro_delta": post[1] - pre[1],
            "disagree_in_sign": (post[0] - pre[0]) * (post[1] - pre[1]) < 0,
        },
        "numpy mean, ratio of sums",
    )

# Bugs lost and gained at once.
for name, a, b, c, d in [
    ("one traded for one", {"B1", "B2"}, {"B3"}, {"B2", "B3"}, {"B1"}),
    ("only lost", {"B1", "B2", "B3"}, {"B4"}, {"B1"}, {"B2", "B3", "B4"}),
    ("one on one side only", {"B1", "B2"}, {"B3"}, {"B1", "B9"}, {"B2", "B3"}),
]:
    pairs = (a | b) & (c | d)
    lost, gained = sorted(a & d), sorted(b & c)
    case(
        "displacement",
        name,
        {"pre_found": sorted(a), "pre_missed": sorted(b), "post_found": sorted(c), "post_missed": sorted(d)},
        {
            "lost": lost,
            "gained": gained,
            "net": len(gained) - len(lost),
            "churn": (len(lost) + len(gained)) / len(pairs),
            "displacement": bool(lost and gained),
            "unpaired_pre_only": sorted((a | b) - (c | d)),
            "unpaired_post_only": sorted((c | d) - (a | b)),
            "n_pairs": len(pairs),
        },
        "sets",
    )

# How steady a bug is: flips counted, and the predictive mean of Jeffreys' prior.
for history, label in [
    ("FFFF", "steady_found"),
    ("MMM", "steady_missed"),
    ("FM", "too_few"),
    ("FFMM", "changed_once"),
    ("FFFM", "changed_once_unconfirmed"),
    ("FMFM", "flaky"),
]:
    words = [{"F": "found", "M": "missed"}[c] for c in history]
    k, n = history.count("F"), len(history)
    miss = stats.beta(n - k + 0.5, k + 0.5).mean()
    case(
        "bug_stability",
        history,
        {"history_oldest_first": words},
        {
            "k": k,
            "n": n,
            "flips": sum(x != y for x, y in zip(history, history[1:])),
            "label": label,
            "predicted_miss": float(miss),
            "predicted_found": float(1 - miss),
        },
        "counted; scipy beta",
    )


# Shrunk rates: the moment estimator, in fractions.
def shrink(nodes):
    x, n = [Fraction(a) for a, _ in nodes], [Fraction(b) for _, b in nodes]
    total, k = sum(n), len(nodes)
    p = sum(x) / total
    spread = sum(b * (a / b - p) ** 2 for a, b in zip(x, n))
    c = total - sum(b * b for b in n) / total - (k - 1)
    rho = min(Fraction(1), max(Fraction(0), (spread / (p * (1 - p)) - (k - 1)) / c))
    if rho == 0:
        return float(p), 0.0, None, [float(p)] * k
    m = 1 / rho - 1
    return float(p), float(rho), float(m), [float((a + m * p) / (b + m)) for a, b in zip(x, n)]


for nodes in [
    [(0, 10), (5, 10), (1, 1)],
    [(1, 10), (1, 10), (1, 10)],
    [(0, 100), (30, 60), (2, 50), (1, 2), (0, 3)],
]:
    p, rho, m, rates = shrink(nodes)
    case(
        "shrunk_flake_rate",
        str(nodes),
        {"nodes": [{"flaked": a, "converged": b} for a, b in nodes]},
        {"pooled": p, "rho": rho, "M": m, "shrunk": rates},
        "moments in exact fractions",
    )


# Change points: the energy statistic in whole numbers, so that ties are ties.
def splitmix(seed):
    mask = (1 << 64) - 1
    while True:
        seed = (seed + 0x9E3779B97F4A7C15) & mask
        z = seed
        z = ((z ^ (z >> 30)) * 0xBF58476D1CE4E5B9) & mask
        z = ((z ^ (z >> 27)) * 0x94D049BB133111EB) & mask
        yield z ^ (z >> 31)


def best_split(v):
    n, best = len(v), None
    pairs = lambda xs: sum(abs(a - b) for a, b in itertools.combinations(xs, 2))
    for t in range(3, n - 2):
        left, right = v[:t], v[t:]
        a, b = len(left), len(right)
        across = sum(abs(x - y) for x in left for y in right)
        q = Fraction(a * b, a + b) * (
            Fraction(2 * across, a * b)
            - Fraction(pairs(left), a * (a - 1) // 2)
            - Fraction(pairs(right), b * (b - 1) // 2)
        )
        if best is None or q > best[1]:
            best = (t, q)
    return best


def change(series):
    n = len(series)
    if n < 8:
        return {"status": "too_few", "n": n, "index": None, "q": None, "p": None}
    v = [round(x * 100) for x in series]
    t, q = best_split(v)
    if n <= 8:
        orders = set(itertools.permutations(v))
        p, method = sum(best_split(list(o))[1] >= q for o in orders) / len(orders), "exact"
    else:
        random, count = splitmix(1), 0
        for _ in range(999):
            o = list(v)
            for i in range(n - 1, 0, -1):
                j = next(random) % (i + 1)
                o[i], o[j] = o[j], o[i]
            count += best_split(o)[1] >= q
        p, method = (1 + count) / 1000, "permutation"
    before, after = float(np.mean(series[:t])), float(np.mean(series[t:]))
    return {
        "status": "ok",
        "n": n,
        "index": t,
        "q": float(q) / 100,
        "p": p,
        "method": method,
        "mean_before": before,
        "mean_after": after,
        "step": after - before,
    }


for name, series in [
    ("too few", [0.5, 0.5, 0.5, 0.9, 0.9, 0.9, 0.9]),
    ("a step down in eight", [0.9, 0.8, 0.9, 0.9, 0.8, 0.4, 0.5, 0.4]),
    ("no step in eight", [0.5, 0.7, 0.5, 0.7, 0.5, 0.7, 0.5, 0.7]),
    ("a step in twelve", [0.42, 0.5, 0.42, 0.5, 0.58, 0.5, 0.83, 0.75, 0.83, 0.75, 0.92, 0.83]),
    ("one outlier in ten", [0.5, 0.5, 0.5, 0.5, 1.0, 0.5, 0.5, 0.5, 0.5, 0.5]),
]:
    case(
        "change_point",
        name,
        {"series": series},
        change(series),
        "energy statistic in exact fractions; all or SplitMix64's orderings",
    )

# Durations.
rng = np.random.default_rng(20260302)
for name, seconds in [
    ("one", [7.0]),
    ("two", [3.0, 4.0]),
    ("nine", [float(x) for x in range(1, 10)]),
    ("ten", [9.0, 2.5, 7.5, 1.0, 4.0, 4.0, 8.0, 3.5, 6.0, 30.0]),
    ("a hundred", [float(round(x, 3)) for x in rng.lognormal(4, 0.5, 100)]),
]:
    raw = {f"p{k}_raw_type7": float(np.quantile(seconds, k / 100)) for k in (50, 90, 95, 99)}
    shown = {
        f"p{k}": raw[f"p{k}_raw_type7"] if len(seconds) * (100 - k) >= 100 or k == 50 else None
        for k in (50, 90, 95, 99)
    }
    case(
        "duration_quantiles",
        name,
        {"seconds": seconds},
        {"n": len(seconds), "min": min(seconds), "max": max(seconds), **raw, **shown},
        "numpy quantile (linear)",
    )


def survival(seconds, finished):
    fit = KaplanMeierFitter(alpha=0.05).fit(seconds, finished)
    curve, table = [], fit.event_table
    for t in table.index[table["observed"] > 0]:
        share = float(fit.survival_function_.loc[t].iloc[0])
        lo, hi = (float(x) for x in fit.confidence_interval_.loc[t])
        curve.append(
            {
                "t": float(t),
                "at_risk": int(table.loc[t, "at_risk"]),
                "events": int(table.loc[t, "observed"]),
                "surv": share,
                "lo": lo if share > 0 else None,
                "hi": hi if share > 0 else None,
            }
        )
    quantile = lambda p: next((c["t"] for c in curve if c["surv"] <= 1 - p + 1e-9), None)
    median = fit.median_survival_time_
    assert quantile(0.5) == (None if math.isinf(median) else median)
    return {
        "curve": curve,
        "p50": quantile(0.5),
        "p90": quantile(0.9),
        "n": len(seconds),
        "events": int(sum(finished)),
        "censored": len(seconds) - int(sum(finished)),
    }


for name, seconds, finished in [
    ("nothing cut off", [5.0, 9.0, 12.0, 20.0], [1, 1, 1, 1]),
    (
        "ties, and cut off at the time of an end",
        [10.0, 10.0, 10.0, 20.0, 20.0, 35.0, 40.0],
        [1, 1, 0, 1, 0, 1, 0],
    ),
    ("more than half cut off", [3.0, 8.0, 8.5, 11.0, 14.0, 15.0], [0, 1, 0, 0, 0, 0]),
    (
        "the last ends",
        [2.0, 4.0, 6.0, 8.0, 10.0, 12.0, 14.0, 16.0, 18.0, 20.0, 22.0, 24.0],
        [1, 1, 1, 0, 1, 1, 1, 1, 1, 0, 1, 1],
    ),
]:
    case(
        "kaplan_meier",
        name,
        {"seconds": seconds, "finished": finished},
        survival(seconds, finished),
        "lifelines KaplanMeierFitter (log-log)",
    )


# Ranks: every way to split the pooled values.
def ranksum(x, y):
    pooled = stats.rankdata(x + y)
    n, centre = len(x), len(x) * (len(x) + len(y) + 1) / 2
    sums = [sum(c) for c in itertools.combinations(pooled, n)]
    seen = sum(pooled[:n])
    share = lambda test: sum(map(test, sums)) / len(sums)
    far = max(abs(s - centre) for s in sums)
    return {
        "U_x": float(seen - n * (n + 1) / 2),
        "p_two_sided": share(lambda s: abs(s - centre) >= abs(seen - centre) - 1e-9),
        "p_less": share(lambda s: s <= seen + 1e-9),
        "p_greater": share(lambda s: s >= seen - 1e-9),
        "min_attainable_p": share(lambda s: abs(s - centre) >= far - 1e-9),
    }


for name, x, y in [
    ("3 and 3 apart", [1.0, 2.0, 3.0], [4.0, 5.0, 6.0]),
    ("4 and 6", [5.1, 2.2, 8.4, 3.3], [4.4, 9.9, 7.7, 6.6, 8.8, 5.5]),
    ("ties", [1.0, 2.0, 2.0, 3.0, 5.0], [2.0, 4.0, 5.0, 5.0]),
    ("all equal", [2.0, 2.0], [2.0, 2.0, 2.0]),
]:
    got = ranksum(x, y)
    if len(set(x + y)) == len(x + y):
        for way, key in (("two-sided", "p_two_sided"), ("less", "p_less"), ("greater", "p_greater")):
            same(stats.mannwhitneyu(x, y, alternative=way, method="exact").pvalue, got[key])
    case(
        "mann_whitney_exact",
        name,
        {"x": x, "y": y},
        got,
        "all splits, itertools; scipy mannwhitneyu where nothing ties",
    )


def shift(old, new):
    m, n = len(old), len(new)
    diffs = sorted(b - a for a in old for b in new)
    counts = {}
    for c in itertools.combinations(range(m + n), m):
        u = sum(c) - m * (m - 1) // 2
        counts[u] = counts.get(u, 0) + 1
    total = math.comb(m + n, m)
    cdf = lambda u: sum(v for k, v in counts.items() if k <= u) / total
    k = max(1, next(u for u in range(m * n + 1) if cdf(u) >= 0.025))
    median = float(np.median(diffs))
    return {
        "shift": median,
        "lo": diffs[k - 1],
        "hi": diffs[m * n - k],
        "achieved_conf": 1 - 2 * cdf(k - 1),
        "relative_to_old_median": median / float(np.median(old)),
    }


for name, old, new in [
    ("3 and 3", [10.0, 12.0, 11.0], [15.0, 13.5, 17.0]),
    ("5 and 7", [60.5, 61.25, 58.0, 70.0, 64.0], [59.0, 66.0, 71.5, 80.0, 63.0, 77.0, 69.0]),
    ("faster", [100.0, 90.0, 95.0, 110.0, 105.0, 98.0], [50.0, 45.0, 62.0, 58.0, 49.0]),
]:
    case(
        "duration_shift",
        name,
        {"old": old, "new": new},
        shift(old, new),
        "all differences; the rank distribution counted out",
    )

for name, x, y in [
    ("falls", [0, 1, 2, 3, 4, 5], [9.0, 8.0, 8.5, 6.0, 5.0, 3.0]),
    ("neither", [0, 1, 2, 3, 4], [2.0, 5.0, 1.0, 4.0, 3.0]),
    ("ties in y", list(range(12)), [30.0, 30.0, 31.0, 31.0, 33.0, 32.0, 34.0, 34.0, 35.0, 36.0, 36.0, 38.0]),
    ("gaps in x", [0, 1, 4, 9, 16, 25], [1.0, 3.0, 2.0, 6.0, 8.0, 7.0]),
]:
    ties = len(set(y)) < len(y)
    tau = stats.kendalltau(x, y, method="asymptotic" if ties else "exact")
    mk = pymannkendall.original_test(y)
    case(
        "trend",
        name,
        {"x": x, "y": y},
        {
            "S": int(mk.s),
            "tau_b": float(tau.statistic),
            "p": float(mk.p if ties else tau.pvalue),
            "method": "normal" if ties else "exact",
            "theil_sen_slope": float(stats.theilslopes(y, x)[0]),
        },
        "scipy kendalltau and theilslopes, pymannkendall original_test",
        1e-8,
    )

print(json.dumps({"made_with": "make.py, versions as in requirements.txt", "cases": cases}, indent=1))
