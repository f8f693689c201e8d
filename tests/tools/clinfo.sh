#!/bin/sh
# SPDX-FileCopyrightText: The Weft authors
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# The whole output of clinfo without an error in it. clinfo exits with 0 whatever it met; it prints
# "<printDeviceInfo:5: get CL_DEVICE_... : error -30>" in the place of a value.
set -u
command -v clinfo >/dev/null || { echo "clinfo is not installed"; exit 77; }

check() { # check WHERE COMMAND...
  where=$1
  shift
  output=$("$@" 2>&1) || { echo "$output" | tail -20; echo "clinfo failed $where"; exit 1; }
  echo "$output" | grep -q "Platform Name *Weft" || { echo "$output" | head -20; echo "Weft is not listed $where"; exit 1; }
  # "Error Correction support" is a property of the device.
  if echo "$output" | grep -v "Error Correction support" | grep -iE "error|<print|invalid|failed"; then
    echo "clinfo reports the errors above $where"
    exit 1
  fi
  echo "$output" | wc -l | xargs echo "no error $where; lines:"
}

check "here" clinfo
# Some sandboxes have no /sys, of which libraries that want it complain on stderr.
if unshare -m mount -t tmpfs none /sys 2>/dev/null; then
  check "without /sys" unshare -m sh -c "mount -t tmpfs none /sys && exec clinfo"
fi
