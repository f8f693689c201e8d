// SPDX-FileCopyrightText: The Weft authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Messages between libweft, the compiler's server and its children that carry descriptors along
// (SCM_RIGHTS, unix(7)).
#pragma once

#include <array>
#include <cerrno>
#include <cstddef>
#include <cstring>

#include <sys/socket.h>
#include <sys/uio.h>
#include <unistd.h>

namespace weft {

/// Sends one message over a SOCK_SEQPACKET socket. The descriptors stay the sender's, too. False
/// where it was not sent (errno).
template <class Message, std::size_t count>
bool sendWithDescriptors(int socket, const Message &message,
                         const std::array<int, count> &descriptors) noexcept {
  iovec part = {const_cast<Message *>(&message), sizeof message};
  alignas(cmsghdr) char ancillary[CMSG_SPACE(sizeof descriptors)] = {};
  msghdr header = {};
  header.msg_iov = &part;
  header.msg_iovlen = 1;
  header.msg_control = ancillary;
  header.msg_controllen = sizeof ancillary;
  cmsghdr *rights = CMSG_FIRSTHDR(&header);
  rights->cmsg_level = SOL_SOCKET;
  rights->cmsg_type = SCM_RIGHTS;
  rights->cmsg_len = CMSG_LEN(sizeof descriptors);
  std::memcpy(CMSG_DATA(rights), &descriptors, sizeof descriptors);
  ssize_t sent;
  do
    sent = sendmsg(socket, &header, MSG_NOSIGNAL);
  while (sent < 0 && errno == EINTR);
  return sent == ssize_t(sizeof message);
}

/// Waits for one message. Its bytes, which may be fewer than Message has; 0 where the other side
/// has gone, or -1 (errno). The descriptors, closed on exec, are the receiver's; all are -1 where
/// the message does not carry so many.
template <class Message, std::size_t count>
ssize_t receiveWithDescriptors(int socket, Message &message,
                               std::array<int, count> &descriptors) noexcept {
  descriptors.fill(-1);
  iovec part = {&message, sizeof message};
  alignas(cmsghdr) char ancillary[CMSG_SPACE(sizeof descriptors)] = {};
  msghdr header = {};
  header.msg_iov = &part;
  header.msg_iovlen = 1;
  header.msg_control = ancillary;
  header.msg_controllen = CMSG_LEN(sizeof descriptors); // no room for another in the padding
  ssize_t got;
  do
    got = recvmsg(socket, &header, MSG_CMSG_CLOEXEC);
  while (got < 0 && errno == EINTR);
  const cmsghdr *rights = got > 0 ? CMSG_FIRSTHDR(&header) : nullptr;
  if (!rights || rights->cmsg_level != SOL_SOCKET || rights->cmsg_type != SCM_RIGHTS)
    return got;
  // More than there is room for the kernel has closed; fewer are of no use to anybody.
  const std::size_t bytes = rights->cmsg_len - CMSG_LEN(0);
  std::memcpy(&descriptors, CMSG_DATA(rights), bytes);
  if (bytes != sizeof descriptors || (header.msg_flags & MSG_CTRUNC)) {
    for (int descriptor : descriptors)
      if (descriptor >= 0)
        close(descriptor);
    descriptors.fill(-1);
  }
  return got;
}

} // namespace weft
