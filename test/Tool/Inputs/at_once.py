"""at_once.py N COMMAND...: runs it N times at once, and counts the different answers."""
import subprocess
import sys

count = int(sys.argv[1])
running = [subprocess.Popen(sys.argv[2:], stdout=subprocess.PIPE, stderr=subprocess.PIPE) for _ in range(count)]
answers = {(run.communicate(), run.returncode) for run in running}
print(f"{count} runs, {len(answers)} answer{'s' if len(answers) > 1 else ''}")
