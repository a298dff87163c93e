#pragma once

#include <chrono>

namespace noisy::math {

/// A moment of the monotonic clock by which work should pause.
class Deadline {
 public:
  /// A deadline that does not come.
  static Deadline never() { return Deadline(Clock::time_point::max()); }

  /// `seconds` from now; zero or less has passed already.
  static Deadline after_seconds(double seconds) {
    const auto step = std::chrono::duration<double>(seconds);
    return Deadline(Clock::now() + std::chrono::duration_cast<Clock::duration>(step));
  }

  bool passed() const { return moment_ != Clock::time_point::max() && Clock::now() >= moment_; }

 private:
  using Clock = std::chrono::steady_clock;
  explicit Deadline(Clock::time_point moment) : moment_(moment) {}
  Clock::time_point moment_;
};

}  // namespace noisy::math
