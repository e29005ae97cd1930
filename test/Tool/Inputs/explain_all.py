"""explain_all.py TOOL LIST: --explain works for each name of the list, and shows
its page of the documentation."""
import subprocess
import sys

tool, path = sys.argv[1:]
for line in open(path).read().splitlines()[1:]:
    name = line.split()[0]
    text = subprocess.run([tool, "--explain", name], check=True, capture_output=True, text=True).stdout
    if name.startswith("pipeline-rewrite-"):
        assert text.startswith(f"# {name}\n"), text
        continue
    assert text.startswith(name + "\n"), text
    assert "\n  advice: " in text, text
    # The entry of docs/refusals.md, which ends with what to do.
    assert "**Do:**" in text and "\n## " not in text, text
    assert f"docs/refusals.md#{name}" in text, text
