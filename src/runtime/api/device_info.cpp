// SPDX-FileCopyrightText: The Weft authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// OpenCL 3.0 API 4.2 Querying Devices, table "List of supported param_names by clGetDeviceInfo".
#include "api/device_info.h"

#include "api/extension_list.h"
#include "objects/partition.h"
#include "objects/platform.h"
#include "programs/compile_service.h"
#include "support/clock.h"
#include "support/driver_version.h"
#include "weft/device_queue/device_queue.h"

#include <algorithm>
#include <array>
#include <bit>

namespace weft::runtime {
namespace {

/// Elements of a size in the widest SIMD register, as far as OpenCL C has vectors.
cl_uint nativeWidth(const Device &device, unsigned elementBytes) {
  return std::min(16u, device.machine().vectorBytes / elementBytes);
}

/// Scalar code is what runs best: the compiler lays work-items on the lanes of a vector.
constexpr cl_uint kPreferredVectorWidth = 1;

constexpr cl_device_fp_config kSingleConfig = CL_FP_DENORM | CL_FP_INF_NAN |
                                              CL_FP_ROUND_TO_NEAREST | CL_FP_FMA |
                                              CL_FP_CORRECTLY_ROUNDED_DIVIDE_SQRT;
/// The rounding modes serve the conversions; arithmetic rounds to nearest.
constexpr cl_device_fp_config kDoubleConfig = CL_FP_DENORM | CL_FP_INF_NAN |
                                              CL_FP_ROUND_TO_NEAREST | CL_FP_ROUND_TO_ZERO |
                                              CL_FP_ROUND_TO_INF | CL_FP_FMA;

constexpr cl_command_queue_properties kQueueProperties =
    CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE | CL_QUEUE_PROFILING_ENABLE;

/// printf writes while the kernel runs, so no buffer fills; this is what a device must promise.
constexpr size_t kPrintfBytes = 1 << 20;
constexpr size_t kProgramScopeBytes = 1 << 20;
constexpr cl_uint kMaxConstantArguments = 128;
/// Constant memory is ordinary memory, and any buffer will do. The number tells applications how
/// much to put in one: tables that caches hold, not data sets.
constexpr cl_ulong kMaxConstantBytes = 64 << 20;

cl_device_atomic_capabilities atomicCapabilities() {
  cl_device_atomic_capabilities capabilities =
      CL_DEVICE_ATOMIC_ORDER_RELAXED | CL_DEVICE_ATOMIC_SCOPE_WORK_GROUP;
  if (hasFeature("__opencl_c_atomic_order_acq_rel"))
    capabilities |= CL_DEVICE_ATOMIC_ORDER_ACQ_REL;
  if (hasFeature("__opencl_c_atomic_order_seq_cst"))
    capabilities |= CL_DEVICE_ATOMIC_ORDER_SEQ_CST;
  if (hasFeature("__opencl_c_atomic_scope_device"))
    capabilities |= CL_DEVICE_ATOMIC_SCOPE_DEVICE;
  if (hasFeature("__opencl_c_atomic_scope_all_devices"))
    capabilities |= CL_DEVICE_ATOMIC_SCOPE_ALL_DEVICES;
  return capabilities;
}

using Uuid = std::array<cl_uchar, CL_UUID_SIZE_KHR>;

/// A UUID of version 8 (RFC 9562: custom) from a text: two FNV-1a hashes.
Uuid uuidOf(std::string_view text) {
  Uuid uuid{};
  for (size_t half = 0; half < 2; ++half) {
    std::uint64_t hash = 0xCBF29CE484222325u + half;
    for (char c : text)
      hash = (hash ^ std::uint8_t(c)) * 0x100000001B3u;
    std::memcpy(uuid.data() + half * sizeof hash, &hash, sizeof hash);
  }
  uuid[6] = cl_uchar((uuid[6] & 0x0F) | 0x80);
  uuid[8] = cl_uchar((uuid[8] & 0x3F) | 0x80);
  return uuid;
}

std::vector<cl_name_version> openCLCVersions() {
  std::vector<cl_name_version> versions;
  // No 2.0: it would make optional features mandatory that the device lacks.
  for (cl_version version : {CL_MAKE_VERSION(1, 0, 0), CL_MAKE_VERSION(1, 1, 0),
                             CL_MAKE_VERSION(1, 2, 0), CL_MAKE_VERSION(3, 0, 0)})
    versions.push_back(nameVersion("OpenCL C", version));
  return versions;
}

std::vector<cl_name_version> openCLCFeatures() {
  std::vector<cl_name_version> features;
  for (const OpenCLCFeature &each : kOpenCLCFeatures)
    features.push_back(nameVersion(each.name, each.version));
  return features;
}

std::vector<cl_device_partition_property> partitionProperties(const Device &device) {
  // "If the device cannot be partitioned ..., a value of 0 will be returned."
  if (device.computeUnits() < 2)
    return {0};
  std::vector<cl_device_partition_property> properties = {CL_DEVICE_PARTITION_EQUALLY,
                                                          CL_DEVICE_PARTITION_BY_COUNTS};
  if (affinityDomains(device))
    properties.push_back(CL_DEVICE_PARTITION_BY_AFFINITY_DOMAIN);
  return properties;
}

template <class T> InfoAnswered writeList(InfoQuery &out, const std::vector<T> &list) {
  return out.writeArray(std::span<const T>(list));
}

} // namespace

InfoAnswered deviceInfo(const Device &device, cl_device_info name, InfoQuery out) {
  const Machine &machine = device.machine();
  switch (name) {
  // What it is
  case CL_DEVICE_TYPE:
    return out.write(cl_device_type(CL_DEVICE_TYPE_CPU));
  case CL_DEVICE_NAME:
    return out.writeString(machine.cpuName);
  case CL_DEVICE_VENDOR:
    return out.writeString(machine.vendorName);
  case CL_DEVICE_VENDOR_ID:
    return out.write(cl_uint(machine.vendorId));
  case CL_DEVICE_PROFILE:
    return out.writeString("FULL_PROFILE");
  case CL_DEVICE_VERSION:
    return out.writeString(kPlatformVersion);
  case CL_DEVICE_NUMERIC_VERSION: // and CL_DEVICE_NUMERIC_VERSION_KHR
    return out.write(cl_version(CL_MAKE_VERSION(3, 0, 0)));
  case CL_DRIVER_VERSION:
    return out.writeString(kDriverVersion);
  case CL_DEVICE_PLATFORM:
    return out.write(device.platform().handle());
  case CL_DEVICE_EXTENSIONS:
    return out.writeString(extensionNames());
  case CL_DEVICE_EXTENSIONS_WITH_VERSION:
    return writeList(out, extensionVersions());
  case CL_DEVICE_LATEST_CONFORMANCE_VERSION_PASSED:
    return out.writeString("v0000-01-01-00"); // none yet
  case CL_DEVICE_AVAILABLE:
    return out.write(cl_bool(CL_TRUE));
  case CL_DEVICE_COMPILER_AVAILABLE:
  case CL_DEVICE_LINKER_AVAILABLE:
    return out.write(cl_bool(compilerAvailable()));
  case CL_DEVICE_UUID_KHR:
    return out.write(uuidOf(std::string(kPlatformName) + " device " + machine.cpuName));
  case CL_DRIVER_UUID_KHR:
    return out.write(uuidOf(kPlatformVersion));
  case CL_DEVICE_LUID_VALID_KHR: // LUIDs are Windows'
    return out.write(cl_bool(CL_FALSE));
  case CL_DEVICE_LUID_KHR:
    return out.write(std::array<cl_uchar, CL_LUID_SIZE_KHR>{});
  case CL_DEVICE_NODE_MASK_KHR:
    return out.write(cl_uint(0));

  // Languages
  case CL_DEVICE_OPENCL_C_VERSION:
    // "the highest fully backwards compatible OpenCL C version": 3.0 may lack what 2.0 has.
    return out.writeString("OpenCL C 1.2 Weft");
  case CL_DEVICE_OPENCL_C_NUMERIC_VERSION_KHR:
    return out.write(cl_version(CL_MAKE_VERSION(1, 2, 0)));
  case CL_DEVICE_OPENCL_C_ALL_VERSIONS:
    return writeList(out, openCLCVersions());
  case CL_DEVICE_OPENCL_C_FEATURES:
    return writeList(out, openCLCFeatures());
  case CL_DEVICE_IL_VERSION:
  case CL_DEVICE_BUILT_IN_KERNELS:
    return out.writeString("");
  case CL_DEVICE_ILS_WITH_VERSION:
  case CL_DEVICE_BUILT_IN_KERNELS_WITH_VERSION:
    return out.writeArray(std::span<const cl_name_version>());

  // Compute units and work-groups
  case CL_DEVICE_MAX_COMPUTE_UNITS:
    return out.write(cl_uint(device.computeUnits()));
  case CL_DEVICE_MAX_CLOCK_FREQUENCY:
    return out.write(cl_uint(machine.clockMHz));
  case CL_DEVICE_MAX_WORK_ITEM_DIMENSIONS:
    return out.write(Device::kMaxDimensions);
  case CL_DEVICE_MAX_WORK_ITEM_SIZES: {
    std::array<size_t, Device::kMaxDimensions> sizes;
    sizes.fill(Device::kMaxWorkGroupSize);
    return out.write(sizes);
  }
  case CL_DEVICE_MAX_WORK_GROUP_SIZE:
    return out.write(Device::kMaxWorkGroupSize);
  case CL_DEVICE_PREFERRED_WORK_GROUP_SIZE_MULTIPLE:
    return out.write(size_t(nativeWidth(device, sizeof(cl_float))));
  case CL_DEVICE_NON_UNIFORM_WORK_GROUP_SUPPORT:
    return out.write(cl_bool(CL_TRUE));
  case CL_DEVICE_WORK_GROUP_COLLECTIVE_FUNCTIONS_SUPPORT:
    return out.write(cl_bool(hasFeature("__opencl_c_work_group_collective_functions")));
  case CL_DEVICE_MAX_NUM_SUB_GROUPS:
    return out.write(cl_uint(hasFeature("__opencl_c_subgroups") ? Device::kMaxWorkGroupSize : 0));
  case CL_DEVICE_SUB_GROUP_SIZES_INTEL: {
    std::vector<size_t> sizes;
    for (size_t size = 1; size <= kMaxSubGroupSize; size *= 2)
      sizes.push_back(size);
    return out.writeArray(std::span<const size_t>(sizes));
  }
  case CL_DEVICE_SUB_GROUP_INDEPENDENT_FORWARD_PROGRESS:
    return out.write(cl_bool(CL_FALSE));
  case CL_DEVICE_EXECUTION_CAPABILITIES:
    return out.write(cl_device_exec_capabilities(CL_EXEC_KERNEL | CL_EXEC_NATIVE_KERNEL));

  // Numbers
  case CL_DEVICE_ADDRESS_BITS:
    return out.write(cl_uint(sizeof(void *) * 8));
  case CL_DEVICE_ENDIAN_LITTLE:
    return out.write(cl_bool(std::endian::native == std::endian::little));
  case CL_DEVICE_SINGLE_FP_CONFIG:
    return out.write(kSingleConfig);
  case CL_DEVICE_DOUBLE_FP_CONFIG:
    return out.write(kDoubleConfig);
  case CL_DEVICE_PREFERRED_VECTOR_WIDTH_CHAR:
  case CL_DEVICE_PREFERRED_VECTOR_WIDTH_SHORT:
  case CL_DEVICE_PREFERRED_VECTOR_WIDTH_INT:
  case CL_DEVICE_PREFERRED_VECTOR_WIDTH_LONG:
  case CL_DEVICE_PREFERRED_VECTOR_WIDTH_FLOAT:
  case CL_DEVICE_PREFERRED_VECTOR_WIDTH_DOUBLE:
    return out.write(kPreferredVectorWidth);
  case CL_DEVICE_NATIVE_VECTOR_WIDTH_CHAR:
    return out.write(nativeWidth(device, 1));
  case CL_DEVICE_NATIVE_VECTOR_WIDTH_SHORT:
    return out.write(nativeWidth(device, 2));
  case CL_DEVICE_NATIVE_VECTOR_WIDTH_INT:
  case CL_DEVICE_NATIVE_VECTOR_WIDTH_FLOAT:
    return out.write(nativeWidth(device, 4));
  case CL_DEVICE_NATIVE_VECTOR_WIDTH_LONG:
  case CL_DEVICE_NATIVE_VECTOR_WIDTH_DOUBLE:
    return out.write(nativeWidth(device, 8));
  case CL_DEVICE_PREFERRED_VECTOR_WIDTH_HALF: // "If the cl_khr_fp16 extension is not supported ...
                                              // 0"
    return out.write(cl_uint(hasExtension("cl_khr_fp16") ? kPreferredVectorWidth : 0));
  case CL_DEVICE_NATIVE_VECTOR_WIDTH_HALF:
    return out.write(cl_uint(hasExtension("cl_khr_fp16") ? nativeWidth(device, 2) : 0));

  // Memory
  case CL_DEVICE_GLOBAL_MEM_SIZE:
    return out.write(cl_ulong(device.globalMemoryBytes()));
  case CL_DEVICE_MAX_MEM_ALLOC_SIZE:
    return out.write(cl_ulong(device.maxAllocationBytes()));
  case CL_DEVICE_MAX_CONSTANT_BUFFER_SIZE:
    return out.write(std::min<cl_ulong>(kMaxConstantBytes, device.maxAllocationBytes()));
  case CL_DEVICE_MAX_CONSTANT_ARGS:
    return out.write(kMaxConstantArguments);
  case CL_DEVICE_MAX_PARAMETER_SIZE:
    return out.write(Device::kMaxParameterBytes);
  case CL_DEVICE_GLOBAL_MEM_CACHE_TYPE:
    return out.write(cl_device_mem_cache_type(machine.cacheBytes ? CL_READ_WRITE_CACHE : CL_NONE));
  case CL_DEVICE_GLOBAL_MEM_CACHE_SIZE:
    return out.write(cl_ulong(machine.cacheBytes));
  case CL_DEVICE_GLOBAL_MEM_CACHELINE_SIZE:
    return out.write(cl_uint(machine.cacheLineBytes));
  case CL_DEVICE_LOCAL_MEM_TYPE: // ordinary memory too
    return out.write(cl_device_local_mem_type(CL_GLOBAL));
  case CL_DEVICE_LOCAL_MEM_SIZE:
    return out.write(cl_ulong(Device::kLocalMemoryBytes));
  case CL_DEVICE_MEM_BASE_ADDR_ALIGN:
    return out.write(Device::kMemBaseAlignBits);
  case CL_DEVICE_MIN_DATA_TYPE_ALIGN_SIZE:
    return out.write(cl_uint(sizeof(cl_long16)));
  case CL_DEVICE_HOST_UNIFIED_MEMORY:
    return out.write(cl_bool(CL_TRUE));
  case CL_DEVICE_ERROR_CORRECTION_SUPPORT:
    return out.write(cl_bool(CL_FALSE)); // nothing portable says
  case CL_DEVICE_GENERIC_ADDRESS_SPACE_SUPPORT:
    return out.write(cl_bool(hasFeature("__opencl_c_generic_address_space")));
  case CL_DEVICE_MAX_GLOBAL_VARIABLE_SIZE:
  case CL_DEVICE_GLOBAL_VARIABLE_PREFERRED_TOTAL_SIZE:
    return out.write(
        size_t(hasFeature("__opencl_c_program_scope_global_variables") ? kProgramScopeBytes : 0));
  case CL_DEVICE_ATOMIC_MEMORY_CAPABILITIES:
    return out.write(atomicCapabilities());
  case CL_DEVICE_ATOMIC_FENCE_CAPABILITIES:
    return out.write(atomicCapabilities() | CL_DEVICE_ATOMIC_SCOPE_WORK_ITEM);
  case CL_DEVICE_PREFERRED_PLATFORM_ATOMIC_ALIGNMENT:
  case CL_DEVICE_PREFERRED_GLOBAL_ATOMIC_ALIGNMENT:
  case CL_DEVICE_PREFERRED_LOCAL_ATOMIC_ALIGNMENT:
    return out.write(cl_uint(0)); // the type's own alignment
  case CL_DEVICE_SVM_CAPABILITIES:
    return out.write(cl_device_svm_capabilities(0));

  // Queues and printf
  case CL_DEVICE_QUEUE_ON_HOST_PROPERTIES: // and CL_DEVICE_QUEUE_PROPERTIES
    return out.write(kQueueProperties);
  case CL_DEVICE_PROFILING_TIMER_RESOLUTION:
    return out.write(size_t(clockResolution()));
  case CL_DEVICE_PRINTF_BUFFER_SIZE:
    return out.write(kPrintfBytes);
  case CL_DEVICE_PREFERRED_INTEROP_USER_SYNC:
    return out.write(cl_bool(CL_TRUE));
  case CL_DEVICE_DEVICE_ENQUEUE_CAPABILITIES:
    return out.write(cl_device_device_enqueue_capabilities(CL_DEVICE_QUEUE_SUPPORTED |
                                                           CL_DEVICE_QUEUE_REPLACEABLE_DEFAULT));
  case CL_DEVICE_QUEUE_ON_DEVICE_PROPERTIES:
    return out.write(kQueueProperties);
  case CL_DEVICE_QUEUE_ON_DEVICE_PREFERRED_SIZE:
    return out.write(cl_uint(device_queue::kPreferredQueueBytes));
  case CL_DEVICE_QUEUE_ON_DEVICE_MAX_SIZE:
    return out.write(cl_uint(device_queue::kMaxQueueBytes));
  case CL_DEVICE_MAX_ON_DEVICE_QUEUES:
    return out.write(cl_uint(device_queue::kMaxQueues));
  case CL_DEVICE_MAX_ON_DEVICE_EVENTS:
    return out.write(cl_uint(device_queue::kMaxEvents));

  // Partitioning
  case CL_DEVICE_PARENT_DEVICE:
    return out.write(device.parent() ? device.parent()->handle() : cl_device_id(nullptr));
  case CL_DEVICE_PARTITION_MAX_SUB_DEVICES:
    return out.write(cl_uint(device.computeUnits() < 2 ? 0 : device.computeUnits()));
  case CL_DEVICE_PARTITION_PROPERTIES:
    return writeList(out, partitionProperties(device));
  case CL_DEVICE_PARTITION_AFFINITY_DOMAIN:
    return out.write(affinityDomains(device));
  case CL_DEVICE_PARTITION_TYPE:
    return out.writeArray(device.partition());
  case CL_DEVICE_REFERENCE_COUNT: // 1 for a root device
    return out.write(device.apiReferenceCount());

  // Images and pipes, which the device has not
  case CL_DEVICE_IMAGE_SUPPORT:
  case CL_DEVICE_PIPE_SUPPORT:
    return out.write(cl_bool(CL_FALSE));
  case CL_DEVICE_MAX_READ_IMAGE_ARGS:
  case CL_DEVICE_MAX_WRITE_IMAGE_ARGS:
  case CL_DEVICE_MAX_READ_WRITE_IMAGE_ARGS:
  case CL_DEVICE_MAX_SAMPLERS:
  case CL_DEVICE_IMAGE_PITCH_ALIGNMENT:
  case CL_DEVICE_IMAGE_BASE_ADDRESS_ALIGNMENT:
  case CL_DEVICE_MAX_PIPE_ARGS:
  case CL_DEVICE_PIPE_MAX_ACTIVE_RESERVATIONS:
  case CL_DEVICE_PIPE_MAX_PACKET_SIZE:
    return out.write(cl_uint(0));
  case CL_DEVICE_IMAGE2D_MAX_WIDTH:
  case CL_DEVICE_IMAGE2D_MAX_HEIGHT:
  case CL_DEVICE_IMAGE3D_MAX_WIDTH:
  case CL_DEVICE_IMAGE3D_MAX_HEIGHT:
  case CL_DEVICE_IMAGE3D_MAX_DEPTH:
  case CL_DEVICE_IMAGE_MAX_BUFFER_SIZE:
  case CL_DEVICE_IMAGE_MAX_ARRAY_SIZE:
    return out.write(size_t(0));
  }
  throw Error(CL_INVALID_VALUE);
}

} // namespace weft::runtime
