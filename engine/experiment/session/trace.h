#pragma once

#include <vector>

#include "engine/diagnostic/named_column.h"
#include "engine/math/vector.h"

namespace noisy {

/// How the traced iterations lie.
enum class TraceSpread {
  even,  ///< round(k T / (P - 1)) for k = 0 .. P-1 without duplicates, halves rounded up
  /// 0 .. P/2 one by one, then in geometric progression to T: for runs that may end long before T;
  /// even where T < 3 P
  early
};

/// The iterations at which a run is traced. x_0 and x_T are among them.
class TraceSchedule {
 public:
  /// @param iterations  T >= 1
  /// @param points      P >= 2
  TraceSchedule(Index iterations, Index points, TraceSpread spread = TraceSpread::even);

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
  Index first_ = 0;    ///< so many are traced one by one; 0: evenly spread
  double growth_ = 0;  ///< ln of the ratio of two iterations after them
  Index position_ = 0;
};

/// What is recorded at the traced iterations: columns of equal length.
struct Trace {
  std::vector<double> iteration;
  std::vector<double> gradient_evaluations;
  std::vector<double> spent;  ///< epsilon or rho so far; NaN when not private
  std::vector<double> seconds;
  std::vector<NamedColumn> steps;  ///< what the algorithm's steps tell everybody
  std::vector<double> iterates;    ///< one after another, where they are kept
  std::vector<double> hidden;      ///< the same of points that the method hides: not private

  std::size_t size() const { return iteration.size(); }
};

}  // namespace noisy
