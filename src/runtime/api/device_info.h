// SPDX-FileCopyrightText: The Weft authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// clGetDeviceInfo's answers, apart from the entry point because the table is long.
#pragma once

#include "api/info_query.h"

namespace weft::runtime {

class Device;

InfoAnswered deviceInfo(const Device &device, cl_device_info name, InfoQuery out);

} // namespace weft::runtime
