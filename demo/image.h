// SPDX-FileCopyrightText: The Weft authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A picture in memory and as a file.
#pragma once

#include <string>
#include <vector>

namespace weft::demo {

struct Pixel {
  unsigned char red, green, blue, alpha;
};

struct Image {
  int width = 0, height = 0;
  std::vector<Pixel> pixels;
};

/// Throws std::runtime_error with the reason.
void writePng(const Image &image, const std::string &path);

} // namespace weft::demo
