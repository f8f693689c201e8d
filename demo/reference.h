// SPDX-FileCopyrightText: The Weft authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The pictures computed by plain scalar C++ on one thread: what the device's are checked against
// and compared with.
#pragma once

#include "picture.h"

namespace weft::demo {

/// One row of the picture of julia.cl, the whole of which is width x height.
void referenceJuliaRow(Pixel *row, int y, int width, int height, int samples);

/// The same of mandelbrot.cl, and its parts.
void referenceMandelbrotRow(Pixel *row, int y, const PictureSettings &settings);
int mandelbrotSteps(const PictureSettings &settings);
Pixel mandelbrotPixel(int dwell, int most);

} // namespace weft::demo
