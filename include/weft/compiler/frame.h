// SPDX-FileCopyrightText: The Weft authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// One side of a job's stream (protocol.h) for who has nothing else to do meanwhile: weftc. libweft
// watches the lifeline at the same time (src/runtime/programs/compile_job.cpp).
#pragma once

#include "weft/compiler/protocol.h"

#include <algorithm>
#include <cerrno>
#include <cstddef>
#include <string>
#include <string_view>

#include <sys/socket.h>

namespace weft {

/// Returns when all bytes are on their way; false where the other side has gone (errno).
inline bool sendAll(int stream, std::string_view bytes) noexcept {
  while (!bytes.empty()) {
    ssize_t sent = send(stream, bytes.data(), bytes.size(), MSG_NOSIGNAL);
    if (sent < 0 && errno == EINTR)
      continue;
    if (sent <= 0)
      return false;
    bytes.remove_prefix(std::size_t(sent));
  }
  return true;
}

/// Returns when there are as many bytes; false where the stream ends before.
inline bool receiveAll(int stream, void *to, std::size_t bytes) noexcept {
  auto *at = static_cast<char *>(to);
  while (bytes > 0) {
    ssize_t got = recv(stream, at, bytes, 0);
    if (got < 0 && errno == EINTR)
      continue;
    if (got <= 0)
      return false;
    at += got;
    bytes -= std::size_t(got);
  }
  return true;
}

inline bool sendFrame(int stream, std::string_view message) noexcept {
  FrameHeader header{message.size()};
  return sendAll(stream, {reinterpret_cast<const char *>(&header), sizeof header}) &&
         sendAll(stream, message);
}

inline bool receiveFrame(int stream, std::string &message) {
  FrameHeader header;
  if (!receiveAll(stream, &header, sizeof header))
    return false;
  // In steps, so that a nonsensical length ends with the stream and not with memory.
  message.clear();
  while (message.size() < header.bytes) {
    std::size_t at = message.size();
    message.resize(at + std::min<std::uint64_t>(header.bytes - at, 1 << 20));
    if (!receiveAll(stream, message.data() + at, message.size() - at))
      return false;
  }
  return true;
}

} // namespace weft
