// SPDX-FileCopyrightText: The Weft authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Statuses in tests: failures print the name of the error code, and a call that a test merely
// relies on throws, so that the test ends there with a message instead of going on with garbage.
#pragma once

#include "support/cl.h"

#include <gtest/gtest.h>

#include <string>

namespace weft::test {

/// "CL_INVALID_VALUE", or the number where it is no status of the specification.
std::string statusName(cl_int status);

/// Throws std::runtime_error naming the call, unless the status is CL_SUCCESS.
void check(cl_int status, const char *call);

::testing::AssertionResult sameStatus(const char *actualText, const char *expectedText,
                                      cl_int actual, cl_int expected);

/// The status of a call that returns an object and its status through a pointer:
///   EXPECT_CL(CL_INVALID_CONTEXT,
///             creationStatus([&](cl_int *e) { return clCreateBuffer(nullptr, 0, 4, nullptr, e);
///             }))
/// A failing call must return null (OpenCL 3.0 API, every clCreate*): anything else fails the test.
template <class Call> cl_int creationStatus(Call &&call) {
  cl_int status = 12345; // no status: shows a call that writes none
  auto handle = call(&status);
  EXPECT_EQ(status == CL_SUCCESS, handle != nullptr)
      << "the object and the status " << statusName(status) << " contradict each other";
  return status;
}

} // namespace weft::test

/// EXPECT_CL(CL_INVALID_VALUE, clFinish(nullptr)): expected first, since calls are long.
#define EXPECT_CL(expected, call) EXPECT_PRED_FORMAT2(::weft::test::sameStatus, call, expected)
#define ASSERT_CL(expected, call) ASSERT_PRED_FORMAT2(::weft::test::sameStatus, call, expected)
#define EXPECT_SUCCESS(call) EXPECT_CL(CL_SUCCESS, call)
#define ASSERT_SUCCESS(call) ASSERT_CL(CL_SUCCESS, call)
