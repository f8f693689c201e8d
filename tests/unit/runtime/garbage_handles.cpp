// SPDX-FileCopyrightText: The Weft authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// An application that is linked with the driver can hand it anything. Each entry point of the list
// is called with each of its handles replaced, one at a time, by what is none.
#include "api/entry.h"
#include "objects/platform.h"

#include <gmock/gmock.h>

#include <CL/cl_egl.h>
#include <CL/cl_gl.h>

#include <cstdint>
#include <tuple>
#include <type_traits>
#include <utility>

namespace weft::runtime {
namespace {

/// One live object of each kind.
class Objects {
public:
  Objects() {
    std::get<cl_platform_id>(all) = Platform::instance().handle();
    call(kDispatch.clGetDeviceIDs, get<cl_platform_id>(), CL_DEVICE_TYPE_ALL, 1u,
         &std::get<cl_device_id>(all), nullptr);
    cl_device_id device = get<cl_device_id>();
    std::get<cl_context>(all) =
        kDispatch.clCreateContext(nullptr, 1, &device, nullptr, nullptr, nullptr);
    cl_context context = get<cl_context>();
    std::get<cl_command_queue>(all) =
        kDispatch.clCreateCommandQueueWithProperties(context, device, nullptr, nullptr);
    std::get<cl_mem>(all) =
        kDispatch.clCreateBuffer(context, CL_MEM_READ_WRITE, 64, nullptr, nullptr);
    std::get<cl_event>(all) = kDispatch.clCreateUserEvent(context, nullptr);
    const char *source = "kernel void k(global int *p) { *p = 1; }";
    cl_program program = kDispatch.clCreateProgramWithSource(context, 1, &source, nullptr, nullptr);
    std::get<cl_program>(all) = program;
    call(kDispatch.clBuildProgram, program, 0u, nullptr, nullptr, nullptr, nullptr);
    std::get<cl_kernel>(all) = kDispatch.clCreateKernel(program, "k", nullptr);
  }
  ~Objects() {
    call(kDispatch.clSetUserEventStatus, get<cl_event>(), CL_COMPLETE);
    call(kDispatch.clReleaseKernel, get<cl_kernel>());
    call(kDispatch.clReleaseProgram, get<cl_program>());
    call(kDispatch.clReleaseEvent, get<cl_event>());
    call(kDispatch.clReleaseMemObject, get<cl_mem>());
    call(kDispatch.clReleaseCommandQueue, get<cl_command_queue>());
    call(kDispatch.clReleaseContext, get<cl_context>());
  }
  Objects(const Objects &) = delete;
  Objects &operator=(const Objects &) = delete;

  template <class T> T get() const { return std::get<T>(all); }

  // There are no samplers without images.
  std::tuple<cl_platform_id, cl_device_id, cl_context, cl_command_queue, cl_mem, cl_event,
             cl_program, cl_kernel, cl_sampler>
      all{};

private:
  template <class Function, class... Arguments>
  static void call(Function *function, Arguments... arguments) {
    EXPECT_EQ(function(arguments...), CL_SUCCESS);
  }
};

template <class T>
constexpr bool kIsHandle =
    std::is_same_v<T, cl_platform_id> || std::is_same_v<T, cl_device_id> ||
    std::is_same_v<T, cl_context> || std::is_same_v<T, cl_command_queue> ||
    std::is_same_v<T, cl_mem> || std::is_same_v<T, cl_event> || std::is_same_v<T, cl_program> ||
    std::is_same_v<T, cl_kernel> || std::is_same_v<T, cl_sampler>;

/// A live object for a handle, nothing for everything else.
template <class T> T harmless(const Objects &objects) {
  if constexpr (kIsHandle<T>)
    return objects.get<T>();
  else
    return T{};
}

bool refused(cl_int status) { return status != CL_SUCCESS; }
bool refused(const void *created) { return !created; }

/// Calls the function once for each of its handles, with garbage in that place.
template <class R, class... P>
void tryEachHandle(const char *name, R(CL_API_CALL *function)(P...), const Objects &objects,
                   void *garbage) {
  auto tryOne = [&]<size_t kBad>() {
    std::tuple<P...> arguments{harmless<P>(objects)...};
    using Parameter = std::tuple_element_t<kBad, std::tuple<P...>>;
    if constexpr (kIsHandle<Parameter>) {
      std::get<kBad>(arguments) = static_cast<Parameter>(garbage);
      if constexpr (std::is_void_v<R>)
        std::apply(function, arguments);
      else
        EXPECT_TRUE(refused(std::apply(function, arguments)))
            << name << ", parameter " << kBad << ": " << garbage;
    }
  };
  [&]<size_t... kAt>(std::index_sequence<kAt...>) {
    (tryOne.template operator()<kAt>(), ...);
  }(std::index_sequence_for<P...>());
}

/// As above, with every object that is not of the kind that the place is for.
template <class R, class... P>
void tryOtherKinds(const char *name, R(CL_API_CALL *function)(P...), const Objects &objects) {
  auto tryOne = [&]<class Other>(Other object) {
    if (object && !(std::is_same_v<Other, P> || ...))
      tryEachHandle(name, function, objects, object);
  };
  std::apply([&](auto... each) { (tryOne(each), ...); }, objects.all);
}

void tryEveryEntryPoint(const Objects &objects, void *garbage) {
#define WEFT_CORE(name) tryEachHandle(#name, kDispatch.name, objects, garbage);
#define WEFT_REFUSED(name) tryEachHandle(#name, kDispatch.name, objects, garbage);
#include "api/entry_points.def"
}

TEST(GarbageHandles, AreRefusedByEveryEntryPoint) {
  Objects objects;
  alignas(64) static char memory[256] = {};
  // What could be a pointer, what could not, and what the registry must not take for another
  // handle.
  auto live = reinterpret_cast<std::uintptr_t>(objects.get<cl_mem>());
  const std::uintptr_t none[] = {1,
                                 8,
                                 0x1000,
                                 ~std::uintptr_t(0),
                                 std::uintptr_t(1) << 63,
                                 live + 1,
                                 live + 8,
                                 live | std::uintptr_t(1) << 60,
                                 live | std::uintptr_t(15) << 60,
                                 reinterpret_cast<std::uintptr_t>(memory),
                                 reinterpret_cast<std::uintptr_t>(memory) + 3};
  for (std::uintptr_t garbage : none)
    tryEveryEntryPoint(objects, reinterpret_cast<void *>(garbage));
}

TEST(GarbageHandles, AnObjectOfAnotherKindIsNone) {
  Objects objects;
  // One at a time, where the place is not for its kind.
#define WEFT_CORE(name) tryOtherKinds(#name, kDispatch.name, objects);
#define WEFT_REFUSED(name) tryOtherKinds(#name, kDispatch.name, objects);
#include "api/entry_points.def"
}

TEST(GarbageHandles, AReleasedObjectIsNone) {
  Objects objects;
  cl_mem released = kDispatch.clCreateBuffer(objects.get<cl_context>(), 0, 64, nullptr, nullptr);
  ASSERT_EQ(kDispatch.clReleaseMemObject(released), CL_SUCCESS);
  tryEveryEntryPoint(objects, released);
}

} // namespace
} // namespace weft::runtime
