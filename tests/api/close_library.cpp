// SPDX-FileCopyrightText: The Weft authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// An application that opens the driver by itself, or a loader, may close it; its threads stay.
#include "support/opencl_test.h"

#include <atomic>
#include <filesystem>

#include <dlfcn.h>
#include <unistd.h>

#ifdef WEFT_TEST_DIRECT
namespace weft::test {
namespace {

/// A copy of the driver, since the one that the test is linked with is never closed.
class CopiedDriver {
public:
  CopiedDriver() {
    Dl_info own;
    dladdr(reinterpret_cast<const void *>(&clGetPlatformIDs), &own);
    path_ = std::filesystem::temp_directory_path() /
            ("weft-copied-driver-" + std::to_string(getpid()) + ".so");
    std::filesystem::copy_file(own.dli_fname, path_,
                               std::filesystem::copy_options::overwrite_existing);
    library_ = dlopen(path_.c_str(), RTLD_NOW | RTLD_LOCAL);
  }
  ~CopiedDriver() { std::filesystem::remove(path_); }

  bool isOpen() const { return library_; }
  template <class Function> Function *find(Function &, const char *name) const {
    return reinterpret_cast<Function *>(dlsym(library_, name));
  }
  void close() { dlclose(library_); }
  bool isLoaded() const { return dlopen(path_.c_str(), RTLD_LAZY | RTLD_NOLOAD); }

private:
  std::filesystem::path path_;
  void *library_ = nullptr;
};

#define WEFT_FIND(driver, name) (*(driver).find(::name, #name))

TEST(CloseLibrary, LeavesTheThreadsOfTheDriverAlone) {
  CopiedDriver driver;
  ASSERT_TRUE(driver.isOpen()) << dlerror();
  cl_platform_id platform = nullptr;
  cl_device_id device = nullptr;
  cl_int status = CL_SUCCESS;
  ASSERT_SUCCESS(WEFT_FIND(driver, clGetPlatformIDs)(1, &platform, nullptr));
  ASSERT_NE(platform, testPlatform()) << "this is the other driver";
  ASSERT_SUCCESS(
      WEFT_FIND(driver, clGetDeviceIDs)(platform, CL_DEVICE_TYPE_ALL, 1, &device, nullptr));
  cl_context context =
      WEFT_FIND(driver, clCreateContext)(nullptr, 1, &device, nullptr, nullptr, &status);
  ASSERT_SUCCESS(status);
  cl_event event = WEFT_FIND(driver, clCreateUserEvent)(context, &status);
  ASSERT_SUCCESS(status);
  std::atomic<bool> called = false;
  auto note = [](cl_event, cl_int, void *data) {
    static_cast<std::atomic<bool> *>(data)->store(true);
    static_cast<std::atomic<bool> *>(data)->notify_one();
  };
  ASSERT_SUCCESS(WEFT_FIND(driver, clSetEventCallback)(event, CL_COMPLETE, note, &called));
  ASSERT_SUCCESS(WEFT_FIND(driver, clSetUserEventStatus)(event, CL_COMPLETE));
  called.wait(false);
  ASSERT_SUCCESS(WEFT_FIND(driver, clReleaseEvent)(event));
  ASSERT_SUCCESS(WEFT_FIND(driver, clReleaseContext)(context));
  driver.close();
  EXPECT_TRUE(driver.isLoaded()) << "its thread for callbacks waits for more";
}

} // namespace
} // namespace weft::test
#endif
