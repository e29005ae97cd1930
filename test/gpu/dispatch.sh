#!/bin/sh
# Compiles test/gpu/dispatch.cu for the GPU here, runs it three times: as it
# is, twice, and with the source's kernel pinned; then dispatch-beside.cu.
# Writes all to one file.
# Usage: test/gpu/dispatch.sh [OUTPUT]
set -e
Here=$(cd "$(dirname "$0")" && pwd)
Out=${1:-${OUT:-.}/dispatch.txt}
Made=$(mktemp -d)
trap 'rm -rf "$Made"' EXIT
PATH=$PATH:/usr/local/cuda/bin
{
  date
  nvidia-smi -L || true
  nvcc --version | tail -2
  nvcc -std=c++17 -O3 -arch=native -I "$Here/../../lib/Emit/embedded" \
    "$Here/dispatch.cu" -o "$Made/dispatch" -lpthread
  echo "#### as it is"
  PIPELINE_DISPATCH=print timeout 200 "$Made/dispatch" ||
    echo "exit code $?"
  echo "#### once more"
  timeout 200 "$Made/dispatch" || echo "exit code $?"
  echo "#### form:0"
  PIPELINE_DISPATCH=form:0 timeout 200 "$Made/dispatch" | grep plain
  nvcc -std=c++17 -O3 -arch=native -I "$Here/../../lib/Emit/embedded" \
    "$Here/dispatch-beside.cu" -o "$Made/beside"
  for Each in launch call late; do
    echo "#### beside a kernel that waits for the launches: $Each"
    PIPELINE_DISPATCH=print timeout 20 "$Made/beside" $Each ||
      echo "exit code $? (124: waits for ever; expected of 'late' alone)"
  done
} >"$Out" 2>&1
