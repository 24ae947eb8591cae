#!/usr/bin/env python3
"""Counts the results of tasks and samples in logs of evals, apart from the program.

    python3 open_evals.py FOLDER

FOLDER holds one folder for each format. Each line of the output is a format with its
results of steps of the kinds task and sample: what TestOpenEvals holds the program to.
The rules are those of the folders' doc.go, written a second time with json and zipfile.
"""
import collections, glob, json, os, re, sys, zipfile

ORDER = ["failed", "infra", "open", "canceled", "unknown", "passed"]


def worst(results):
    """A task is what the worst of its trials is."""
    w = min(results, key=ORDER.index)
    return "failed" if w == "infra" else w


def documents(folder):
    """The JSON documents below a folder, members of .eval files among them."""
    for path in sorted(glob.glob(os.path.join(folder, "**", "*"), recursive=True)):
        if not os.path.isfile(path) or path.endswith("SOURCES.txt"):
            continue
        if path.endswith(".eval"):
            with zipfile.ZipFile(path) as z:
                for name in z.namelist():
                    yield os.path.join(path, name), json.loads(z.read(name))
        elif path.endswith(".json"):
            with open(path, encoding="utf-8") as f:
                yield path, json.load(f)


def count(groups):
    return collections.Counter(worst(v) for v in groups.values())


def terminal_bench(folder):
    trials = {}
    for path, d in documents(folder):
        for t in d["results"] if "results" in d else [d] if "trial_name" in d else []:
            run = re.sub(r"^.*\.\d+-of-\d+\.", "", t["trial_name"])
            result = {True: "passed", False: "failed", None: "unknown"}[t["is_resolved"]]
            if result == "failed" and t["failure_mode"] in ("parse_error", "agent_installation_failed"):
                result = "infra"
            trials[t.get("id") or t["trial_name"]] = (run, t["task_id"], result)
    groups = collections.defaultdict(list)
    for run, task, result in trials.values():
        groups[run, task].append(result)
    return count(groups)


def harbor(folder):
    groups, named, begun, over = collections.defaultdict(list), set(), {}, set()
    for path, d in documents(folder):
        if "n_total_trials" in d and d.get("finished_at"):
            over.add(d["id"])
        if "trial_name" in d and "task" in d:
            begun[d["trial_name"]] = (d["job_id"], d["task"])
        if "trial_name" not in d or "task_name" not in d:
            continue
        named.add(d["trial_name"])
        rewards = (d.get("verifier_result") or {}).get("rewards") or {}
        if rewards.get("reward", 0) >= 1:
            result = "passed"
        elif rewards or d.get("exception_info"):
            kind = (d.get("exception_info") or {}).get("exception_type", "")
            result = "infra" if re.search("Daytona|Environment|Network|NotFound", kind) else "failed"
        else:
            result = "unknown" if d.get("finished_at") else "open"
        groups[d["config"]["job_id"], d["task_name"], d["task_checksum"]].append(result)
    for name, (job, task) in begun.items():
        if name not in named:
            groups[job, name].append("unknown" if job in over else "open")
    return count(groups)


def grade(value):
    if value in ("C", 1, 1.0, True):
        return "passed"
    if value in ("I", "P", "N", 0, 0.0, False):
        return "failed"
    return None


def inspect(folder):
    logs = {}
    for path, d in documents(folder):
        root = path.split(".eval/")[0]
        log = logs.setdefault(root, {"id": root, "samples": {}, "short": {}})
        if isinstance(d, dict) and "eval" in d:
            e = d["eval"]
            log["id"] = e.get("eval_id") or e["run_id"] + e["task_id"]
            for s in d.get("samples") or []:
                log["samples"][s["id"], s["epoch"]] = s
        elif isinstance(d, dict) and "epoch" in d:
            log["samples"][d["id"], d["epoch"]] = d
        elif isinstance(d, list) and d and "epoch" in d[0]:
            for s in d:
                log["short"].setdefault((s["id"], s["epoch"]), s)
    best = {}
    for log in logs.values():
        for key, s in log["short"].items():
            log["samples"].setdefault(key, s)
        if log["id"] not in best or len(log["samples"]) > len(best[log["id"]]["samples"]):
            best[log["id"]] = log
    groups = collections.defaultdict(list)
    for id, log in best.items():
        for (sample, _), s in log["samples"].items():
            grades = [g for g in (grade(x["value"]) for x in (s.get("scores") or {}).values()
                                  if not isinstance(x["value"], (dict, list))) if g]
            result = "failed" if "failed" in grades else grades[0] if grades else "unknown"
            if s.get("error"):
                result = "infra"
            groups[id, str(sample)].append(result)
    return count(groups)


def swebench(folder):
    total, instances, runs = collections.Counter(), {}, {}
    for path, d in documents(folder):
        if "total_instances" in d or "resolvedIds" in d:
            runs[os.path.basename(path)[:-5]] = d
        else:
            for id, r in d.items():
                parts = path.split("/")
                run = parts[-3] + "." + parts[-4] if "run_evaluation" in parts else os.path.dirname(path)
                instances.setdefault(run, {})[id] = "passed" if r["resolved"] else "failed"
    for name, d in runs.items():
        own = instances.setdefault(name, {})
        for key, result in (("resolved_ids", "passed"), ("resolvedIds", "passed"), ("unresolved_ids", "failed"),
                            ("empty_patch_ids", "failed"), ("error_ids", "failed"), ("failed_ids", "failed"),
                            ("pending_ids", "open"), ("submitted_ids", "unknown")):
            for id in d.get(key, []):
                own.setdefault(id, result)
    for own in instances.values():
        total.update(own.values())
    return total


def promptfoo(folder):
    groups = collections.defaultdict(list)
    for path, d in documents(folder):
        for r in d["results"]["results"]:
            column = r.get("promptIdx", (r["provider"]["id"], r["prompt"].get("label") or r["prompt"].get("display")))
            vars = {k: v for k, v in r["vars"].items() if k != "_conversation"}
            test = (r.get("testCase") or {}).get("description", ""), json.dumps(vars, sort_keys=True)
            groups[path, str(column), test].append("passed" if r["success"] else "failed")
    return count(groups)


def lm_eval(folder):
    groups = collections.defaultdict(list)
    for path in glob.glob(os.path.join(folder, "**", "samples_*.jsonl"), recursive=True):
        with open(path, encoding="utf-8") as f:
            for s in map(json.loads, f):
                result = {1: "passed", 0: "failed"}.get(s[s["metrics"][0]], "unknown")
                groups[path, s["doc_hash"], s["filter"]] = [result]
    return count(groups)


def main(root):
    for name, read in (("harbor", harbor), ("inspect", inspect), ("lm-eval", lm_eval), ("promptfoo", promptfoo),
                       ("swebench", swebench), ("terminal-bench", terminal_bench)):
        c = read(os.path.join(root, name))
        print(name, " ".join(f"{k}={c[k]}" for k in sorted(c)))


if __name__ == "__main__":
    main(sys.argv[1])
