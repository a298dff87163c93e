#pragma once

#include <vector>

#include "engine/math/vector.h"

namespace noisy {

/// Consecutive releases whose noise scales are all `first`, or form a geometric progression from
/// `first` to `last`.
struct ScaleRun {
  Index count = 0;
  double first = 0;
  double last = 0;

  bool is_constant() const { return first == last; }
};

/// The noise scales of releases in their order, kept short while they are made.
///
/// Equal neighbours are joined. More than kMostListedRuns runs are told as geometric progressions
/// instead, from each of which no scale is farther than kProgressionError, so that 10^6 different
/// scales of a divided budget take a few entries. Every scale is compared: that costs about two
/// evaluations per release, less than the releases themselves. What is kept depends on the scales
/// alone, not on when it is asked for.
class ScaleRuns {
 public:
  /// @param scale  positive
  void add(double scale, Index count = 1);
  std::vector<ScaleRun> runs() const;

  /// Largest relative distance of a scale from its progression: with the sampling's amplification
  /// it stays below 1e-9 in the cost.
  static constexpr double kProgressionError = 2e-11;
  /// Most runs that are listed one by one.
  static constexpr std::size_t kMostListedRuns = 10'000;

 private:
  /// Equal neighbours; `end` counts all releases up to theirs.
  struct Plateau {
    Index end = 0;
    double scale = 0;
  };
  class Progression;

  double scale_at(Index number) const;
  Index end_of_progression(Index first, bool is_over) const;
  void close(bool is_over);

  std::vector<ScaleRun> closed_;  ///< progressions that later scales leave as they are
  std::vector<Plateau> open_;     ///< what comes after them
  Index begin_ = 0;               ///< releases before the open ones
  bool is_long_ = false;
  std::size_t next_look_ = 0;  ///< length of the open list that is worth another search
};

}  // namespace noisy
