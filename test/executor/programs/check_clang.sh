#!/bin/sh
# A program built by clang (its own registration and PTX) gives the results of
# the host reference.
# usage: check_clang.sh CLANG SOURCE LIBRARY FOLDER
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
clang=$1
nvcc=$(command -v nvcc)
test -x "$clang" && test -n "$nvcc" || { echo "skipped: needs clang and nvcc"; exit 77; }
# nvcc names its toolkit itself; the program may be a link or a wrapper.
cuda=$("$nvcc" --dryrun -x cu "$2" 2>&1 | sed -n 's/^#\$ TOP=//p' | head -n 1)
test -d "$cuda" || { echo "nvcc names no toolkit"; exit 1; }
for level in -O3 -O0; do
  "$clang" -x cuda "$2" -std=c++17 $level -gline-tables-only --cuda-path="$cuda" \
    --cuda-gpu-arch=sm_80 --cuda-include-ptx=all -Wno-unknown-cuda-version \
    -Xcuda-fatbinary --compress=false \
    -c -o "$4/clang-sgemm.o" || exit 1
  "$clang" "$4/clang-sgemm.o" "$3" -o "$4/clang-sgemm" || exit 1
  for form in plain ldg async; do
    "$4/clang-sgemm" $form 50 37 45 || exit 1
  done
done
