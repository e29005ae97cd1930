"""Ids and patches of loops: loop_patches.py FILE TOOL..., in the folder of FILE."""

import json
import subprocess
import sys

name, *tool = sys.argv[1:]


def loops():
    done = subprocess.run([*tool, name], capture_output=True, text=True, check=True)
    return json.loads(done.stdout)["files"][0]


def ids():
    return [loop["id"] for loop in loops()["loops"]]


with open(name, encoding="utf-8") as source:
    text = source.read()
first = loops()
rewritten = [loop for loop in first["loops"] if loop["verdict"] == "rewritten"]
before = ids()
if len(rewritten) < 2 or len(set(before)) != len(before):
    sys.exit(f"wanted two loops with ids of their own: {before}")

# One patch after the other comes to the patch of the file.
for loop in reversed(rewritten):
    if loop["patch"] == first["diff"]:
        sys.exit("a loop's patch is that of the file")
    subprocess.run(["patch", "-p1", "--quiet"], input=loop["patch"], text=True, check=True)
with open(name, encoding="utf-8") as source:
    one_by_one = source.read()
with open(name, "w", encoding="utf-8") as source:
    source.write(text)
subprocess.run(["patch", "-p1", "--quiet"], input=first["diff"], text=True, check=True)
with open(name, encoding="utf-8") as source:
    if source.read() != one_by_one:
        sys.exit("the loops' patches come to something else than the file's")

with open(name, "w", encoding="utf-8") as source:
    source.write("// Lines move.\n\n" + text)
if ids() != before:
    sys.exit("ids change with lines")
with open(name, "w", encoding="utf-8") as source:
    source.write(text.replace("sum +=", "sum = sum +"))
if set(ids()) & set(before):
    sys.exit("ids stay when functions change")
