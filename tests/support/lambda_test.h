// SPDX-FileCopyrightText: The Weft authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The fixture of tests of lambdas on the device queue (OpenCL C++ 1.0 3.14 Device Enqueue Library).
#pragma once

#include "support/device_enqueue_test.h"

namespace weft::test {

class LambdaTest : public DeviceEnqueueTest {
protected:
  /// Kernels in `source` come after the headers and `using namespace cl`; the only one has
  /// `global<int> *out` for its first parameter.
  template <class... Arguments>
  std::vector<int> runLambda(const std::string &source, size_t count, const NDRange &range,
                             const Arguments &...arguments) {
    return runWith("-cl-std=CLC++2021", kHeaders + source, count, range, arguments...);
  }
  /// With -g, for the particular errors.
  template <class... Arguments>
  std::vector<int> runLambdaWith(const char *options, const std::string &source, size_t count,
                                 const NDRange &range, const Arguments &...arguments) {
    return runWith((std::string("-cl-std=CLC++2021 ") + options).c_str(), kHeaders + source, count,
                   range, arguments...);
  }

  inline static const std::string kHeaders = "#include <opencl_device_queue>\n"
                                             "#include <opencl_work_item>\n"
                                             "#include <opencl_memory>\n"
                                             "#include <opencl_synchronization>\n"
                                             "#include <opencl_atomic>\n"
                                             "using namespace cl;\n";
};

} // namespace weft::test
