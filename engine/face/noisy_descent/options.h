#pragma once

#include <functional>

namespace noisy_descent {

/// How far a call is.
struct Progress {
  bool done = false;
  double worked = 0;  ///< gradients of single records so far, about; of an audit: rounds
  double total = 0;   ///< of those planned
};

/// How a call works. Nothing of it changes what comes out.
struct Options {
  int threads = 0;          ///< 1 to 1024; 0: as many as the machine runs at once
  double memory_bytes = 0;  ///< most that data and traces may take; 0: 3/4 of the machine's memory
  /// Hears how far the call is, some 20 times a second, on the thread of the caller; false ends it.
  std::function<bool(const Progress&)> on_progress = nullptr;
};

}  // namespace noisy_descent
