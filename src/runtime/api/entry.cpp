// SPDX-FileCopyrightText: The Weft authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// From exceptions to a status: the only place that knows which becomes which.
#include "api/entry.h"

#include "support/log.h"

#include <cassert>
#include <exception>
#include <new>
#include <string>

namespace weft::runtime {

cl_int statusOfCurrentException(const char *entryPoint) noexcept {
  try {
    throw;
  } catch (const Error &error) {
    if (logs(LogTopic::Error))
      log(LogTopic::Error, std::string(entryPoint) + " returns " + std::to_string(error.status()));
    return error.status();
  } catch (const std::bad_alloc &) {
    return CL_OUT_OF_HOST_MEMORY;
  } catch (const std::exception &error) {
    logAlways(std::string("bug in the driver: ") + entryPoint + ": " + error.what());
  } catch (...) {
    logAlways(std::string("bug in the driver: ") + entryPoint + ": an unknown exception");
  }
  assert(!"an exception that is neither Error nor bad_alloc");
  return CL_OUT_OF_RESOURCES;
}

} // namespace weft::runtime
