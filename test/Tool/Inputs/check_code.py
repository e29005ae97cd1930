"""usage: check_code.py REPORT.json INSTANCE/ARCH...

The key `code` of all loops has these rows, in this order, and each row has
registers before and after.
"""
import json
import sys

report = json.load(open(sys.argv[1]))
rows = [row for loop in report["files"][0]["loops"] for row in loop["code"]]
assert [f"{row['instance']}/{row['arch']}" for row in rows] == sys.argv[2:], rows
for row in rows:
    for when in ("before", "after"):
        assert row[when]["registers"] > 0, row
        # The launch of one is in view.
        assert (row[when]["blocks"] is None) == (row["instance"] == "few"), row
    assert row["before"]["spillStoreBytes"] == row["before"]["spillLoadBytes"] == 0, row
    assert row["symbol"].startswith("_Z"), row
spilling = [row for row in rows if row["after"]["spillLoadBytes"] > 0]
assert spilling and all(row["after"]["localBytes"] > 0 for row in spilling), rows
