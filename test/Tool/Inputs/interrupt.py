"""interrupt.py SOURCE COMMAND...: Ctrl-C while many files are rewritten.

Runs COMMAND -i on copies of SOURCE, interrupts it after the first file has
changed, and looks at all of them.
"""
import os
import signal
import subprocess
import sys
import time

source = open(sys.argv[1]).read()
names = [f"k{i:03}.cu" for i in range(200)]
for name in names:
    open(name, "w").write(source)
run = subprocess.Popen(sys.argv[2:] + ["-i", "-j2", *names], stderr=subprocess.PIPE, text=True)
deadline = time.time() + 60
while open(names[0]).read() == source:
    assert time.time() < deadline and run.poll() is None, "nothing was rewritten"
    time.sleep(0.01)
run.send_signal(signal.SIGINT)
errors = run.communicate(timeout=60)[1]
assert run.returncode == 130, (run.returncode, errors)

texts = [open(name).read() for name in names]
new = texts[0]
assert "[2][16][16]" in new
changed = [text != source for text in texts]
assert all(text in (source, new) for text in texts), "a file is neither old nor new"
done = sum(changed)
assert not any(changed[done + 2 :]), "not in order"
assert f"interrupted: {done} of {len(names)} files were handled" in errors, errors[-300:]
assert f"{done} file{'' if done == 1 else 's'} written" in errors, errors[-300:]
assert sorted(os.listdir(".")) == names, "something was left behind"
