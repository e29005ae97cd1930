#!/bin/sh
# All forms of SGEMM, several sizes (K = 0, one tile, ragged edges) and seeds:
# right to the bit and without a report.
# usage: check_sgemm.sh PROGRAM
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
runs=0
for form in plain ldg async; do
  for size in "16 16 0" "16 16 16" "48 48 48" "50 37 45" "20 33 17"; do
    for seed in 1 2 3 4 5; do
      PIPELINE_EXEC_SEED=$seed "$1" $form $size > /dev/null || {
        echo "failed: $form $size seed $seed, status $?"
        exit 1
      }
      runs=$((runs + 1))
    done
  done
done
echo "$runs runs"
