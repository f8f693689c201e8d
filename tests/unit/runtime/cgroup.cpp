// SPDX-FileCopyrightText: The Weft authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The limits of control groups, read from files as several systems have them.
#include "support/cgroup.h"

#include <gmock/gmock.h>

#include <cmath>
#include <map>

namespace weft::runtime {
namespace {

CgroupLimits limitsOf(std::map<std::string, std::string> files) {
  return cgroupLimits([&](const std::string &path) -> std::optional<std::string> {
    auto found = files.find(path);
    if (found == files.end())
      return std::nullopt;
    return found->second;
  });
}

const char kMountV2[] = "24 18 0:22 / /sys/fs/cgroup rw,nosuid shared:4 - cgroup2 cgroup2 rw\n";

TEST(CgroupLimits, AreNoneWithoutControlGroups) {
  CgroupLimits limits = limitsOf({});
  EXPECT_TRUE(std::isinf(limits.cpus));
  EXPECT_EQ(limits.memoryBytes, UINT64_MAX);
}

TEST(CgroupLimits, Version2TakesTheTightestOfTheGroupAndItsParents) {
  CgroupLimits limits = limitsOf({
      {"/proc/self/mountinfo", kMountV2},
      {"/proc/self/cgroup", "0::/slice/job\n"},
      {"/sys/fs/cgroup/slice/job/cpu.max", "800000 100000\n"},
      {"/sys/fs/cgroup/slice/cpu.max", "150000 100000\n"},
      {"/sys/fs/cgroup/slice/job/memory.max", "1073741824\n"},
      {"/sys/fs/cgroup/slice/memory.max", "max\n"},
  });
  EXPECT_DOUBLE_EQ(limits.cpus, 1.5);
  EXPECT_EQ(limits.memoryBytes, 1u << 30);
}

TEST(CgroupLimits, Version2MaxMeansNoLimit) {
  CgroupLimits limits = limitsOf({
      {"/proc/self/mountinfo", kMountV2},
      {"/proc/self/cgroup", "0::/\n"},
      {"/sys/fs/cgroup/cpu.max", "max 100000\n"},
  });
  EXPECT_TRUE(std::isinf(limits.cpus));
}

TEST(CgroupLimits, Version1ReadsEachControllerWhereItIsMounted) {
  CgroupLimits limits = limitsOf({
      {"/proc/self/mountinfo",
       "30 25 0:26 / /sys/fs/cgroup/cpu,cpuacct rw shared:9 - cgroup cgroup rw,cpu,cpuacct\n"
       "31 25 0:27 / /sys/fs/cgroup/memory rw shared:10 - cgroup cgroup rw,memory\n"},
      {"/proc/self/cgroup", "5:memory:/job\n4:cpu,cpuacct:/job\n0::/\n"},
      {"/sys/fs/cgroup/cpu,cpuacct/job/cpu.cfs_quota_us", "250000\n"},
      {"/sys/fs/cgroup/cpu,cpuacct/job/cpu.cfs_period_us", "100000\n"},
      {"/sys/fs/cgroup/cpu,cpuacct/cpu.cfs_quota_us", "-1\n"},
      {"/sys/fs/cgroup/cpu,cpuacct/cpu.cfs_period_us", "100000\n"},
      {"/sys/fs/cgroup/memory/job/memory.limit_in_bytes", "536870912\n"},
      {"/sys/fs/cgroup/memory/memory.limit_in_bytes", "9223372036854771712\n"},
  });
  EXPECT_DOUBLE_EQ(limits.cpus, 2.5);
  EXPECT_EQ(limits.memoryBytes, 512u << 20);
}

// Docker with version 1 and no cgroup namespace: the group is named from the host's root.
TEST(CgroupLimits, AContainerSeesItsOwnGroupAtTheMountPoint) {
  CgroupLimits limits = limitsOf({
      {"/proc/self/mountinfo",
       "40 30 0:26 /docker/abc /sys/fs/cgroup/cpu ro - cgroup cgroup rw,cpu\n"},
      {"/proc/self/cgroup", "4:cpu:/docker/abc\n"},
      {"/sys/fs/cgroup/cpu/cpu.cfs_quota_us", "50000\n"},
      {"/sys/fs/cgroup/cpu/cpu.cfs_period_us", "100000\n"},
  });
  EXPECT_DOUBLE_EQ(limits.cpus, 0.5);
}

TEST(CgroupLimits, MalformedFilesLimitNothing) {
  CgroupLimits limits = limitsOf({
      {"/proc/self/mountinfo", "nonsense\n - \n" + std::string(kMountV2)},
      {"/proc/self/cgroup", "nonsense\n0::/job\n"},
      {"/sys/fs/cgroup/job/cpu.max", "lots\n"},
      {"/sys/fs/cgroup/job/memory.max", ""},
  });
  EXPECT_TRUE(std::isinf(limits.cpus));
  EXPECT_EQ(limits.memoryBytes, UINT64_MAX);
}

} // namespace
} // namespace weft::runtime
