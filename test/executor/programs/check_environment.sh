#!/bin/sh
# The PIPELINE_EXEC_ variables do what docs/executor.md says.
# usage: check_environment.sh SGEMM CLASSES
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
sgemm=$1
classes=$2
report=$(mktemp)
trap 'rm -f "$report" "$report.2" "$report.ptx"' EXIT
fail() { echo "failed: $*"; exit 1; }

for policy in forward reverse shuffled interleaved delayed 0 4; do
  for moment in late early stretched random; do
    PIPELINE_EXEC_SCHED=$policy PIPELINE_EXEC_ASYNC=$moment "$sgemm" async 20 20 40 \
      > /dev/null || fail "SCHED=$policy ASYNC=$moment"
  done
done

PIPELINE_EXEC_SCHED=sideways "$sgemm" plain 16 16 16 2> /dev/null
test $? -eq 98 || fail "an unknown policy is refused"
PIPELINE_EXEC_PTX=/nonexistent "$sgemm" plain 16 16 16 2> /dev/null
test $? -eq 98 || fail "a missing PTX file is refused"
echo ".version 8.0 .entry {" > "$report.ptx"
PIPELINE_EXEC_PTX=$report.ptx "$sgemm" plain 16 16 16 2> /dev/null
test $? -eq 99 || fail "PTX that cannot be parsed"

PIPELINE_EXEC_VERBOSE=0 PIPELINE_EXEC_REPORT=$report "$classes" 3 > /dev/null 2> "$report.2"
test $? -eq 97 || fail "exit status of hard hazards"
test ! -s "$report.2" || fail "VERBOSE=0 prints"
grep -q "^RACE-RAW	severity=hard	kernel=.*	at=Registers.cuh:[0-9]*	block=(0,0,0)	thread=(" "$report" ||
  fail "form of the report"
PIPELINE_EXEC_VERBOSE=0 PIPELINE_EXEC_REPORT=$report.2 "$classes" 3 > /dev/null
cmp "$report" "$report.2" || fail "the same seed gives the same report"
PIPELINE_EXEC_CHECKS=0 PIPELINE_EXEC_VERBOSE=0 PIPELINE_EXEC_REPORT=$report "$classes" 3 > /dev/null
grep -q RACE "$report" && fail "CHECKS=0 reports races"
PIPELINE_EXEC_STATS=1 "$sgemm" plain 16 16 16 2>&1 | grep -q "1 launches" || fail STATS
echo ok
