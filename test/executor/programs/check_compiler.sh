#!/bin/sh
# A self-checking program gives the right results from the PTX of another
# compiler: exit status 0, which a hazard would change, for three seeds.
# usage: check_compiler.sh nvcc|clang COMPILER LIBRARY PROGRAM SOURCE INCLUDE
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
kind=$1
compiler=$2
library=$3
program=$4
source=$5
include=$6
skip() { echo "skipped: $1"; exit 77; }

test -x "$compiler" || skip "no $kind of another version was found"
if test "$kind" = nvcc; then
  # Its host compiler may be too new for it: then it compiles nothing.
  echo 'int main() {}' > "$program.empty.cu"
  "$compiler" -c "$program.empty.cu" -o "$program.o" 2> "$program.log" ||
    skip "$compiler compiles nothing here: $(head -n 1 "$program.log")"
  "$compiler" --version | grep release
  "$compiler" -std=c++17 -I "$include" -lineinfo -no-compress \
    -gencode arch=compute_80,code=compute_80 -diag-suppress 20054 \
    -cudart none "$source" "$library" -o "$program" || exit 1
else
  nvcc=$(command -v nvcc)
  test -n "$nvcc" || skip "clang needs the headers of a toolkit"
  cuda=$("$nvcc" --dryrun -x cu "$source" 2>&1 | sed -n 's/^#\$ TOP=//p' | head -n 1)
  test -d "$cuda" || { echo "nvcc names no toolkit"; exit 1; }
  "$compiler" --version | head -n 1
  # Since CUDA 13 the C++ library of the toolkit has a folder of its own.
  "$compiler" -x cuda "$source" -std=c++17 -O3 -gline-tables-only -w \
    --cuda-path="$cuda" -I "$cuda/include/cccl" -I "$include" \
    --cuda-gpu-arch=sm_80 --cuda-include-ptx=all -Xcuda-fatbinary \
    --compress=false -c -o "$program.o" || exit 1
  "$compiler" "$program.o" "$library" -o "$program" || exit 1
fi
for seed in 1 2 3; do
  PIPELINE_EXEC_SEED=$seed "$program" > "$program.out" || {
    echo "failed with seed $seed, status $?"
    grep -v " ok$" "$program.out"
    exit 1
  }
done
