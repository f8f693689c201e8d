// SPDX-FileCopyrightText: The Weft authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// clGetDeviceInfo: OpenCL 3.0 API 4.2 Querying Devices. What full-profile devices must offer, and
// that the answers agree with one another.
#include "support/opencl_test.h"

#include <set>
#include <thread>

namespace weft::test {
namespace {

using ::testing::HasSubstr;
using ::testing::Not;
using ::testing::StartsWith;

template <class T> T deviceInfo(cl_device_info name) {
  return info<T>(clGetDeviceInfo, testDevice(), name);
}

std::set<std::string> namesOf(cl_device_info query) {
  std::set<std::string> names;
  for (const cl_name_version &each : deviceInfo<std::vector<cl_name_version>>(query))
    names.insert(each.name);
  return names;
}

TEST(ClGetDeviceInfo, IsACpuOfOpenCL30) {
  EXPECT_EQ(deviceInfo<cl_device_type>(CL_DEVICE_TYPE), cl_device_type(CL_DEVICE_TYPE_CPU));
  EXPECT_EQ(deviceInfo<std::string>(CL_DEVICE_PROFILE), "FULL_PROFILE");
  EXPECT_THAT(deviceInfo<std::string>(CL_DEVICE_VERSION), StartsWith("OpenCL 3.0 "));
  EXPECT_EQ(deviceInfo<cl_version>(CL_DEVICE_NUMERIC_VERSION), CL_MAKE_VERSION(3, 0, 0));
  EXPECT_EQ(deviceInfo<cl_platform_id>(CL_DEVICE_PLATFORM), testPlatform());
  EXPECT_FALSE(deviceInfo<std::string>(CL_DEVICE_NAME).empty());
  EXPECT_FALSE(deviceInfo<std::string>(CL_DRIVER_VERSION).empty());
}

// "The minimum value is ..." of table 5, full profile.
TEST(ClGetDeviceInfo, LimitsReachTheirMinimum) {
  EXPECT_GE(deviceInfo<cl_uint>(CL_DEVICE_MAX_COMPUTE_UNITS), 1u);
  EXPECT_EQ(deviceInfo<cl_uint>(CL_DEVICE_MAX_WORK_ITEM_DIMENSIONS), 3u);
  EXPECT_GE(deviceInfo<size_t>(CL_DEVICE_MAX_WORK_GROUP_SIZE), 1u);
  EXPECT_GE(deviceInfo<size_t>(CL_DEVICE_MAX_PARAMETER_SIZE), 1024u);
  EXPECT_GE(deviceInfo<cl_ulong>(CL_DEVICE_MAX_CONSTANT_BUFFER_SIZE), 64u << 10);
  EXPECT_GE(deviceInfo<cl_uint>(CL_DEVICE_MAX_CONSTANT_ARGS), 8u);
  EXPECT_GE(deviceInfo<cl_ulong>(CL_DEVICE_LOCAL_MEM_SIZE), 32u << 10);
  EXPECT_GE(deviceInfo<size_t>(CL_DEVICE_PRINTF_BUFFER_SIZE), 1u << 20);
  EXPECT_GE(deviceInfo<cl_uint>(CL_DEVICE_MEM_BASE_ADDR_ALIGN), 8 * sizeof(cl_long16));
  cl_ulong global = deviceInfo<cl_ulong>(CL_DEVICE_GLOBAL_MEM_SIZE);
  cl_ulong largest = deviceInfo<cl_ulong>(CL_DEVICE_MAX_MEM_ALLOC_SIZE);
  EXPECT_GE(largest, std::max<cl_ulong>(global / 4, 128u << 20));
}

TEST(ClGetDeviceInfo, UsesNoMoreThreadsThanTheAffinityMaskHas) {
  EXPECT_LE(deviceInfo<cl_uint>(CL_DEVICE_MAX_COMPUTE_UNITS), std::thread::hardware_concurrency());
}

TEST(ClGetDeviceInfo, FloatingPointIsIeee) {
  auto all = CL_FP_DENORM | CL_FP_INF_NAN | CL_FP_ROUND_TO_NEAREST | CL_FP_FMA;
  EXPECT_EQ(deviceInfo<cl_device_fp_config>(CL_DEVICE_SINGLE_FP_CONFIG) & all, all);
  EXPECT_EQ(deviceInfo<cl_device_fp_config>(CL_DEVICE_DOUBLE_FP_CONFIG) & all, all);
}

TEST(ClGetDeviceInfo, BothExtensionListsHaveTheSameNames) {
  std::string names;
  for (const cl_name_version &each :
       deviceInfo<std::vector<cl_name_version>>(CL_DEVICE_EXTENSIONS_WITH_VERSION))
    names += (names.empty() ? "" : " ") + std::string(each.name);
  EXPECT_EQ(names, deviceInfo<std::string>(CL_DEVICE_EXTENSIONS));
}

// "a full profile 3.0 device ... must support": what OpenCL 1.1 and 1.2 made core, and doubles
// where the feature says so.
TEST(ClGetDeviceInfo, ExtensionsThatBecameCoreAreListed) {
  auto names = namesOf(CL_DEVICE_EXTENSIONS_WITH_VERSION);
  for (const char *name :
       {"cl_khr_byte_addressable_store", "cl_khr_global_int32_base_atomics",
        "cl_khr_global_int32_extended_atomics", "cl_khr_local_int32_base_atomics",
        "cl_khr_local_int32_extended_atomics"})
    EXPECT_TRUE(names.contains(name)) << name;
  EXPECT_EQ(names.contains("cl_khr_fp64"),
            namesOf(CL_DEVICE_OPENCL_C_FEATURES).contains("__opencl_c_fp64"));
}

TEST(ClGetDeviceInfo, LanguageVersionsIncludeTheMandatoryOnesAndNot20) {
  std::vector<cl_version> versions;
  for (const cl_name_version &each :
       deviceInfo<std::vector<cl_name_version>>(CL_DEVICE_OPENCL_C_ALL_VERSIONS)) {
    EXPECT_STREQ(each.name, "OpenCL C");
    versions.push_back(each.version);
  }
  EXPECT_THAT(versions,
              ::testing::UnorderedElementsAre(CL_MAKE_VERSION(1, 0, 0), CL_MAKE_VERSION(1, 1, 0),
                                              CL_MAKE_VERSION(1, 2, 0), CL_MAKE_VERSION(3, 0, 0)));
  EXPECT_THAT(deviceInfo<std::string>(CL_DEVICE_OPENCL_C_VERSION), StartsWith("OpenCL C 1.2 "));
}

// OpenCL C 3.0 6.2.1: a feature and the query that belongs to it say the same.
TEST(ClGetDeviceInfo, FeaturesAgreeWithTheQueries) {
  auto features = namesOf(CL_DEVICE_OPENCL_C_FEATURES);
  auto atomics = deviceInfo<cl_device_atomic_capabilities>(CL_DEVICE_ATOMIC_MEMORY_CAPABILITIES);
  EXPECT_EQ(features.contains("__opencl_c_atomic_order_acq_rel"),
            bool(atomics & CL_DEVICE_ATOMIC_ORDER_ACQ_REL));
  EXPECT_EQ(features.contains("__opencl_c_atomic_order_seq_cst"),
            bool(atomics & CL_DEVICE_ATOMIC_ORDER_SEQ_CST));
  EXPECT_EQ(features.contains("__opencl_c_atomic_scope_device"),
            bool(atomics & CL_DEVICE_ATOMIC_SCOPE_DEVICE));
  EXPECT_EQ(features.contains("__opencl_c_atomic_scope_all_devices"),
            bool(atomics & CL_DEVICE_ATOMIC_SCOPE_ALL_DEVICES));
  EXPECT_EQ(features.contains("__opencl_c_generic_address_space"),
            bool(deviceInfo<cl_bool>(CL_DEVICE_GENERIC_ADDRESS_SPACE_SUPPORT)));
  EXPECT_EQ(features.contains("__opencl_c_program_scope_global_variables"),
            deviceInfo<size_t>(CL_DEVICE_MAX_GLOBAL_VARIABLE_SIZE) > 0);
  EXPECT_EQ(features.contains("__opencl_c_pipes"),
            bool(deviceInfo<cl_bool>(CL_DEVICE_PIPE_SUPPORT)));
  EXPECT_EQ(features.contains("__opencl_c_images"),
            bool(deviceInfo<cl_bool>(CL_DEVICE_IMAGE_SUPPORT)));
  EXPECT_EQ(features.contains("__opencl_c_subgroups"),
            deviceInfo<cl_uint>(CL_DEVICE_MAX_NUM_SUB_GROUPS) > 0);
  EXPECT_EQ(features.contains("__opencl_c_work_group_collective_functions"),
            bool(deviceInfo<cl_bool>(CL_DEVICE_WORK_GROUP_COLLECTIVE_FUNCTIONS_SUPPORT)));
  EXPECT_EQ(features.contains("__opencl_c_device_enqueue"),
            deviceInfo<cl_device_device_enqueue_capabilities>(
                CL_DEVICE_DEVICE_ENQUEUE_CAPABILITIES) != 0);
}

TEST(ClGetDeviceInfo, WithoutImagesTheirLimitsAreZero) {
  if (deviceInfo<cl_bool>(CL_DEVICE_IMAGE_SUPPORT))
    GTEST_SKIP() << "the device has images";
  EXPECT_EQ(deviceInfo<size_t>(CL_DEVICE_IMAGE2D_MAX_WIDTH), 0u);
  EXPECT_EQ(deviceInfo<cl_uint>(CL_DEVICE_MAX_SAMPLERS), 0u);
}

TEST(ClGetDeviceInfo, VectorWidthsAreWhatOpenCLCHas) {
  for (cl_device_info name :
       {CL_DEVICE_NATIVE_VECTOR_WIDTH_CHAR, CL_DEVICE_NATIVE_VECTOR_WIDTH_SHORT,
        CL_DEVICE_NATIVE_VECTOR_WIDTH_INT, CL_DEVICE_NATIVE_VECTOR_WIDTH_LONG,
        CL_DEVICE_NATIVE_VECTOR_WIDTH_FLOAT, CL_DEVICE_NATIVE_VECTOR_WIDTH_DOUBLE,
        CL_DEVICE_PREFERRED_VECTOR_WIDTH_FLOAT, CL_DEVICE_PREFERRED_VECTOR_WIDTH_DOUBLE})
    EXPECT_THAT(deviceInfo<cl_uint>(name), ::testing::AnyOf(1u, 2u, 4u, 8u, 16u)) << name;
}

TEST(ClGetDeviceInfo, TheRootDeviceHasNoParentAndCountsOne) {
  EXPECT_EQ(deviceInfo<cl_device_id>(CL_DEVICE_PARENT_DEVICE), nullptr);
  EXPECT_EQ(deviceInfo<cl_uint>(CL_DEVICE_REFERENCE_COUNT), 1u);
}

// cl_khr_device_uuid
TEST(ClGetDeviceInfo, UuidsAreStableAndDiffer) {
  using Uuid = std::array<cl_uchar, CL_UUID_SIZE_KHR>;
  EXPECT_EQ(deviceInfo<Uuid>(CL_DEVICE_UUID_KHR), deviceInfo<Uuid>(CL_DEVICE_UUID_KHR));
  EXPECT_NE(deviceInfo<Uuid>(CL_DEVICE_UUID_KHR), deviceInfo<Uuid>(CL_DRIVER_UUID_KHR));
  EXPECT_EQ(deviceInfo<cl_bool>(CL_DEVICE_LUID_VALID_KHR), cl_bool(CL_FALSE));
}

TEST(ClGetDeviceInfo, AnUnknownParameterIsInvalid) {
  EXPECT_CL(CL_INVALID_VALUE, clGetDeviceInfo(testDevice(), CL_PLATFORM_NAME, 0, nullptr, nullptr));
}

TEST(ClGetDeviceInfo, TooSmallAPlaceIsInvalid) {
  cl_uchar value;
  EXPECT_CL(CL_INVALID_VALUE,
            clGetDeviceInfo(testDevice(), CL_DEVICE_TYPE, sizeof value, &value, nullptr));
}

TEST(ClGetDeviceInfo, APlatformIsNoDevice) {
  auto platform = reinterpret_cast<cl_device_id>(testPlatform());
  EXPECT_CL(CL_INVALID_DEVICE, clGetDeviceInfo(platform, CL_DEVICE_TYPE, 0, nullptr, nullptr));
  EXPECT_CL(CL_INVALID_DEVICE, clGetDeviceInfo(nullptr, CL_DEVICE_TYPE, 0, nullptr, nullptr));
}

} // namespace
} // namespace weft::test
