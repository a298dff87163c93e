#include "engine/math/thread_pool.h"

#include <algorithm>
#include <atomic>
#include <cstdint>
#include <exception>
#include <utility>
#include <vector>

#include "engine/math/deadline.h"

// Wasm programs without threads are linked with this file compiled with NOISY_ONE_THREAD.
#ifdef NOISY_ONE_THREAD
#define NOISY_HAS_THREADS 0
#else
#define NOISY_HAS_THREADS 1
#include <thread>
#endif

namespace noisy::math {

#if NOISY_HAS_THREADS

namespace {

void pause_briefly() {
#if defined(__x86_64__) || defined(__i386__)
  __builtin_ia32_pause();
#endif
}

/// Spins until the condition holds, for at most some 50 microseconds; whether it holds.
template <class Condition>
bool spin_until(const Condition& condition) {
  const Deadline patience = Deadline::after_seconds(50e-6);
  do {
    for (int i = 0; i < 32; ++i) {
      if (condition()) return true;
      pause_briefly();
    }
  } while (!patience.passed());
  return false;
}

}  // namespace

/// The loop at hand is (body, count), its unclaimed iterations the low half of `ticket_`, its
/// number the high half. A thread claims an iteration by lowering the ticket by one. The claim can
/// only succeed while the loop of that number still has unclaimed iterations, so body and count,
/// read before it, are that loop's: threads that come late need no handshake.
class ThreadPool::Workers {
 public:
  explicit Workers(int count) {
    threads_.reserve(static_cast<std::size_t>(count));
    for (int i = 0; i < count; ++i) threads_.emplace_back([this] { work(); });
  }

  ~Workers() {
    stopping_.store(true, std::memory_order_relaxed);
    announce();
    for (std::thread& thread : threads_) thread.join();
  }

  void run(std::uint32_t count, const FunctionRef<void(Index)>& body) {
    body_.store(&body, std::memory_order_relaxed);
    count_.store(count, std::memory_order_relaxed);
    left_.store(count, std::memory_order_relaxed);
    failed_.store(false, std::memory_order_relaxed);
    failure_ = nullptr;
    const std::uint64_t number = (ticket_.load(std::memory_order_relaxed) >> 32) + 1;
    ticket_.store(number << 32 | count, std::memory_order_release);
    announce();
    while (take_one()) {
    }
    wait_for_the_others();
    if (failure_) std::rethrow_exception(std::exchange(failure_, nullptr));
  }

 private:
  void announce() {
    loops_.fetch_add(1, std::memory_order_release);
    loops_.notify_all();
  }

  void work() {
    std::uint32_t seen = 0;
    for (;;) {
      while (take_one()) {
      }
      if (stopping_.load(std::memory_order_relaxed)) return;
      const auto news = [&] { return loops_.load(std::memory_order_acquire) != seen; };
      if (!spin_until(news)) loops_.wait(seen, std::memory_order_acquire);
      seen = loops_.load(std::memory_order_acquire);
    }
  }

  /// Claims and runs one iteration; false when none is left.
  bool take_one() {
    std::uint64_t ticket = ticket_.load(std::memory_order_acquire);
    for (;;) {
      const auto unclaimed = static_cast<std::uint32_t>(ticket);
      if (unclaimed == 0) return false;
      const FunctionRef<void(Index)>* body = body_.load(std::memory_order_relaxed);
      const std::uint32_t count = count_.load(std::memory_order_relaxed);
      if (ticket_.compare_exchange_weak(ticket, ticket - 1, std::memory_order_acq_rel)) {
        call(*body, count - unclaimed);
        if (left_.fetch_sub(1, std::memory_order_acq_rel) == 1) left_.notify_one();
        return true;
      }
    }
  }

  void call(const FunctionRef<void(Index)>& body, std::uint32_t index) {
    if (failed_.load(std::memory_order_relaxed)) return;
    try {
      body(static_cast<Index>(index));
    } catch (...) {
      if (!failed_.exchange(true)) failure_ = std::current_exception();
    }
  }

  void wait_for_the_others() {
    const auto done = [&] { return left_.load(std::memory_order_acquire) == 0; };
    if (spin_until(done)) return;
    for (std::uint32_t left; (left = left_.load(std::memory_order_acquire)) != 0;) {
      left_.wait(left, std::memory_order_acquire);
    }
  }

  std::atomic<std::uint64_t> ticket_{0};
  std::atomic<const FunctionRef<void(Index)>*> body_{nullptr};
  std::atomic<std::uint32_t> count_{0};
  std::atomic<std::uint32_t> left_{0};   ///< iterations that have not ended
  std::atomic<std::uint32_t> loops_{0};  ///< what sleeping threads watch
  std::atomic<bool> failed_{false};
  std::atomic<bool> stopping_{false};
  std::exception_ptr failure_;
  std::vector<std::thread> threads_;
};

int hardware_threads() {
  return std::max(1, static_cast<int>(std::thread::hardware_concurrency()));
}

#else

class ThreadPool::Workers {
 public:
  void run(std::uint32_t, const FunctionRef<void(Index)>&) {}
};

int hardware_threads() {
  return 1;
}

#endif

ThreadPool::ThreadPool(int threads) : threads_(NOISY_HAS_THREADS ? std::max(1, threads) : 1) {
#if NOISY_HAS_THREADS
  if (threads_ > 1) workers_ = std::make_unique<Workers>(threads_ - 1);
#endif
}

ThreadPool::~ThreadPool() = default;

void ThreadPool::parallel_for(Index count, FunctionRef<void(Index)> body) {
  if (workers_ && count > 1) {
    workers_->run(static_cast<std::uint32_t>(count), body);
    return;
  }
  for (Index i = 0; i < count; ++i) body(i);
}

}  // namespace noisy::math
