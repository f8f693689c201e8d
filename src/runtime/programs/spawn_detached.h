// SPDX-FileCopyrightText: The Weft authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Starts a program that the application never notices: see the traps in the source.
#pragma once

namespace weft::runtime {

/// Starts the program with `descriptor` (at least 3) as its descriptor 3, in a session of its own,
/// in the folder "/", its standard streams on /dev/null and no other descriptor open.
/// Safe in a process with many threads. Returns 0, or the errno of what failed.
int spawnDetached(const char *path, char *const arguments[], char *const environment[],
                  int descriptor) noexcept;

} // namespace weft::runtime
