// SPDX-FileCopyrightText: The Weft authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The function that gives program-scope variables their initial values (program_scope.h), made
// ready to be called by the driver.
#pragma once

namespace llvm {
class Function;
} // namespace llvm

namespace weft::compiler {

/// Before: the body of kInitializerName with all its callees inlined. After: `void(void
/// *programScope)` in the host's calling convention. It is no kernel: it runs once, as a single
/// work-item would, so sizes are 1 and ids 0.
void lowerInitializer(llvm::Function &initializer);

} // namespace weft::compiler
