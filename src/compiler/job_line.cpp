// SPDX-FileCopyrightText: The Weft authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "job_line.h"

#include <cerrno>
#include <cstring>

#include <sys/socket.h>

namespace weft::compiler {

std::pair<Descriptor, Descriptor> makeJobLine() {
  int ends[2] = {-1, -1};
  if (socketpair(AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC, 0, ends) != 0)
    return {Descriptor(), Descriptor()};
  return {Descriptor(ends[0]), Descriptor(ends[1])};
}

bool giveJob(int line, const JobStart &start, const Descriptor &stream) {
  iovec part{const_cast<JobStart *>(&start), sizeof start};
  alignas(cmsghdr) char ancillary[CMSG_SPACE(sizeof(int))] = {};
  msghdr message = {};
  message.msg_iov = &part;
  message.msg_iovlen = 1;
  message.msg_control = ancillary;
  message.msg_controllen = sizeof ancillary;
  cmsghdr *rights = CMSG_FIRSTHDR(&message);
  rights->cmsg_level = SOL_SOCKET;
  rights->cmsg_type = SCM_RIGHTS;
  rights->cmsg_len = CMSG_LEN(sizeof(int));
  int descriptor = stream.get();
  std::memcpy(CMSG_DATA(rights), &descriptor, sizeof descriptor);
  return sendmsg(line, &message, MSG_NOSIGNAL) == sizeof start;
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
  iovec part{&job.start, sizeof job.start};
  alignas(cmsghdr) char ancillary[CMSG_SPACE(sizeof(int))];
  msghdr message = {};
  message.msg_iov = &part;
  message.msg_iovlen = 1;
  message.msg_control = ancillary;
  message.msg_controllen = sizeof ancillary;
  ssize_t got;
  do
    got = recvmsg(line, &message, MSG_CMSG_CLOEXEC);
  while (got < 0 && errno == EINTR);
  const cmsghdr *rights = got == sizeof job.start ? CMSG_FIRSTHDR(&message) : nullptr;
  if (!rights)
    return std::nullopt;
  int descriptor;
  std::memcpy(&descriptor, CMSG_DATA(rights), sizeof descriptor);
  job.stream = Descriptor(descriptor);
  return job;
}

} // namespace weft::compiler
