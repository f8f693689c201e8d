// SPDX-FileCopyrightText: The Weft authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Calls of SLEEF, the vector math library that kernel objects are linked with (libsleef.so.3).
#pragma once

namespace llvm {
class Module;
class TargetMachine;
} // namespace llvm

namespace weft::compiler {

/// Replaces every call of `__weft_sleef_NAME_BOUND_f32[xN]` and `_f64[xN]` (SLEEF's NAME with that
/// error bound) by calls of the deterministic forms that the target can run. They give the same
/// bits at every width, so a vector is split or padded at will.
/// Returns whether there was any.
bool lowerSleefCalls(llvm::Module &module, const llvm::TargetMachine &target);

} // namespace weft::compiler
