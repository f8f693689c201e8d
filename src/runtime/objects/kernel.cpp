// SPDX-FileCopyrightText: The Weft authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "objects/kernel.h"

#include "objects/device.h"
#include "support/error.h"
#include "weft/abi/launch_state.h"

#include <algorithm>
#include <cstring>

namespace weft::runtime {
namespace {

/// Sizes of local memory saturate here, far from where sums would wrap round: a launch with so much
/// is refused like any other with too much.
constexpr std::uint64_t kMostLocalBytes = std::uint64_t(1) << 62;

std::uint64_t alignUp(std::uint64_t bytes) {
  constexpr std::uint64_t kMask = WEFT_MEMORY_ALIGNMENT - 1;
  return (bytes + kMask) & ~kMask;
}

const KernelSignature *findSignature(const ObjectImage &image, std::string_view name) {
  for (const KernelSignature &signature : image.facts().kernels)
    if (signature.name == name)
      return &signature;
  return nullptr;
}

/// "the number of arguments, the argument types" (API 5.9.1), and what setting them depends on.
bool sameDefinition(const KernelSignature &a, const KernelSignature &b) {
  return a.argumentBytes == b.argumentBytes &&
         std::equal(a.arguments.begin(), a.arguments.end(), b.arguments.begin(), b.arguments.end(),
                    [](const KernelArgument &x, const KernelArgument &y) {
                      return x.kind == y.kind && x.offset == y.offset && x.size == y.size &&
                             x.typeName == y.typeName;
                    });
}

/// Arguments that a memory object may be set for.
bool takesMemory(ArgumentKind kind) {
  return kind == ArgumentKind::GlobalPointer || kind == ArgumentKind::ConstantPointer;
}

void store(std::byte *block, const KernelArgument &argument, std::uint64_t word) {
  std::memcpy(block + argument.offset, &word, sizeof word);
}

} // namespace

Kernel::Kernel(Program &program, std::string_view name) : program_(program), attachment_(program) {
  for (Program::DeviceExecutable &each : program.executables()) {
    const WeftKernelDescriptor *descriptor = each.executable->find(name);
    const KernelSignature *signature = findSignature(*each.image, name);
    throwIf(!descriptor || !signature || (descriptor->flags & WEFT_KERNEL_IS_BLOCK),
            CL_INVALID_KERNEL_NAME);
    if (!signature_)
      signature_ = signature;
    throwIf(!sameDefinition(*signature_, *signature), CL_INVALID_KERNEL_DEFINITION);
    code_.push_back({each.device, descriptor, std::move(each.executable), std::move(each.image)});
  }
  arguments_.resize(signature_->arguments.size());
  unset_ = arguments_.size();
  block_.resize(signature_->argumentBytes);
  for (cl_uint i = 0; i < arguments_.size(); ++i)
    if (takesMemory(signature_->arguments[i].kind))
      memoryArguments_.push_back(i);
    else if (signature_->arguments[i].kind == ArgumentKind::Queue)
      queueArguments_.push_back(i);
  layOutLocalMemory();
}

Kernel::Kernel(const Kernel &source)
    : Object(), program_(source.program_), attachment_(*program_), code_(source.code_),
      signature_(source.signature_), arguments_(source.arguments_),
      memoryArguments_(source.memoryArguments_), queueArguments_(source.queueArguments_),
      block_(source.block_), localBytes_(source.localBytes_), unset_(source.unset_) {}

Kernel::~Kernel() = default;

// A kernel that only commands still need does not keep the program from being built anew: it has
// the executable for itself.
void Kernel::onApiReleased() { attachment_.end(); }

const Kernel::DeviceCode &Kernel::codeFor(const Device &device) const {
  // "If a program binary has not been built for a sub-device, the program binary associated with
  // the parent device will be used" (API 5.8.9).
  for (const Device *wanted = &device; wanted; wanted = wanted->parent())
    for (const DeviceCode &code : code_)
      if (code.device == wanted)
        return code;
  throw Error(CL_INVALID_PROGRAM_EXECUTABLE);
}

const WeftKernelDescriptor &Kernel::descriptor(const Device &device) const {
  return *codeFor(device).descriptor;
}

void Kernel::setArgument(cl_uint index, size_t size, const void *value) {
  throwIf(index >= arguments_.size(), CL_INVALID_ARG_INDEX);
  const KernelArgument &argument = signature_->arguments[index];
  ArgumentState &state = arguments_[index];
  switch (argument.kind) {
  case ArgumentKind::Value:
    throwIf(!value, CL_INVALID_ARG_VALUE);
    throwIf(size != argument.size, CL_INVALID_ARG_SIZE);
    std::memcpy(block_.data() + argument.offset, value, size);
    break;
  case ArgumentKind::GlobalPointer:
  case ArgumentKind::ConstantPointer:
    setMemory(state, size, value);
    break;
  case ArgumentKind::LocalPointer:
    setLocal(state, size, value);
    break;
  // Objects of these kinds cannot be created (images and pipes are not supported yet), so no value
  // of theirs is valid.
  case ArgumentKind::Image:
  case ArgumentKind::Pipe:
    throw Error(CL_INVALID_MEM_OBJECT);
  case ArgumentKind::Sampler:
    throw Error(CL_INVALID_SAMPLER);
  case ArgumentKind::Queue:
    setQueue(state, size, value);
    break;
  }
  if (!state.isSet) {
    state.isSet = true;
    --unset_;
  }
}

void Kernel::setMemory(ArgumentState &state, size_t size, const void *value) {
  cl_mem memory = nullptr;
  if (value) {
    // "CL_INVALID_ARG_SIZE if arg_value points to a memory object and arg_size is not equal to
    // sizeof(cl_mem)".
    throwIf(size != sizeof(cl_mem), CL_INVALID_ARG_SIZE);
    std::memcpy(&memory, value, sizeof memory);
  }
  if (!memory) { // "the kernel argument will be set to NULL"
    state.memory = nullptr;
    return;
  }
  throwIf(!handles::contains(memory, std::uint8_t(HandleKind::Memory)), CL_INVALID_MEM_OBJECT);
  auto &object = static_cast<MemObject &>(*memory);
  throwIf(object.type() != CL_MEM_OBJECT_BUFFER, CL_INVALID_MEM_OBJECT);
  throwIf(&object.context() != &context(), CL_INVALID_CONTEXT);
  state.memory = memory;
}

void Kernel::setQueue(ArgumentState &state, size_t size, const void *value) {
  // "CL_INVALID_DEVICE_QUEUE if the kernel argument is a device queue, but arg_value does not point
  // to a valid device queue object", "CL_INVALID_ARG_SIZE if arg_value points to a device queue
  // object and arg_size is not equal to sizeof(cl_command_queue)"
  throwIf(!value, CL_INVALID_DEVICE_QUEUE);
  throwIf(size != sizeof(cl_command_queue), CL_INVALID_ARG_SIZE);
  cl_command_queue handle;
  std::memcpy(&handle, value, sizeof handle);
  throwIf(!handle || !handles::contains(handle, std::uint8_t(HandleKind::CommandQueue)),
          CL_INVALID_DEVICE_QUEUE);
  auto &queue = static_cast<QueueObject &>(*handle);
  throwIf(!queue.isOnDevice(), CL_INVALID_DEVICE_QUEUE);
  throwIf(&queue.context() != &context(), CL_INVALID_CONTEXT);
  state.queue = handle;
}

void Kernel::setLocal(ArgumentState &state, size_t size, const void *value) {
  throwIf(value != nullptr, CL_INVALID_ARG_VALUE);
  throwIf(size == 0, CL_INVALID_ARG_SIZE);
  state.localSize = size;
  layOutLocalMemory();
}

void Kernel::layOutLocalMemory() {
  std::uint64_t end = signature_->localBytes;
  for (size_t i = 0; i < arguments_.size(); ++i) {
    const KernelArgument &argument = signature_->arguments[i];
    if (argument.kind != ArgumentKind::LocalPointer || arguments_[i].localSize == 0)
      continue;
    std::uint64_t offset = alignUp(end);
    store(block_.data(), argument, offset);
    end = std::min(offset + std::min(arguments_[i].localSize, kMostLocalBytes), kMostLocalBytes);
  }
  localBytes_ = end;
}

void Kernel::captureArguments(const Device &device, LaunchArguments &out) {
  const DeviceCode &code = codeFor(device);
  throwIf(unset_ != 0, CL_INVALID_KERNEL_ARGS);
  throwIf(localBytes_ > Device::kLocalMemoryBytes, CL_OUT_OF_RESOURCES);
  // Not memcpy(): the block of a kernel without arguments is null.
  std::byte *block = out.reserve(block_.size());
  std::copy(block_.begin(), block_.end(), block);
  // The kernel does not retain the objects, so they may be gone, and others have come to their
  // handles: their addresses are looked up now.
  for (cl_uint index : memoryArguments_) {
    cl_mem handle = arguments_[index].memory;
    if (!handle)
      continue;
    throwIf(!handles::contains(handle, std::uint8_t(HandleKind::Memory)), CL_INVALID_KERNEL_ARGS);
    auto &memory = static_cast<MemObject &>(*handle);
    throwIf(memory.type() != CL_MEM_OBJECT_BUFFER || &memory.context() != &context(),
            CL_INVALID_KERNEL_ARGS);
    throwIf(memory.parent() && memory.origin() % (Device::kMemBaseAlignBits / 8) != 0,
            CL_MISALIGNED_SUB_BUFFER_OFFSET);
    out.retain(memory);
    store(block, signature_->arguments[index], reinterpret_cast<std::uintptr_t>(memory.data()));
  }
  for (cl_uint index : queueArguments_) {
    cl_command_queue handle = arguments_[index].queue;
    throwIf(!handles::contains(handle, std::uint8_t(HandleKind::CommandQueue)),
            CL_INVALID_KERNEL_ARGS);
    auto &queue = static_cast<QueueObject &>(*handle);
    throwIf(!queue.isOnDevice() || &queue.context() != &context(), CL_INVALID_KERNEL_ARGS);
    out.retain(queue);
    store(block, signature_->arguments[index],
          reinterpret_cast<std::uintptr_t>(queue.deviceQueue()));
  }
  out.descriptor = code.descriptor;
  out.executable = code.executable.get();
  out.programScope = code.executable->programScope();
  out.localBytes = localBytes_;
}

} // namespace weft::runtime
