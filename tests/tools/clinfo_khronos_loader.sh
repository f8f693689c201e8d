#!/bin/sh
# SPDX-FileCopyrightText: The Weft authors
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# clinfo.sh through the loader of Khronos: Debian does not package it, so its folder is configured
# with -DWEFT_KHRONOS_LOADER.
[ -e "${WEFT_KHRONOS_LOADER:-/nonexistent}/libOpenCL.so.1" ] || { echo "WEFT_KHRONOS_LOADER names no loader"; exit 77; }
export LD_LIBRARY_PATH="$WEFT_KHRONOS_LOADER"
exec sh "$(dirname "$0")/clinfo.sh"
