#!/bin/sh
# SPDX-FileCopyrightText: The Weft authors
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# compiler_starts.sh WEFTC FOLDER: a process that builds nothing starts no compiler, the first build
# starts one, and the second run of the same program none, since the cache has its kernels.
set -u
weftc=$1 here=$2
command -v clinfo >/dev/null || { echo "clinfo is not installed"; exit 77; }
/usr/bin/python3 -c 'import pyopencl' 2>/dev/null || { echo "python3-pyopencl is not installed"; exit 77; }
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
export WEFT_CACHE_DIR="$scratch/cache" PYOPENCL_NO_CACHE=1 PYTHONDONTWRITEBYTECODE=1

# Stands in for weftc and leaves a line for every start. argv[0] stays the real one's, which finds
# its way by it.
export WEFT_COMPILER="$scratch/weftc"
printf '#!/bin/sh\necho started >>"%s/starts"\nexec "%s" "$@"\n' "$scratch" "$weftc" >"$WEFT_COMPILER"
chmod +x "$WEFT_COMPILER"
starts() { wc -l <"$scratch/starts"; }
touch "$scratch/starts"

clinfo -l | grep -q Weft || { echo "clinfo -l does not list Weft"; exit 1; }
[ "$(starts)" = 0 ] || { echo "clinfo -l started the compiler"; exit 1; }
# Without -l clinfo builds a kernel. This asks all that it asks, and uses a buffer.
/usr/bin/python3 "$here/pyopencl_questions.py" || exit 1
[ "$(starts)" = 0 ] || { echo "questions started the compiler"; exit 1; }

/usr/bin/python3 "$here/pyopencl_arrays.py" >"$scratch/first" 2>&1 || { tail "$scratch/first"; exit 1; }
first=$(starts)
[ "$first" -ge 1 ] || { echo "the first run started no compiler: this test sees nothing"; exit 1; }

/usr/bin/python3 "$here/pyopencl_arrays.py" >"$scratch/second" 2>&1 || { tail "$scratch/second"; exit 1; }
[ "$(starts)" = "$first" ] || { echo "the second run started the compiler $(($(starts) - first)) times"; exit 1; }
echo "starts: questions 0, first run $first, second run 0"
