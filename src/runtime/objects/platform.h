// SPDX-FileCopyrightText: The Weft authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The one platform, and its one root device.
#pragma once

#include "objects/object.h"

namespace weft::runtime {

class Device;

/// Made at the first call that asks for it and never destroyed: applications use OpenCL from static
/// constructors and destructors.
class Platform : public Object<_cl_platform_id, Platform, HandleKind::Platform> {
public:
  static Platform &instance();

  /// The CPU. Looked up in the machine at the first call.
  Device &rootDevice();

private:
  Platform() = default;
};

} // namespace weft::runtime
