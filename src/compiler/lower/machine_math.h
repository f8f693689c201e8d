// SPDX-FileCopyrightText: The Weft authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Instructions that help with math and that LLVM has no general name for.
#pragma once

namespace llvm {
class Module;
class TargetMachine;
} // namespace llvm

namespace weft::compiler {

/// Replaces the calls of these functions, which src/builtins/math/machine.h declares:
///   __weft_getexp_*    the exponent of |x|, subnormal numbers included (AVX-512)
///   __weft_getmant_*   x / 2^n in [0.75, 1.5), a NaN for x < 0 (AVX-512)
///   __weft_rsqrt_estimate_*, __weft_recip_estimate_*   to 14 bits (AVX-512) or 12
/// The builtins ask for them only where the target has them. The result does not depend on the
/// width. Returns whether there was any.
bool lowerMachineMath(llvm::Module &module, const llvm::TargetMachine &target);

} // namespace weft::compiler
