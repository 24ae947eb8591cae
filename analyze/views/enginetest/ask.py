"""Runs SQL in an engine: {"statements": [...], "queries": [...]} on the standard input, the rows
of each query as a list of objects on the standard output."""
import json
import sys


def duckdb():
    import duckdb

    db = duckdb.connect()

    def rows(query):
        answer = db.execute(query)
        names = [column[0] for column in answer.description]
        return [dict(zip(names, row)) for row in answer.fetchall()]

    return db.execute, rows


def clickhouse():
    from chdb.session import Session

    db = Session()

    def rows(query):
        answer = str(db.query(query, "JSONEachRow"))
        return [json.loads(line) for line in answer.splitlines() if line]

    db.query("SET output_format_json_quote_64bit_integers = 0")
    return db.query, rows


def spark():
    from pyspark.sql import SparkSession

    session = SparkSession.builder.appName("runreport").config("spark.ui.enabled", "false").getOrCreate()
    return session.sql, lambda query: [row.asDict() for row in session.sql(query).collect()]


def grammar(engine):
    import sqlglot

    return lambda statement: sqlglot.parse_one(statement, read=engine), None


def main():
    engine = sys.argv[1]
    if engine.startswith("grammar of "):
        execute, rows = grammar(engine.removeprefix("grammar of "))
    else:
        execute, rows = {"duckdb": duckdb, "clickhouse": clickhouse, "spark": spark}[engine]()
    asked = json.load(sys.stdin)
    for statement in asked["statements"]:
        execute(statement)
    answers = [rows(query) for query in asked["queries"] or []]
    with open(sys.argv[2], "w", encoding="utf-8") as out:
        json.dump(answers, out, default=str)


main()
