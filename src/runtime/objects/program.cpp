// SPDX-FileCopyrightText: The Weft authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "objects/program.h"

#include "support/error.h"
#include "support/log.h"

#include <algorithm>
#include <thread>

namespace weft::runtime {

cl_program_binary_type ProgramBuild::binaryType() const {
  if (!image)
    return CL_PROGRAM_BINARY_TYPE_NONE;
  switch (image->facts().kind) {
  case BinaryKind::CompiledObject:
    return CL_PROGRAM_BINARY_TYPE_COMPILED_OBJECT;
  case BinaryKind::Library:
    return CL_PROGRAM_BINARY_TYPE_LIBRARY;
  case BinaryKind::Executable:
    return CL_PROGRAM_BINARY_TYPE_EXECUTABLE;
  case BinaryKind::None:
    break;
  }
  return CL_PROGRAM_BINARY_TYPE_NONE;
}

Program::Program(Context &context, Devices devices)
    : context_(context), devices_(std::move(devices)), builds_(devices_.size()) {}

Program::Program(Context &context, std::string source) : Program(context, context.devices()) {
  source_ = std::move(source);
}

Program::Program(Context &context, Devices devices, std::vector<Binary> binaries)
    : Program(context, std::move(devices)) {
  MutexLock lock(mutex_);
  for (size_t i = 0; i < binaries.size(); ++i) {
    builds_[i].image = std::move(binaries[i].image);
    builds_[i].options = std::move(binaries[i].options);
  }
}

bool Program::has(const Device &device) const {
  return std::any_of(devices_.begin(), devices_.end(),
                     [&](const Hold<Device> &each) { return each.get() == &device; });
}

const std::string &Program::source() const {
  static const auto *const kNone = new std::string;
  return source_ ? *source_ : *kNone;
}

ProgramBuild &Program::stateOf(const Device &device) {
  for (size_t i = 0; i < devices_.size(); ++i)
    if (devices_[i].get() == &device)
      return builds_[i];
  throw Error(CL_INVALID_DEVICE);
}

ProgramBuild Program::buildOf(const Device &device) const {
  MutexLock lock(mutex_);
  return const_cast<Program *>(this)->stateOf(device);
}

// Building

void Program::begin(const Devices &devices, const std::string &options, bool keepBinaries) {
  // What may run out of memory comes first: a program left in CL_BUILD_IN_PROGRESS could never be
  // built again.
  std::vector<std::string> copies(devices.size(), options);
  MutexLock lock(mutex_);
  // "CL_INVALID_OPERATION if the build of a program executable for any of the devices listed in
  // device_list by a previous call to clBuildProgram for program has not completed", "if there are
  // kernel objects attached to program".
  throwIf(kernels_ != 0, CL_INVALID_OPERATION);
  for (const Hold<Device> &device : devices)
    throwIf(stateOf(*device).status == CL_BUILD_IN_PROGRESS, CL_INVALID_OPERATION);
  for (size_t i = 0; i < devices.size(); ++i) {
    ProgramBuild &build = stateOf(*devices[i]);
    build.status = CL_BUILD_IN_PROGRESS;
    build.options = std::move(copies[i]);
    build.log.clear();
    build.executable.reset();
    if (!keepBinaries)
      build.image.reset();
  }
}

void Program::build(const Devices &devices, const char *options, Completion completion) {
  if (!isFromSource()) {
    buildBinaries(devices, options);
    if (completion.notify)
      completion.notify(handle(), completion.userData);
    return;
  }
  throwIf(!compilerAvailable(), CL_COMPILER_NOT_AVAILABLE);
  CompileRequest request;
  request.action = CompileAction::Build;
  request.options = options ? options : "";
  request.source = *source_;
  start({devices, std::move(request)}, completion);
}

void Program::compile(const Devices &devices, const char *options, std::vector<NamedSource> headers,
                      Completion completion) {
  // "CL_INVALID_OPERATION if program has no source or IL available".
  throwIf(!isFromSource(), CL_INVALID_OPERATION);
  throwIf(!compilerAvailable(), CL_COMPILER_NOT_AVAILABLE);
  CompileRequest request;
  request.action = CompileAction::Compile;
  request.options = options ? options : "";
  request.source = *source_;
  request.headers = std::move(headers);
  start({devices, std::move(request)}, completion);
}

void Program::start(Batch batch, Completion completion) {
  std::vector<Batch> batches;
  batches.push_back(std::move(batch));
  begin(batches[0].devices, batches[0].request.options, false);
  run(std::move(batches), completion);
}

/// "If the program was created using clCreateProgramWithBinary and options is a NULL pointer, the
/// program will be built as if options were the same as when the program binary was originally
/// built"; others change nothing, since the code is there already.
void Program::buildBinaries(const Devices &devices, const char *options) {
  std::string recorded;
  for (const Hold<Device> &device : devices) {
    ProgramBuild build = buildOf(*device);
    // "the program binary must be an executable binary (not a compiled binary or library)".
    throwIf(!build.image || build.image->facts().kind != BinaryKind::Executable, CL_INVALID_BINARY);
    recorded = build.options;
  }
  begin(devices, options ? options : recorded, true);
  for (const Hold<Device> &device : devices) {
    try {
      load(*device, buildOf(*device));
    } catch (const Error &) {
      fail(devices, "weft: the program binary cannot be loaded\n");
      throw Error(CL_INVALID_BINARY);
    } catch (...) {
      fail(devices, "weft: the build ran out of resources\n");
      throw;
    }
    MutexLock lock(mutex_);
    stateOf(*device).status = CL_BUILD_SUCCESS;
  }
}

Ref<Program> Program::link(Context &context, const Devices &devices, const char *options,
                           std::span<Program *const> inputs, Completion completion,
                           cl_int &statusOut) {
  throwIf(!compilerAvailable(), CL_LINKER_NOT_AVAILABLE);
  struct Linked {
    std::vector<const ObjectImage *> images;
    Batch batch;
  };
  std::vector<Linked> linked;
  for (const Hold<Device> &device : devices) {
    Linked one;
    for (Program *input : inputs) {
      if (!input->has(*device))
        continue;
      ProgramBuild build = input->buildOf(*device);
      throwIf(build.status == CL_BUILD_IN_PROGRESS, CL_INVALID_OPERATION);
      if (!build.image || build.image->facts().kernelIR.empty())
        continue;
      one.images.push_back(build.image.get());
      one.batch.request.modules.push_back(build.image->facts().kernelIR);
    }
    // "None of the programs contain a compiled binary or library for that device. In this case, no
    // link is performed ... All other cases will return a CL_INVALID_OPERATION error."
    if (one.images.empty())
      continue;
    throwIf(one.images.size() != inputs.size(), CL_INVALID_OPERATION);
    auto same = std::find_if(linked.begin(), linked.end(),
                             [&](const Linked &other) { return other.images == one.images; });
    if (same == linked.end()) {
      one.batch.request.action = CompileAction::Link;
      one.batch.request.options = options ? options : "";
      same = linked.insert(linked.end(), std::move(one));
    }
    same->batch.devices.push_back(device);
  }

  auto program = Ref<Program>::adopt(new Program(context, devices));
  std::vector<Batch> batches;
  for (Linked &each : linked) {
    program->begin(each.batch.devices, each.batch.request.options, false);
    batches.push_back(std::move(each.batch));
  }
  statusOut = CL_SUCCESS;
  try {
    program->run(std::move(batches), completion);
  } catch (const Error &error) {
    statusOut = error.status();
    if (statusOut != CL_LINK_PROGRAM_FAILURE) { // could not begin: there is no program
      program.release()->releaseFromApi();
      throw;
    }
  }
  return program;
}

void Program::run(std::vector<Batch> batches, Completion completion) {
  if (completion.notify) {
    requireValidOptions(batches);
    runInBackground(std::move(batches), completion);
  } else {
    cl_int status = perform(batches, true);
    throwIf(status != CL_SUCCESS, status);
  }
}

void Program::runInBackground(std::vector<Batch> batches, Completion completion) {
  try {
    // The handle must be valid in the callback.
    std::thread([self = Hold<Program>(*this), batches, completion] {
      try {
        self->perform(batches, false);
      } catch (...) {
        // perform() has left the devices in CL_BUILD_ERROR.
      }
      completion.notify(self->handle(), completion.userData);
    }).detach();
  } catch (...) {
    fail(batches, "weft: no thread for the build\n");
    throw Error(CL_OUT_OF_HOST_MEMORY);
  }
}

namespace {

cl_int invalidOptionsStatus(CompileAction action) {
  switch (action) {
  case CompileAction::Compile:
    return CL_INVALID_COMPILER_OPTIONS;
  case CompileAction::Link:
    return CL_INVALID_LINKER_OPTIONS;
  default:
    return CL_INVALID_BUILD_OPTIONS;
  }
}

cl_int failureStatus(CompileAction action) {
  switch (action) {
  case CompileAction::Compile:
    return CL_COMPILE_PROGRAM_FAILURE;
  case CompileAction::Link:
    return CL_LINK_PROGRAM_FAILURE;
  default:
    return CL_BUILD_PROGRAM_FAILURE;
  }
}

} // namespace

/// "The build operation can begin if the [...] build options specified are all valid" (API 5.8.4),
/// so the call itself has to refuse others. The compiler knows them; it is asked with nothing to
/// compile. All batches have the same.
void Program::requireValidOptions(const std::vector<Batch> &batches) {
  if (batches.empty() || batches.front().request.options.empty())
    return;
  Compilation answer;
  try {
    CompileRequest question;
    question.action = batches.front().request.action;
    question.options = batches.front().request.options;
    answer = compileService().compile(std::move(question));
  } catch (...) {
    return; // the build will meet the same
  }
  if (answer.status != CompileStatus::InvalidOptions)
    return;
  fail(batches, answer.log);
  throw Error(invalidOptionsStatus(batches.front().request.action));
}

cl_int Program::perform(const std::vector<Batch> &batches, bool blocking) {
  cl_int status = CL_SUCCESS;
  for (const Batch &batch : batches) {
    Compilation compilation;
    try {
      compilation = compileService().compile(batch.request);
      finish(batch, compilation, blocking);
    } catch (...) {
      fail(batches, "weft: the build ran out of resources\n");
      throw;
    }
    CompileAction action = batch.request.action;
    if (compilation.status == CompileStatus::InvalidOptions)
      status = invalidOptionsStatus(action);
    else if (!compilation.image || buildOf(*batch.devices.front()).status != CL_BUILD_SUCCESS)
      status = failureStatus(action);
  }
  return status;
}

void Program::finish(const Batch &batch, const Compilation &compilation, bool blocking) {
  bool executable = compilation.image && compilation.image->facts().kind == BinaryKind::Executable;
  for (const Hold<Device> &device : batch.devices) {
    {
      MutexLock lock(mutex_);
      ProgramBuild &build = stateOf(*device);
      build.log = compilation.log;
      build.image = compilation.image;
      if (!blocking || !executable)
        build.status = compilation.image ? CL_BUILD_SUCCESS : CL_BUILD_ERROR;
    }
    if (!blocking || !executable)
      continue;
    // Every failure of a blocking build is a build failure, so the code is loaded now.
    try {
      load(*device, buildOf(*device));
    } catch (const Error &) {
      fail(batch.devices, "weft: the kernel object cannot be loaded (WEFT_DEBUG=build says why)\n");
      return;
    }
    MutexLock lock(mutex_);
    stateOf(*device).status = CL_BUILD_SUCCESS;
  }
}

void Program::fail(const std::vector<Batch> &batches, std::string_view log) noexcept {
  for (const Batch &batch : batches)
    fail(batch.devices, log);
}

void Program::fail(const Devices &devices, std::string_view log) noexcept {
  MutexLock lock(mutex_);
  for (const Hold<Device> &device : devices) {
    ProgramBuild &build = stateOf(*device);
    build.status = CL_BUILD_ERROR;
    try {
      build.log += log;
    } catch (const std::bad_alloc &) {
      // The status says it.
    }
  }
}

// Executables

std::shared_ptr<Executable> Program::load(const Device &device, const ProgramBuild &build) {
  if (build.executable)
    return build.executable;
  // With the mutex held, another thread that holds the loader's lock (in a library's constructor)
  // and wants this mutex would wait for ever.
  std::string error;
  std::shared_ptr<const LoadedObject> code = LoadedObject::load(build.image, error);
  if (!code) {
    log(LogTopic::Build, error);
    throw Error(CL_OUT_OF_RESOURCES);
  }
  auto executable = std::make_shared<Executable>(std::move(code));
  MutexLock lock(mutex_);
  ProgramBuild &now = stateOf(device);
  if (now.image != build.image)
    return executable; // built anew meanwhile
  if (!now.executable)
    now.executable = std::move(executable);
  return now.executable;
}

bool Program::hasExecutable() const {
  return std::any_of(builds_.begin(), builds_.end(),
                     [](const ProgramBuild &build) { return build.isBuilt(); });
}

std::vector<Program::DeviceExecutable> Program::executables() {
  std::vector<DeviceExecutable> all;
  for (const Hold<Device> &device : devices_) {
    ProgramBuild build = buildOf(*device);
    if (build.isBuilt())
      all.push_back({device.get(), build.image, load(*device, build)});
  }
  throwIf(all.empty(), CL_INVALID_PROGRAM_EXECUTABLE);
  return all;
}

std::vector<std::string> Program::kernelNames() {
  DeviceExecutable first = executables().front();
  std::vector<std::string> names;
  for (const KernelSignature &signature : first.image->facts().kernels) {
    const WeftKernelDescriptor *descriptor = first.executable->find(signature.name);
    if (descriptor && !(descriptor->flags & WEFT_KERNEL_IS_BLOCK))
      names.push_back(signature.name);
  }
  return names;
}

void Program::attachKernel() {
  {
    MutexLock lock(mutex_);
    throwIf(!hasExecutable(), CL_INVALID_PROGRAM_EXECUTABLE);
    ++kernels_;
  }
  hold();
}

void Program::detachKernel() {
  {
    MutexLock lock(mutex_);
    --kernels_;
  }
  letGo();
}

} // namespace weft::runtime
