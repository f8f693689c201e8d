// SPDX-FileCopyrightText: The Weft authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "programs/object_image.h"

#include <utility>

namespace weft::runtime {

ObjectImage::ObjectImage(CompileResult result)
    : facts_(std::move(result)), heap_(std::exchange(facts_.object, {})), object_(heap_) {}

ObjectImage::ObjectImage(CompileResult facts, Mapping file, std::size_t objectBytes,
                         std::string path, FileIdentity identity)
    : facts_(std::move(facts)), file_(std::move(file)),
      object_(file_.bytes().substr(0, objectBytes)), path_(std::move(path)), identity_(identity) {}

} // namespace weft::runtime
