// SPDX-FileCopyrightText: The Weft authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// ./bootstrap demo: pictures computed by kernels on Weft, found through an ICD loader, written as
// PNGs and checked against plain C++.
#include "compare.h"

#include <cstdio>
#include <cstdlib>
#include <cstring>

namespace weft::demo {
namespace {

const Picture *const kPictures[] = {&kJuliaPicture, &kMandelbrotPicture};

struct Arguments {
  const Picture *picture = nullptr; // all of them
  PictureSettings settings;
  std::string platform = "Weft";
  std::string output = "weft-demo.png";
};

void usage() {
  std::printf("weft_demo [--picture NAME] [--size WIDTHxHEIGHT] [--samples N] [--output FILE.png]\n"
              "          [--platform NAME]\n\npictures:\n");
  for (const Picture *picture : kPictures)
    std::printf("  %-10s %s\n", picture->name, picture->about);
}

bool parse(int argc, char **argv, Arguments &arguments) {
  for (int i = 1; i + 1 < argc; i += 2) {
    const std::string name = argv[i];
    const char *value = argv[i + 1];
    PictureSettings &settings = arguments.settings;
    if (name == "--picture") {
      for (const Picture *picture : kPictures)
        if (!std::strcmp(picture->name, value))
          arguments.picture = picture;
      if (!arguments.picture)
        return false;
    } else if (name == "--size") {
      if (std::sscanf(value, "%dx%d", &settings.width, &settings.height) != 2)
        return false;
    } else if (name == "--samples") {
      settings.samples = std::atoi(value);
    } else if (name == "--output") {
      arguments.output = value;
    } else if (name == "--platform") {
      arguments.platform = value;
    } else {
      return false;
    }
  }
  const PictureSettings &s = arguments.settings;
  return argc % 2 == 1 && s.width > 0 && s.width <= 16384 && s.height > 0 && s.height <= 16384 &&
         s.samples > 0 && s.samples <= 16;
}

bool draw(Session &session, const Picture &picture, const PictureSettings &settings,
          const std::string &output) {
  std::printf("Drawing %s: %dx%d ...\n", picture.about, settings.width, settings.height);
  std::fflush(stdout);

  const Rendering drawn = picture.render(session, settings);
  const double megapixels = 1e-6 * settings.width * settings.height;
  std::printf("  build     %.1f ms (clBuildProgram)\n", 1e3 * drawn.buildSeconds);
  std::printf("  drawn in  %.1f ms, %.2f Mpixel/s (best of %d)\n", 1e3 * drawn.drawSeconds,
              megapixels / drawn.drawSeconds, drawn.draws);
  if (!drawn.remark.empty())
    std::printf("%s\n", drawn.remark.c_str());
  writePng(drawn.image, output);
  std::printf("  picture   %s\n", output.c_str());

  std::printf("Checking against the same in C++, one thread ...\n");
  std::fflush(stdout);
  const Comparison compared = compareWithReference(picture, settings, drawn.image);
  const double referenceRate = 1e-6 * settings.width / compared.secondsPerRow;
  std::printf("  C++       %.2f Mpixel/s; Weft is %.1f times as fast\n", referenceRate,
              megapixels / drawn.drawSeconds / referenceRate);
  std::printf("  check     %s: %.3f %% of the pixels of %d rows differ visibly, mean difference "
              "%.3f of 255\n",
              compared.passed() ? "passed" : "FAILED", 100 * compared.differing, compared.rows,
              compared.meanDifference);
  return compared.passed();
}

/// weft-demo.png for the first picture, weft-demo-mandelbrot.png for another.
std::string outputOf(const Arguments &arguments, const Picture &picture) {
  std::string output = arguments.output;
  if (arguments.picture || &picture == kPictures[0])
    return output;
  size_t dot = output.rfind('.');
  return output.insert(dot == std::string::npos ? output.size() : dot,
                       std::string("-") + picture.name);
}

int run(const Arguments &arguments) {
  Session session(arguments.platform);
  std::printf("%s\n", session.description().c_str());
  bool passed = true;
  for (const Picture *picture : kPictures)
    if (!arguments.picture || arguments.picture == picture)
      passed &= draw(session, *picture, arguments.settings, outputOf(arguments, *picture));
  return passed ? 0 : 1;
}

} // namespace
} // namespace weft::demo

int main(int argc, char **argv) {
  weft::demo::Arguments arguments;
  if (!weft::demo::parse(argc, argv, arguments)) {
    weft::demo::usage();
    return 2;
  }
  try {
    return weft::demo::run(arguments);
  } catch (const std::exception &error) {
    std::fprintf(stderr, "weft_demo: %s\n", error.what());
    return 1;
  }
}
