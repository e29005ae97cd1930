"""editor.py neovim|emacs EDITOR SERVER FOLDER PAGE FILE REFUSED

Edits a copy of FILE, in FOLDER, in an editor that is set up as PAGE says.
Prints what the script for that editor saw, beside this file.
"""
import os
import pathlib
import re
import shutil
import subprocess
import sys

kind, editor, server, folder, page, file, refused = sys.argv[1:]
folder = pathlib.Path(folder).resolve()
here = pathlib.Path(__file__).resolve().parent
language, setup, command = {
    "neovim": ("lua", "init.lua", ["--headless", "-n", "-i", "NONE", "-u", "{setup}", "{file}",
                                   "-c", f"luafile {here / 'neovim.lua'}"]),
    "emacs": ("elisp", "init.el", ["--batch", "--no-init-file", "--load", "{setup}",
                                   "--load", str(here / "emacs.el")]),
}[kind]
# Of several blocks the first; another one may be for later versions.
block = re.search(rf"^```{language}\n(.*?)^```$", pathlib.Path(page).read_text(encoding="utf-8"),
                  flags=re.M | re.S)[1]
(folder / setup).write_text(block, encoding="utf-8")
for name in (file, refused):
    shutil.copy(name, folder)
edited, report = folder / pathlib.Path(file).name, folder / "report"
environment = dict(
    os.environ, REPORT=str(report), EDITED=str(edited),
    REFUSED=str(folder / pathlib.Path(refused).name),
    HOME=str(folder), XDG_CONFIG_HOME=str(folder), XDG_DATA_HOME=str(folder),
    XDG_STATE_HOME=str(folder), XDG_CACHE_HOME=str(folder), XDG_RUNTIME_DIR=str(folder),
    LC_ALL="C.UTF-8", PATH=os.path.dirname(server) + os.pathsep + os.environ["PATH"])
words = [word.format(setup=folder / setup, file=edited) for word in command]
done = subprocess.run([editor, *words], env=environment, timeout=300, capture_output=True, text=True)
if report.exists():
    print(report.read_text(encoding="utf-8"))
print(done.stderr)
print(f"exit status {done.returncode}")
