"""interrupt_tree.py SOURCE FOLDER COMMAND...: what --explain-all says when it is interrupted.

Runs COMMAND --explain-all on copies of SOURCE in FOLDER, each with a header, and ends it while some
are known and others are not.
"""
import json
import re
import signal
import subprocess
import sys
import time
from pathlib import Path

# Who runs tests may ignore it, and the program inherits that until it is ready: the signal would be lost.
signal.signal(signal.SIGINT, signal.default_int_handler)
source, folder, command = Path(sys.argv[1]).read_text(), Path(sys.argv[2]), sys.argv[3:]
(folder / "tile.cuh").write_text(source.replace("gemm", "inHeader"))
for i in range(200):
    (folder / f"k{i:03}.cu").write_text('#include "tile.cuh"\n' + source)


def interrupted(signals, *options):
    """Its output and errors, by a delay with which the run is somewhere in the middle."""
    delay = 0.2
    while True:
        run = subprocess.Popen([*command, "--explain-all", str(folder), "-j2", *options],
                               stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
        time.sleep(delay)
        for each in signals:
            run.send_signal(each)
        out, errors = run.communicate(timeout=60)
        assert run.returncode in (130, -signals[0]), (run.returncode, errors)
        found = re.search(r"interrupted: (\d+) of 200 files were handled", errors)
        if found and int(found[1]):
            return out, int(found[1])
        delay *= 1.5  # it had not begun
        assert delay < 30, errors


for signals in ((signal.SIGINT,), (signal.SIGTERM,), (signal.SIGTERM, signal.SIGTERM)):
    out, known = interrupted(signals)
    assert f"{known + 1} loops: {known + 1} can be pipelined" in out, (known, out[-500:])
    assert re.search(r"tile.cuh +1 ", out), out[-500:]
out, known = interrupted((signal.SIGTERM,), "--report=json")
document = json.loads(out)
assert document["exitCode"] == 130 and document["summary"]["rewritten"] == known + 1, document["summary"]
done = subprocess.run([*command, "--explain-all", str(folder), "-j1", "--budget=0.5s"], capture_output=True, text=True)
assert done.returncode == 0 and "the budget is spent" in done.stderr, done.stderr
