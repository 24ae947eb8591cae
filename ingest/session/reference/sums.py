"""Sums up what sessions of Claude Code and Codex used, without the program's code.

    python3 sums.py FOLDER

prints a line for each file: its path, lines, lines that are no JSON object, tokens in
(cached input included), tokens read from the cache, tokens out, cost in US dollars, tool
calls, results, and failed results. TestCorpus holds the tables of the program against these
lines. Tokens of Claude Code count once for (message.id, requestId), by the last line; lines
without an id all count.
"""
import json
import os
import sys


REFUSED = ("The user doesn't want to proceed", "[Request interrupted by user", "Claude requested permissions to")


def refused(block):
    content = block.get("content")
    if isinstance(content, list):
        content = next((b.get("text") for b in content if isinstance(b, dict) and b.get("text")), "")
    return str(content).startswith(REFUSED)


def objects(path):
    lines = bad = 0
    found = []
    with open(path, encoding="utf-8", errors="replace") as f:
        for line in f:
            if not line.strip():
                continue
            lines += 1
            try:
                o = json.loads(line)
            except ValueError:
                o = None
            if isinstance(o, dict):
                found.append(o)
            else:
                bad += 1
    return lines, bad, found


def claude(found):
    last, loose = {}, []
    calls = results = failed = 0
    for o in found:
        m = o.get("message")
        if not isinstance(m, dict):
            continue
        content = m.get("content")
        for b in content if isinstance(content, list) else []:
            if not isinstance(b, dict):
                continue
            if b.get("type") == "tool_use" and o.get("type") == "assistant":
                calls += 1
            if b.get("type") == "tool_result":
                results += 1
                failed += b.get("is_error") is True and not refused(b)
        if "usage" in m:
            if m.get("id"):
                last[(m["id"], o.get("requestId"))] = o
            else:
                loose.append(o)
    tin = cached = out = 0
    cost = 0.0
    for o in list(last.values()) + loose:
        u = o["message"]["usage"]
        read = u.get("cache_read_input_tokens", 0)
        tin += u.get("input_tokens", 0) + u.get("cache_creation_input_tokens", 0) + read
        cached += read
        out += u.get("output_tokens", 0)
        cost += o.get("costUSD") or 0
    return tin, cached, out, cost, calls, results, failed


def codex(found):
    tin = cached = out = calls = results = 0
    before = None
    for o in found:
        p = o.get("payload", o)
        kind = p.get("type", "")
        if kind in ("function_call", "custom_tool_call", "local_shell_call", "web_search_call", "tool_call"):
            calls += 1
        if kind in ("function_call_output", "custom_tool_call_output"):
            results += 1
        if kind != "token_count":
            continue
        info = p.get("info")
        if info is not None and info == before and "total_token_usage" in info:
            continue
        before = info
        u = p if info is None else info.get("last_token_usage", {})
        tin += u.get("input_tokens", 0)
        cached += u.get("cached_input_tokens", 0)
        out += u.get("output_tokens", 0)
    return tin, cached, out, 0.0, calls, results, 0


def main(root):
    for folder, folders, names in os.walk(root):
        folders.sort()
        for name in sorted(names):
            if not name.endswith(".jsonl"):
                continue
            path = os.path.join(folder, name)
            lines, bad, found = objects(path)
            is_codex = any("payload" in o for o in found)
            numbers = (codex if is_codex else claude)(found)
            print(os.path.relpath(path, root), lines, bad, *("%g" % n for n in numbers))


main(sys.argv[1])
