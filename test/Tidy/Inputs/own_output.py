"""own_output.py SAMPLES FOLDER PROGRAM...: rewrites each sample in a form with cp.async."""
import os
import subprocess
import sys

samples, folder, *program = sys.argv[1:]
FORMS = [("two", []), ("three", ["--stages=3"]), ("peel", ["--epilogue=peel"]),
         ("pipe", ["--api=pipeline"]), ("pipe3", ["--api=pipeline", "--stages=3"]),
         ("block", ["--api=pipeline-block"]), ("block3", ["--api=pipeline-block", "--stages=3"])]
names = sorted(name for name in os.listdir(samples) if name.endswith(".cu"))
for number, name in enumerate(names):
    form, flags = FORMS[number % len(FORMS)]
    out = os.path.join(folder, f"{form}-{name}")
    subprocess.run([*program, "--cuda-path=builtin", "--variant=cpasync", "--quiet", *flags,
                    os.path.join(samples, name), "-o", out], check=True)
