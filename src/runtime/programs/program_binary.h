// SPDX-FileCopyrightText: The Weft authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What CL_PROGRAM_BINARIES gives out and clCreateProgramWithBinary takes: the result of a
// compilation in a container that says which driver and processor it is for.
#pragma once

#include "programs/object_image.h"

#include <memory>
#include <string>
#include <string_view>

namespace weft::runtime {

/// `compilerBuildId` is the running driver's; empty where no compiler is installed.
std::string makeProgramBinary(const ObjectImage &image, const std::string &options,
                              const std::string &compilerBuildId);

struct ParsedBinary {
  std::shared_ptr<const ObjectImage> image;
  std::string options; ///< what it was built with
};

/// image is null for what is not a whole binary of ours, or one for another processor, ABI or
/// driver build. A driver without compiler takes those of any build: it cannot make its own.
ParsedBinary parseProgramBinary(std::string_view bytes, const std::string &compilerBuildId);

} // namespace weft::runtime
