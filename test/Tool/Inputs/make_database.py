"""make_database.py FOLDER FILE...: a compile_commands.json as a build with nvcc
writes it, in FOLDER."""
import json
import os
import sys

folder, *files = sys.argv[1:]
folder = os.path.abspath(folder)
json.dump([{"directory": folder, "file": file,
            "command": f"nvcc --no-such-option -DTILE=16 -c {file} -o out.o"} for file in files],
          open(os.path.join(folder, "compile_commands.json"), "w"))
