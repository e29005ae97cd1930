"""join.py SAMPLES FILE...: prints the sources as namespaces of one, which compiles as each of them does.

Exit status 1 where it would not: another #include, or a name of a header that only another one includes.
"""
import re
import sys
from pathlib import Path

sys.path.insert(0, sys.argv[1])
from programs import leading_includes, unit_of  # noqa: E402

texts = [Path(name).read_bytes() for name in sys.argv[2:]]
if len({unit_of(text) for text in texts}) != 1 or len(set(texts)) != len(texts):
    sys.exit("these cannot be joined: " + ", ".join(sys.argv[2:]))
print(*dict.fromkeys(line for text in texts for line in leading_includes(text)), sep="\n")
for number, text in enumerate(map(bytes.decode, texts)):
    print(f"namespace form_{number} {{\n#line 1\n{text}\n}}")
    print(*(f"#undef {name}" for name in re.findall(r"^\s*#\s*define\s+(\w+)", text, re.M)), sep="\n")
