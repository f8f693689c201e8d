// SPDX-FileCopyrightText: The Weft authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A device: the CPU, or a sub-device that is some of its cores.
#pragma once

#include "objects/object.h"
#include "objects/ref.h"
#include "support/machine.h"
#include "weft/abi/launch_state.h"

#include <cstdint>
#include <memory>
#include <mutex>
#include <span>
#include <vector>

namespace weft::runtime {

class Platform;

/// Something a higher layer keeps for each device, made at its first use: the executor.
class DeviceAttachment {
public:
  virtual ~DeviceAttachment() = default;
};

/// The root device lives for ever and is not counted; sub-devices are ordinary objects
/// (OpenCL 3.0 API 4.3).
class Device : public Object<_cl_device_id, Device, HandleKind::Device> {
public:
  explicit Device(Platform &platform);
  /// A sub-device: `cpus` are some of the parent's. `partition` is the property list it was made
  /// with, as CL_DEVICE_PARTITION_TYPE reports it.
  Device(Device &parent, std::vector<unsigned> cpus,
         std::vector<cl_device_partition_property> partition);
  ~Device();

  Platform &platform() const { return platform_; }
  /// Null for the root device.
  Device *parent() const { return parent_.get(); }
  bool isRoot() const { return !parent_; }
  const Device &root() const;

  /// How many threads run work-groups at once. May be less than cpus().size() where a cgroup limits
  /// CPU time or the user asked for fewer.
  unsigned computeUnits() const { return computeUnits_; }
  /// The logical CPUs (the operating system's numbers) that its threads may run on.
  std::span<const unsigned> cpus() const { return cpus_; }
  std::span<const cl_device_partition_property> partition() const { return partition_; }
  const Machine &machine() const { return machine_; }

  // The limits that other checks need; api/device.cpp reports the same.
  static constexpr size_t kMaxWorkGroupSize = 4096;
  static constexpr cl_uint kMaxDimensions = 3;
  static constexpr size_t kMaxParameterBytes = 4096;
  static constexpr size_t kLocalMemoryBytes = 256 << 10;
  static constexpr cl_uint kMemBaseAlignBits = 8 * WEFT_MEMORY_ALIGNMENT;
  std::uint64_t globalMemoryBytes() const { return machine_.memoryBytes; }
  std::uint64_t maxAllocationBytes() const;

  /// The attachment of this device; `make` is called once, by the first caller.
  template <class T> T &attachment() {
    std::call_once(attachmentMade_, [this] { attachment_ = std::make_unique<T>(*this); });
    return static_cast<T &>(*attachment_);
  }

private:
  Platform &platform_;
  Hold<Device> parent_;
  const Machine &machine_;
  std::vector<unsigned> cpus_;
  unsigned computeUnits_;
  std::vector<cl_device_partition_property> partition_;
  std::once_flag attachmentMade_;
  std::unique_ptr<DeviceAttachment> attachment_;
};

} // namespace weft::runtime
