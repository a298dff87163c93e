#pragma once

#include <functional>

// Options that most calls take.

namespace noisy_descent {

/// How far a call has come.
struct Progress {
  bool done = false;  ///< nothing is left to do
  double worked = 0;  ///< gradients of single records so far, roughly; of an audit: rounds
  double total = 0;   ///< what `worked` is at the end, as planned
};

/// How a call works. None of it changes the result.
struct Options {
  int threads = 0;          ///< 1 to 1024; 0: as many as the machine runs at once
  double memory_bytes = 0;  ///< most that data and traces may take; 0: 3/4 of the machine's memory
  /// Takes how far the call has come, about 20 times a second, on the thread of the caller; false
  /// ends the call. Only run(), fit(), audit(), survey(), marginals() and verify() call it.
  std::function<bool(const Progress&)> on_progress = nullptr;
};

}  // namespace noisy_descent
