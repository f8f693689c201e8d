// SPDX-FileCopyrightText: The Weft authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Included before every program: builtins that the tables behind -fdeclare-opencl-builtins lack.
// Keep it tiny, since each program pays for parsing it.
