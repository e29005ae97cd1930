"""check_json.py REPORT DOCUMENT: the report's content, and each key documented."""
import json
import re
import sys

report = json.load(open(sys.argv[1]))
# A row of the document's table: an object, and its keys.
documented = set()
for owner, row in re.findall(r"^\| `([A-Za-z.\[\]]+)` \|(.*)", open(sys.argv[2]).read(), re.M):
    prefix = "" if owner == "document" else owner + "."
    documented |= {prefix + key for key in re.findall(r"`([A-Za-z]+)`", row)}


def keys(value, path=""):
    if isinstance(value, list):
        for item in value:
            yield from keys(item, path + "[]")
    elif isinstance(value, dict):
        for key, item in value.items():
            name = f"{path}.{key}" if path else key
            yield name
            # A place is documented once.
            yield from keys(item, "place" if key == "place" else name)


missing = sorted(set(keys(report)) - documented)
assert not missing, f"not in the document: {missing}"

assert report["schemaVersion"] == 1
assert report["exitCode"] == 2
assert report["summary"] == {
    "files": 2, "changedFiles": 1, "loops": 2, "rewritten": 1, "alreadyPipelined": 0, "refused": 1}
gemm, early, missing = report["files"]
assert [f["status"] for f in report["files"]] == ["changed", "unchanged", "error"]
assert missing["error"] == "missing.cu: No such file or directory"
(loop,) = gemm["loops"]
assert loop["verdict"] == "rewritten" and loop["kernel"] == "gemm"
assert loop["place"] == {"file": "gemm.cu", "line": 9, "column": 3}
assert loop["stages"] == 2 and loop["form"] and loop["shape"] and loop["refusal"] is None
assert {row["arch"] for row in loop["budget"]} == {"sm_86", "sm_90"}
assert gemm["diff"].startswith("--- a/gemm.cu\n+++ b/gemm.cu\n") and gemm["writtenTo"] is None
(loop,) = early["loops"]
assert loop["verdict"] == "refused" and loop["form"] is None
assert loop["refusal"]["id"] and loop["refusal"]["detail"] and loop["refusal"]["advice"]
