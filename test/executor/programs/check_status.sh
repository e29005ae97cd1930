#!/bin/sh
# usage: check_status.sh STATUS COMMAND...   succeeds if it ends with STATUS
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
want=$1
shift
"$@"
have=$?
echo "exit status $have, expected $want"
test $have -eq "$want"
