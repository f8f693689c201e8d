// SPDX-FileCopyrightText: The Weft authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// clCreateContext, clCreateContextFromType and clGetContextInfo: OpenCL 3.0 API 4.4 Contexts.
#include "support/opencl_test.h"

namespace weft::test {
namespace {

using Properties = std::vector<cl_context_properties>;

void CL_CALLBACK ignore(const char *, const void *, size_t, void *) {}

cl_context_properties platformProperty() {
  return reinterpret_cast<cl_context_properties>(testPlatform());
}

Context contextWith(const cl_context_properties *properties) {
  cl_device_id device = testDevice();
  return created("clCreateContext", [&](cl_int *status) {
    return clCreateContext(properties, 1, &device, nullptr, nullptr, status);
  });
}

cl_int statusWith(const Properties &properties) {
  return creationStatus([&](cl_int *status) {
    cl_device_id device = testDevice();
    return clCreateContext(properties.data(), 1, &device, nullptr, nullptr, status);
  });
}

template <class T> T contextInfo(cl_context context, cl_context_info name) {
  return info<T>(clGetContextInfo, context, name);
}

TEST(ClCreateContext, HasTheDevicesGiven) {
  Context context = contextWith(nullptr);
  EXPECT_EQ(contextInfo<cl_uint>(context, CL_CONTEXT_NUM_DEVICES), 1u);
  EXPECT_EQ(contextInfo<std::vector<cl_device_id>>(context, CL_CONTEXT_DEVICES),
            std::vector<cl_device_id>{testDevice()});
}

// "Duplicate devices specified in devices are ignored."
TEST(ClCreateContext, IgnoresDuplicateDevices) {
  cl_device_id devices[] = {testDevice(), testDevice()};
  Context context = created("clCreateContext", [&](cl_int *status) {
    return clCreateContext(nullptr, 2, devices, nullptr, nullptr, status);
  });
  EXPECT_EQ(contextInfo<cl_uint>(context, CL_CONTEXT_NUM_DEVICES), 1u);
}

TEST(ClCreateContext, ReturnsThePropertiesAsGiven) {
  Properties properties = {CL_CONTEXT_PLATFORM, platformProperty(), CL_CONTEXT_INTEROP_USER_SYNC,
                           CL_TRUE, 0};
  Context context = contextWith(properties.data());
  EXPECT_EQ(contextInfo<Properties>(context, CL_CONTEXT_PROPERTIES), properties);
  EXPECT_EQ(contextInfo<Properties>(contextWith(nullptr), CL_CONTEXT_PROPERTIES), Properties{});
}

TEST(ClCreateContext, AcceptsANotifyFunctionWithItsData) {
  int data = 0;
  cl_device_id device = testDevice();
  Context context = created("clCreateContext", [&](cl_int *status) {
    return clCreateContext(nullptr, 1, &device, ignore, &data, status);
  });
  EXPECT_NE(context.get(), nullptr);
}

TEST(ClCreateContext, UserDataWithoutANotifyFunctionIsInvalid) {
  int data = 0;
  cl_device_id device = testDevice();
  EXPECT_CL(CL_INVALID_VALUE, creationStatus([&](cl_int *status) {
              return clCreateContext(nullptr, 1, &device, nullptr, &data, status);
            }));
  EXPECT_CL(CL_INVALID_VALUE, creationStatus([&](cl_int *status) {
              return clCreateContextFromType(nullptr, CL_DEVICE_TYPE_CPU, nullptr, &data, status);
            }));
}

TEST(ClCreateContext, AnUnknownPropertyIsInvalid) {
  EXPECT_CL(CL_INVALID_PROPERTY, statusWith({CL_CONTEXT_DEVICES, 1, 0}));
}

TEST(ClCreateContext, APropertyGivenTwiceIsInvalid) {
  EXPECT_CL(CL_INVALID_PROPERTY, statusWith({CL_CONTEXT_PLATFORM, platformProperty(),
                                             CL_CONTEXT_PLATFORM, platformProperty(), 0}));
}

TEST(ClCreateContext, AnInteropValueThatIsNoBoolIsInvalid) {
  EXPECT_CL(CL_INVALID_PROPERTY, statusWith({CL_CONTEXT_INTEROP_USER_SYNC, 2, 0}));
}

TEST(ClCreateContext, APlatformThatIsNoneIsInvalid) {
  EXPECT_CL(
      CL_INVALID_PLATFORM,
      statusWith({CL_CONTEXT_PLATFORM, reinterpret_cast<cl_context_properties>(testDevice()), 0}));
}

TEST(ClCreateContext, NoDeviceIsInvalid) {
  cl_device_id device = testDevice();
  EXPECT_CL(CL_INVALID_VALUE, creationStatus([&](cl_int *status) {
              return clCreateContext(nullptr, 0, &device, nullptr, nullptr, status);
            }));
  EXPECT_CL(CL_INVALID_VALUE, creationStatus([&](cl_int *status) {
              return clCreateContext(nullptr, 1, nullptr, nullptr, nullptr, status);
            }));
}

TEST(ClCreateContext, APlatformIsNoDevice) {
  auto platform = reinterpret_cast<cl_device_id>(testPlatform());
  EXPECT_CL(CL_INVALID_DEVICE, creationStatus([&](cl_int *status) {
              return clCreateContext(nullptr, 1, &platform, nullptr, nullptr, status);
            }));
}

TEST(ClCreateContextFromType, FindsTheCpu) {
  cl_context_properties properties[] = {CL_CONTEXT_PLATFORM, platformProperty(), 0};
  for (cl_device_type type : {CL_DEVICE_TYPE_CPU, CL_DEVICE_TYPE_DEFAULT}) {
    Context context = created("clCreateContextFromType", [&](cl_int *status) {
      return clCreateContextFromType(properties, type, nullptr, nullptr, status);
    });
    EXPECT_EQ(contextInfo<std::vector<cl_device_id>>(context, CL_CONTEXT_DEVICES),
              std::vector<cl_device_id>{testDevice()});
  }
}

TEST(ClCreateContextFromType, NoDeviceOfThatTypeIsNotFound) {
  EXPECT_CL(CL_DEVICE_NOT_FOUND, creationStatus([&](cl_int *status) {
              return clCreateContextFromType(nullptr, CL_DEVICE_TYPE_GPU, nullptr, nullptr, status);
            }));
}

TEST(ClCreateContextFromType, ATypeThatIsNoneIsInvalid) {
  EXPECT_CL(CL_INVALID_DEVICE_TYPE, creationStatus([&](cl_int *status) {
              return clCreateContextFromType(nullptr, 1 << 20, nullptr, nullptr, status);
            }));
}

TEST(ClGetContextInfo, AnUnknownParameterIsInvalid) {
  Context context = contextWith(nullptr);
  EXPECT_CL(CL_INVALID_VALUE, clGetContextInfo(context, CL_DEVICE_TYPE, 0, nullptr, nullptr));
}

TEST(ClGetContextInfo, TooSmallAPlaceIsInvalid) {
  Context context = contextWith(nullptr);
  cl_uchar value;
  EXPECT_CL(CL_INVALID_VALUE,
            clGetContextInfo(context, CL_CONTEXT_DEVICES, sizeof value, &value, nullptr));
}

TEST(ClGetContextInfo, ADeviceIsNoContext) {
  auto device = reinterpret_cast<cl_context>(testDevice());
  EXPECT_CL(CL_INVALID_CONTEXT,
            clGetContextInfo(device, CL_CONTEXT_NUM_DEVICES, 0, nullptr, nullptr));
}

} // namespace
} // namespace weft::test
