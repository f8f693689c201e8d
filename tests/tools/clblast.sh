#!/bin/sh
# SPDX-FileCopyrightText: The Weft authors
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# clblast.sh ROUTINE: CLBlast's own tests of a routine (Debian: clblast-tests), against a CPU BLAS.
set -u
command -v "clblast_test_$1" >/dev/null || { echo "clblast_test_$1 is not installed"; exit 77; }
output=$("clblast_test_$1" 2>&1)
status=$?
passed=$(echo "$output" | sed -n 's/^ *\([0-9]*\) test(s) passed.*/\1/p')
failed=$(echo "$output" | sed -n 's/^ *\([0-9]*\) test(s) failed.*/\1/p')
echo "passed ${passed:-none}, failed ${failed:-none}, status $status"
if [ "$status" != 0 ] || [ "${passed:-0}" = 0 ] || [ "${failed:-1}" != 0 ]; then
  echo "$output" | tail -40
  exit 1
fi
