#pragma once

#include <vector>

#include "engine/math/vector.h"

namespace noisy {

/// The iterations at which a run is traced: round(k T / (P - 1)) for k = 0 .. P-1 without
/// duplicates, halves rounded up. x_0 and x_T are among them.
class TraceSchedule {
 public:
  /// @param iterations  T >= 1
  /// @param points      P >= 2
  TraceSchedule(Index iterations, Index points) : iterations_(iterations), points_(points) {}

  /// The traced iteration that comes next; -1 when all are over.
  Index next() const { return position_ < points_ ? at(position_) : -1; }
  /// Goes on to the following one.
  void advance();
  /// How many there are.
  Index size() const;

 private:
  Index at(Index position) const;

  Index iterations_;
  Index points_;
  Index position_ = 0;
};

/// What is recorded at the traced iterations: columns of equal length.
struct Trace {
  std::vector<double> iteration;
  std::vector<double> gradient_evaluations;
  std::vector<double> spent;  ///< epsilon or rho so far; NaN when not private
  std::vector<double> seconds;

  std::size_t size() const { return iteration.size(); }
};

}  // namespace noisy
