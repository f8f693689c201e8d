// SPDX-FileCopyrightText: The Weft authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The machine the process may use: its processor, caches and memory, after affinity mask, cgroup
// quota and cgroup memory limit have been taken off.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace weft::runtime {

/// Logical CPUs by the operating system's numbers, ascending.
using CpuList = std::vector<unsigned>;

struct Machine {
  std::string cpuName;
  std::string vendorName;
  std::uint32_t vendorId = 0; // PCI vendor ID where there is one
  std::uint32_t clockMHz = 0;
  std::uint64_t memoryBytes = 0;
  std::uint64_t cacheBytes = 0; // the largest cache one CPU can use
  std::uint32_t cacheLineBytes = 64;
  std::uint64_t pageBytes = 4096;

  CpuList cpus; // in the affinity mask, hyperthreads included
  /// How many of them a cgroup's CPU quota keeps busy; cpus.size() without a quota.
  unsigned quotaCpus = 0;
  /// The CPUs of each NUMA node, and of each cache shared by some: for partitioning by affinity
  /// domain. Each list covers all of `cpus`.
  std::vector<CpuList> numaNodes, level4Caches, level3Caches, level2Caches, level1Caches;

  /// The SIMD register's bytes: 16, 32 or 64.
  std::uint32_t vectorBytes = 16;
};

/// Read once.
const Machine &machine();

} // namespace weft::runtime
