"""own_output.py SAMPLES FOLDER PROGRAM...: rewrites each sample in a form with cp.async, and
prints how many loops became another.

Samples of one form are namespaces of one source where they include the same: most of the
time of program and check goes into reading what they include."""
import json
import subprocess
import sys
from collections import defaultdict
from pathlib import Path

samples, folder, *program = sys.argv[1:]
sys.path.insert(0, samples)
from programs import joint_unit, unit_of  # noqa: E402
FORMS = [("two", []), ("three", ["--stages=3"]), ("peel", ["--epilogue=peel"]),
         ("pipe", ["--api=pipeline"]), ("pipe3", ["--api=pipeline", "--stages=3"]),
         ("block", ["--api=pipeline-block"]), ("block3", ["--api=pipeline-block", "--stages=3"])]
units, rewritten = defaultdict(list), 0
for number, sample in enumerate(sorted(Path(samples).glob("*.cu"))):
    text = sample.read_bytes()
    units[number % len(FORMS), unit_of(text)].append(text)
for number, ((form, _), texts) in enumerate(units.items()):
    name, flags = FORMS[form]
    source, output = Path(folder, f"{name}-{number}.txt.cu"), Path(folder, f"{name}-{number}.cu")
    source.write_bytes(joint_unit(texts) if len(texts) > 1 else texts[0])
    done = subprocess.run([*program, "--cuda-path=builtin", "--variant=cpasync", "--verify=syntax", "--report=json",
                           *flags, source, "-o", output], check=True, stdout=subprocess.PIPE)
    loops = [loop for file in json.loads(done.stdout)["files"] for loop in file["loops"]]
    rewritten += sum(loop["verdict"] == "rewritten" for loop in loops)
    source.unlink()
print(f"{rewritten} loops")
