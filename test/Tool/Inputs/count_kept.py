"""count_kept.py FOLDER [flip|cut|empty]: the entries of a cache, and how many were written since the last call.

With a word all entries are broken in that way.
"""
import pathlib
import sys

folder = pathlib.Path(sys.argv[1])
seen_before = folder.with_name(folder.name + ".seen")
entries = sorted(file for file in folder.glob("pipeline-rewrite-answers/??/*") if file.is_file())
assert all(len(file.name) == 62 for file in entries), "nothing half written stays"
if sys.argv[2:]:
    for file in entries:
        data = bytearray(file.read_bytes())
        if sys.argv[2] == "flip":
            data[len(data) // 2] ^= 1
        file.write_bytes({"flip": data, "cut": data[:len(data) // 2], "empty": b""}[sys.argv[2]])
else:
    # An answer that is given again makes its entry younger, but is the same file.
    now = {f"{file.parent.name}/{file.name} {file.stat().st_ino}" for file in entries}
    old = set(seen_before.read_text().split("\n")) if seen_before.exists() else set()
    print(f"{len(entries)} kept, {len(now - old)} new")
    seen_before.parent.mkdir(parents=True, exist_ok=True)
    seen_before.write_text("\n".join(now))
