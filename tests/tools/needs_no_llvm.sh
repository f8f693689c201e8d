#!/bin/sh
# SPDX-FileCopyrightText: The Weft authors
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# needs_no_llvm.sh LIBRARY...: the driver must not bring a second LLVM into an application.
set -u
for library; do
  needed=$(ldd "$library") || exit 1
  # Where it does not see what surely is needed, it would see nothing else either.
  echo "$needed" | grep -q 'libtbb' || { echo "$needed"; echo "ldd does not tell what $library needs"; exit 1; }
  if echo "$needed" | grep -iE 'llvm|clang|lld-'; then
    echo "$library needs the libraries above"
    exit 1
  fi
done
