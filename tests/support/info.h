// SPDX-FileCopyrightText: The Weft authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Info queries as values: info<cl_uint>(clGetDeviceInfo, device, CL_DEVICE_VENDOR_ID).
#pragma once

#include "support/status.h"

#include <string>
#include <type_traits>
#include <vector>

namespace weft::test {

template <class T> struct IsVector : std::false_type {};
template <class T> struct IsVector<std::vector<T>> : std::true_type {};

/// T is a plain type, std::string or std::vector of a plain type. Asks for the size first, as
/// applications do, and throws where the driver's size is not T's.
template <class T, class Query, class... Key> T info(Query query, Key... key) {
  size_t bytes = 0;
  check(query(key..., 0, nullptr, &bytes), "info query (size)");
  if constexpr (std::is_same_v<T, std::string>) {
    std::string text(bytes, '\0');
    check(query(key..., bytes, text.data(), nullptr), "info query");
    EXPECT_TRUE(bytes > 0 && text.back() == '\0') << "a string without its terminating null";
    text.resize(bytes ? bytes - 1 : 0);
    return text;
  } else if constexpr (IsVector<T>::value) {
    T values(bytes / sizeof(typename T::value_type));
    check(query(key..., bytes, bytes ? values.data() : nullptr, nullptr), "info query");
    return values;
  } else {
    EXPECT_EQ(bytes, sizeof(T)) << "size of the queried value";
    T value{};
    check(query(key..., sizeof(T), &value, nullptr), "info query");
    return value;
  }
}

} // namespace weft::test
