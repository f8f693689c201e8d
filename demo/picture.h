// SPDX-FileCopyrightText: The Weft authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A picture the demo can make: how the device draws it and how plain C++ does. A further picture is
// a further file and a row in main.cpp.
#pragma once

#include "image.h"
#include "session.h"

namespace weft::demo {

struct PictureSettings {
  int width = 1280, height = 720;
  int samples = 2; // rays a pixel, in each direction
};

struct Rendering {
  Image image;
  double buildSeconds = 0; // clBuildProgram; almost nothing where the cache has the kernel
  double drawSeconds = 0;  // the best of `draws` launches, each until clFinish
  int draws = 0;
  std::string remark; // a line or two for the person at the terminal
};

struct Picture {
  const char *name;
  const char *about;
  Rendering (*render)(Session &session, const PictureSettings &settings);
  void (*referenceRow)(Pixel *row, int y, const PictureSettings &settings);
};

extern const Picture kJuliaPicture;
extern const Picture kMandelbrotPicture;

} // namespace weft::demo
