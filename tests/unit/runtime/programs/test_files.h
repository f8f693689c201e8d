// SPDX-FileCopyrightText: The Weft authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A folder that lasts as long as a test, and what the build puts beside the test program.
#pragma once

#include <gmock/gmock.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <sstream>
#include <string>

namespace weft::test {

class TemporaryFolder {
public:
  TemporaryFolder() {
    char path[] = "/tmp/weft-test-XXXXXX";
    EXPECT_NE(::mkdtemp(path), nullptr);
    path_ = path;
  }
  ~TemporaryFolder() {
    std::error_code ignored;
    std::filesystem::remove_all(path_, ignored);
  }
  TemporaryFolder(const TemporaryFolder &) = delete;
  TemporaryFolder &operator=(const TemporaryFolder &) = delete;
  const std::string &path() const { return path_; }
  std::string operator/(const std::string &name) const { return path_ + "/" + name; }

private:
  std::string path_;
};

inline std::string contents(const std::string &path) {
  std::ifstream file(path, std::ios::binary);
  std::ostringstream text;
  text << file.rdbuf();
  return text.str();
}

inline void write(const std::string &path, const std::string &text) {
  std::ofstream(path, std::ios::binary) << text;
}

/// A program or object of tests/fakes.
inline std::string tool(const std::string &name) {
  std::string self = std::filesystem::read_symlink("/proc/self/exe");
  return std::filesystem::path(self).parent_path() / "fakes" / name;
}

} // namespace weft::test
