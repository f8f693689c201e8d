// SPDX-FileCopyrightText: The Weft authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "compare.h"

#include <algorithm>
#include <chrono>
#include <cstdlib>

namespace weft::demo {

Comparison compareWithReference(const Picture &picture, const PictureSettings &settings,
                                const Image &image) {
  Comparison result;
  std::vector<Pixel> row(static_cast<size_t>(settings.width));
  const int step = std::max(1, settings.height / 100); // a hundred rows show any fault
  size_t differing = 0, pixels = 0;
  double sum = 0;
  auto start = std::chrono::steady_clock::now();
  double seconds = 0;
  for (int y = step / 2; y < settings.height; y += step) {
    start = std::chrono::steady_clock::now();
    picture.referenceRow(row.data(), y, settings);
    seconds += std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
    const Pixel *drawn = &image.pixels[size_t(y) * size_t(settings.width)];
    for (int x = 0; x < settings.width; ++x) {
      const int red = std::abs(drawn[x].red - row[x].red);
      const int green = std::abs(drawn[x].green - row[x].green);
      const int blue = std::abs(drawn[x].blue - row[x].blue);
      sum += red + green + blue;
      differing += std::max({red, green, blue}) > 8;
      ++pixels;
    }
    ++result.rows;
  }
  result.secondsPerRow = seconds / std::max(1, result.rows);
  result.differing = double(differing) / double(std::max<size_t>(1, pixels));
  result.meanDifference = sum / (3.0 * double(std::max<size_t>(1, pixels)));
  return result;
}

} // namespace weft::demo
