"""What became of each rewritten loop of a report, one line for each."""
import json
import sys

for file in json.load(open(sys.argv[1]))["files"]:
    if file["error"]:
        print("error:", file["error"])
    for loop in file["loops"]:
        done = loop["execution"]
        if not done:
            print(f"{loop['kernel']}: {loop['verdict']} {loop['refusal'] and loop['refusal']['detail']}")
            continue
        print(f"{loop['kernel']}: {'executed' if done['executed'] else 'not executed'}, "
              f"{done['leastTiles']} to {done['mostTiles']} tiles, {done['notExecuted']}")
