#!/usr/bin/env python3
"""Packages the VS Code extension in a copy of its folder and looks into it.

usage: vscode.py NPM EXTENSION_FOLDER

Exit status 77, a skip, where npm reaches no registry or node is too old.
"""
import json
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile
import zipfile

SKIPPED = 77
LEAST_NODE = 20  # what vsce runs on


def run(folder, *command):
    return subprocess.run(command, cwd=folder, capture_output=True, text=True, timeout=600)


def skip(reason):
    print(f"skipped: {reason}")
    sys.exit(SKIPPED)


def package(npm, source, folder):
    tracked = [name for name in source.iterdir()
               if name.name not in ("node_modules", "out") and name.suffix != ".vsix"]
    for name in tracked:
        (shutil.copytree if name.is_dir() else shutil.copy)(name, folder / name.name)
    node = run(folder, "node", "--version")
    if node.returncode or int(re.match(r"v(\d+)", node.stdout)[1]) < LEAST_NODE:
        skip(f"node {LEAST_NODE} or later is needed, here is {node.stdout.strip() or 'none'}")
    if run(folder, npm, "view", "typescript", "version", "--fetch-retries=0").returncode:
        skip("npm reaches no registry")
    for command in (["ci", "--ignore-scripts", "--no-audit", "--no-fund"], ["run", "package"]):
        done = run(folder, npm, *command)
        if done.returncode:
            sys.exit(f"npm {' '.join(command)}:\n{done.stdout}{done.stderr}")
    return folder / "pipeline-rewrite.vsix"


def check(vsix):
    with zipfile.ZipFile(vsix) as archive:
        manifest = json.loads(archive.read("extension/package.json"))
        program = archive.read("extension/" + manifest["main"].removeprefix("./")).decode()
    for command in manifest["contributes"]["commands"]:
        assert f'registerCommand("{command["command"]}"' in program, command
    for entry in manifest["contributes"]["menus"]["commandPalette"]:
        assert entry["command"] in [c["command"] for c in manifest["contributes"]["commands"]], entry


def main():
    npm, source = sys.argv[1:]
    with tempfile.TemporaryDirectory() as folder:
        check(package(npm, pathlib.Path(source), pathlib.Path(folder)))
    print("packaged")


if __name__ == "__main__":
    main()
