// SPDX-FileCopyrightText: The Weft authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// How values of W work-items lie in one vector: a scalar type T becomes <W x T>, a vector <n x T>
// becomes <W*n x T> with the components of a lane side by side (so memory's own order, and a float4
// kernel's loads and stores stay plain), a structure becomes a structure of these.
#pragma once

#include "llvm/IR/IRBuilder.h"

#include <cstdint>

namespace weft::compiler {

class Lanes {
public:
  explicit Lanes(unsigned width) : width_(width) {}
  unsigned width() const { return width_; }

  static bool isWidenable(const llvm::Type *type);
  llvm::Type *wideType(llvm::Type *type) const;

  /// The same value in every lane.
  llvm::Value *splat(llvm::IRBuilderBase &builder, llvm::Value *value) const;
  /// base + lane * stride; for pointers in bytes.
  llvm::Value *strided(llvm::IRBuilderBase &builder, llvm::Value *base, std::int64_t stride) const;
  /// A mask of lanes as a mask of the components of n-component vectors.
  llvm::Value *expandMask(llvm::IRBuilderBase &builder, llvm::Value *mask, unsigned n) const;
  /// Lane `lane` (constant or not) of the wide form of a value of type `type`.
  llvm::Value *extract(llvm::IRBuilderBase &builder, llvm::Value *wide, llvm::Type *type,
                       llvm::Value *lane) const;
  llvm::Value *insert(llvm::IRBuilderBase &builder, llvm::Value *wide, llvm::Value *value,
                      llvm::Value *lane) const;
  /// Whether any lane of a mask is set, as i1; its bits, as iW.
  llvm::Value *any(llvm::IRBuilderBase &builder, llvm::Value *mask) const;
  llvm::Value *bits(llvm::IRBuilderBase &builder, llvm::Value *mask) const;

private:
  unsigned width_;
};

/// Components of a vector type, 1 for a scalar.
unsigned componentCount(const llvm::Type *type);

} // namespace weft::compiler
