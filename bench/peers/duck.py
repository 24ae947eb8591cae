"""Loads kahn logs into DuckDB with their full schema and prints aggregates and times as JSON."""
import json, resource, sys, time
import duckdb

setting, path, parquet = sys.argv[1], sys.argv[2], sys.argv[3:]
columns = {
    "ts": "TIMESTAMP", "run_id": "VARCHAR", "event": "VARCHAR", "node_id": "VARCHAR", "from": "VARCHAR", "to": "VARCHAR",
    "attempt": "BIGINT", "duration_s": "DOUBLE", "converged": "BOOLEAN", "reason": "VARCHAR",
    "done_when_results": "STRUCT(cmd VARCHAR, rc BIGINT, duration_s DOUBLE, tail VARCHAR)[]",
    "total_nodes": "BIGINT", "outcome": "VARCHAR", "done": "BIGINT", "failed": "BIGINT", "blocked": "BIGINT",
    "total_attempts": "BIGINT", "total_duration_s": "DOUBLE",
}
db = duckdb.connect()
db.execute("SET threads=2")
if setting == "better":
    db.execute("SET preserve_insertion_order=false")
start = time.perf_counter()
db.execute("CREATE TABLE e AS SELECT * FROM read_json(?, format='newline_delimited', columns=?)", [path + "/**/*.jsonl", columns])
runs = db.execute("SELECT count(DISTINCT run_id) FROM e").fetchone()[0]
n, p50, p95 = db.execute(
    "SELECT count(*), quantile_cont(duration_s, 0.5), quantile_cont(duration_s, 0.95) FROM e WHERE event = 'node_attempt' AND converged").fetchone()
db.execute(
    "SELECT node_id, count(*), quantile_cont(duration_s, 0.5) FROM e WHERE event = 'node_attempt' AND converged GROUP BY 1").fetchall()
flaked, converged = db.execute(
    "SELECT count(*) FILTER (WHERE tries > 1), count(*) FROM (SELECT run_id, node_id, max(attempt) tries, bool_or(converged) c"
    " FROM e WHERE event = 'node_attempt' GROUP BY ALL) WHERE c").fetchone()
for file in parquet:
    db.execute(f"COPY e TO '{file}' (FORMAT parquet, COMPRESSION zstd)")
seconds = time.perf_counter() - start
json.dump({"version": duckdb.__version__, "seconds": seconds, "runs": runs, "attempts": n, "p50": p50, "p95": p95, "flaked": flaked, "converged": converged}, sys.stdout)
