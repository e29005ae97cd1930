#!/bin/sh
# A program whose launches give a block a warp that only copies, of the tool's own writing and nvcc's compiling: in blocks
# of one and two dimensions, with fewer tiles than buffers and more, in several orders of threads.
# usage: check_partitioned_maps.sh TOOL NVCC SOURCE LIBRARY FOLDER
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
tool=$1 nvcc=$2 source=$3 library=$4 folder=$5
status=0
for stages in 2 3 4; do
  name=$folder/partitioned_maps.$stages
  "$tool" "$source" --cuda-path=builtin --variant=tma --api=partitioned --stages=$stages --allow-occupancy-loss --arch=sm_90 \
    -o "$name.cu" 2> "$name.log" || { cat "$name.log"; exit 1; }
  [ "$(grep -c 'rewritten: tma.*partitioned' "$name.log")" = 2 ] || { cat "$name.log"; exit 1; }
  "$nvcc" -std=c++17 -gencode arch=compute_90,code=compute_90 -no-compress -lineinfo -cudart none -diag-suppress 20054 \
    "$name.cu" "$library" -o "$name" || exit 1
  for kernel in square line called configured; do
    for run in "16 1 early" "64 2 random" "80 3 late"; do
      set -- $run
      said=$(PIPELINE_EXEC_STATS=1 PIPELINE_EXEC_SEED=$2 PIPELINE_EXEC_ASYNC=$3 "$name" $kernel "$1" 2>&1) ||
        { echo "$name $kernel $run: $said"; status=1; }
      case $said in
      *" 0 copies"*) echo "$name $kernel $run: the original ran"; status=1 ;;
      esac
    done
  done
done
exit $status
