// SPDX-FileCopyrightText: The Weft authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Finding a process's control groups: see cgroup.h and cgroups(7).
#include "support/cgroup.h"

#include <algorithm>
#include <sstream>
#include <vector>

namespace weft::runtime {
namespace {

std::vector<std::string> split(const std::string &text, char separator) {
  std::vector<std::string> parts;
  std::istringstream in(text);
  for (std::string part; std::getline(in, part, separator);)
    parts.push_back(part);
  return parts;
}

bool hasWord(const std::string &list, const std::string &word) {
  auto words = split(list, ',');
  return std::find(words.begin(), words.end(), word) != words.end();
}

/// A mounted hierarchy: `root` is the group that is seen at `mountPoint`.
struct Mount {
  std::string root, mountPoint;
};

/// Of the controller in version 1, or of version 2 where `controller` is empty.
std::optional<Mount> findMount(const std::string &mountInfo, const std::string &controller) {
  for (const std::string &line : split(mountInfo, '\n')) {
    // 36 35 98:0 /root /mount/point rw,noatime shared:1 - cgroup cgroup rw,cpu,cpuacct
    size_t dash = line.find(" - ");
    if (dash == line.npos)
      continue;
    auto left = split(line.substr(0, dash), ' ');
    auto right = split(line.substr(dash + 3), ' ');
    if (left.size() < 5 || right.size() < 3)
      continue;
    bool found = controller.empty() ? right[0] == "cgroup2"
                                    : right[0] == "cgroup" && hasWord(right[2], controller);
    if (found)
      return Mount{left[3], left[4]};
  }
  return std::nullopt;
}

/// The process's group in /proc/self/cgroup, by the same key.
std::optional<std::string> findGroup(const std::string &selfCgroup, const std::string &controller) {
  for (const std::string &line : split(selfCgroup, '\n')) {
    // 4:cpu,cpuacct:/user.slice in version 1, 0::/user.slice in version 2
    size_t first = line.find(':');
    size_t second = first == line.npos ? line.npos : line.find(':', first + 1);
    if (second == line.npos)
      continue;
    std::string controllers = line.substr(first + 1, second - first - 1);
    if (controller.empty() ? line.substr(0, first) == "0" && controllers.empty()
                           : hasWord(controllers, controller))
      return line.substr(second + 1);
  }
  return std::nullopt;
}

/// The folders from the process's group up to the mount point, innermost first.
std::vector<std::string> groupFolders(const Mount &mount, std::string group) {
  // In a container without a cgroup namespace the group is named from the host's root, of which
  // only a part is mounted.
  if (mount.root != "/") {
    if (group.compare(0, mount.root.size(), mount.root) == 0)
      group.erase(0, mount.root.size());
    else
      group.clear();
  }
  std::vector<std::string> folders;
  while (group.size() > 1) {
    folders.push_back(mount.mountPoint + group);
    group.erase(group.rfind('/'));
  }
  folders.push_back(mount.mountPoint);
  return folders;
}

/// A number, or nothing for "max", "-1" and what is not there.
std::optional<double> positiveNumber(const std::string &text) {
  std::istringstream in(text);
  double number = 0;
  if (in >> number && number > 0)
    return number;
  return std::nullopt;
}

void tightenCpus(CgroupLimits &limits, std::optional<double> quota, std::optional<double> period) {
  if (quota && period)
    limits.cpus = std::min(limits.cpus, *quota / *period);
}

void tightenMemory(CgroupLimits &limits, const std::optional<std::string> &text) {
  // Version 1 says "no limit" with a number near 2^63: the minimum with real memory disposes of it.
  if (auto bytes = text ? positiveNumber(*text) : std::nullopt)
    limits.memoryBytes =
        std::min(limits.memoryBytes, *bytes < 1.8e19 ? std::uint64_t(*bytes) : UINT64_MAX);
}

} // namespace

CgroupLimits cgroupLimits(const ReadFile &readFile) {
  CgroupLimits limits;
  std::string selfCgroup = readFile("/proc/self/cgroup").value_or("");
  std::string mountInfo = readFile("/proc/self/mountinfo").value_or("");

  auto eachFolder = [&](const std::string &controller, auto visit) {
    auto mount = findMount(mountInfo, controller);
    auto group = findGroup(selfCgroup, controller);
    if (mount && group)
      for (const std::string &folder : groupFolders(*mount, *group))
        visit(folder);
  };

  eachFolder("", [&](const std::string &folder) {
    // "max 100000", or "150000 100000": quota and period in microseconds.
    if (auto text = readFile(folder + "/cpu.max")) {
      auto words = split(*text, ' ');
      if (words.size() >= 2)
        tightenCpus(limits, positiveNumber(words[0]), positiveNumber(words[1]));
    }
    tightenMemory(limits, readFile(folder + "/memory.max"));
  });
  eachFolder("cpu", [&](const std::string &folder) {
    auto quota = readFile(folder + "/cpu.cfs_quota_us");
    auto period = readFile(folder + "/cpu.cfs_period_us");
    if (quota && period)
      tightenCpus(limits, positiveNumber(*quota), positiveNumber(*period));
  });
  eachFolder("memory", [&](const std::string &folder) {
    tightenMemory(limits, readFile(folder + "/memory.limit_in_bytes"));
  });
  return limits;
}

} // namespace weft::runtime
