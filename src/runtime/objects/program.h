// SPDX-FileCopyrightText: The Weft authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A program object: source or binaries, and what building them gave for each device.
#pragma once

#include "objects/context.h"
#include "objects/object.h"
#include "objects/ref.h"
#include "programs/compile_service.h"
#include "programs/executable.h"
#include "support/mutex.h"

#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace weft::runtime {

/// What a program has for one device.
struct ProgramBuild {
  cl_build_status status = CL_BUILD_NONE;
  std::string options;
  std::string log;
  /// The binary: loaded by clCreateProgramWithBinary or made by the last build, compile or link.
  std::shared_ptr<const ObjectImage> image;
  /// The binary, ready to run. Made by the call that built it, or, after a build in the background,
  /// by the first call that needs it: only API threads may load (loaded_object.h).
  std::shared_ptr<Executable> executable;

  cl_program_binary_type binaryType() const;
  bool isBuilt() const {
    return status == CL_BUILD_SUCCESS && image && image->facts().kind == BinaryKind::Executable;
  }
};

/// Builds run with no lock held, in the calling thread or, where a callback is given, in one of
/// their own; meanwhile the devices concerned are CL_BUILD_IN_PROGRESS and refuse another build.
class Program : public Object<_cl_program, Program, HandleKind::Program> {
public:
  using Notify = void(CL_CALLBACK *)(cl_program program, void *userData);
  using Devices = std::vector<Hold<Device>>;

  struct Binary {
    std::shared_ptr<const ObjectImage> image;
    std::string options;
  };
  struct Completion {
    Notify notify = nullptr; // null: the call blocks
    void *userData = nullptr;
  };

  Program(Context &context, std::string source);
  /// One binary for each device.
  Program(Context &context, Devices devices, std::vector<Binary> binaries);

  /// Both throw CL_INVALID_OPERATION while a build is under way or kernels are attached, and the
  /// status that says what failed where the call blocks. `options` may be null.
  void build(const Devices &devices, const char *options, Completion completion);
  void compile(const Devices &devices, const char *options, std::vector<NamedSource> headers,
               Completion completion);
  /// A new program, which is for the caller even where linking it fails: then `statusOut` says so.
  static Ref<Program> link(Context &context, const Devices &devices, const char *options,
                           std::span<Program *const> inputs, Completion completion,
                           cl_int &statusOut);

  Context &context() const { return *context_; }
  const Devices &devices() const { return devices_; }
  bool has(const Device &device) const;
  bool isFromSource() const { return source_.has_value(); }
  /// Empty for a program that was not made from source.
  const std::string &source() const;

  /// A copy of the state of one of its devices.
  ProgramBuild buildOf(const Device &device) const;

  struct DeviceExecutable {
    Device *device;
    std::shared_ptr<const ObjectImage> image;
    std::shared_ptr<Executable> executable;
  };
  /// What kernels of this program run from, for each device that has it; loaded if need be. Throws
  /// CL_INVALID_PROGRAM_EXECUTABLE if there is none.
  std::vector<DeviceExecutable> executables();
  /// `build` is a copy of the device's state, for which the program is built; the state may have
  /// become another one meanwhile.
  std::shared_ptr<Executable> load(const Device &device, const ProgramBuild &build);
  /// The kernels that an application can create: those of the first device with an executable.
  std::vector<std::string> kernelNames();

  /// A kernel's tie to its program: meanwhile the executables do not change, and the handle is
  /// valid
  /// ("deleted after all kernel objects associated with program have been deleted", API 5.8.2).
  class Attachment {
  public:
    /// Throws CL_INVALID_PROGRAM_EXECUTABLE if the program has none.
    explicit Attachment(Program &program) : program_(&program) { program.attachKernel(); }
    ~Attachment() { end(); }
    Attachment(const Attachment &) = delete;
    Attachment &operator=(const Attachment &) = delete;
    void end() {
      if (program_)
        std::exchange(program_, nullptr)->detachKernel();
    }

  private:
    Program *program_;
  };

private:
  /// What to compile and for whom: devices that get the same answer are asked for once.
  struct Batch {
    Devices devices;
    CompileRequest request;
  };

  Program(Context &context, Devices devices);

  ProgramBuild &stateOf(const Device &device) WEFT_REQUIRES(mutex_);
  bool hasExecutable() const WEFT_REQUIRES(mutex_);
  void attachKernel();
  void detachKernel();
  void begin(const Devices &devices, const std::string &options, bool keepBinaries);
  void start(Batch batch, Completion completion);
  void run(std::vector<Batch> batches, Completion completion);
  void requireValidOptions(const std::vector<Batch> &batches);
  void runInBackground(std::vector<Batch> batches, Completion completion);
  cl_int perform(const std::vector<Batch> &batches, bool blocking);
  void finish(const Batch &batch, const Compilation &compilation, bool blocking);
  void fail(const std::vector<Batch> &batches, std::string_view log) noexcept;
  void fail(const Devices &devices, std::string_view log) noexcept;
  void buildBinaries(const Devices &devices, const char *options);

  Hold<Context> context_;
  Devices devices_;
  std::optional<std::string> source_;
  mutable Mutex mutex_;
  std::vector<ProgramBuild> builds_ WEFT_GUARDED_BY(mutex_); // beside devices_
  unsigned kernels_ WEFT_GUARDED_BY(mutex_) = 0;
};

} // namespace weft::runtime
