// SPDX-FileCopyrightText: The Weft authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "reference.h"

#include "vector_types.h"

#include <cmath>

namespace weft::demo {
namespace {

#include "julia.cl"
#include "mandelbrot.cl"

unsigned char byte(float value) {
  return static_cast<unsigned char>(std::nearbyint(clamp(value * 255.0f, 0.0f, 255.0f)));
}

} // namespace

void referenceJuliaRow(Pixel *row, int y, int width, int height, int samples) {
  for (int x = 0; x < width; ++x) {
    const float3 colour = picturePixel(x, y, width, height, samples);
    row[x] = {byte(colour.x), byte(colour.y), byte(colour.z), 255};
  }
}

int mandelbrotSteps(const PictureSettings &settings) { return 1500 * settings.samples; }

Pixel mandelbrotPixel(int dwell, int most) {
  const float3 colour = mandelbrotColour(dwell, most);
  return {byte(colour.x), byte(colour.y), byte(colour.z), 255};
}

void referenceMandelbrotRow(Pixel *row, int y, const PictureSettings &settings) {
  const int most = mandelbrotSteps(settings);
  for (int x = 0; x < settings.width; ++x)
    row[x] = mandelbrotPixel(dwellOf(x, y, settings.width, settings.height, most), most);
}

} // namespace weft::demo
