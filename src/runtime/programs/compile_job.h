// SPDX-FileCopyrightText: The Weft authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// One compilation as libweft sees it: two sockets, one question, one answer or the reason why there
// is none (weft/compiler/protocol.h).
#pragma once

#include "support/file.h"
#include "weft/compiler/protocol.h"

#include <chrono>
#include <string>
#include <string_view>

namespace weft::runtime {

/// A descriptor that this process gave away to nobody, yet an application may have closed it or
/// reused its number: many close everything from 3 upwards. `isOurs` tells before each use.
class OwnedSocket {
public:
  OwnedSocket() = default;
  explicit OwnedSocket(File socket);
  bool isOurs() const { return socket_ && identityOf(socket_.get()) == identity_; }
  int get() const { return socket_.get(); }
  /// Ends the connection, also for copies of the descriptor that a fork took along.
  void shutDown();
  /// Closes it, unless the number is somebody else's by now.
  void close();
  OwnedSocket(OwnedSocket &&) = default;
  OwnedSocket &operator=(OwnedSocket &&other) noexcept;
  ~OwnedSocket() { close(); }

private:
  File socket_;
  std::optional<FileIdentity> identity_;
};

/// A pair of connected sockets, closed on exec, neither of them a standard stream's number (an
/// application that closed its stdout must not print into our socket). Throws Error.
struct SocketPair {
  explicit SocketPair(int type);
  File near; // libweft's
  File far;  // weftc's
};

struct JobAnswer {
  enum class Kind {
    Result,     // `result` is a whole frame
    Ended,      // the process ended without one: `status` tells how
    TimedOut,   // and has been told to stop
    ServerGone, // nobody is left who could tell
  };
  Kind kind = Kind::ServerGone;
  std::string result;
  JobStatus status;
};

class CompileJob {
public:
  CompileJob();
  /// Where there is no answer yet, this is what stops the compiler.
  ~CompileJob();
  CompileJob(const CompileJob &) = delete;
  CompileJob &operator=(const CompileJob &) = delete;

  /// Hands the far ends to the server. False if there is no server at the other end any more.
  bool start(int control, const JobStart &message);
  /// Blocks until the answer is there, or `limit` has passed.
  JobAnswer run(std::string_view request, std::chrono::milliseconds limit);

private:
  CompileJob(SocketPair stream, SocketPair lifeline);
  OwnedSocket stream_, lifeline_;
  File farStream_, farLifeline_;
};

} // namespace weft::runtime
