"""check_json.py FILE: what --export=json says of the run in failing.test."""
import json
import sys

document = json.load(open(sys.argv[1]))
assert document["format"] == "pipeline-rewrite-tune" and document["format-version"] == 1
assert document["gpu"] == "none" and document["unit"] == "ms"
assert document["kept"] == "cpasync4-predicate", document["kept"]
by_name = {each["name"]: each for each in document["candidates"]}
assert list(by_name)[0] == "plain" and len(by_name) == 11
best = by_name["cpasync4-predicate"]
assert best["result"] == "fastest" and best["times"] == [9] * 7 and best["median"] == 9
assert best["form"] == "cpasync, 4 stages, predicate", best["form"]
assert best["flags"] == "--variant=cpasync --epilogue=predicate --stages=4"
assert by_name["ldg-predicate"]["also"] == ["auto-predicate"]
kinds = {name: each["failure"]["kind"] for name, each in by_name.items() if "failure" in each}
assert kinds == {"ldg-predicate": "build", "ldg-peel": "run", "ldg-single-predicate": "timeout",
                 "ldg-single-peel": "output", "cpasync-predicate": "output",
                 "cpasync3-predicate": "time", "cpasync-peel": "timeout"}, kinds
assert "error: broken on purpose" in by_name["ldg-predicate"]["failure"]["message"]
assert by_name["cpasync-peel"]["times"] == [1, 1], by_name["cpasync-peel"]["times"]
