// SPDX-FileCopyrightText: The Weft authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Kernels that know nothing but their global id along x share the loops over groups, rows and
// pieces of rows. These loops are half of such a kernel's compile time, and run once a call where
// a launch has one dimension.
#pragma once

namespace llvm {
class Function;
} // namespace llvm

namespace weft::compiler {

/// Whether the kernel can tell one work-group from the next: by local and group ids, local memory,
/// barriers. The groups of a row are run as one long row of work-items where it cannot.
bool observesGroups(const llvm::Function &kernel);

/// Nothing but its place along x tells one work-item of the kernel from another.
bool isAlongX(llvm::Function &kernel);

/// Gives `run`, a WeftWorkGroupFunction without a body, one that calls
/// `row(launch, worker, firstGlobalId, items)` for all its rows, cut where 32-bit ids would wrap.
void callForRows(llvm::Function &run, llvm::Function &row);

} // namespace weft::compiler
