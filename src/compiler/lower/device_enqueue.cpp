// SPDX-FileCopyrightText: The Weft authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "lower/device_enqueue.h"

#include "analysis/kernel_info.h"
#include "lower/abi.h"
#include "lower/primitives.h"
#include "work_group/descriptors.h"

#include "llvm/ADT/StringSwitch.h"
#include "llvm/IR/Module.h"

#include <functional>

using namespace llvm;

namespace weft::compiler {
namespace {

/// What an enqueued function is as a kernel. Clang makes one of each block; the functions by which
/// the OpenCL C++ library calls lambdas (include/opencl_cxx/opencl_device_queue, __entry) take what
/// a block does, and are made kernels here.
Function *kernelOf(Function &entry) {
  if (isKernel(entry))
    return &entry;
  Module &module = *entry.getParent();
  std::string name = (entry.getName() + "_block_invoke_kernel").str(); // isBlockKernel
  if (Function *made = module.getFunction(name))
    return made;
  auto *kernel =
      Function::Create(entry.getFunctionType(), GlobalValue::ExternalLinkage, name, module);
  kernel->setCallingConv(CallingConv::SPIR_KERNEL);
  kernel->setAttributes(entry.getAttributes());
  IRBuilder<> builder(BasicBlock::Create(module.getContext(), "entry", kernel));
  SmallVector<Value *> arguments;
  for (Argument &argument : kernel->args())
    arguments.push_back(&argument);
  builder.CreateCall(&entry, arguments)->setCallingConv(entry.getCallingConv());
  builder.CreateRetVoid();
  return kernel;
}

/// Writes one call anew.
class CallLowering {
public:
  explicit CallLowering(CallInst &call)
      : call_(call), builder_(&call),
        entry_(&call.getFunction()->getEntryBlock(), call.getFunction()->getEntryBlock().begin()) {}

  /// Where the operands of the four forms of __enqueue_kernel lie; 0 is none of them.
  struct EnqueueOperands {
    unsigned waits, block, locals;
  };

  Value *enqueueKernel(EnqueueOperands at) {
    // One request in private memory, which the driver copies from.
    Value *request = reserve(sizeof(WeftEnqueueKernel));
    auto put = [&](std::uint64_t offset, Value *value) {
      builder_.CreateStore(value, atByte(builder_, request, offset));
    };
    Value *nothing = ConstantPointerNull::get(builder_.getPtrTy());
    Value *zero = builder_.getInt32(0);
    Value *literal = pointer(at.block + 1);
    put(offsetof(WeftEnqueueKernel, queue), pointer(0));
    put(offsetof(WeftEnqueueKernel, flags), call_.getArgOperand(1));
    put(offsetof(WeftEnqueueKernel, range), pointer(2));
    put(offsetof(WeftEnqueueKernel, block), descriptor(at.block));
    put(offsetof(WeftEnqueueKernel, literal), literal);
    // Clang's block literal starts with its size and alignment.
    put(offsetof(WeftEnqueueKernel, literalBytes),
        builder_.CreateLoad(builder_.getInt32Ty(), literal));
    put(offsetof(WeftEnqueueKernel, literalAlignment),
        builder_.CreateLoad(builder_.getInt32Ty(), atByte(builder_, literal, 4)));
    put(offsetof(WeftEnqueueKernel, localCount), at.locals ? call_.getArgOperand(at.locals) : zero);
    put(offsetof(WeftEnqueueKernel, localSizes), at.locals ? pointer(at.locals + 1) : nothing);
    put(offsetof(WeftEnqueueKernel, waitCount), at.waits ? call_.getArgOperand(at.waits) : zero);
    put(offsetof(WeftEnqueueKernel, waitList), at.waits ? pointer(at.waits + 1) : nothing);
    put(offsetof(WeftEnqueueKernel, eventOut), at.waits ? pointer(at.waits + 2) : nothing);
    put(offsetof(WeftEnqueueKernel, reserved), zero);
    return run(offsetof(WeftRuntimeFunctions, enqueueKernel), builder_.getInt32Ty(), true,
               {request});
  }

  /// A call with the same operands in the same order.
  Value *forward(std::uint64_t function, bool withWorker) {
    SmallVector<Value *> operands;
    for (unsigned i = 0; i < call_.arg_size(); ++i)
      operands.push_back(pointerOrValue(i));
    Type *type = call_.getType();
    if (isa<TargetExtType>(type))
      return opaque(run(function, builder_.getPtrTy(), withWorker, operands), type);
    if (type->isIntegerTy(1)) // is_valid_event: the driver's answer is an int
      return builder_.CreateIsNotNull(run(function, builder_.getInt32Ty(), withWorker, operands));
    return run(function, type, withWorker, operands);
  }

  /// CLK_NULL_EVENT, as opencl-c-base.h has it: all ones.
  Value *nullEvent() {
    Constant *ones = Constant::getAllOnesValue(builder_.getInt64Ty());
    return opaque(ConstantExpr::getIntToPtr(ones, builder_.getPtrTy()), call_.getType());
  }

  /// get_kernel_*: `range` is the operand with the ndrange_t, or there is none.
  Value *query(std::uint64_t function, unsigned block, bool withRange) {
    SmallVector<Value *> operands = {descriptor(block)};
    if (withRange)
      operands.push_back(pointer(0));
    return run(function, builder_.getInt32Ty(), false, operands);
  }

private:
  Value *reserve(std::uint64_t bytes) {
    AllocaInst *place = entry_.CreateAlloca(ArrayType::get(entry_.getInt8Ty(), bytes));
    place->setAlignment(Align(8));
    return place;
  }

  Value *pointerOrValue(unsigned index) {
    Type *type = call_.getArgOperand(index)->getType();
    return type->isPointerTy() || isa<TargetExtType>(type) ? pointer(index)
                                                           : call_.getArgOperand(index);
  }

  /// An operand as a plain pointer. Nothing converts an opaque type: it goes through memory, which
  /// SROA removes once the type is lowered.
  Value *pointer(unsigned index) {
    Value *value = call_.getArgOperand(index);
    if (value->getType()->isPointerTy())
      return builder_.CreateAddrSpaceCast(value, builder_.getPtrTy());
    AllocaInst *place = entry_.CreateAlloca(value->getType());
    builder_.CreateStore(value, place);
    return builder_.CreateLoad(builder_.getPtrTy(), place);
  }

  Value *opaque(Value *value, Type *type) {
    AllocaInst *place = entry_.CreateAlloca(type);
    builder_.CreateStore(value, place);
    return builder_.CreateLoad(type, place);
  }

  Value *descriptor(unsigned block) {
    auto *entry = dyn_cast<Function>(call_.getArgOperand(block)->stripPointerCasts());
    if (!entry) // Clang resolves every block that may be enqueued
      return ConstantPointerNull::get(builder_.getPtrTy());
    return declareDescriptor(*call_.getModule(), kernelOf(*entry)->getName());
  }

  Value *run(std::uint64_t function, Type *result, bool withWorker, ArrayRef<Value *> operands) {
    Value *launch = callPrimitive(builder_, Primitive::LaunchState);
    SmallVector<Value *> all = {launch};
    if (withWorker)
      all.push_back(callPrimitive(builder_, Primitive::WorkerState));
    append_range(all, operands);
    SmallVector<Type *> types;
    for (Value *operand : all)
      types.push_back(operand->getType());
    CallInst *made = builder_.CreateCall(FunctionType::get(result, types, false),
                                         runtimeFunction(builder_, launch, function), all);
    made->setDoesNotThrow();
    return made;
  }

  CallInst &call_;
  IRBuilder<> builder_;
  IRBuilder<> entry_;
};

using Lowering = std::function<Value *(CallLowering &)>;

Lowering loweringOf(StringRef name) {
  auto enqueue = [](CallLowering::EnqueueOperands at) -> Lowering {
    return [at](CallLowering &call) { return call.enqueueKernel(at); };
  };
  auto forward = [](std::uint64_t function, bool withWorker = true) -> Lowering {
    return [=](CallLowering &call) { return call.forward(function, withWorker); };
  };
  auto query = [](std::uint64_t function, unsigned block) -> Lowering {
    return [=](CallLowering &call) { return call.query(function, block, block != 0); };
  };
#define WEFT_AT(member) offsetof(WeftRuntimeFunctions, member)
  return StringSwitch<Lowering>(name)
      .Case("__enqueue_kernel_basic", enqueue({0, 3, 0}))
      .Case("__enqueue_kernel_basic_events", enqueue({3, 6, 0}))
      .Case("__enqueue_kernel_varargs", enqueue({0, 3, 5}))
      .Case("__enqueue_kernel_events_varargs", enqueue({3, 6, 8}))
      .Case("__get_kernel_work_group_size_impl", query(WEFT_AT(kernelWorkGroupSize), 0))
      .Case("__get_kernel_preferred_work_group_size_multiple_impl",
            query(WEFT_AT(kernelPreferredMultiple), 0))
      .Case("__get_kernel_max_sub_group_size_for_ndrange_impl",
            query(WEFT_AT(kernelMaxSubGroupSize), 1))
      .Case("__get_kernel_sub_group_count_for_ndrange_impl", query(WEFT_AT(kernelSubGroupCount), 1))
      .Case("__weft_null_event", [](CallLowering &call) { return call.nullEvent(); })
      .Case("_Z17get_default_queuev", forward(WEFT_AT(defaultQueue)))
      .Case("_Z14enqueue_marker9ocl_queuejPU3AS4K12ocl_clkeventPU3AS4S0_",
            forward(WEFT_AT(enqueueMarker)))
      .Case("_Z17create_user_eventv", forward(WEFT_AT(createUserEvent)))
      .Case("_Z21set_user_event_status12ocl_clkeventi", forward(WEFT_AT(setUserEventStatus)))
      .Case("_Z12retain_event12ocl_clkevent", forward(WEFT_AT(retainEvent)))
      .Case("_Z13release_event12ocl_clkevent", forward(WEFT_AT(releaseEvent)))
      .Case("_Z14is_valid_event12ocl_clkevent", forward(WEFT_AT(isValidEvent)))
      .Case("_Z28capture_event_profiling_info12ocl_clkeventiPU3AS1v",
            forward(WEFT_AT(captureEventProfilingInfo)))
      // The same for the OpenCL C++ library (include/opencl_cxx/opencl_device_queue).
      .Case("__weft_enqueue_kernel", enqueue({3, 6, 8}))
      .Case("__weft_kernel_work_group_size", query(WEFT_AT(kernelWorkGroupSize), 0))
      .Case("__weft_kernel_preferred_multiple", query(WEFT_AT(kernelPreferredMultiple), 0))
      .Case("__weft_kernel_max_sub_group_size", query(WEFT_AT(kernelMaxSubGroupSize), 1))
      .Case("__weft_kernel_sub_group_count", query(WEFT_AT(kernelSubGroupCount), 1))
      .Case("__weft_default_queue", forward(WEFT_AT(defaultQueue)))
      .Case("__weft_enqueue_marker", forward(WEFT_AT(enqueueMarker)))
      .Case("__weft_create_user_event", forward(WEFT_AT(createUserEvent)))
      .Case("__weft_set_user_event_status", forward(WEFT_AT(setUserEventStatus)))
      .Case("__weft_retain_event", forward(WEFT_AT(retainEvent)))
      .Case("__weft_release_event", forward(WEFT_AT(releaseEvent)))
      .Case("__weft_is_valid_event", forward(WEFT_AT(isValidEvent)))
      .Case("__weft_capture_event_profiling_info", forward(WEFT_AT(captureEventProfilingInfo)))
      .Default(nullptr);
#undef WEFT_AT
}

/// A literal holds the address of its block's function for calls through it, but Clang calls blocks
/// directly. The address would keep a function alive that is only there to be inlined.
bool forgetInvokeFunctions(Module &module) {
  bool changed = false;
  for (Function &function : module) {
    if (!function.getName().contains("_block_invoke"))
      continue;
    auto *null = ConstantPointerNull::get(function.getType());
    function.replaceUsesWithIf(null, [&](Use &use) {
      auto *call = dyn_cast<CallBase>(use.getUser());
      bool isAddress = !call || !call->isCallee(&use);
      changed |= isAddress;
      return isAddress;
    });
    function.removeDeadConstantUsers();
  }
  return changed;
}

} // namespace

bool isDeviceEnqueueFunction(StringRef name) { return bool(loweringOf(name)); }

PreservedAnalyses LowerDeviceEnqueuePass::run(Module &module, ModuleAnalysisManager &) {
  bool changed = false;
  for (Function &function : make_early_inc_range(module)) {
    if (!function.isDeclaration() || function.isIntrinsic())
      continue;
    Lowering lowering = loweringOf(function.getName());
    if (!lowering)
      continue;
    for (User *user : make_early_inc_range(function.users()))
      if (auto *call = dyn_cast<CallInst>(user)) {
        CallLowering lowered(*call);
        Value *result = lowering(lowered);
        if (!call->getType()->isVoidTy())
          call->replaceAllUsesWith(result);
        call->eraseFromParent();
      }
    if (function.use_empty())
      function.eraseFromParent();
    changed = true;
  }
  changed |= forgetInvokeFunctions(module);
  return changed ? PreservedAnalyses::none() : PreservedAnalyses::all();
}

} // namespace weft::compiler
