// SPDX-FileCopyrightText: The Weft authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "programs/compile_job.h"

#include "support/error.h"
#include "weft/compiler/passed_descriptors.h"

#include <algorithm>
#include <cerrno>

#include <fcntl.h>
#include <poll.h>
#include <sys/socket.h>
#include <sys/uio.h>
#include <unistd.h>

namespace weft::runtime {

OwnedSocket::OwnedSocket(File socket)
    : socket_(std::move(socket)), identity_(identityOf(socket_.get())) {}

OwnedSocket &OwnedSocket::operator=(OwnedSocket &&other) noexcept {
  close();
  socket_ = std::move(other.socket_);
  identity_ = other.identity_;
  return *this;
}

void OwnedSocket::shutDown() {
  if (isOurs())
    ::shutdown(socket_.get(), SHUT_RDWR);
}

void OwnedSocket::close() {
  if (isOurs())
    socket_.close();
  else
    socket_.release();
}

namespace {

/// Descriptors 0, 1 and 2 are standard streams even where the application has closed them.
File aboveStandardStreams(int descriptor) {
  if (descriptor > STDERR_FILENO)
    return File(descriptor);
  File low(descriptor);
  return File(::fcntl(descriptor, F_DUPFD_CLOEXEC, STDERR_FILENO + 1));
}

} // namespace

SocketPair::SocketPair(int type) {
  int ends[2];
  throwIf(::socketpair(AF_UNIX, type | SOCK_CLOEXEC, 0, ends) != 0, CL_OUT_OF_HOST_MEMORY);
  near = aboveStandardStreams(ends[0]);
  far = aboveStandardStreams(ends[1]);
  throwIf(!near || !far, CL_OUT_OF_HOST_MEMORY);
}

CompileJob::CompileJob() : CompileJob(SocketPair(SOCK_STREAM), SocketPair(SOCK_SEQPACKET)) {}

CompileJob::CompileJob(SocketPair stream, SocketPair lifeline)
    : stream_(std::move(stream.near)), lifeline_(std::move(lifeline.near)),
      farStream_(std::move(stream.far)), farLifeline_(std::move(lifeline.far)) {}

CompileJob::~CompileJob() {
  stream_.shutDown();
  lifeline_.shutDown();
}

bool CompileJob::start(int control, const JobStart &message) {
  JobDescriptors descriptors;
  descriptors[int(JobDescriptor::Stream)] = farStream_.get();
  descriptors[int(JobDescriptor::Lifeline)] = farLifeline_.get();
  const bool sent = sendWithDescriptors(control, message, descriptors);
  // The server's ends are the server's alone from now on: what it closes must read as closed.
  farStream_.close();
  farLifeline_.close();
  return sent;
}

namespace {

using Clock = std::chrono::steady_clock;

/// The stream: what is left to send, what has come.
class Exchange {
public:
  Exchange(int stream, std::string_view request) : stream_(stream), body_(request) {
    header_.bytes = request.size();
  }

  short events() const { return short(POLLIN | (sending() ? POLLOUT : 0)); }
  bool complete() const { return have_ == wanted(); }
  bool ended() const { return ended_; }
  std::string take() { return std::move(answer_); }

  void advance(short ready) {
    if ((ready & POLLOUT) && sending())
      send();
    if (ready & (POLLIN | POLLHUP | POLLERR | POLLNVAL))
      receive();
  }

private:
  bool sending() const { return sent_ < sizeof header_ + body_.size(); }
  std::size_t wanted() const {
    return have_ < sizeof answerHeader_ ? SIZE_MAX : sizeof answerHeader_ + answerHeader_.bytes;
  }

  void send() {
    iovec parts[2];
    int count = 0;
    if (sent_ < sizeof header_)
      parts[count++] = {reinterpret_cast<char *>(&header_) + sent_, sizeof header_ - sent_};
    std::size_t bodySent = sent_ < sizeof header_ ? 0 : sent_ - sizeof header_;
    parts[count++] = {const_cast<char *>(body_.data()) + bodySent, body_.size() - bodySent};
    msghdr message = {};
    message.msg_iov = parts;
    message.msg_iovlen = std::size_t(count);
    ssize_t sent = ::sendmsg(stream_, &message, MSG_NOSIGNAL | MSG_DONTWAIT);
    if (sent > 0)
      sent_ += std::size_t(sent);
    else if (errno != EAGAIN && errno != EINTR)
      sent_ = sizeof header_ + body_.size(); // nobody reads; what it has to say may still come
  }

  void receive() {
    char *into;
    std::size_t room;
    if (have_ < sizeof answerHeader_) {
      into = reinterpret_cast<char *>(&answerHeader_) + have_;
      room = sizeof answerHeader_ - have_;
    } else {
      // The room grows with what has come: a broken header must not make us allocate.
      std::size_t got = have_ - sizeof answerHeader_;
      if (got == answer_.size())
        answer_.resize(std::min<std::uint64_t>(
            answerHeader_.bytes, std::max<std::size_t>(std::size_t(1) << 20, 2 * got)));
      into = answer_.data() + got;
      room = answer_.size() - got;
    }
    if (room == 0)
      return;
    ssize_t got = ::recv(stream_, into, room, MSG_DONTWAIT);
    if (got > 0)
      have_ += std::size_t(got);
    else if (got == 0 || (errno != EAGAIN && errno != EINTR))
      ended_ = true;
  }

  int stream_;
  FrameHeader header_;
  std::string_view body_;
  std::size_t sent_ = 0;
  FrameHeader answerHeader_;
  std::string answer_;
  std::size_t have_ = 0;
  bool ended_ = false;
};

/// How long the other socket may take to say the rest once one has ended.
constexpr std::chrono::milliseconds kGrace{1000};

} // namespace

JobAnswer CompileJob::run(std::string_view request, std::chrono::milliseconds limit) {
  JobAnswer answer;
  Exchange exchange(stream_.get(), request);
  Clock::time_point deadline = Clock::now() + limit;
  bool timeIsUp = false, serverGone = false, haveStatus = false;

  while (!exchange.complete() && !(exchange.ended() && (haveStatus || serverGone))) {
    auto left = std::chrono::ceil<std::chrono::milliseconds>(deadline - Clock::now());
    if (left.count() <= 0) {
      timeIsUp = true;
      break;
    }
    // A negative descriptor is one that poll leaves out.
    pollfd sockets[2] = {
        {exchange.ended() ? -1 : stream_.get(), exchange.events(), 0},
        {haveStatus || serverGone ? -1 : lifeline_.get(), POLLIN, 0},
    };
    int milliseconds = int(std::min<std::int64_t>(left.count(), 1000 * 1000));
    if (::poll(sockets, 2, milliseconds) < 0) {
      if (errno == EINTR)
        continue;
      break;
    }
    bool wasEnded = exchange.ended();
    if (sockets[0].revents)
      exchange.advance(sockets[0].revents);
    bool news = !wasEnded && exchange.ended();
    if (sockets[1].revents) {
      ssize_t got = ::recv(lifeline_.get(), &answer.status, sizeof answer.status, MSG_DONTWAIT);
      if (got == ssize_t(sizeof answer.status))
        haveStatus = news = true;
      else if (got >= 0 || (errno != EAGAIN && errno != EINTR))
        serverGone = news = true;
    }
    if (news)
      deadline = std::min(deadline, Clock::now() + kGrace);
  }

  if (exchange.complete()) {
    answer.kind = JobAnswer::Kind::Result;
    answer.result = exchange.take();
  } else if (haveStatus) {
    answer.kind = JobAnswer::Kind::Ended;
  } else if (timeIsUp && !serverGone && !exchange.ended()) {
    answer.kind = JobAnswer::Kind::TimedOut;
  } else {
    answer.kind = JobAnswer::Kind::ServerGone;
  }
  return answer;
}

} // namespace weft::runtime
