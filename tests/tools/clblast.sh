#!/bin/sh
# SPDX-FileCopyrightText: The Weft authors
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# clblast.sh ROUTINE: CLBlast's own tests of a routine (Debian: clblast-tests), against a CPU BLAS.
set -u
command -v "clblast_test_$1" >/dev/null || { echo "clblast_test_$1 is not installed"; exit 77; }
output=$("clblast_test_$1" 2>&1)
status=$?
# One summary for each precision.
total() { echo "$output" | awk -v word="$1" '$0 ~ "test\\(s\\) " word { sum += $1; seen = 1 } END { print seen ? sum : "none" }'; }
passed=$(total passed) failed=$(total failed)
echo "passed $passed, failed $failed, status $status"
if [ "$status" != 0 ] || [ "$passed" = none ] || [ "$passed" = 0 ] || [ "$failed" != 0 ]; then
  echo "$output" | tail -40
  exit 1
fi
