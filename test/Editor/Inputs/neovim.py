"""neovim.py NVIM SERVER FOLDER PAGE FILE REFUSED: edits a copy of FILE in Neovim.

Neovim is set up as PAGE says. Prints what neovim.lua saw; the edited file is
FOLDER/FILE's name.
"""
import os
import pathlib
import re
import shutil
import subprocess
import sys

nvim, server, folder, page, file, refused = sys.argv[1:]
folder = pathlib.Path(folder)
here = pathlib.Path(__file__).resolve().parent
(setup,) = re.findall(r"^```lua\n(.*?)^```$", pathlib.Path(page).read_text(encoding="utf-8"),
                      flags=re.M | re.S)
(folder / "init.lua").write_text(setup, encoding="utf-8")
for name in (file, refused):
    shutil.copy(name, folder)
report = folder / "report"
environment = dict(
    os.environ, REPORT=str(report), REFUSED=str(folder / pathlib.Path(refused).name),
    HOME=str(folder), XDG_CONFIG_HOME=str(folder), XDG_DATA_HOME=str(folder),
    XDG_STATE_HOME=str(folder), XDG_CACHE_HOME=str(folder), XDG_RUNTIME_DIR=str(folder),
    PATH=os.path.dirname(server) + os.pathsep + os.environ["PATH"])
done = subprocess.run([nvim, "--headless", "-n", "-i", "NONE", "-u", str(folder / "init.lua"),
                       str(folder / pathlib.Path(file).name),
                       "-c", f"luafile {here / 'neovim.lua'}"],
                      env=environment, timeout=300, capture_output=True, text=True)
print(report.read_text(encoding="utf-8") if report.exists() else "no report")
print(done.stderr)
print(f"exit status {done.returncode}")
