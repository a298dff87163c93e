#include "engine/cli/progress.h"

#include <unistd.h>

#include <algorithm>
#include <cstdio>

namespace noisy::cli {
namespace {

constexpr double kTerminalSeconds = 0.2;
constexpr double kLogSeconds = 5;

}  // namespace

ProgressLine::ProgressLine(bool quiet) : quiet_(quiet), on_terminal_(isatty(STDERR_FILENO) != 0) {}

ProgressLine::~ProgressLine() {
  if (has_shown_ && on_terminal_) std::fputs("\r\033[K", stderr);
}

void ProgressLine::show(const Progress& progress) {
  const Clock::time_point now = Clock::now();
  const double since_shown = std::chrono::duration<double>(now - shown_).count();
  if (quiet_ || since_shown < (on_terminal_ ? kTerminalSeconds : kLogSeconds)) return;
  shown_ = now;
  has_shown_ = true;
  const double share = std::clamp(
      progress.gradient_evaluations / std::max(1.0, progress.total_evaluations), 0.0, 1.0);
  const double seconds = std::chrono::duration<double>(now - began_).count();
  const double left = share > 0 ? seconds * (1 - share) / share : 0;
  std::fprintf(stderr,
               on_terminal_ ? "\r\033[Knoisy-descent: %3.0f%%, about %.0f s left"
                            : "noisy-descent: %3.0f%%, about %.0f s left\n",
               100 * share, left);
  std::fflush(stderr);
}

}  // namespace noisy::cli
