#pragma once

#include <chrono>

#include "engine/experiment/session/session.h"

namespace noisy::cli {

/// Shows how far a run is on standard error: one line that is rewritten on a terminal, a line every
/// few seconds elsewhere, nothing when quiet.
class ProgressLine {
 public:
  explicit ProgressLine(bool quiet);
  ~ProgressLine();
  ProgressLine(const ProgressLine&) = delete;
  ProgressLine& operator=(const ProgressLine&) = delete;

  void show(const Progress& progress);

 private:
  using Clock = std::chrono::steady_clock;

  bool quiet_;
  bool on_terminal_;
  bool has_shown_ = false;
  Clock::time_point began_ = Clock::now();
  Clock::time_point shown_ = began_;
};

}  // namespace noisy::cli
