"""Prints how often each test of runreport's steps.csv passed and failed, as MultiQC's custom content."""
import collections
import csv
import sys

counts = collections.defaultdict(collections.Counter)
with open(sys.argv[1], newline="") as file:
    for row in csv.DictReader(file):
        if row["kind"] == "test":
            counts[row["step"]][row["result"]] += 1
print("# id: 'tests'\n# section_name: 'Tests'\n# plot_type: 'table'")
results = sorted({result for c in counts.values() for result in c})
print("\t".join(["Test", *results]))
for name, count in sorted(counts.items()):
    print("\t".join([name, *(str(count[result]) for result in results)]))
