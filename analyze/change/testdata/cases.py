#!/usr/bin/env python3
"""Writes cases.json: made-up series and what the definitions give for them.

    python3 cases.py > cases.json        needs numpy and scipy

Arrays instead of lists, scipy's generalised Pareto, hypergeometric and false discovery rate
instead of formulas: written from the text of the definitions, not from the Go code.
"""
import json

import numpy as np
from scipy import stats

WINDOWS = (1, 2, 3, 5)


def duration_case(seed, steps, dates, runs, load, planted, missing=0.0):
    """planted: {step: (first date, factor)}"""
    r = np.random.default_rng(seed)
    base = r.uniform(20, 200, steps)
    common = np.exp(load * r.standard_normal(dates))
    data = base[:, None, None] * common[None, :, None] * np.exp(0.08 * r.standard_normal((steps, dates, runs)))
    for s, (first, factor) in planted.items():
        data[s, first:] *= factor
    data = np.round(data, 3)
    gone = r.random((steps, dates)) < missing
    gone[:, -1] = False
    return {f"step{s}": [[] if gone[s, d] else data[s, d].tolist() for d in range(dates)] for s in range(steps)}


def matrix(case):
    return np.array([[np.log(np.median(x)) if x else np.nan for x in case[k]] for k in sorted(case)])


def without_common(y):
    steps, dates = y.shape
    res, effect = np.full_like(y, np.nan), np.zeros(dates)
    for d in range(dates):
        on = np.flatnonzero(~np.isnan(y[:, d]))
        distance = []
        for s in on:
            past = res[s, :d][~np.isnan(res[s, :d])][-60:]
            if past.size < 10:
                past = y[s][~np.isnan(y[s])][:10]
            distance.append(y[s, d] - np.median(past))
        if on.size >= 5:
            effect[d] = np.median(distance)
        res[on, d] = y[on, d] - effect[d]
    return res, effect


def tail(sample):
    x = np.sort(np.asarray(sample))
    n = x.size
    k = min(max(20, int(0.02 * n)), n // 2)
    u, top = x[n - k - 1], x[n - k:]
    m, v = np.mean(top - u), np.var(top - u)
    xi = float(np.clip(0.5 * (1 - m * m / v), 0, 0.35)) if v > 0 else 0.0
    fit = stats.genpareto(xi if xi >= 1e-6 else 0, loc=u, scale=m * (1 - xi))

    def p(z):
        if z > u and m > 0:
            return k / n * fit.sf(z)
        return (np.count_nonzero(x >= z) + 1) / (n + 1)
    return p


def definition(case):
    names = sorted(case)
    res, effect = without_common(matrix(case))
    series = [row[~np.isnan(row)] for row in res]
    rows = []
    for w in WINDOWS:
        refs = [v[:-w][-60:] for v in series]
        usable = [i for i, ref in enumerate(refs) if ref.size >= 10]
        centre = {i: np.median(refs[i]) for i in usable}
        scale = {i: max(1.4826 * np.median(np.abs(refs[i] - centre[i])), 0.02) for i in usable}
        pool = [(b.mean() - centre[i]) / scale[i] for i in usable for b in np.lib.stride_tricks.sliding_window_view(refs[i], w)]
        if len(pool) < 30:
            continue
        up, down = tail(pool), tail([-z for z in pool])
        for i in usable:
            shift = series[i][-w:].mean() - centre[i]
            rows.append((i, 1, up(shift / scale[i]), w, shift))
            rows.append((i, -1, down(-shift / scale[i]), w, shift))
    tests = sorted({(i, way) for i, way, *_ in rows})
    p = np.array([min(1, 4 * min(x[2] for x in rows if (x[0], x[1]) == t)) for t in tests])
    q = stats.false_discovery_control(p) if len(p) else p
    out = []
    for (i, way), p1, q1 in zip(tests, p, q):
        mine = [x for x in rows if (x[0], x[1]) == (i, way)]
        held = [x for x in mine if 4 * x[2] <= 0.01]
        row = max(held, key=lambda x: abs(x[4])) if held else min(mine, key=lambda x: x[2])
        out.append({"step": names[i], "way": way, "p": float(p1), "q": float(q1), "window": row[3], "shift": float(np.expm1(row[4]))})
    return {"effect": float(np.expm1(effect[-1])), "verdicts": out}


def counts_case(seed, steps, dates, runs, rate, planted):
    r = np.random.default_rng(seed)
    rates = np.full((steps, dates), rate)
    for s, (first, now) in planted.items():
        rates[s, first:] = now
    return {f"step{s}": [[int(r.binomial(runs, rates[s, d])), runs] for d in range(dates)] for s in range(steps)}


def counts(case):
    names = sorted(case)
    ps = []
    for name in names:
        x = np.array(case[name])
        best = 1.0
        for w in (1, 2, 3, 5, 10, 20):
            now, past = x[-w:].sum(axis=0), x[:-w][::-1]
            kept = past[np.cumsum(past[:, 1]) <= 400].sum(axis=0)
            if kept[1] == 0:
                continue
            best = min(best, stats.hypergeom(now[1] + kept[1], now[0] + kept[0], now[1]).sf(now[0] - 1))
        ps.append(min(1, 6 * best))
    return {"p": ps, "q": [float(v) for v in stats.false_discovery_control(ps)], "names": names}


def main():
    durations = {
        "nothing": duration_case(1, 8, 35, 2, 0.05, {}),
        "one doubled": duration_case(2, 12, 40, 1, 0.05, {3: (39, 2.0)}),
        "one faster, one slower": duration_case(3, 9, 70, 3, 0.10, {1: (67, 0.6), 7: (68, 1.4)}),
        "missing dates": duration_case(4, 7, 45, 2, 0.03, {0: (43, 1.9)}, missing=0.15),
        "four steps": duration_case(5, 4, 50, 2, 0.02, {2: (48, 1.5)}),
    }
    rates = {
        "nothing": counts_case(11, 10, 40, 4, 0.05, {}),
        "became flaky": counts_case(12, 10, 60, 4, 0.01, {4: (57, 0.5)}),
        "more runs than the reference holds": counts_case(13, 6, 50, 20, 0.02, {2: (46, 0.15)}),
    }
    cases = {
        "durations": [{"name": k, "steps": v, "expected": definition(v)} for k, v in durations.items()],
        "counts": [{"name": k, "steps": v, "expected": counts(v)} for k, v in rates.items()],
        "rises": [{"before": b, "after": a, "p": float(stats.hypergeom(b[1] + a[1], b[0] + a[0], a[1]).sf(a[0] - 1))}
                  for b, a in [((3, 240), (4, 4)), ((0, 100), (1, 4)), ((10, 400), (3, 40)), ((5, 5), (5, 5)), ((0, 7), (0, 9)), ((200, 400), (18, 20))]],
    }
    print(json.dumps(cases, separators=(",", ":")))


main()
