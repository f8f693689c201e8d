// SPDX-FileCopyrightText: The Weft authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Checks a picture against its reference, and times the reference.
#pragma once

#include "picture.h"

namespace weft::demo {

struct Comparison {
  int rows = 0;              // rows computed by the reference, spread over the picture
  double secondsPerRow = 0;  // of the reference
  double differing = 0;      // share of pixels that differ visibly (more than 8 of 255)
  double meanDifference = 0; // over all channels, of 255
  /// A ray that grazes an edge may fall on either side of it after the last bit of rounding, so
  /// single pixels may differ; a wrong driver differs in whole areas.
  bool passed() const { return rows > 0 && differing < 0.005 && meanDifference < 0.25; }
};

Comparison compareWithReference(const Picture &picture, const PictureSettings &settings,
                                const Image &image);

} // namespace weft::demo
