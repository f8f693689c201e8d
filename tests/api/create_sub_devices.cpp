// SPDX-FileCopyrightText: The Weft authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// clCreateSubDevices, clRetainDevice and clReleaseDevice: OpenCL 3.0 API 4.3 Partitioning a Device.
#include "support/opencl_test.h"

#include <atomic>
#include <set>
#include <thread>

#include <sched.h>

namespace weft::test {
namespace {

using Properties = std::vector<cl_device_partition_property>;

class ClCreateSubDevices : public OpenClTest {
protected:
  void SetUp() override {
    if (deviceInfo<cl_uint>(CL_DEVICE_PARTITION_MAX_SUB_DEVICES) < 2)
      GTEST_SKIP() << "one compute unit cannot be divided";
  }

  cl_int create(const Properties &properties, cl_uint room, cl_device_id *devices,
                cl_uint *count) const {
    return clCreateSubDevices(device(), properties.data(), room, devices, count);
  }
  /// All sub-devices of the scheme.
  std::vector<SubDevice> created(const Properties &properties) const {
    cl_uint count = 0;
    check(create(properties, 0, nullptr, &count), "clCreateSubDevices (count)");
    std::vector<cl_device_id> handles(count);
    check(create(properties, count, handles.data(), nullptr), "clCreateSubDevices");
    std::vector<SubDevice> devices;
    for (cl_device_id handle : handles)
      devices.emplace_back(handle);
    return devices;
  }
  template <class T> static T infoOf(cl_device_id device, cl_device_info name) {
    return info<T>(clGetDeviceInfo, device, name);
  }
  const Properties kSingles = {CL_DEVICE_PARTITION_EQUALLY, 1, 0};
};

TEST_F(ClCreateSubDevices, EquallyMakesAsManyAsFit) {
  auto devices = created(kSingles);
  EXPECT_EQ(devices.size(), deviceInfo<cl_uint>(CL_DEVICE_MAX_COMPUTE_UNITS));
  for (const SubDevice &each : devices) {
    EXPECT_EQ(infoOf<cl_uint>(each, CL_DEVICE_MAX_COMPUTE_UNITS), 1u);
    EXPECT_EQ(infoOf<cl_device_id>(each, CL_DEVICE_PARENT_DEVICE), device());
    EXPECT_EQ(infoOf<Properties>(each, CL_DEVICE_PARTITION_TYPE), kSingles);
  }
}

TEST_F(ClCreateSubDevices, ByCountsMakesThoseAskedFor) {
  auto devices = created({CL_DEVICE_PARTITION_BY_COUNTS, 1, 1, 0, 0});
  ASSERT_EQ(devices.size(), 2u);
  EXPECT_EQ(infoOf<cl_uint>(devices[1], CL_DEVICE_MAX_COMPUTE_UNITS), 1u);
}

TEST_F(ClCreateSubDevices, ASubDeviceRunsKernelsOnItsOwn) {
  auto devices = created(kSingles);
  cl_device_id part = devices[1];
  Context context = weft::test::created("clCreateContext", [&](cl_int *status) {
    return clCreateContext(nullptr, 1, &part, nullptr, nullptr, status);
  });
  Queue queue = weft::test::created("clCreateCommandQueue", [&](cl_int *status) {
    return clCreateCommandQueueWithProperties(context, part, nullptr, status);
  });
  Mem memory = weft::test::created("clCreateBuffer", [&](cl_int *status) {
    return clCreateBuffer(context, CL_MEM_READ_WRITE, 64, nullptr, status);
  });
  cl_uint pattern = 7, value = 0;
  ASSERT_SUCCESS(
      clEnqueueFillBuffer(queue, memory, &pattern, sizeof pattern, 0, 64, 0, nullptr, nullptr));
  ASSERT_SUCCESS(
      clEnqueueReadBuffer(queue, memory, CL_TRUE, 60, sizeof value, &value, 0, nullptr, nullptr));
  EXPECT_EQ(value, 7u);
}

/// Where a native kernel ran.
struct Place {
  std::atomic<bool> known = false;
  cpu_set_t allowed;

  static void CL_CALLBACK find(void *pointer) {
    auto *place = *static_cast<Place **>(pointer);
    sched_getaffinity(0, sizeof place->allowed, &place->allowed);
    place->known = true;
  }
  /// The CPUs of the worker that runs a command of `device`. This thread looks on only: one that
  /// waits for a command takes part in the work, and stays where the application put it.
  static std::set<int> ofWorker(cl_device_id device) {
    Context context = weft::test::created("clCreateContext", [&](cl_int *status) {
      return clCreateContext(nullptr, 1, &device, nullptr, nullptr, status);
    });
    Queue queue = weft::test::created("clCreateCommandQueue", [&](cl_int *status) {
      return clCreateCommandQueueWithProperties(context, device, nullptr, status);
    });
    Place place;
    Place *address = &place;
    check(clEnqueueNativeKernel(queue, find, &address, sizeof address, 0, nullptr, nullptr, 0,
                                nullptr, nullptr),
          "clEnqueueNativeKernel");
    check(clFlush(queue), "clFlush");
    while (!place.known)
      std::this_thread::yield();
    check(clFinish(queue), "clFinish");
    std::set<int> cpus;
    for (int cpu = 0; cpu < CPU_SETSIZE; ++cpu)
      if (CPU_ISSET(cpu, &place.allowed))
        cpus.insert(cpu);
    return cpus;
  }
};

TEST_F(ClCreateSubDevices, WorkersStayOnTheProcessorsOfTheirPart) {
  std::set<int> seen;
  auto devices = created(kSingles);
  for (const SubDevice &each : devices) {
    std::set<int> cpus = Place::ofWorker(each);
    EXPECT_EQ(cpus.size(), 1u);
    seen.insert(cpus.begin(), cpus.end());
  }
  EXPECT_EQ(seen.size(), devices.size()) << "parts share processors";
}

TEST_F(ClCreateSubDevices, WorkersAreFreeAgainOutsideAPart) {
  std::set<int> before = Place::ofWorker(device());
  auto devices = created(kSingles);
  for (int round = 0; round < 20; ++round) {
    for (const SubDevice &each : devices)
      Place::ofWorker(each);
    EXPECT_EQ(Place::ofWorker(device()), before);
  }
}

TEST_F(ClCreateSubDevices, AProgramBuiltForTheDeviceServesItsParts) {
  auto parts = created(kSingles);
  cl_device_id devices[] = {device(), parts[0], parts[1]};
  Context context = weft::test::created("clCreateContext", [&](cl_int *status) {
    return clCreateContext(nullptr, 3, devices, nullptr, nullptr, status);
  });
  const char *source = "kernel void nothing() {}";
  Program program = weft::test::created("clCreateProgramWithSource", [&](cl_int *status) {
    return clCreateProgramWithSource(context, 1, &source, nullptr, status);
  });
  ASSERT_SUCCESS(clBuildProgram(program, 1, devices, nullptr, nullptr, nullptr));
  for (cl_device_id each : devices)
    EXPECT_EQ(info<cl_build_status>(clGetProgramBuildInfo, program.get(), each,
                                    cl_program_build_info{CL_PROGRAM_BUILD_STATUS}),
              CL_BUILD_SUCCESS);
}

TEST_F(ClCreateSubDevices, IsCountedUnlikeTheRootDevice) {
  auto devices = created(kSingles);
  ASSERT_SUCCESS(clRetainDevice(devices[0]));
  EXPECT_EQ(infoOf<cl_uint>(devices[0], CL_DEVICE_REFERENCE_COUNT), 2u);
  ASSERT_SUCCESS(clReleaseDevice(devices[0]));
  EXPECT_EQ(infoOf<cl_uint>(devices[0], CL_DEVICE_REFERENCE_COUNT), 1u);
  ASSERT_SUCCESS(clRetainDevice(device()));
  EXPECT_EQ(infoOf<cl_uint>(device(), CL_DEVICE_REFERENCE_COUNT), 1u);
  ASSERT_SUCCESS(clReleaseDevice(device()));
  ASSERT_SUCCESS(clReleaseDevice(device()));
  EXPECT_EQ(infoOf<cl_uint>(device(), CL_DEVICE_REFERENCE_COUNT), 1u);
}

TEST_F(ClCreateSubDevices, LivesAsLongAsAContextOfIt) {
  auto devices = created(kSingles);
  cl_device_id part = devices[0];
  Context context = weft::test::created("clCreateContext", [&](cl_int *status) {
    return clCreateContext(nullptr, 1, &part, nullptr, nullptr, status);
  });
  devices.clear();
  EXPECT_EQ(info<std::vector<cl_device_id>>(clGetContextInfo, context.get(),
                                            cl_context_info{CL_CONTEXT_DEVICES}),
            std::vector<cl_device_id>{part});
}

TEST_F(ClCreateSubDevices, RoomForTooFewIsInvalid) {
  cl_device_id handle = nullptr;
  EXPECT_CL(CL_INVALID_VALUE, create(kSingles, 1, &handle, nullptr));
  EXPECT_EQ(handle, nullptr);
}

TEST_F(ClCreateSubDevices, PropertiesThatAreNoneAreInvalid) {
  cl_uint count = 0;
  EXPECT_CL(CL_INVALID_VALUE, clCreateSubDevices(device(), nullptr, 0, nullptr, &count));
  EXPECT_CL(CL_INVALID_VALUE, create({CL_DEVICE_NAME, 1, 0}, 0, nullptr, &count));
  EXPECT_CL(CL_INVALID_VALUE, create({CL_DEVICE_PARTITION_EQUALLY, 0, 0}, 0, nullptr, &count));
  EXPECT_CL(CL_INVALID_VALUE, create({CL_DEVICE_PARTITION_EQUALLY, 0}, 0, nullptr, &count));
  EXPECT_CL(CL_INVALID_VALUE,
            create({CL_DEVICE_PARTITION_BY_AFFINITY_DOMAIN, 0}, 0, nullptr, &count));
}

TEST_F(ClCreateSubDevices, MoreUnitsThanThereAreIsAnInvalidCount) {
  cl_uint count = 0;
  auto tooMany = cl_device_partition_property(deviceInfo<cl_uint>(CL_DEVICE_MAX_COMPUTE_UNITS) + 1);
  EXPECT_CL(CL_INVALID_DEVICE_PARTITION_COUNT,
            create({CL_DEVICE_PARTITION_BY_COUNTS, tooMany, 0, 0}, 0, nullptr, &count));
}

TEST_F(ClCreateSubDevices, OneUnitCannotBeDividedFurther) {
  auto devices = created(kSingles);
  EXPECT_EQ(infoOf<Properties>(devices[0], CL_DEVICE_PARTITION_PROPERTIES), Properties{0});
  cl_uint count = 0;
  Properties byCache = {CL_DEVICE_PARTITION_BY_AFFINITY_DOMAIN,
                        CL_DEVICE_AFFINITY_DOMAIN_NEXT_PARTITIONABLE, 0};
  EXPECT_CL(CL_DEVICE_PARTITION_FAILED,
            clCreateSubDevices(devices[0], byCache.data(), 0, nullptr, &count));
}

TEST_F(ClCreateSubDevices, APlatformIsNoDevice) {
  auto platform = reinterpret_cast<cl_device_id>(testPlatform());
  cl_uint count = 0;
  EXPECT_CL(CL_INVALID_DEVICE, clCreateSubDevices(platform, kSingles.data(), 0, nullptr, &count));
  EXPECT_CL(CL_INVALID_DEVICE, clRetainDevice(platform));
  EXPECT_CL(CL_INVALID_DEVICE, clReleaseDevice(nullptr));
}

} // namespace
} // namespace weft::test
