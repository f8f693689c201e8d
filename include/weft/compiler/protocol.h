// SPDX-FileCopyrightText: The Weft authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// How libweft and weftc talk. libweft starts the fork server
//
//   weftc --server 3
//
// detached from the application: own session, standard streams on /dev/null, folder "/", every
// signal at its default, no descriptor but 3. That is the *control socket*, a SOCK_SEQPACKET pair
// that carries JobStart messages, one per compilation, each with two descriptors (SCM_RIGHTS, in
// the order of JobDescriptor). The server forks a child for it, or gives it to one that has done
// its job, and keeps serving; nothing is ever sent back on the control socket, and its end of file
// means that the application has gone: the server kills what runs and exits.
//
//   Stream    SOCK_STREAM. The child reads one frame, a serialised CompileRequest, answers with one
//             frame, a serialised CompileResult, and closes it. The server closes its own copy as
//             soon as the child has one, so that a child's death is an end of file.
//   Lifeline  SOCK_SEQPACKET. The server holds it and the child does not (it closes it first of
//             all). When the child has answered or ended, however it did, the server sends one
//             JobStatus and closes it. Where the application closes it first (the time limit, its
//             own end), the server kills the child with all processes that it started.
//
// So libweft waits for a whole frame on the stream, and where the stream ends early it asks the
// lifeline why. Descriptors on their way to a server that has died are closed by the kernel, which
// reads as an end of file too.
//
// weftc is linked with --build-id: libweft reads that note from the file, without starting it, to
// name the compiler in the cache key.
#pragma once

#include "weft/abi/version.h"

#include <array>
#include <cstdint>

namespace weft {

inline constexpr std::uint32_t kProtocolMagic = 0x54464557; // "WEFT"
/// Counts up with any change of this file, of serialize.h or of a message's fields.
inline constexpr std::uint32_t kProtocolVersion = 2;

/// The control socket in the server.
inline constexpr int kServerDescriptor = 3;

/// One message on the control socket.
struct JobStart {
  std::uint32_t magic = kProtocolMagic;
  std::uint32_t protocolVersion = kProtocolVersion;
  std::uint32_t abiVersion = WEFT_ABI_VERSION;
  std::uint32_t reserved = 0;
  /// RLIMIT_AS of the child and each of its processes; 0 for none.
  std::uint64_t memoryLimit = 0;
};

enum class JobDescriptor : int { Stream = 0, Lifeline = 1 };
using JobDescriptors = std::array<int, 2>; // indexed by JobDescriptor

/// Precedes each message on the stream.
struct FrameHeader {
  std::uint64_t bytes = 0;
};

enum class JobOutcome : std::uint32_t {
  Exited,   // value: exit status
  Signaled, // value: signal number
  Refused,  // a magic number or version that is not the server's; value: the server's version
  NoChild,  // fork failed; value: errno
};

/// The one message on the lifeline.
struct JobStatus {
  JobOutcome outcome = JobOutcome::Exited;
  std::int32_t value = 0;
};

} // namespace weft
