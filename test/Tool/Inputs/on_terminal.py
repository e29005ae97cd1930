"""on_terminal.py COMMAND...: colours on a terminal, none with NO_COLOR or --color=never."""
import os
import pty
import sys


def output(command, **environment):
    child, terminal = pty.fork()
    if child == 0:
        for name in ("NO_COLOR",):
            os.environ.pop(name, None)
        os.environ.update(TERM="xterm-256color", **environment)
        os.execvp(command[0], command)
    data = b""
    while True:
        try:
            chunk = os.read(terminal, 65536)
        except OSError:  # Linux: the other end is closed
            break
        if not chunk:
            break
        data += chunk
    os.waitpid(child, 0)
    assert b"rewritten" in data, data
    return data


command = sys.argv[1:]
assert b"\x1b[" in output(command)
assert b"\x1b[" in output(command, NO_COLOR="")
assert b"\x1b[" not in output(command, NO_COLOR="1")
assert b"\x1b[" not in output(command + ["--color=never"])
assert b"\x1b[" in output(command + ["--color=always"], NO_COLOR="1")
