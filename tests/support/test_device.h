// SPDX-FileCopyrightText: The Weft authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Which device the tests run on: the first one of the platform named "Weft", or of the platform
// whose name contains WEFT_TEST_PLATFORM (to try a test against another driver through a loader).
#pragma once

#include "support/cl.h"

namespace weft::test {

cl_platform_id testPlatform();
cl_device_id testDevice();

} // namespace weft::test
