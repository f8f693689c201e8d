// SPDX-FileCopyrightText: The Weft authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The platform object: see platform.h.
#include "objects/platform.h"

#include "objects/device.h"

namespace weft::runtime {

Platform &Platform::instance() {
  static Platform *const kPlatform = new Platform;
  return *kPlatform;
}

Device &Platform::rootDevice() {
  static Device *const kDevice = new Device(*this);
  return *kDevice;
}

} // namespace weft::runtime
