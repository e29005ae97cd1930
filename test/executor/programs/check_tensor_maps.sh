#!/bin/sh
# A program with tensor maps, of the tool's own writing and nvcc's compiling: the second kernel runs where it may, and else
# the original, whatever pointers, strides and blocks are given and whatever the program is built for.
# usage: check_tensor_maps.sh TOOL NVCC SOURCE LIBRARY FOLDER
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
tool=$1 nvcc=$2 source=$3 library=$4 folder=$5
out=$folder/tensor_maps.out.cu
"$tool" "$source" --cuda-path=builtin --variant=tma --arch=sm_90 -o "$out" 2> "$folder/tensor_maps.log" ||
  { cat "$folder/tensor_maps.log"; exit 1; }
[ "$(grep -c 'rewritten: tma' "$folder/tensor_maps.log")" = 2 ] || { cat "$folder/tensor_maps.log"; exit 1; }
for arch in 80 90; do
  "$nvcc" -std=c++17 -gencode arch=compute_$arch,code=compute_$arch -no-compress -lineinfo -cudart none \
    -diag-suppress 20054 "$out" "$library" -o "$folder/tensor_maps.$arch" || exit 1
done
status=0
# architecture, the copies of boxes that there are to be ("some" or "no"), and the program's arguments
expect() {
  program=$folder/tensor_maps.$1 copies=$2
  shift 2
  said=$(PIPELINE_EXEC_STATS=1 "$program" "$@" 2>&1) || { echo "$program $*: $said"; status=1; }
  case "$copies $said" in
  "no "*" 0 copies"*) ;;
  "no "*) echo "$program $*: boxes are copied"; status=1 ;;
  *" 0 copies"*) echo "$program $*: the original ran"; status=1 ;;
  esac
}
expect 90 some 0 128 16
expect 90 some 0 128 32 # those of the other instance, by cudaLaunchKernel()
expect 90 some 0 128 16 configured # by cudaLaunchKernelEx()
expect 90 no 1 128 16 configured
expect 90 some 0 128 16 near
expect 90 no 0 128 16 far # boxes might begin farther than a coordinate reaches
expect 90 some 4 128 16 # 16 bytes farther
expect 90 no 1 128 16   # a pointer that is no multiple of 16 bytes
expect 90 no 0 129 16   # rows that are none
expect 90 no 0 128 8    # blocks of another shape
expect 80 no 0 128 16   # a device without tensor maps
exit $status
