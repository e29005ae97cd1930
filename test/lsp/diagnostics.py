"""diagnostics.py SERVER FILE [KEY=VALUE...]: what an editor shows of a file, a message a line.

The pairs are settings. The file is read as with --cuda-path=builtin.
"""
import pathlib
import sys

from client import Client, File

server, name, *pairs = sys.argv[1:]
path = pathlib.Path(name).resolve()
settings = {"cuda-path": "builtin", "debounce-ms": 0, **dict(pair.split("=") for pair in pairs)}
client = Client(server, path.parent, settings)
file = File(client, path, path.read_text(encoding="utf-8"))
for found in file.diagnostics():
    print(f"{path.name}:{found['range']['start']['line'] + 1}: {found['message']}")
client.shut_down()
for message in client.notifications:
    if message["method"] == "window/logMessage":
        print(f"log: {message['params']['message']}")
