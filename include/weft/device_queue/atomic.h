// SPDX-FileCopyrightText: The Weft authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The atomics of the device queue under a name of their own, so that
// tests/unit/device_queue_model can put others in their place and run this very code through every
// interleaving.
#pragma once

#ifdef WEFT_DEVICE_QUEUE_ATOMIC
#include WEFT_DEVICE_QUEUE_ATOMIC
#else
#include <atomic>
namespace weft::device_queue {
template <class T> using Atomic = std::atomic<T>;
} // namespace weft::device_queue
#endif
