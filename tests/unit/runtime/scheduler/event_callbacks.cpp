// SPDX-FileCopyrightText: The Weft authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Callbacks of events (OpenCL 3.0 API 5.11 clSetEventCallback).
#include "queue_fixture.h"

#include <atomic>
#include <condition_variable>
#include <mutex>
#include <thread>

namespace weft::runtime::test {
namespace {

using ::testing::ElementsAre;

/// Collects what callbacks say.
struct Calls {
  std::mutex mutex;
  std::condition_variable changed;
  std::vector<cl_int> statuses;
  std::vector<std::thread::id> threads;

  static void CL_CALLBACK note(cl_event, cl_int status, void *self) {
    auto &calls = *static_cast<Calls *>(self);
    std::lock_guard lock(calls.mutex);
    calls.statuses.push_back(status);
    calls.threads.push_back(std::this_thread::get_id());
    calls.changed.notify_all();
  }
  std::vector<cl_int> wait(size_t count) {
    std::unique_lock lock(mutex);
    changed.wait(lock, [&] { return statuses.size() >= count; });
    return statuses;
  }
};

class EventCallbacks : public SchedulerTest {};

TEST_F(EventCallbacks, ComeInTheOrderOfTheStates) {
  auto queue = makeQueue();
  OwnedEvent gate = userEvent();
  OwnedEvent event = enqueueEmpty(*queue, {gate.get()});
  Calls calls;
  for (cl_int at : {CL_COMPLETE, CL_SUBMITTED, CL_RUNNING})
    event->addCallback(at, Calls::note, &calls);
  queue->flush();
  gate->completeByUser(CL_COMPLETE);
  EXPECT_THAT(calls.wait(3), ElementsAre(CL_SUBMITTED, CL_RUNNING, CL_COMPLETE));
}

TEST_F(EventCallbacks, AreCalledForStatesThatArePast) {
  auto queue = makeQueue();
  OwnedEvent event = enqueueEmpty(*queue);
  event->wait();
  Calls calls;
  event->addCallback(CL_COMPLETE, Calls::note, &calls);
  EXPECT_THAT(calls.wait(1), ElementsAre(CL_COMPLETE));
  event->addCallback(CL_RUNNING, Calls::note, &calls);
  EXPECT_THAT(calls.wait(2), ElementsAre(CL_COMPLETE, CL_RUNNING));
}

TEST_F(EventCallbacks, GetTheErrorOfATerminatedCommand) {
  auto queue = makeQueue();
  OwnedEvent gate = userEvent();
  OwnedEvent event = enqueueEmpty(*queue, {gate.get()});
  Calls ofGate, ofEvent;
  gate->addCallback(CL_COMPLETE, Calls::note, &ofGate);
  event->addCallback(CL_COMPLETE, Calls::note, &ofEvent);
  queue->flush();
  gate->completeByUser(-7);
  EXPECT_THAT(ofGate.wait(1), ElementsAre(-7));
  EXPECT_THAT(ofEvent.wait(1), ElementsAre(CL_EXEC_STATUS_ERROR_FOR_EVENTS_IN_WAIT_LIST));
}

TEST_F(EventCallbacks, OfStatesThatWereNotReachedGetTheErrorToo) {
  auto queue = makeQueue();
  OwnedEvent gate = userEvent();
  OwnedEvent event = enqueueEmpty(*queue, {gate.get()});
  Calls ofGate, ofEvent;
  gate->addCallback(CL_RUNNING, Calls::note, &ofGate);
  event->addCallback(CL_RUNNING, Calls::note, &ofEvent);
  queue->flush();
  gate->completeByUser(-7);
  EXPECT_THAT(ofGate.wait(1), ElementsAre(-7));
  EXPECT_THAT(ofEvent.wait(1), ElementsAre(CL_EXEC_STATUS_ERROR_FOR_EVENTS_IN_WAIT_LIST))
      << "a command that is terminated never runs";
}

TEST_F(EventCallbacks, NeverRunOnTheThreadThatWaits) {
  // It may hold a lock of the application that the callback takes.
  auto queue = makeQueue();
  Calls calls;
  OwnedEvent event = enqueueEmpty(*queue);
  event->addCallback(CL_COMPLETE, Calls::note, &calls);
  queue->finish();
  calls.wait(1);
  EXPECT_NE(calls.threads[0], std::this_thread::get_id());
}

TEST_F(EventCallbacks, MayEnqueueFlushAndReleaseTheEvent) {
  struct State {
    CommandQueue *queue;
    std::atomic<int> left;
    std::atomic<bool> done{false};
    static void CL_CALLBACK next(cl_event handle, cl_int, void *self) {
      auto &state = *static_cast<State *>(self);
      static_cast<Event *>(handle)->releaseFromApi();
      if (state.left-- == 0) {
        state.done = true;
        state.done.notify_one();
        return;
      }
      cl_event event = nullptr;
      state.queue->enqueue(state.queue->make<EmptyCommand>(CL_COMMAND_MARKER), {}, &event);
      static_cast<Event *>(event)->addCallback(CL_COMPLETE, next, self);
      state.queue->flush();
    }
  };
  auto queue = makeQueue();
  State state{queue.get(), {1000}};
  cl_event event = nullptr;
  queue->enqueue(queue->make<EmptyCommand>(CL_COMMAND_MARKER), {}, &event);
  static_cast<Event *>(event)->addCallback(CL_COMPLETE, State::next, &state);
  queue->flush();
  state.done.wait(false);
}

} // namespace
} // namespace weft::runtime::test
