// SPDX-FileCopyrightText: The Weft authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "vectorize/widen.h"

#include "lower/primitives.h"

#include "llvm/ADT/PostOrderIterator.h"
#include "llvm/Analysis/AssumptionCache.h"
#include "llvm/Analysis/ScalarEvolution.h"
#include "llvm/Analysis/TargetLibraryInfo.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/GetElementPtrTypeIterator.h"
#include "llvm/IR/Module.h"

namespace weft::compiler {

using namespace llvm;

PacketWidener::PacketWidener(Function &kernel, unsigned width, DominatorTree &dominators,
                             const PostDominatorTree &postDominators, LoopInfo &loops,
                             PacketUniformity &uniformity, ShapeAnalysis &shapes)
    : kernel_(kernel), lanes_(width), dominators_(dominators), postDominators_(postDominators),
      loops_(loops), uniformity_(uniformity), shapes_(shapes), layout_(kernel.getDataLayout()) {
  if (loops.empty())
    return;
  const TargetLibraryInfoImpl noLibrary(kernel.getParent()->getTargetTriple());
  TargetLibraryInfo library(noLibrary);
  AssumptionCache assumptions(kernel);
  ScalarEvolution evolution(kernel, library, assumptions, dominators, loops);
  for (const Loop *loop : loops.getLoopsInPreorder())
    trips_[loop] = evolution.getSmallConstantMaxTripCount(loop);
}

void PacketWidener::run() {
  Module &module = *kernel_.getParent();
  BasicBlock &entry = kernel_.getEntryBlock();
  Builder builder(&entry, entry.getFirstNonPHIOrDbgOrAlloca());
  entryMask_ = builder.CreateCall(declarePacketMask(module, lanes_.width()), {}, "packet.mask");

  collectLoops();
  ReversePostOrderTraversal<Function *> order(&kernel_);
  const SmallVector<BasicBlock *> blocks(order.begin(), order.end());
  for (BasicBlock *block : blocks)
    widenBlock(*block);
  completePhis();
  for (Instruction *instruction : replaced_) {
    instruction->replaceAllUsesWith(PoisonValue::get(instruction->getType()));
    instruction->eraseFromParent();
  }
}

void PacketWidener::widenBlock(BasicBlock &block) {
  Value *mask = maskOf(&block);
  SmallVector<Instruction *> instructions;
  for (Instruction &instruction : block)
    instructions.push_back(&instruction);
  for (Instruction *instruction : instructions) {
    if (instruction->isTerminator()) // the block may have been split: it is the original's last
      widenTerminator(block);
    else
      widenInstruction(*instruction, mask);
  }
}

void PacketWidener::define(Instruction &scalar, Value *wide) {
  if (isa<Instruction>(wide) && !wide->hasName())
    wide->takeName(&scalar);
  wide_[&scalar] = wide;
  replaced_.push_back(&scalar);
}

void PacketWidener::defineUniform(Instruction &scalar, Value *value) {
  if (isa<Instruction>(value) && !value->hasName())
    value->takeName(&scalar);
  shapes_.setShape(value, Shape::uniform());
  scalar.replaceAllUsesWith(value);
  replaced_.push_back(&scalar); // erased last: the analyses go by address
}

void PacketWidener::remark(Instruction &instruction, const Twine &text) {
  remarks_.push_back({text.str(), instruction.getDebugLoc()});
}

Value *PacketWidener::constantVector(Constant &constant) {
  Builder builder(kernel_.getContext());
  return lanes_.splat(builder, &constant); // folds to a constant
}

Value *PacketWidener::vector(Value *value) {
  if (auto *constant = dyn_cast<Constant>(value)) {
    if (!isa<ConstantExpr>(constant) && !isa<GlobalValue>(constant))
      return constantVector(*constant);
  }
  if (Value *known = wide_.lookup(value))
    return known;
  // A uniform or strided value is spread right behind its definition, once for all its users.
  Builder builder(kernel_.getContext());
  if (auto *instruction = dyn_cast<Instruction>(value)) {
    auto place = instruction->getInsertionPointAfterDef();
    assert(place && "values of terminators are never spread");
    builder.SetInsertPoint((*place)->getParent(), *place);
  } else {
    BasicBlock &entry = kernel_.getEntryBlock();
    builder.SetInsertPoint(&entry, entry.getFirstNonPHIOrDbgOrAlloca());
  }
  const Shape shape = shapes_.of(value);
  assert(shape.isStrided() && "a varying value is used before it is widened");
  Value *wide = shape.isUniform() ? lanes_.splat(builder, value)
                                  : lanes_.strided(builder, value, shape.stride());
  wide_[value] = wide;
  return wide;
}

void PacketWidener::widenInstruction(Instruction &instruction, Value *mask) {
  if (auto *phi = dyn_cast<PHINode>(&instruction))
    return widenPhi(*phi);
  if (auto *load = dyn_cast<LoadInst>(&instruction))
    return widenLoad(*load, mask);
  if (auto *store = dyn_cast<StoreInst>(&instruction))
    return widenStore(*store, mask);
  if (auto *atomic = dyn_cast<AtomicRMWInst>(&instruction))
    return widenAtomic(*atomic, mask);
  if (isa<AtomicCmpXchgInst>(instruction))
    return serialize(instruction, mask, "atomic compare and exchange");
  if (isa<FenceInst>(instruction) || isa<AllocaInst>(instruction))
    return;
  if (auto *call = dyn_cast<CallBase>(&instruction))
    return widenCall(*call, mask);

  const Shape shape = shapes_.of(&instruction);
  if (shape.isUniform())
    return;
  if (shape.isStrided()) {
    if (isa<SExtInst, ZExtInst>(instruction))
      return replaceExtension(cast<CastInst>(instruction));
    if (instruction.getOpcode() == Instruction::Or)
      return replaceDisjointOr(instruction);
    // Lane 0 may be inactive here, and then nothing was promised of its value.
    if (mask != entryMask_)
      instruction.dropPoisonGeneratingFlags();
    return;
  }
  Builder builder(&instruction);
  widenElementwise(instruction, mask, builder);
}

void PacketWidener::widenElementwise(Instruction &instruction, Value *mask, Builder &builder) {
  Value *wide = nullptr;
  Type *type = instruction.getType();
  switch (instruction.getOpcode()) {
  case Instruction::UDiv:
  case Instruction::SDiv:
  case Instruction::URem:
  case Instruction::SRem:
    wide = widenDivision(cast<BinaryOperator>(instruction), mask, builder);
    break;
  case Instruction::Select: {
    auto &select = cast<SelectInst>(instruction);
    Value *condition = select.getCondition();
    if (isDivergent(condition)) {
      const bool perLane = !condition->getType()->isVectorTy();
      condition = vector(condition);
      if (perLane)
        condition = lanes_.expandMask(builder, condition, componentCount(type));
    } else if (condition->getType()->isVectorTy()) {
      condition = vector(condition);
    }
    wide = builder.CreateSelect(condition, vector(select.getTrueValue()),
                                vector(select.getFalseValue()));
    break;
  }
  case Instruction::ExtractElement:
    wide = widenExtractElement(cast<ExtractElementInst>(instruction), builder);
    break;
  case Instruction::InsertElement:
    wide = widenInsertElement(cast<InsertElementInst>(instruction), builder);
    break;
  case Instruction::ShuffleVector:
    wide = widenShuffle(cast<ShuffleVectorInst>(instruction), builder);
    break;
  case Instruction::GetElementPtr:
    wide = widenGetElementPtr(cast<GetElementPtrInst>(instruction), builder);
    break;
  case Instruction::ExtractValue:
    wide = builder.CreateExtractValue(vector(instruction.getOperand(0)),
                                      cast<ExtractValueInst>(instruction).getIndices());
    break;
  case Instruction::InsertValue:
    wide = builder.CreateInsertValue(vector(instruction.getOperand(0)),
                                     vector(instruction.getOperand(1)),
                                     cast<InsertValueInst>(instruction).getIndices());
    break;
  case Instruction::ICmp:
  case Instruction::FCmp:
    wide = builder.CreateCmp(cast<CmpInst>(instruction).getPredicate(),
                             vector(instruction.getOperand(0)), vector(instruction.getOperand(1)));
    break;
  case Instruction::FNeg:
    wide = builder.CreateFNeg(vector(instruction.getOperand(0)));
    break;
  case Instruction::Freeze:
    wide = builder.CreateFreeze(vector(instruction.getOperand(0)));
    break;
  case Instruction::BitCast: {
    // <n x T> to <m x U>: lanes keep their order, so the whole vector is cast alike.
    wide = builder.CreateBitCast(vector(instruction.getOperand(0)), lanes_.wideType(type));
    break;
  }
  default:
    if (instruction.isCast()) {
      wide = builder.CreateCast(cast<CastInst>(instruction).getOpcode(),
                                vector(instruction.getOperand(0)), lanes_.wideType(type));
    } else if (instruction.isBinaryOp()) {
      wide =
          builder.CreateBinOp(cast<BinaryOperator>(instruction).getOpcode(),
                              vector(instruction.getOperand(0)), vector(instruction.getOperand(1)));
    } else {
      return serialize(instruction, mask, "an instruction without a vector form");
    }
  }
  if (auto *made = dyn_cast<Instruction>(wide))
    if (made->getOpcode() == instruction.getOpcode())
      made->copyIRFlags(&instruction);
  define(instruction, wide);
}

Value *PacketWidener::widenDivision(BinaryOperator &division, Value *mask, Builder &builder) {
  const auto opcode = division.getOpcode();
  Value *dividend = vector(division.getOperand(0)), *divisor = vector(division.getOperand(1));
  if (isa<Constant>(divisor)) // becomes a multiplication
    return builder.CreateBinOp(opcode, dividend, divisor);
  const bool isQuotient = opcode == Instruction::UDiv || opcode == Instruction::SDiv;
  if (auto likely =
          likelyStrides(builder, mask).division(division)) { // rows and columns from an id
    TwoWays ways = partTwoWays(division, likely->holds);
    builder.SetInsertPoint(ways.likely->getTerminator());
    Value *once = isQuotient ? lanes_.splat(builder, likely->quotient)
                             : lanes_.strided(builder, likely->remainder, likely->stride);
    builder.SetInsertPoint(ways.otherwise->getTerminator());
    Value *each = divideLanes(builder, division, dividend, divisor, mask);
    builder.SetInsertPoint(ways.after, ways.after->begin());
    PHINode *either = builder.CreatePHI(once->getType(), 2);
    either->addIncoming(once, ways.likely);
    either->addIncoming(each, ways.otherwise);
    return either;
  }
  return divideLanes(builder, division, dividend, divisor, mask);
}

Value *PacketWidener::divideLanes(Builder &builder, BinaryOperator &division, Value *dividend,
                                  Value *divisor, Value *mask) {
  Type *type = division.getType();
  const auto opcode = division.getOpcode();
  const bool isSigned = opcode == Instruction::SDiv || opcode == Instruction::SRem;
  const unsigned bits = type->getScalarSizeInBits();
  if (bits > 32) {
    // An inactive lane may hold a divisor that traps: the guard of prepareProgram may have been
    // folded away by a condition that only active lanes fulfil.
    divisor = builder.CreateSelect(lanes_.expandMask(builder, mask, componentCount(type)), divisor,
                                   ConstantInt::get(divisor->getType(), 1));
    return builder.CreateBinOp(opcode, dividend, divisor);
  }
  // No processor has a vector division of integers. A quotient that is not whole is at least one
  // part in 2^(bits + 1) below the next whole number, which is more than a double's rounding (a
  // float's, of 16 bits): so it is never rounded up to it, and cutting off gives the right one.
  Type *real = bits > 16 ? builder.getDoubleTy() : builder.getFloatTy();
  Type *reals = FixedVectorType::get(real, componentCount(dividend->getType()));
  const auto toReal = isSigned ? Instruction::SIToFP : Instruction::UIToFP;
  const auto toInteger = isSigned ? Instruction::FPToSI : Instruction::FPToUI;
  Value *quotient = builder.CreateFDiv(builder.CreateCast(toReal, dividend, reals),
                                       builder.CreateCast(toReal, divisor, reals));
  quotient = builder.CreateCast(toInteger, quotient, dividend->getType());
  if (opcode == Instruction::UDiv || opcode == Instruction::SDiv)
    return quotient;
  return builder.CreateSub(dividend, builder.CreateMul(quotient, divisor));
}

Value *PacketWidener::widenShuffle(ShuffleVectorInst &shuffle, Builder &builder) {
  const int n = int(componentCount(shuffle.getOperand(0)->getType()));
  const int total = n * int(lanes_.width());
  SmallVector<int> indices;
  for (int lane = 0; lane < int(lanes_.width()); ++lane)
    for (int element : shuffle.getShuffleMask())
      indices.push_back(element < 0   ? -1
                        : element < n ? lane * n + element
                                      : total + lane * n + element - n);
  return builder.CreateShuffleVector(vector(shuffle.getOperand(0)), vector(shuffle.getOperand(1)),
                                     indices);
}

Value *PacketWidener::widenExtractElement(ExtractElementInst &extract, Builder &builder) {
  const unsigned n = componentCount(extract.getVectorOperand()->getType());
  Value *wide = vector(extract.getVectorOperand());
  auto component = [&](unsigned i) {
    SmallVector<int> indices;
    for (unsigned lane = 0; lane < lanes_.width(); ++lane)
      indices.push_back(int(lane * n + i));
    return builder.CreateShuffleVector(wide, indices);
  };
  if (auto *index = dyn_cast<ConstantInt>(extract.getIndexOperand()))
    return index->getValue().ult(n) ? component(unsigned(index->getZExtValue()))
                                    : PoisonValue::get(lanes_.wideType(extract.getType()));
  Value *index = vector(extract.getIndexOperand());
  Value *result = component(0);
  for (unsigned i = 1; i < n; ++i)
    result = builder.CreateSelect(
        builder.CreateICmpEQ(index, ConstantInt::get(index->getType(), i)), component(i), result);
  return result;
}

Value *PacketWidener::widenInsertElement(InsertElementInst &insert, Builder &builder) {
  const unsigned n = componentCount(insert.getType());
  Value *wide = vector(insert.getOperand(0));
  Value *element = vector(insert.getOperand(1));
  // The element of each lane, beside every component of the lane.
  SmallVector<int> spread;
  for (unsigned i = 0; i < n * lanes_.width(); ++i)
    spread.push_back(int(i / n));
  Value *elements = builder.CreateShuffleVector(element, spread);
  if (auto *index = dyn_cast<ConstantInt>(insert.getOperand(2))) {
    SmallVector<int> indices;
    const int total = int(n * lanes_.width());
    for (int i = 0; i < total; ++i)
      indices.push_back(unsigned(i) % n == index->getZExtValue() ? total + i : i);
    return builder.CreateShuffleVector(wide, elements, indices);
  }
  Value *index = builder.CreateShuffleVector(vector(insert.getOperand(2)), spread);
  SmallVector<Constant *> components;
  for (unsigned i = 0; i < n * lanes_.width(); ++i)
    components.push_back(ConstantInt::get(index->getType()->getScalarType(), i % n));
  return builder.CreateSelect(builder.CreateICmpEQ(index, ConstantVector::get(components)),
                              elements, wide);
}

Value *PacketWidener::widenGetElementPtr(GetElementPtrInst &gep, Builder &builder) {
  // A scalar pointer with vector indices is one base and many offsets, which gathers like.
  Value *pointer = gep.getPointerOperand();
  if (isDivergent(pointer) || gep.getPointerOperandType()->isVectorTy())
    pointer = vector(pointer);
  SmallVector<Value *> indices;
  for (auto index = gep_type_begin(gep), end = gep_type_end(gep); index != end; ++index)
    indices.push_back(index.isStruct() || !isDivergent(index.getOperand())
                          ? index.getOperand()
                          : vector(index.getOperand()));
  Value *wide = builder.CreateGEP(gep.getSourceElementType(), pointer, indices);
  return wide->getType()->isVectorTy() ? wide : lanes_.splat(builder, wide);
}

void PacketWidener::replaceDisjointOr(Instruction &disjointOr) {
  // Disjoint in active lanes: in lane 0, if it is not, only a sum is the right base.
  Builder builder(&disjointOr);
  Value *sum = builder.CreateAdd(disjointOr.getOperand(0), disjointOr.getOperand(1));
  shapes_.setShape(sum, shapes_.of(&disjointOr));
  disjointOr.replaceAllUsesWith(sum);
  replaced_.push_back(&disjointOr);
}

void PacketWidener::replaceExtension(CastInst &extension) {
  DenseMap<Value *, Value *> done;
  Value *base = extended(extension.getOperand(0), isa<SExtInst>(extension) || extension.hasNonNeg(),
                         extension.getType(), done);
  shapes_.setShape(base, shapes_.of(&extension));
  extension.replaceAllUsesWith(base);
  replaced_.push_back(&extension); // erased last: the analyses go by address
}

Value *PacketWidener::extended(Value *value, bool isSigned, Type *type,
                               DenseMap<Value *, Value *> &done) {
  if (Value *known = done.lookup(value))
    return known;
  Builder builder(kernel_.getContext());
  auto *instruction = dyn_cast<Instruction>(value);
  const Shape shape = shapes_.of(value);
  auto extendLeaf = [&] {
    if (instruction)
      builder.SetInsertPoint((*instruction->getInsertionPointAfterDef())->getParent(),
                             *instruction->getInsertionPointAfterDef());
    else
      builder.SetInsertPoint(&kernel_.getEntryBlock(),
                             kernel_.getEntryBlock().getFirstNonPHIOrDbgOrAlloca());
    return done[value] = builder.CreateIntCast(value, type, isSigned);
  };
  if (shape.isUniform())
    return extendLeaf();
  if (isa<CallBase>(instruction)) { // a 32-bit id, never negative
    Value *base = extendLeaf();
    shapes_.setShape(base, shape);
    return base;
  }
  if (auto *phi = dyn_cast<PHINode>(instruction)) {
    builder.SetInsertPoint(phi);
    PHINode *wide = builder.CreatePHI(type, phi->getNumIncomingValues());
    done[value] = wide;
    shapes_.setShape(wide, shape);
    for (unsigned i = 0; i < phi->getNumIncomingValues(); ++i)
      wide->addIncoming(extended(phi->getIncomingValue(i), isSigned, type, done),
                        phi->getIncomingBlock(i));
    return wide;
  }
  Value *left = extended(instruction->getOperand(0), isSigned, type, done);
  Value *right = extended(instruction->getOperand(1), isSigned, type, done);
  builder.SetInsertPoint(instruction);
  auto opcode = cast<BinaryOperator>(instruction)->getOpcode();
  if (opcode == Instruction::Or) // see replaceDisjointOr
    opcode = Instruction::Add;
  Value *base = builder.CreateBinOp(opcode, left, right);
  shapes_.setShape(base, shape);
  return done[value] = base;
}

} // namespace weft::compiler
