"""Blocks on an SM of a kernel's forms, from a table of --print=candidates."""
import csv
import sys

with open(sys.argv[2]) as table:
    rows = csv.DictReader((l for l in table if not l.startswith("#")), delimiter="\t")
    for row in rows:
        if row["kernel"].startswith(sys.argv[1]):
            print(f"{row['form']}: {row['blocks0']} blocks, now {row['blocks1']}")
