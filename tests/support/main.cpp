// SPDX-FileCopyrightText: The Weft authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// One executable holds the tests of a folder and CTest has an entry for each file in it: few
// processes to link and start, yet a crash shows in which file it was. --file=NAME.cpp runs the
// tests defined in that file.
#include <gmock/gmock.h>

#include <cstdio>
#include <string>
#include <string_view>

namespace {

/// A GoogleTest filter of the tests written in `file`; empty where there are none.
std::string testsOfFile(std::string_view file) {
  std::string filter;
  const auto &all = *testing::UnitTest::GetInstance();
  for (int s = 0; s < all.total_test_suite_count(); ++s) {
    const auto &suite = *all.GetTestSuite(s);
    for (int t = 0; t < suite.total_test_count(); ++t) {
      const auto &test = *suite.GetTestInfo(t);
      std::string_view path = test.file();
      if (path.ends_with(file) && path[path.size() - file.size() - 1] == '/')
        filter += std::string(suite.name()) + "." + test.name() + ":";
    }
  }
  return filter;
}

} // namespace

int main(int argc, char **argv) {
  testing::InitGoogleMock(&argc, argv);
  for (int i = 1; i < argc; ++i) {
    std::string_view argument = argv[i];
    if (!argument.starts_with("--file=")) {
      std::fprintf(stderr, "unknown argument %s\n", argv[i]);
      return 2;
    }
    std::string filter = testsOfFile(argument.substr(7));
    if (filter.empty()) {
      std::fprintf(stderr, "no test is written in %s\n", argv[i] + 7);
      return 2;
    }
    GTEST_FLAG_SET(filter, filter);
  }
  return RUN_ALL_TESTS();
}
