// SPDX-FileCopyrightText: The Weft authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// How a value changes from lane to lane of a packet: not at all, by a constant step, or freely.
// What matters most are addresses: a step of one element makes a plain vector load of a gather.
#pragma once

#include "analysis/packet_uniformity.h"

#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/IR/Instructions.h"

#include <cstdint>

namespace weft::compiler {

/// In lane l the value is base + l * stride, modulo the type's width; base is the value in lane 0.
/// Strides of pointers are in bytes.
class Shape {
public:
  static Shape uniform() { return Shape(Kind::Strided, 0); }
  static Shape strided(std::int64_t stride) { return Shape(Kind::Strided, stride); }
  static Shape varying() { return Shape(Kind::Varying, 0); }
  /// Nothing known yet: the start of the fixpoint iteration.
  static Shape unknown() { return Shape(Kind::Unknown, 0); }

  bool isUnknown() const { return kind_ == Kind::Unknown; }
  bool isVarying() const { return kind_ == Kind::Varying; }
  bool isStrided() const { return kind_ == Kind::Strided; }
  bool isUniform() const { return isStrided() && stride_ == 0; }
  std::int64_t stride() const { return stride_; }

  friend bool operator==(Shape a, Shape b) { return a.kind_ == b.kind_ && a.stride_ == b.stride_; }

private:
  enum class Kind : std::uint8_t { Unknown, Strided, Varying };
  Shape(Kind kind, std::int64_t stride) : kind_(kind), stride_(stride) {}

  Kind kind_;
  std::int64_t stride_;
};

/// Shapes of all values of a kernel whose control flow is structurised.
class ShapeAnalysis {
public:
  /// `privateStrides` gives the distance in bytes between two lanes' copies of each alloca.
  ShapeAnalysis(llvm::Function &kernel, const llvm::LoopInfo &loops, PacketUniformity &uniformity,
                const llvm::DenseMap<const llvm::AllocaInst *, std::int64_t> &privateStrides);

  /// Constants and arguments are uniform.
  Shape of(const llvm::Value *value) const;
  /// For values made after the analysis.
  void setShape(const llvm::Value *value, Shape shape) { shapes_.insert_or_assign(value, shape); }

  /// The step that an integer or an address has in lanes for which no wrap, bound, remainder, bit
  /// or condition makes it another; 0 where there is none to be expected.
  std::int64_t plausibleStride(const llvm::Value *value) const;

  /// Whether sign extension (or zero extension) of a strided integer is strided too, which holds
  /// where no addition on the way can wrap in an active lane. Then the extended value is to be
  /// computed by extending the leaves and repeating the arithmetic in the wide type, because in
  /// lane 0, if it is inactive, the narrow arithmetic may well wrap.
  bool extends(const llvm::Value *value, bool isSigned) const;

private:
  Shape compute(const llvm::Instruction &instruction) const;
  Shape ofPhi(const llvm::PHINode &phi) const;
  std::int64_t plausibleStride(const llvm::Value *value,
                               llvm::SmallPtrSetImpl<const llvm::Value *> &visited) const;
  bool extendsFrom(const llvm::Value *value, bool isSigned,
                   llvm::SmallPtrSetImpl<const llvm::Value *> &visited) const;

  const llvm::LoopInfo &loops_;
  PacketUniformity &uniformity_;
  const llvm::DenseMap<const llvm::AllocaInst *, std::int64_t> &privateStrides_;
  const llvm::DataLayout &layout_;
  llvm::DenseMap<const llvm::Value *, Shape> shapes_;
};

} // namespace weft::compiler
