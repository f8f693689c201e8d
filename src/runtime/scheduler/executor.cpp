// SPDX-FileCopyrightText: The Weft authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The threads of a device: regions, helpers and sleep.
#include "scheduler/executor.h"
#include "scheduler/arena.h"
#include "scheduler/queue_driver.h"
#include "support/clock.h"
#include "support/fork_guard.h"

#include <algorithm>

namespace weft::runtime {
namespace {

/// How long a worker without work looks for some before it goes back to TBB: commands that follow
/// each other closely, each worth several threads, then wake nobody.
constexpr std::uint64_t kLingerNanoseconds = 30'000;
/// How long a thread that is about to sleep watches the bell.
constexpr std::uint64_t kWatchNanoseconds = 10'000;
/// What a waiting thread spends on other threads' regions before it looks at its own matter again.
constexpr std::uint64_t kBriefNanoseconds = 200'000;

void relax() {
#if defined(__x86_64__)
  __builtin_ia32_pause();
#elif defined(__aarch64__)
  asm volatile("yield");
#endif
}

/// Watches until `done` or for `nanoseconds`; true if done.
template <class Done> bool watch(std::uint64_t nanoseconds, Done done) {
  std::uint64_t end = 0;
  for (;;) {
    for (int i = 0; i < 64; ++i) {
      if (done())
        return true;
      relax();
    }
    std::uint64_t now = nanosecondsNow();
    if (!end)
      end = now + nanoseconds;
    else if (now > end)
      return done();
  }
}

/// A number for each thread that runs regions, to give it the same share each time.
unsigned threadNumber() {
  static std::atomic<unsigned> next{0};
  thread_local unsigned number = next.fetch_add(1, std::memory_order_relaxed);
  return number;
}

struct AttachedExecutor final : DeviceAttachment {
  explicit AttachedExecutor(Device &device)
      : executor(std::make_shared<Executor>(
            device.computeUnits(),
            device.isRoot() ? std::vector<unsigned>()
                            : std::vector<unsigned>(device.cpus().begin(), device.cpus().end()))) {}
  std::shared_ptr<Executor> executor;
};

} // namespace

// Regions ------------------------------------------------------------------------------------

/// Never destroyed before the executor, only reused: a helper's last touch may come after the owner
/// has seen that it is done.
class Executor::Region {
public:
  explicit Region(unsigned shareCount) : shares_(shareCount) {}

  /// By the owner, before anybody else can see the region.
  void open(RangeTask &task, std::uint64_t count, std::uint64_t piece) {
    task_ = &task;
    piece_ = piece;
    isExhausted_.store(false, std::memory_order_relaxed);
    std::uint64_t per = count / shares_.size(), more = count % shares_.size(), begin = 0;
    for (size_t i = 0; i < shares_.size(); ++i) {
      Share &share = shares_[i];
      std::uint64_t size = per + (i < more);
      share.next.store(begin, std::memory_order_relaxed);
      share.end = begin + size;
      share.isTaken = false;
      begin += size;
    }
  }

  /// Under the executor's mutex: a place for one more participant, or -1.
  int join() {
    if (isExhausted_.load(std::memory_order_relaxed))
      return -1;
    size_t count = shares_.size(), first = threadNumber() % count;
    for (size_t i = 0; i < count; ++i) {
      size_t place = (first + i) % count;
      if (!shares_[place].isTaken) {
        shares_[place].isTaken = true;
        participants_.fetch_add(1, std::memory_order_relaxed);
        return int(place);
      }
    }
    return -1;
  }

  /// Runs pieces until there are none left, or the time is over (0: none).
  void participate(int place, std::uint64_t deadline) noexcept {
    size_t count = shares_.size();
    for (size_t i = 0; i < count; ++i) {
      Share &share = shares_[(size_t(place) + i) % count];
      for (;;) {
        std::uint64_t begin = share.next.load(std::memory_order_relaxed);
        if (begin >= share.end)
          break;
        begin = share.next.fetch_add(piece_, std::memory_order_relaxed);
        if (begin >= share.end)
          break;
        task_->run(begin, std::min(begin + piece_, share.end));
        if (deadline && nanosecondsNow() > deadline)
          return;
      }
    }
    isExhausted_.store(true, std::memory_order_relaxed);
  }

  /// Under the executor's mutex, by one who leaves early: the place is free for another.
  void vacate(int place) { shares_[size_t(place)].isTaken = false; }

  bool prepare() noexcept { return task_->prepare(); }

  /// The last a helper does. Release: the owner sees all it has written.
  void leave() noexcept {
    if (participants_.fetch_sub(1, std::memory_order_release) == 1)
      participants_.notify_one();
  }

  /// By the owner, when nobody can join any more.
  void waitForOthers() noexcept {
    auto isAlone = [this] { return participants_.load(std::memory_order_acquire) == 0; };
    if (watch(kWatchNanoseconds, isAlone))
      return;
    for (std::uint32_t now; (now = participants_.load(std::memory_order_acquire)) != 0;)
      participants_.wait(now, std::memory_order_acquire);
  }

private:
  /// Each participant works on a line of its own until it takes from others. `isTaken` is guarded
  /// by the executor's mutex, `end` is constant while the region is open.
  struct alignas(64) Share {
    std::atomic<std::uint64_t> next{0};
    std::uint64_t end = 0;
    bool isTaken = false;
  };
  RangeTask *task_ = nullptr;
  std::uint64_t piece_ = 1;
  std::atomic<bool> isExhausted_{true};
  std::atomic<std::uint32_t> participants_{0}; ///< helpers; the owner is not counted
  std::vector<Share> shares_;
};

void Executor::runRange(RangeTask &task, std::uint64_t count, std::uint64_t piece) noexcept {
  std::uint64_t pieces = (count + piece - 1) / piece;
  if (threadCount_ == 1 || pieces <= 1) {
    task.run(0, count);
    return;
  }
  Region *region = nullptr;
  int place = -1;
  {
    MutexLock lock(mutex_);
    if (freeRegions_.empty()) {
      try {
        // Room in both lists first, so that giving back and opening never allocate.
        freeRegions_.reserve(regions_.size() + 1);
        open_.reserve(regions_.size() + 1);
        regions_.push_back(std::make_unique<Region>(threadCount_));
        freeRegions_.push_back(regions_.back().get());
      } catch (const std::bad_alloc &) {
        // Alone, then; below.
      }
    }
    if (!freeRegions_.empty()) {
      region = freeRegions_.back();
      freeRegions_.pop_back();
      region->open(task, count, piece);
      place = region->join();
      region->leave(); // the owner has a place but is not waited for
      open_.push_back(region);
      openCount_.store(std::uint32_t(open_.size()), std::memory_order_relaxed);
    }
  }
  if (!region) {
    task.run(0, count);
    return;
  }
  callHelpers(unsigned(std::min<std::uint64_t>(threadCount_ - 1, pieces - 1)));
  region->participate(place, 0);
  {
    MutexLock lock(mutex_);
    std::erase(open_, region);
    openCount_.store(std::uint32_t(open_.size()), std::memory_order_relaxed);
  }
  region->waitForOthers();
  MutexLock lock(mutex_);
  freeRegions_.push_back(region);
}

bool Executor::help(std::uint64_t nanoseconds) noexcept {
  if (helpRegion(nanoseconds))
    return true;
  QueueDriver *queues = startedQueueDriver_.load(std::memory_order_acquire);
  return queues && queues->help(nanoseconds);
}

bool Executor::hasWork() const noexcept {
  if (openCount_.load(std::memory_order_relaxed))
    return true;
  QueueDriver *queues = startedQueueDriver_.load(std::memory_order_acquire);
  return queues && queues->hasWork();
}

bool Executor::helpRegion(std::uint64_t nanoseconds) noexcept {
  if (!openCount_.load(std::memory_order_relaxed))
    return false;
  Region *region = nullptr;
  int place = -1;
  {
    MutexLock lock(mutex_);
    for (Region *candidate : open_) {
      place = candidate->join();
      if (place >= 0) {
        region = candidate;
        break;
      }
    }
  }
  if (!region)
    return false;
  bool isReady = region->prepare();
  if (isReady) {
    region->participate(place, nanoseconds ? nanosecondsNow() + nanoseconds : 0);
    if (nanoseconds) {
      MutexLock lock(mutex_);
      region->vacate(place);
    }
  }
  region->leave();
  // The kernel may have enqueued others; those nobody has stolen are this thread's to run.
  QueueDriver::leave();
  return isReady;
}

bool Executor::helpBriefly() noexcept { return help(kBriefNanoseconds); }

void Executor::callHelpers(unsigned wanted) noexcept {
  // Threads that sleep in a wait come first, they are already here.
  if (sleepers_.load(std::memory_order_seq_cst))
    ring();
  for (std::uint32_t now = helpers_.load(std::memory_order_relaxed); now < wanted;) {
    if (!helpers_.compare_exchange_weak(now, now + 1, std::memory_order_relaxed))
      continue;
    ++now;
    if (!startHelper())
      return;
  }
}

bool Executor::summonHelper() noexcept {
  // Not a load: a helper that is about to go subtracts itself and then looks once more. If this
  // comes before that, the helper sees what the caller has made ready; if after, it is gone here.
  if (helpers_.fetch_add(0, std::memory_order_acq_rel))
    return true;
  helpers_.fetch_add(1, std::memory_order_relaxed);
  return startHelper();
}

/// Starts one that is counted already.
bool Executor::startHelper() noexcept {
  auto *self = new (std::nothrow) std::shared_ptr<Executor>(shared_from_this());
  if (self && enqueue(&helperTask, self))
    return true;
  delete self;
  helpers_.fetch_sub(1, std::memory_order_relaxed);
  return false;
}

void Executor::helperTask(void *self) {
  std::unique_ptr<std::shared_ptr<Executor>> kept(static_cast<std::shared_ptr<Executor> *>(self));
  (*kept)->helpOnWorker();
}

void Executor::helpOnWorker() noexcept {
  auto isOpen = [this] { return hasWork(); };
  do {
    for (;;) {
      while (help(0)) {
      }
      // Regions that are open but full, or exhausted, are about to close.
      if (!watch(kLingerNanoseconds, isOpen))
        break;
      if (!help(0)) {
        relax();
        if (!watch(kLingerNanoseconds, [&] { return !isOpen(); }))
          break;
      }
    }
    helpers_.fetch_sub(1, std::memory_order_acq_rel);
    // See summonHelper().
    QueueDriver *queues = startedQueueDriver_.load(std::memory_order_acquire);
    if (!queues || !queues->hasWork())
      return;
    helpers_.fetch_add(1, std::memory_order_relaxed);
  } while (true);
}

// Sleep --------------------------------------------------------------------------------------

void Executor::ring() noexcept {
  bell_.fetch_add(1, std::memory_order_seq_cst);
  bell_.notify_all();
}

void Executor::Sleeper::sleep() noexcept {
  auto isRung = [this] { return executor_.bell_.load(std::memory_order_acquire) != seen_; };
  if (watch(kWatchNanoseconds, isRung))
    return;
  executor_.bell_.wait(seen_, std::memory_order_acquire);
}

// The arena ----------------------------------------------------------------------------------

Executor::Executor(unsigned threadCount, std::vector<unsigned> cpus)
    : threadCount_(std::max(threadCount, 1u)), cpus_(std::move(cpus)) {}

Executor::~Executor() = default;

std::shared_ptr<Executor> Executor::of(Device &device) {
  return device.attachment<AttachedExecutor>().executor;
}

QueueDriver &Executor::queueDriver() {
  if (QueueDriver *driver = startedQueueDriver_.load(std::memory_order_acquire))
    return *driver;
  MutexLock lock(mutex_);
  if (!queueDriver_) {
    queueDriver_ = std::make_unique<QueueDriver>(*this);
    startedQueueDriver_.store(queueDriver_.get(), std::memory_order_release);
  }
  return *queueDriver_;
}

Arena &Executor::arena() {
  if (Arena *arena = startedArena_.load(std::memory_order_acquire))
    return *arena;
  MutexLock lock(mutex_);
  if (!arena_) {
    fork_guard::threadsStarted();
    arena_ = std::make_unique<Arena>(threadCount_, cpus_);
    startedArena_.store(arena_.get(), std::memory_order_release);
  }
  return *arena_;
}

bool Executor::enqueue(void (*run)(void *), void *argument) noexcept {
  try {
    return arena().enqueue(run, argument);
  } catch (const std::bad_alloc &) {
    return false;
  }
}

} // namespace weft::runtime
