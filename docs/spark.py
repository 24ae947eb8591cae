"""Reads logs on the workers of a Spark cluster and merges what they read to a dataset.

    spark-submit --master spark://HOST:7077 spark.py --root /shared/logs --tasks 64 dataset/

The logs lie where every worker sees them under the same path, and so do the program and the
dataset. A task reads a share of the list of files through "runreport ingest -". Its part goes on
as lines of text, is kept on the executor's disk, and is merged with its neighbours until few are
left. These are written beside the dataset, and the driver merges them into it: no part is ever in
the memory of Spark. A task that is lost with its worker is run again by Spark.
"""
import argparse
import os
import shlex
import shutil
import subprocess
import sys

from pyspark import StorageLevel
from pyspark.sql import SparkSession


def files_below(root):
    for folder, folders, names in os.walk(root):
        folders.sort()
        yield from (os.path.join(folder, name) for name in sorted(names))


def kept(lines):
    """Runs the tasks of the lines at once, each into a partition on the disk of its executor."""
    lines.persist(StorageLevel.DISK_ONLY).count()
    return lines


def main():
    options = argparse.ArgumentParser()
    options.add_argument("dataset", help="folder to write the dataset into; DATASET.parts beside it is used meanwhile")
    options.add_argument("--root", required=True, help="folder of the logs")
    options.add_argument("--tasks", type=int, default=8, help="shares of the list of files")
    options.add_argument("--together", type=int, default=8, help="parts that one task merges")
    options.add_argument("--program", default="runreport", help="how workers start runreport")
    o = options.parse_args()

    spark = SparkSession.builder.appName("runreport").getOrCreate()
    files = list(files_below(o.root))
    tasks = min(o.tasks, len(files))  # an empty list is an error of ingest
    read, merge = f"{o.program} ingest - --root {shlex.quote(o.root)} -o -", f"{o.program} merge - -o -"
    lines = kept(spark.sparkContext.parallelize(files, tasks).pipe(read, checkCode=True))
    while tasks > o.together:
        tasks = -(-tasks // o.together)
        lines = kept(lines.coalesce(tasks).pipe(merge, checkCode=True))

    parts = os.path.abspath(o.dataset) + ".parts"
    lines.saveAsTextFile(parts)
    files = sorted(os.path.join(parts, name) for name in os.listdir(parts) if name.startswith("part-"))
    code = subprocess.call([*shlex.split(o.program), "merge", *files, "-o", o.dataset])
    shutil.rmtree(parts)
    spark.stop()
    sys.exit(code)


main()
