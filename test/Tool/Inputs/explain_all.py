"""explain_all.py TOOL LIST: --explain works for each name of the list, and shows
its page of the documentation; as JSON, too."""
import json
import subprocess
import sys

tool, path = sys.argv[1:]
for line in open(path).read().splitlines()[1:]:
    name = line.split()[0]
    text = subprocess.run([tool, "--explain", name], check=True, capture_output=True, text=True).stdout
    as_json = subprocess.run([tool, "--explain", name, "--report=json"], check=True, capture_output=True, text=True).stdout
    entry, *same = json.loads(as_json)["ids"]  # copy-in-flight is a refusal and a find
    assert entry["id"] == name and entry.get("text", "").strip() in text and entry["summary"], entry
    assert [o for o in entry.get("options", []) if o not in text] == [], entry
    if entry["kind"] == "find":
        assert entry["summary"] in text and "docs/check.md" in text, text
        continue
    if name.startswith("pipeline-rewrite-"):
        assert text.startswith(f"# {name}\n"), text
        continue
    assert text.startswith(name + "\n"), text
    assert "\n  advice: " in text, text
    # The entry of docs/refusals.md, which ends with what to do.
    assert "**Do:**" in text and "\n## " not in text, text
    assert f"docs/refusals.md#{name}" in text, text
