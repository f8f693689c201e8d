// SPDX-FileCopyrightText: The Weft authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Devices and sub-devices: see device.h.
#include "objects/device.h"

#include "objects/platform.h"
#include "support/environment.h"

#include <algorithm>

namespace weft::runtime {
namespace {

unsigned rootComputeUnits(const Machine &machine) {
  unsigned units = std::min<unsigned>(unsigned(machine.cpus.size()), machine.quotaCpus);
  if (unsigned most = environment().maxComputeUnits)
    units = std::min(units, most);
  return units;
}

} // namespace

Device::Device(Platform &platform)
    : platform_(platform), machine_(runtime::machine()), cpus_(machine_.cpus),
      computeUnits_(rootComputeUnits(machine_)) {}

Device::Device(Device &parent, std::vector<unsigned> cpus,
               std::vector<cl_device_partition_property> partition)
    : platform_(parent.platform()), parent_(parent), machine_(parent.machine()),
      cpus_(std::move(cpus)), computeUnits_(unsigned(cpus_.size())),
      partition_(std::move(partition)) {}

Device::~Device() = default;

const Device &Device::root() const {
  const Device *device = this;
  while (device->parent())
    device = device->parent();
  return *device;
}

std::uint64_t Device::maxAllocationBytes() const {
  // Half the memory: a single buffer of all of it could be made but not filled.
  return std::max<std::uint64_t>(globalMemoryBytes() / 2, 128u << 20);
}

} // namespace weft::runtime
