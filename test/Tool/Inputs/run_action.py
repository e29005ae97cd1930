"""run_action.py BIN ACTION [input=value...]: does what GitHub does with a
composite action: gives its inputs to the steps, runs them with the programs of
BIN, prints the outputs. Exits with the code of the first step that fails.
"""
import os
import re
import subprocess
import sys

import yaml

path = os.path.abspath(sys.argv[2])
action = yaml.safe_load(open(path))
given = dict(word.split("=", 1) for word in sys.argv[3:])
unknown = set(given) - set(action["inputs"])
assert not unknown, f"no such input: {unknown}"
inputs = {name: given.get(name, str(of["default"])) for name, of in action["inputs"].items()}
used = set(re.findall(r"inputs\.([\w-]+)", open(path).read()))
assert used == set(inputs), f"declared and used differ: {used ^ set(inputs)}"
for of in action["inputs"].values():
    assert of["description"]


def expand(text):
    return re.sub(r"\$\{\{ inputs\.([\w-]+) \}\}", lambda m: inputs[m.group(1)], text)


assert action["runs"]["using"] == "composite"
output = os.path.abspath("outputs")
for step in action["runs"]["steps"]:
    open(output, "w").close()
    assert step["shell"] == "bash"
    env = {**os.environ, "GITHUB_ACTION_PATH": os.path.dirname(path), "GITHUB_OUTPUT": output,
           "PATH": sys.argv[1] + os.pathsep + os.environ["PATH"]}
    env.update({name: expand(text) for name, text in step["env"].items()})
    code = subprocess.run(["bash", "--noprofile", "--norc", "-eo", "pipefail", "-c", expand(step["run"])], env=env).returncode
    print("OUTPUT", open(output).read().strip())
    if code:
        sys.exit(code)
