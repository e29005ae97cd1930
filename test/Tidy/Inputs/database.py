"""database.py FOLDER FILE... -- FLAG...: writes FOLDER/compile_commands.json."""
import json
import os
import sys

folder, *words = sys.argv[1:]
end = words.index("--")
commands = [{"directory": folder, "file": os.path.join(folder, name),
             "arguments": ["clang++", *words[end + 1:], "-c", os.path.join(folder, name)]}
            for name in words[:end]]
with open(os.path.join(folder, "compile_commands.json"), "w", encoding="utf-8") as out:
    json.dump(commands, out)
