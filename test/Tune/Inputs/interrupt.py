"""interrupt.py STUB COMMAND...: Ctrl-C when the plain program's fifth call hangs."""
import pathlib
import signal
import subprocess
import sys
import time

calls = pathlib.Path(sys.argv[1], "calls-plain")
tool = subprocess.Popen(sys.argv[2:], stdout=subprocess.DEVNULL)
for _ in range(3000):
    if calls.exists() and calls.read_text().strip() == "5":
        break
    time.sleep(0.02)
else:
    sys.exit("the fifth call never came")
time.sleep(0.2)
tool.send_signal(signal.SIGINT)
status = tool.wait(timeout=30)
assert status == 130, status
