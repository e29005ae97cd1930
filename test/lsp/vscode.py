#!/usr/bin/env python3
"""Packages the VS Code extension in a copy of its folder and looks into it.

usage: vscode.py NPM EXTENSION_FOLDER [SERVER]

With a server, a second file has it inside, and it is run from there.

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


def need(folder, *command):
    done = run(folder, *command)
    if done.returncode:
        sys.exit(f"{' '.join(command)}:\n{done.stdout}{done.stderr}")


def install(npm, source, folder):
    """A copy of the extension's folder with what packaging it needs."""
    tracked = [name for name in source.iterdir()
               if name.name not in ("node_modules", "out") and name.suffix != ".vsix"]
    for name in tracked:
        (shutil.copytree if name.is_dir() else shutil.copy)(name, folder / name.name)
    node = run(folder, "node", "--version")
    if node.returncode or int(re.match(r"v(\d+)", node.stdout)[1]) < LEAST_NODE:
        skip(f"node {LEAST_NODE} or later is needed, here is {node.stdout.strip() or 'none'}")
    if run(folder, npm, "view", "typescript", "version", "--fetch-retries=0").returncode:
        skip("npm reaches no registry")
    need(folder, npm, "ci", "--ignore-scripts", "--no-audit", "--no-fund")


def package(npm, folder, server=None):
    vsix = folder / "pipeline-rewrite.vsix"
    vsix.unlink(missing_ok=True)
    shutil.rmtree(folder / "out", ignore_errors=True)
    more = []
    if server:
        (folder / "server" / "bin").mkdir(parents=True)
        shutil.copy(server, folder / "server" / "bin" / "pipeline-rewrite-lsp")
        more = ["--", "--target", "linux-x64"]
    need(folder, npm, "run", "package", *more)
    return vsix


def check(vsix):
    with zipfile.ZipFile(vsix) as archive:
        manifest = json.loads(archive.read("extension/package.json"))
        program = archive.read("extension/" + manifest["main"].removeprefix("./")).decode()
    for command in manifest["contributes"]["commands"]:
        assert f'registerCommand("{command["command"]}"' in program, command
    for entry in manifest["contributes"]["menus"]["commandPalette"]:
        assert entry["command"] in [c["command"] for c in manifest["contributes"]["commands"]], entry


def check_server(vsix, folder):
    """Unpacked as VS Code does, with the modes of the archive."""
    with zipfile.ZipFile(vsix) as archive:
        entry = archive.getinfo("extension/server/bin/pipeline-rewrite-lsp")
        program = pathlib.Path(archive.extract(entry, folder))
    program.chmod(entry.external_attr >> 16 & 0o777)
    message = json.dumps({"jsonrpc": "2.0", "id": 1, "method": "initialize",
                          "params": {"processId": None, "rootUri": None, "capabilities": {}}}).encode()
    done = subprocess.run([program], input=b"Content-Length: %d\r\n\r\n" % len(message) + message,
                          capture_output=True, timeout=60)
    assert b'"name":"pipeline-rewrite-lsp"' in done.stdout, done


def main():
    npm, source, *server = sys.argv[1:]
    with tempfile.TemporaryDirectory() as folder, tempfile.TemporaryDirectory() as unpacked:
        copy = pathlib.Path(folder)
        install(npm, pathlib.Path(source), copy)
        check(package(npm, copy))
        if server:
            check_server(package(npm, copy, server[0]), unpacked)
    print("packaged")


if __name__ == "__main__":
    main()
