// SPDX-FileCopyrightText: The Weft authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A command's place in the graph.
#pragma once

#include "commands/command.h"
#include "commands/ndrange_command.h"
#include "commands/transfer_commands.h"
#include "objects/event.h"

#include <atomic>
#include <cstddef>
#include <memory>

namespace weft::runtime {

class CommandQueue;
struct CommandNode;

/// For a thread that blocks on a command without having asked for an event. Guarded by the mutex of
/// the command's queue.
struct Completion {
  bool done = false;
  cl_int status = CL_COMPLETE;
};

/// One edge of the graph, from an event to a command that waits for it.
struct Dependency : Dependent {
  CommandNode *node = nullptr;
};

/// In what way a command minds the commands before and after it in its queue.
enum class Ordering : std::uint8_t {
  Plain,       ///< an out-of-order queue's ordinary command: only its wait list counts
  AfterAll,    ///< waits until all commands before it are complete: every command of an in-order
               ///< queue, and markers without a wait list
  Barrier,     ///< commands after it wait for it; itself waits for its wait list only
  FullBarrier, ///< both
};

constexpr bool waitsForAllBefore(Ordering ordering) {
  return ordering == Ordering::AfterAll || ordering == Ordering::FullBarrier;
}
constexpr bool isBarrier(Ordering ordering) { return ordering >= Ordering::Barrier; }

/// Nodes are recycled by their queue (node_pool.h). Fields without a remark belong to the thread
/// that enqueues, until the node is linked, and then to the thread that runs the command.
struct CommandNode {
  static constexpr unsigned kInlineDependencies = 3;

  explicit CommandNode(CommandQueue &queue) : queue(&queue) {}

  CommandQueue *queue;
  Command *command = nullptr; ///< lies in the storage behind the node
  Ref<Event> event;           ///< null where nobody asked for one
  Completion *completion = nullptr;
  std::uint64_t expectedNanoseconds = 0;

  /// What the command still waits for: events of its wait list, commands before it, a barrier, and
  /// one for the enqueue itself. Whoever takes the last one away makes the command ready.
  std::atomic<std::uint32_t> pending{1};
  /// The status of an event it waited for that failed, else CL_COMPLETE. Read when pending is 0.
  std::atomic<cl_int> failure{CL_COMPLETE};

  // Guarded by the queue's mutex: the commands of a queue in the order of their enqueues, and those
  // that can run.
  CommandNode *previous = nullptr;
  CommandNode *next = nullptr;
  CommandNode *nextReady = nullptr;
  std::uint64_t sequence = 0;
  Ordering ordering = Ordering::Plain;
  bool waitsForHead = false;    ///< one of `pending` is for the commands before it
  bool waitsForBarrier = false; ///< one of `pending` is for the barrier before it

  std::uint8_t sizeClass = 0;
  Dependency dependencies[kInlineDependencies];
  std::unique_ptr<Dependency[]> moreDependencies;
};

} // namespace weft::runtime
