// SPDX-FileCopyrightText: The Weft authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What the device offers beyond the mandatory core, once: the runtime answers its queries from this
// table and the compiler makes its macros and pragmas from it, so the two cannot disagree. A row
// appears with the code that makes it true.
#pragma once

#include <cstdint>

namespace weft {

/// cl_version: major, minor and patch as CL_MAKE_VERSION packs them.
constexpr std::uint32_t makeVersion(std::uint32_t major, std::uint32_t minor, std::uint32_t patch) {
  return major << 22 | minor << 12 | patch;
}

struct DeviceExtension {
  const char *name;
  std::uint32_t version;
  /// Seen by OpenCL C as well: a macro of that name, and `-cl-ext=+name` for Clang.
  bool inOpenCLC;
};

inline constexpr DeviceExtension kDeviceExtensions[] = {
    {"cl_intel_required_subgroup_size", makeVersion(1, 0, 0), true},
    {"cl_intel_subgroups", makeVersion(1, 0, 0), true},
    {"cl_khr_byte_addressable_store", makeVersion(1, 0, 0), true},
    {"cl_khr_create_command_queue", makeVersion(1, 0, 0), false},
    {"cl_khr_device_enqueue_local_arg_types", makeVersion(1, 0, 0), true},
    {"cl_khr_device_uuid", makeVersion(1, 0, 0), false},
    {"cl_khr_extended_versioning", makeVersion(1, 0, 0), false},
    {"cl_khr_fp64", makeVersion(1, 0, 0), true},
    {"cl_khr_global_int32_base_atomics", makeVersion(1, 0, 0), true},
    {"cl_khr_global_int32_extended_atomics", makeVersion(1, 0, 0), true},
    {"cl_khr_icd", makeVersion(1, 0, 0), false},
    {"cl_khr_int64_base_atomics", makeVersion(1, 0, 0), true},
    {"cl_khr_int64_extended_atomics", makeVersion(1, 0, 0), true},
    {"cl_khr_local_int32_base_atomics", makeVersion(1, 0, 0), true},
    {"cl_khr_local_int32_extended_atomics", makeVersion(1, 0, 0), true},
    {"cl_khr_subgroup_ballot", makeVersion(1, 0, 0), true},
    {"cl_khr_subgroup_clustered_reduce", makeVersion(1, 0, 0), true},
    {"cl_khr_subgroup_extended_types", makeVersion(1, 0, 0), true},
    {"cl_khr_subgroup_non_uniform_arithmetic", makeVersion(1, 0, 0), true},
    {"cl_khr_subgroup_non_uniform_vote", makeVersion(1, 0, 0), true},
    {"cl_khr_subgroup_rotate", makeVersion(1, 0, 0), true},
    {"cl_khr_subgroup_shuffle", makeVersion(1, 0, 0), true},
    {"cl_khr_subgroup_shuffle_relative", makeVersion(1, 0, 0), true},
    {"cl_khr_suggested_local_work_size", makeVersion(1, 0, 0), false},
    {"cl_khr_work_group_uniform_arithmetic", makeVersion(1, 0, 0), true},
};

/// The optional features of OpenCL C 3.0 (6.2.1), each a macro of that name.
struct OpenCLCFeature {
  const char *name;
  std::uint32_t version;
};

inline constexpr OpenCLCFeature kOpenCLCFeatures[] = {
    {"__opencl_c_atomic_order_acq_rel", makeVersion(3, 0, 0)},
    {"__opencl_c_atomic_order_seq_cst", makeVersion(3, 0, 0)},
    {"__opencl_c_atomic_scope_all_devices", makeVersion(3, 0, 0)},
    {"__opencl_c_atomic_scope_device", makeVersion(3, 0, 0)},
    {"__opencl_c_device_enqueue", makeVersion(3, 0, 0)},
    {"__opencl_c_fp64", makeVersion(3, 0, 0)},
    {"__opencl_c_generic_address_space", makeVersion(3, 0, 0)},
    {"__opencl_c_int64", makeVersion(3, 0, 0)},
    {"__opencl_c_program_scope_global_variables", makeVersion(3, 0, 0)},
    {"__opencl_c_subgroups", makeVersion(3, 0, 0)},
    {"__opencl_c_work_group_collective_functions", makeVersion(3, 0, 0)},
};

/// Sub-groups have the sizes 1, 2, 4, ... up to this.
inline constexpr unsigned kMaxSubGroupSize = 32;

} // namespace weft
