"""usage: check_sass.py REPORT.json INSTANCE...

Of each of these kernels, the instructions of its loop were read, before and
after, and hold what every tiled loop has.
"""
import json
import sys

report = json.load(open(sys.argv[1]))
rows = {row["instance"]: row for loop in report["files"][0]["loops"] for row in loop["code"]}
assert sorted(rows) == sorted(sys.argv[2:]), rows
for row in rows.values():
    sass = row["sass"]
    for loops in (sass["loopsBefore"], sass["loopsAfter"]):
        assert len(loops) == 1, sass
        loop = loops[0]
        assert loop["first"] < loop["last"], loop
        assert loop["barriers"] >= 1 and loop["loads"] + loop["copies"] >= 1, loop
        roles = [line["role"] for line in loop["lines"]]
        assert roles[-1] == "barrier" and "math" in roles and "store" in roles, loop
