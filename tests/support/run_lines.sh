#!/bin/sh
# SPDX-FileCopyrightText: The Weft authors
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# Runs the RUN: lines of a test file as LLVM's lit does: %s is the file, %t a temporary name, a
# trailing backslash continues a line, and a failure anywhere in a pipe is a failure.
#   run_lines.sh FILE FOLDER_OF_WEFT_OPT FOLDER_OF_FILECHECK
set -eu
file=$1
PATH=$2:$3:$PATH
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT

commands=$(sed -n 's/^[^A-Za-z0-9]*RUN: *//p' "$file" | sed -e ':join' -e '/\\$/{N;s/\\\n//;b join' -e '}' \
           -e "s#%s#$file#g" -e "s#%t#$scratch/t#g")
if [ -z "$commands" ]; then
  echo "$file has no RUN: line" >&2
  exit 1
fi
printf '%s\n' "$commands" | while IFS= read -r command; do
  echo "+ $command"
  bash -o pipefail -c "$command"
done
