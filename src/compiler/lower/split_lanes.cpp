// SPDX-FileCopyrightText: The Weft authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "lower/split_lanes.h"

#include "llvm/ADT/SmallVector.h"
#include "llvm/IR/Instructions.h"

#include <algorithm>

namespace weft::compiler {

using namespace llvm;

using Operation = function_ref<Value *(ArrayRef<Value *>)>;

static Value *oneScalar(IRBuilder<> &builder, CallInst &call, unsigned width, Operation operate) {
  SmallVector<Value *, 3> arguments;
  for (Value *argument : call.args())
    arguments.push_back(builder.CreateVectorSplat(width, argument));
  return builder.CreateExtractElement(operate(arguments), std::uint64_t{0});
}

/// Puts the results of lanes [first, first + width) into `result`.
static Value *piece(IRBuilder<> &builder, CallInst &call, Value *result, unsigned first,
                    unsigned width, Operation operate) {
  unsigned lanes = cast<FixedVectorType>(call.getType())->getNumElements();
  SmallVector<int, 16> take;
  for (unsigned lane = first; lane < first + width; ++lane)
    take.push_back(static_cast<int>(std::min(lane, lanes - 1)));
  SmallVector<Value *, 3> arguments;
  for (Value *argument : call.args())
    arguments.push_back(builder.CreateShuffleVector(argument, take));
  Value *part = operate(arguments);

  // To the full width, then a blend with what is there already.
  SmallVector<int, 16> spread;
  SmallVector<int, 16> blend;
  for (unsigned lane = 0; lane < lanes; ++lane) {
    bool mine = lane >= first && lane < first + width;
    spread.push_back(mine ? static_cast<int>(lane - first) : PoisonMaskElem);
    blend.push_back(static_cast<int>(mine ? lanes + lane : lane));
  }
  Value *wide = builder.CreateShuffleVector(part, spread);
  return builder.CreateShuffleVector(result, wide, blend);
}

Value *splitLanes(IRBuilder<> &builder, CallInst &call, unsigned width, Operation operate) {
  auto *type = dyn_cast<FixedVectorType>(call.getType());
  if (!type)
    return oneScalar(builder, call, width, operate);
  unsigned lanes = type->getNumElements();
  if (lanes == width)
    return operate(SmallVector<Value *, 3>(call.args()));
  Value *result = PoisonValue::get(type);
  for (unsigned first = 0; first < lanes; first += width)
    result = piece(builder, call, result, first, width, operate);
  return result;
}

} // namespace weft::compiler
