// SPDX-FileCopyrightText: The Weft authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The version of everything in include/weft/abi. Kernel objects outlive the driver that made them
// (in the object cache, as program binaries), so each carries this number and is refused by a
// driver with another.
#pragma once

#define WEFT_ABI_VERSION 1u
