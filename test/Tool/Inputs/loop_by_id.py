"""--loop=ID: loop_by_id.py FILE KERNEL TOOL..., in the folder of FILE."""

import json
import subprocess
import sys

name, kernel, *tool = sys.argv[1:]


def run(*options):
    return subprocess.run([*tool, *options, name], capture_output=True, text=True)


def ids(*options):
    return [loop["id"] for loop in json.loads(run(*options).stdout)["files"][0]["loops"]]


chosen, = [each for each in ids() if each.startswith(f"{kernel}#")]
with open(name, encoding="utf-8") as source:
    text = source.read()
with open(name, "w", encoding="utf-8") as source:
    source.write("// Lines move.\n\n" + text)
if ids(f"--loop={chosen}") != [chosen]:
    sys.exit("the id selects another loop, or several")
with open(name, "w", encoding="utf-8") as source:
    source.write(text.replace("sum +=", "sum = sum +"))
gone = run(f"--loop={chosen}")
if gone.returncode != 2 or "no K-loop has this id" not in gone.stderr:
    sys.exit(f"an id of an older text: {gone.returncode}, {gone.stderr}")
