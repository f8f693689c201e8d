// SPDX-FileCopyrightText: The Weft authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Addresses that are side by side nearly always, which only the values at run time can tell: an
// index of 32 bits that might wrap, a partner at `i ^ distance`, a neighbour at
// `clamp(x + 1, 0, w - 1)` or `(x + 1) % w`. A question to the scalar of lane 0, or to all lanes,
// is cheaper by far than sixteen separate accesses.
#pragma once

#include "analysis/shape.h"
#include "vectorize/lanes.h"

#include "llvm/IR/IRBuilder.h"

#include <cstdint>
#include <functional>
#include <optional>

namespace weft::compiler {

/// A varying value that has a step after all where `holds` (an i1) is true.
struct LikelyStride {
  llvm::Value *first;  // the value in lane 0
  std::int64_t stride; // in bytes for addresses
  llvm::Value *holds;  // null: always
};

/// A division that is one for all lanes where `holds` is true: they have one quotient, and
/// remainders with a step, of which lane 0's is here.
struct LikelyDivision {
  llvm::Value *quotient, *remainder;
  std::int64_t stride;
  llvm::Value *holds;
};

/// One question: what is asked for is written where the builder is, once.
class LikelyStrides {
public:
  /// `mask`: the active lanes. `vector` gives the wide form of a value of the kernel.
  LikelyStrides(llvm::IRBuilderBase &builder, ShapeAnalysis &shapes, const Lanes &lanes,
                llvm::Value *mask, std::function<llvm::Value *(llvm::Value *)> vector)
      : builder_(builder), shapes_(shapes), lanes_(lanes), mask_(mask), vector_(std::move(vector)) {
  }

  std::optional<LikelyStride> of(llvm::Value *value);
  std::optional<LikelyDivision> division(llvm::BinaryOperator &division);

private:
  std::optional<LikelyStride> ofExtension(llvm::CastInst &extension);
  std::optional<LikelyStride> ofBits(llvm::BinaryOperator &operation);
  std::optional<LikelyStride> ofSum(llvm::Instruction &sum);
  std::optional<LikelyStride> ofProduct(llvm::BinaryOperator &product);
  std::optional<LikelyStride> ofQuotientOrRemainder(llvm::BinaryOperator &division);
  std::optional<LikelyStride> ofChoice(llvm::SelectInst &choice);
  std::optional<LikelyStride> ofBent(llvm::Instruction &bent);
  std::optional<LikelyStride> ofAddress(llvm::GetElementPtrInst &address);

  /// Values that one question may go through: x + x of y + y of z + z is z eight times.
  static constexpr unsigned kMaxValues = 64;

  llvm::IRBuilderBase &builder_;
  ShapeAnalysis &shapes_;
  const Lanes &lanes_;
  llvm::Value *mask_;
  std::function<llvm::Value *(llvm::Value *)> vector_;
  unsigned values_ = 0;
};

} // namespace weft::compiler
