"""explain_all.py TOOL LIST: --explain works for each id of the list."""
import subprocess
import sys

tool, path = sys.argv[1:]
for line in open(path).read().splitlines()[1:]:
    name = line.split()[0]
    text = subprocess.run([tool, "--explain", name], check=True, capture_output=True, text=True).stdout
    assert text.startswith(name + "\n"), text
    assert "\n  advice: " in text, text
    assert f"docs/refusals.md#{name}" in text, text
