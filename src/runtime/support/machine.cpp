// SPDX-FileCopyrightText: The Weft authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Reading the machine with hwloc: see machine.h.
#include "support/machine.h"

#include "support/cgroup.h"

#include <hwloc.h>

#include <sched.h>
#include <unistd.h>

#include <algorithm>
#include <cmath>
#include <fstream>
#include <memory>
#include <sstream>
#include <thread>

namespace weft::runtime {
namespace {

std::optional<std::string> readWholeFile(const std::string &path) {
  std::ifstream file(path);
  if (!file)
    return std::nullopt;
  std::ostringstream text;
  text << file.rdbuf();
  return text.str();
}

struct DestroyTopology {
  void operator()(hwloc_topology *topology) const { hwloc_topology_destroy(topology); }
};
using Topology = std::unique_ptr<hwloc_topology, DestroyTopology>;

/// Null where hwloc cannot read the machine.
Topology loadTopology() {
  // Without /sys (some sandboxes, a bare chroot) hwloc learns nothing, and says so on the
  // application's stderr.
  if (access("/sys/devices/system/cpu/cpu0/topology", F_OK) != 0)
    return nullptr;
  hwloc_topology_t topology = nullptr;
  if (hwloc_topology_init(&topology) != 0)
    return nullptr;
  Topology owner(topology);
  // The x86 component binds the calling thread to each CPU in turn to ask cpuid; Linux's files say
  // the same without that.
  hwloc_topology_set_components(topology, HWLOC_TOPOLOGY_COMPONENTS_FLAG_BLACKLIST, "x86");
  return hwloc_topology_load(topology) == 0 ? std::move(owner) : nullptr;
}

/// The CPUs that the calling thread, hence the process, may run on.
CpuList allowedCpus() {
  CpuList cpus;
  // The kernel refuses a mask smaller than its own; machines with more than 1024 CPUs exist.
  for (unsigned count = 1024; count <= 1u << 20; count *= 2) {
    std::unique_ptr<cpu_set_t, void (*)(cpu_set_t *)> set(
        CPU_ALLOC(count), [](cpu_set_t *memory) { CPU_FREE(memory); });
    size_t bytes = CPU_ALLOC_SIZE(count);
    if (set && sched_getaffinity(0, bytes, set.get()) == 0) {
      for (unsigned cpu = 0; cpu < count; ++cpu)
        if (CPU_ISSET_S(cpu, bytes, set.get()))
          cpus.push_back(cpu);
      break;
    }
  }
  if (cpus.empty())
    for (unsigned cpu = 0; cpu < std::max(1u, std::thread::hardware_concurrency()); ++cpu)
      cpus.push_back(cpu);
  return cpus;
}

std::uint32_t vendorIdOf(const std::string &vendor) {
  if (vendor == "GenuineIntel")
    return 0x8086;
  if (vendor == "AuthenticAMD")
    return 0x1022;
  return 0;
}

std::uint32_t clockOf(unsigned cpu) {
  std::string folder = "/sys/devices/system/cpu/cpu" + std::to_string(cpu) + "/cpufreq/";
  if (auto text = readWholeFile(folder + "cpuinfo_max_freq"))
    if (long kHz = std::atol(text->c_str()); kHz > 0)
      return std::uint32_t(kHz / 1000);
  // Virtual machines have no cpufreq; x86 says what the clock is just now.
  std::istringstream cpuInfo(readWholeFile("/proc/cpuinfo").value_or(""));
  for (std::string line; std::getline(cpuInfo, line);)
    if (line.compare(0, 7, "cpu MHz") == 0)
      return std::uint32_t(std::lround(std::atof(line.c_str() + line.find(':') + 1)));
  return 0;
}

std::uint32_t vectorBytesHere() {
#if defined(__x86_64__)
  if (__builtin_cpu_supports("avx512f"))
    return 64;
  if (__builtin_cpu_supports("avx"))
    return 32;
#endif
  return 16;
}

/// The CPUs below each object of a type, as far as the process may use them.
std::vector<CpuList> groupsOf(hwloc_topology *topology, hwloc_obj_type_t type,
                              const CpuList &cpus) {
  std::vector<CpuList> groups;
  for (hwloc_obj_t object = nullptr;
       (object = hwloc_get_next_obj_by_type(topology, type, object));) {
    CpuList group;
    for (unsigned cpu : cpus)
      if (hwloc_bitmap_isset(object->cpuset, cpu))
        group.push_back(cpu);
    if (!group.empty())
      groups.push_back(std::move(group));
  }
  return groups;
}

std::string infoOf(hwloc_obj_t object, const char *name) {
  const char *value = object ? hwloc_obj_get_info_by_name(object, name) : nullptr;
  return value ? value : "";
}

void readTopology(hwloc_topology *topology, Machine &machine) {
  hwloc_obj_t package = hwloc_get_obj_by_type(topology, HWLOC_OBJ_PACKAGE, 0);
  machine.cpuName = infoOf(package, "CPUModel");
  machine.vendorName = infoOf(package, "CPUVendor");
  machine.memoryBytes = hwloc_get_root_obj(topology)->total_memory;
  machine.numaNodes = groupsOf(topology, HWLOC_OBJ_NUMANODE, machine.cpus);
  machine.level4Caches = groupsOf(topology, HWLOC_OBJ_L4CACHE, machine.cpus);
  machine.level3Caches = groupsOf(topology, HWLOC_OBJ_L3CACHE, machine.cpus);
  machine.level2Caches = groupsOf(topology, HWLOC_OBJ_L2CACHE, machine.cpus);
  machine.level1Caches = groupsOf(topology, HWLOC_OBJ_L1CACHE, machine.cpus);
  for (hwloc_obj_t object = hwloc_get_pu_obj_by_os_index(topology, machine.cpus.front()); object;
       object = object->parent) {
    if (!hwloc_obj_type_is_dcache(object->type) || !object->attr)
      continue;
    machine.cacheBytes = std::max<std::uint64_t>(machine.cacheBytes, object->attr->cache.size);
    if (object->attr->cache.linesize)
      machine.cacheLineBytes = object->attr->cache.linesize;
  }
}

Machine readMachine() {
  Machine machine;
  machine.pageBytes = std::uint64_t(sysconf(_SC_PAGESIZE));
  machine.cpus = allowedCpus();
  if (Topology topology = loadTopology())
    readTopology(topology.get(), machine);
  if (!machine.memoryBytes)
    machine.memoryBytes = std::uint64_t(sysconf(_SC_PHYS_PAGES)) * machine.pageBytes;
  if (machine.cpuName.empty())
    machine.cpuName = "CPU";
  machine.vendorId = vendorIdOf(machine.vendorName);
  machine.clockMHz = clockOf(machine.cpus.front());
  machine.vectorBytes = vectorBytesHere();

  CgroupLimits limits = cgroupLimits(readWholeFile);
  machine.memoryBytes = std::min(machine.memoryBytes, limits.memoryBytes);
  // A quota of 1.5 CPUs keeps two threads busy, three quarters of the time.
  machine.quotaCpus = unsigned(machine.cpus.size());
  if (limits.cpus < machine.quotaCpus)
    machine.quotaCpus = std::max(1u, unsigned(std::ceil(limits.cpus)));
  return machine;
}

} // namespace

const Machine &machine() {
  // Never destroyed: devices are used from static destructors.
  static const Machine *const kMachine = new Machine(readMachine());
  return *kMachine;
}

} // namespace weft::runtime
