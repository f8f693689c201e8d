// SPDX-FileCopyrightText: The Weft authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "lower/integer_division.h"

#include "llvm/IR/Constants.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/PatternMatch.h"

using namespace llvm;
using namespace llvm::PatternMatch;

namespace weft::compiler {
namespace {

bool isDivision(const Instruction &instruction) {
  switch (instruction.getOpcode()) {
  case Instruction::SDiv:
  case Instruction::SRem:
  case Instruction::UDiv:
  case Instruction::URem:
    return true;
  default:
    return false;
  }
}

/// True where every element is a constant that no dividend makes trap.
bool isSafeDivisor(const Value *divisor, bool isSigned) {
  const APInt *splat = nullptr;
  if (match(divisor, m_APInt(splat)))
    return !splat->isZero() && !(isSigned && splat->isAllOnes());
  const auto *data = dyn_cast<ConstantDataVector>(divisor);
  if (!data)
    return false;
  for (unsigned i = 0; i < data->getNumElements(); ++i) {
    APInt element = data->getElementAsAPInt(i);
    if (element.isZero() || (isSigned && element.isAllOnes()))
      return false;
  }
  return true;
}

void guard(BinaryOperator &division) {
  bool isSigned =
      division.getOpcode() == Instruction::SDiv || division.getOpcode() == Instruction::SRem;
  Value *dividend = division.getOperand(0);
  Value *divisor = division.getOperand(1);
  if (isSafeDivisor(divisor, isSigned))
    return;
  IRBuilder<> builder(&division);
  Type *type = division.getType();
  // Undefined bits must be looked at once: the comparison and the division have to see the same.
  if (!isa<ConstantInt>(divisor))
    divisor = builder.CreateFreeze(divisor);
  Constant *one = ConstantInt::get(type, 1);
  // By -1 only one dividend traps, but what the dividend is must not decide: a divisor that is the
  // same for all work-items has to stay so.
  Value *traps =
      isSigned ? builder.CreateICmpULT(builder.CreateAdd(divisor, one), ConstantInt::get(type, 2))
               : builder.CreateICmpEQ(divisor, Constant::getNullValue(type));
  division.setOperand(1, builder.CreateSelect(traps, one, divisor));
  if (division.getOpcode() != Instruction::SDiv) // a remainder by -1 is one by 1
    return;
  dividend = builder.CreateFreeze(dividend);
  division.setOperand(0, dividend);
  builder.SetInsertPoint(division.getNextNode());
  Value *negates = builder.CreateICmpEQ(divisor, Constant::getAllOnesValue(type));
  Value *negative = builder.CreateNeg(dividend);
  auto *quotient = cast<Instruction>(builder.CreateSelect(negates, negative, &division));
  division.replaceUsesWithIf(quotient, [&](Use &use) { return use.getUser() != quotient; });
}

} // namespace

PreservedAnalyses GuardIntegerDivisionPass::run(Function &function, FunctionAnalysisManager &) {
  SmallVector<BinaryOperator *> divisions;
  for (Instruction &instruction : instructions(function))
    if (isDivision(instruction))
      divisions.push_back(cast<BinaryOperator>(&instruction));
  for (BinaryOperator *division : divisions)
    guard(*division);
  if (divisions.empty())
    return PreservedAnalyses::all();
  PreservedAnalyses preserved;
  preserved.preserveSet<CFGAnalyses>();
  return preserved;
}

} // namespace weft::compiler
