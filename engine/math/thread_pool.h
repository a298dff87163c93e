#pragma once

#include <memory>

#include "engine/math/function_ref.h"
#include "engine/math/index.h"

namespace noisy::math {

/// A fixed set of threads that share the iterations of a loop.
///
/// Waiting threads spin for some 50 microseconds, so that one loop after another inside a run costs
/// well under a microsecond each, and sleep between runs. Which thread takes which iteration is up
/// to chance: results must not depend on it. Where there are no threads (wasm without them, or one
/// thread) the loop runs on the caller.
class ThreadPool {
 public:
  /// @param threads  how many threads work at once, the caller included; values below 1 mean 1
  explicit ThreadPool(int threads = 1);
  ~ThreadPool();
  ThreadPool(const ThreadPool&) = delete;
  ThreadPool& operator=(const ThreadPool&) = delete;

  int threads() const { return threads_; }

  /// Calls body(0), ..., body(count - 1), each once, and returns when all are done.
  ///
  /// When an iteration throws, iterations that have not begun are dropped, and the first exception
  /// is thrown here after the others have ended. One caller at a time, and not from inside a body.
  ///
  /// @param count  at most 2^32 - 1
  void parallel_for(Index count, FunctionRef<void(Index)> body);

 private:
  class Workers;
  int threads_;
  std::unique_ptr<Workers> workers_;
};

/// How many threads this machine runs at once; 1 where there are none.
int hardware_threads();

}  // namespace noisy::math
