// SPDX-FileCopyrightText: The Weft authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "job_line.h"

#include "weft/compiler/passed_descriptors.h"

#include <array>
#include <cerrno>

#include <sys/socket.h>

namespace weft::compiler {

std::pair<Descriptor, Descriptor> makeJobLine() {
  int ends[2] = {-1, -1};
  if (socketpair(AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC, 0, ends) != 0)
    return {Descriptor(), Descriptor()};
  return {Descriptor(ends[0]), Descriptor(ends[1])};
}

bool giveJob(int line, const JobStart &start, const Descriptor &stream) {
  return sendWithDescriptors(line, start, std::array{stream.get()});
}

LineNews hear(int line) {
  char done;
  ssize_t got = recv(line, &done, sizeof done, MSG_DONTWAIT);
  if (got == sizeof done)
    return LineNews::Done;
  return got < 0 && (errno == EAGAIN || errno == EINTR) ? LineNews::Nothing : LineNews::Closed;
}

bool sayDone(int line) {
  char done = 1;
  return send(line, &done, sizeof done, MSG_NOSIGNAL) == sizeof done;
}

std::optional<GivenJob> awaitJob(int line) {
  GivenJob job;
  std::array<int, 1> stream;
  const ssize_t got = receiveWithDescriptors(line, job.start, stream);
  job.stream = Descriptor(stream[0]);
  if (got != sizeof job.start || stream[0] < 0)
    return std::nullopt;
  return job;
}

} // namespace weft::compiler
