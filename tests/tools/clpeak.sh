#!/bin/sh
# SPDX-FileCopyrightText: The Weft authors
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# clpeak runs through and measures something in each of its sections. It exits with 0 after errors
# too, and prints them in the place of a figure.
set -u
command -v clpeak >/dev/null || { echo "clpeak is not installed"; exit 77; }
output=$(clpeak 2>&1) || { echo "$output" | tail -20; echo "clpeak failed"; exit 1; }
echo "$output"
echo "$output" | grep -q "Platform: Weft" || { echo "clpeak did not see Weft"; exit 1; }
if echo "$output" | grep -iE "error|skipped.*out of|fail|exception|nan|: -|: 0\.00$"; then
  echo "clpeak reports the lines above"
  exit 1
fi
for section in "Global memory bandwidth" "Single-precision compute" "Double-precision compute" "Integer compute" \
               "Transfer bandwidth" "Kernel launch latency"; do
  echo "$output" | grep -q "$section" || { echo "clpeak has no section $section"; exit 1; }
done
