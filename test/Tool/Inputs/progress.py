"""progress.py COMMAND...: a line of progress on a terminal, and none elsewhere."""
import os
import pty
import re
import subprocess
import sys


def on_terminal(command):
    child, terminal = pty.fork()
    if child == 0:
        os.environ["TERM"] = "xterm"
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
    return data.decode()


def screen(text):
    """What is to be seen in the end: the line is written over and taken away."""
    return "\n".join(re.split(r"\r(?:\x1b\[K)?", line)[-1]
                     for line in text.replace("\r\n", "\n").split("\n"))


command = sys.argv[1:]
text = on_terminal(command)
shown = re.findall(r"\r\x1b\[K\[(\d+)/(\d+)\] (\d+)%(?:, about (\d+) s left)?", text)
assert shown, text
assert all(total == "12" and int(percent) == int(done) * 100 // 12 for done, total, percent, left in shown), shown
assert any(left for *_, left in shown), "never says how long"
assert "% " not in screen(text) and "s left" not in screen(text), screen(text)
assert screen(text).count("can be software-pipelined") == 12, screen(text)

quiet = on_terminal(command + ["--quiet"])
assert "[0/12]" not in quiet and "s left" not in quiet
piped = subprocess.run(command, capture_output=True, text=True)
assert "\r" not in piped.stderr and "s left" not in piped.stderr
