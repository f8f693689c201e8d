// SPDX-FileCopyrightText: The Weft authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Dividing a device: see partition.h.
#include "objects/partition.h"

#include "support/error.h"

#include <algorithm>

namespace weft::runtime {
namespace {

/// In the order in which "next partitionable" looks for a domain.
struct Domain {
  cl_device_affinity_domain flag;
  std::vector<CpuList> Machine::*groups;
};
constexpr Domain kDomains[] = {
    {CL_DEVICE_AFFINITY_DOMAIN_NUMA, &Machine::numaNodes},
    {CL_DEVICE_AFFINITY_DOMAIN_L4_CACHE, &Machine::level4Caches},
    {CL_DEVICE_AFFINITY_DOMAIN_L3_CACHE, &Machine::level3Caches},
    {CL_DEVICE_AFFINITY_DOMAIN_L2_CACHE, &Machine::level2Caches},
    {CL_DEVICE_AFFINITY_DOMAIN_L1_CACHE, &Machine::level1Caches},
};

/// The CPUs that compute units stand for: with a quota there are fewer units than CPUs.
CpuList unitsOf(const Device &device) {
  return CpuList(device.cpus().begin(), device.cpus().begin() + device.computeUnits());
}

std::vector<CpuList> splitByDomain(const Device &device, const Domain &domain) {
  CpuList units = unitsOf(device);
  std::vector<CpuList> parts;
  for (const CpuList &group : device.machine().*domain.groups) {
    CpuList part;
    std::set_intersection(units.begin(), units.end(), group.begin(), group.end(),
                          std::back_inserter(part));
    if (!part.empty())
      parts.push_back(std::move(part));
  }
  return parts;
}

std::vector<CpuList> splitEqually(const Device &device, cl_device_partition_property size) {
  throwIf(size <= 0 || size > cl_device_partition_property(UINT32_MAX), CL_INVALID_VALUE);
  CpuList units = unitsOf(device);
  // "if ... the total number of compute units requested exceeds CL_DEVICE_MAX_COMPUTE_UNITS"
  throwIf(size_t(size) > units.size(), CL_INVALID_DEVICE_PARTITION_COUNT);
  // "if ... in_device could not be further partitioned": a part as large as the whole is none.
  throwIf(size_t(size) == units.size(), CL_DEVICE_PARTITION_FAILED);
  std::vector<CpuList> parts;
  for (size_t begin = 0; begin + size_t(size) <= units.size(); begin += size_t(size))
    parts.emplace_back(units.begin() + ptrdiff_t(begin), units.begin() + ptrdiff_t(begin) + size);
  return parts;
}

std::vector<CpuList> splitByCounts(const Device &device,
                                   std::span<const cl_device_partition_property> counts) {
  CpuList units = unitsOf(device);
  // "if ... the number of sub-devices requested exceeds CL_DEVICE_PARTITION_MAX_SUB_DEVICES or the
  // total number of compute units requested exceeds CL_DEVICE_MAX_COMPUTE_UNITS for in_device, or
  // the number of compute units requested for one or more sub-devices is less than zero"
  throwIf(counts.size() > units.size(), CL_INVALID_DEVICE_PARTITION_COUNT);
  std::vector<CpuList> parts;
  size_t begin = 0;
  for (cl_device_partition_property count : counts) {
    throwIf(count < 0 || size_t(count) > units.size() - begin, CL_INVALID_DEVICE_PARTITION_COUNT);
    auto first = units.begin() + ptrdiff_t(begin);
    parts.emplace_back(first, first + ptrdiff_t(count));
    begin += size_t(count);
  }
  return parts;
}

const Domain &chosenDomain(const Device &device, cl_device_affinity_domain flag) {
  cl_device_affinity_domain available = affinityDomains(device);
  for (const Domain &domain : kDomains)
    if ((domain.flag == flag || flag == CL_DEVICE_AFFINITY_DOMAIN_NEXT_PARTITIONABLE) &&
        (available & domain.flag))
      return domain;
  bool known = flag == CL_DEVICE_AFFINITY_DOMAIN_NEXT_PARTITIONABLE ||
               std::any_of(std::begin(kDomains), std::end(kDomains),
                           [&](const Domain &domain) { return domain.flag == flag; });
  // "CL_DEVICE_PARTITION_FAILED if the partition name is supported by the implementation but
  // in_device could not be further partitioned"
  throw Error(known ? CL_DEVICE_PARTITION_FAILED : CL_INVALID_VALUE);
}

} // namespace

cl_device_affinity_domain affinityDomains(const Device &device) {
  cl_device_affinity_domain domains = 0;
  for (const Domain &domain : kDomains)
    if (splitByDomain(device, domain).size() > 1)
      domains |= domain.flag | CL_DEVICE_AFFINITY_DOMAIN_NEXT_PARTITIONABLE;
  return domains;
}

std::vector<CpuList> partition(const Device &device, const cl_device_partition_property *properties,
                               std::vector<cl_device_partition_property> &effective) {
  throwIf(!properties, CL_INVALID_VALUE);
  std::vector<CpuList> parts;
  switch (properties[0]) {
  case CL_DEVICE_PARTITION_EQUALLY:
    // Not read beyond a list that ends too early.
    throwIf(properties[1] == 0 || properties[2] != 0, CL_INVALID_VALUE);
    parts = splitEqually(device, properties[1]);
    effective.assign(properties, properties + 3);
    break;
  case CL_DEVICE_PARTITION_BY_COUNTS: {
    size_t count = 0;
    while (properties[1 + count] != CL_DEVICE_PARTITION_BY_COUNTS_LIST_END)
      ++count;
    throwIf(count == 0, CL_INVALID_VALUE);
    throwIf(properties[count + 2] != 0, CL_INVALID_VALUE);
    parts = splitByCounts(device, {properties + 1, count});
    effective.assign(properties, properties + count + 3);
    break;
  }
  case CL_DEVICE_PARTITION_BY_AFFINITY_DOMAIN: {
    throwIf(properties[1] == 0 || properties[2] != 0, CL_INVALID_VALUE);
    const Domain &domain = chosenDomain(device, cl_device_affinity_domain(properties[1]));
    parts = splitByDomain(device, domain);
    // Where the next partitionable domain was asked for, the type says which one it was.
    effective = {CL_DEVICE_PARTITION_BY_AFFINITY_DOMAIN, cl_device_partition_property(domain.flag),
                 0};
    break;
  }
  default:
    throw Error(CL_INVALID_VALUE);
  }
  return parts;
}

} // namespace weft::runtime
