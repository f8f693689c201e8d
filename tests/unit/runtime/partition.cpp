// SPDX-FileCopyrightText: The Weft authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Dividing a device, on the machine that runs the tests.
#include "objects/partition.h"
#include "objects/platform.h"
#include "support/error.h"

#include <gmock/gmock.h>

namespace weft::runtime {
namespace {

using ::testing::IsEmpty;
using Property = cl_device_partition_property;

const Device &cpu() { return Platform::instance().rootDevice(); }

std::vector<CpuList> parts(const Device &device, std::vector<Property> properties) {
  std::vector<Property> effective;
  return partition(device, properties.data(), effective);
}

cl_int statusOf(const Device &device, std::vector<Property> properties) {
  try {
    parts(device, properties);
    return CL_SUCCESS;
  } catch (const Error &error) {
    return error.status();
  }
}

/// A device of the first two CPUs, or of one where there is no more.
Ref<Device> deviceOf(unsigned units) {
  CpuList cpus(units);
  for (unsigned i = 0; i < units; ++i)
    cpus[i] = i;
  return Ref<Device>::adopt(new Device(Platform::instance().rootDevice(), cpus, {}));
}

TEST(Partition, EquallyLeavesOutTheRest) {
  Ref<Device> device = deviceOf(7);
  EXPECT_THAT(parts(*device, {CL_DEVICE_PARTITION_EQUALLY, 3, 0}),
              ::testing::ElementsAre(CpuList{0, 1, 2}, CpuList{3, 4, 5}));
}

TEST(Partition, EquallyIntoAllUnitsOrMoreFails) {
  Ref<Device> device = deviceOf(2);
  EXPECT_EQ(statusOf(*device, {CL_DEVICE_PARTITION_EQUALLY, 2, 0}), CL_DEVICE_PARTITION_FAILED);
  EXPECT_EQ(statusOf(*device, {CL_DEVICE_PARTITION_EQUALLY, 3, 0}),
            CL_INVALID_DEVICE_PARTITION_COUNT);
  EXPECT_EQ(statusOf(*device, {CL_DEVICE_PARTITION_EQUALLY, 0, 0}), CL_INVALID_VALUE);
}

TEST(Partition, ByCountsGivesEachItsOwnCpus) {
  Ref<Device> device = deviceOf(4);
  EXPECT_THAT(parts(*device, {CL_DEVICE_PARTITION_BY_COUNTS, 3, 1, 0, 0}),
              ::testing::ElementsAre(CpuList{0, 1, 2}, CpuList{3}));
}

TEST(Partition, ByCountsRefusesMoreThanThereIs) {
  Ref<Device> device = deviceOf(4);
  EXPECT_EQ(statusOf(*device, {CL_DEVICE_PARTITION_BY_COUNTS, 3, 2, 0, 0}),
            CL_INVALID_DEVICE_PARTITION_COUNT);
  EXPECT_EQ(statusOf(*device, {CL_DEVICE_PARTITION_BY_COUNTS, 1, 1, 1, 1, 1, 0, 0}),
            CL_INVALID_DEVICE_PARTITION_COUNT);
  EXPECT_EQ(statusOf(*device, {CL_DEVICE_PARTITION_BY_COUNTS, -1, 0, 0}),
            CL_INVALID_DEVICE_PARTITION_COUNT);
}

TEST(Partition, ByAffinityDomainCoversTheDeviceOnce) {
  for (Property domain : {CL_DEVICE_AFFINITY_DOMAIN_NUMA, CL_DEVICE_AFFINITY_DOMAIN_L3_CACHE,
                          CL_DEVICE_AFFINITY_DOMAIN_L2_CACHE, CL_DEVICE_AFFINITY_DOMAIN_L1_CACHE}) {
    std::vector<Property> properties = {CL_DEVICE_PARTITION_BY_AFFINITY_DOMAIN, domain, 0};
    if (!(affinityDomains(cpu()) & cl_device_affinity_domain(domain))) {
      EXPECT_EQ(statusOf(cpu(), properties), CL_DEVICE_PARTITION_FAILED);
      continue;
    }
    size_t units = 0;
    for (const CpuList &part : parts(cpu(), properties))
      units += part.size();
    EXPECT_EQ(units, cpu().computeUnits());
  }
}

TEST(Partition, OneUnitIsNotDividedByAffinity) {
  Ref<Device> device = deviceOf(1);
  EXPECT_EQ(affinityDomains(*device), 0u);
  EXPECT_EQ(statusOf(*device, {CL_DEVICE_PARTITION_BY_AFFINITY_DOMAIN,
                               CL_DEVICE_AFFINITY_DOMAIN_NEXT_PARTITIONABLE, 0}),
            CL_DEVICE_PARTITION_FAILED);
}

TEST(Partition, WhatIsNoPartitionSchemeIsInvalid) {
  EXPECT_EQ(statusOf(cpu(), {0}), CL_INVALID_VALUE);
  EXPECT_EQ(statusOf(cpu(), {0x7777, 1, 0}), CL_INVALID_VALUE);
  EXPECT_EQ(statusOf(cpu(), {CL_DEVICE_PARTITION_EQUALLY, 1, 5}), CL_INVALID_VALUE);
  EXPECT_EQ(statusOf(cpu(), {CL_DEVICE_PARTITION_BY_AFFINITY_DOMAIN, 0x40000, 0}),
            CL_INVALID_VALUE);
  std::vector<Property> effective;
  EXPECT_THROW(partition(cpu(), nullptr, effective), Error);
}

TEST(Partition, TheTypeNamesTheDomainThatNextPartitionableChose) {
  if (!affinityDomains(cpu()))
    GTEST_SKIP() << "this machine has no affinity domains";
  std::vector<Property> properties = {CL_DEVICE_PARTITION_BY_AFFINITY_DOMAIN,
                                      CL_DEVICE_AFFINITY_DOMAIN_NEXT_PARTITIONABLE, 0};
  std::vector<Property> effective;
  partition(cpu(), properties.data(), effective);
  ASSERT_EQ(effective.size(), 3u);
  EXPECT_TRUE(affinityDomains(cpu()) & cl_device_affinity_domain(effective[1]));
  EXPECT_NE(effective[1], Property(CL_DEVICE_AFFINITY_DOMAIN_NEXT_PARTITIONABLE));
}

} // namespace
} // namespace weft::runtime
