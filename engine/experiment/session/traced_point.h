#pragma once

#include <limits>
#include <optional>

#include "engine/algorithm/frame/step_view.h"

namespace noisy {

/// A step of accelerated mirror descent, kept beyond its run's next one.
class KeptMirrorStep {
 public:
  explicit KeptMirrorStep(const MirrorStep& step)
      : step_(step),
        query_(*step.query),
        gradient_(*step.gradient),
        state_before_(*step.state_before),
        state_(*step.state) {}

  MirrorStep view() const {
    MirrorStep out = step_;
    out.query = &query_;
    out.gradient = &gradient_;
    out.state_before = &state_before_;
    out.state = &state_;
    return out;
  }
  const Vector& query() const { return query_; }

 private:
  MirrorStep step_;
  Vector query_, gradient_, state_before_, state_;
};

/// An inner iterate of a variance-reduced run, with what its potential takes.
struct KeptEpochStep {
  Vector point;
  double step_size = 0;
  Index length = 0;
};

/// A traced iterate that waits for its diagnostics, with what they take of the step that led to it:
/// no more than was asked for.
struct TracedPoint {
  Vector iterate;
  /// Root mean square of the length of the noise in the step's gradient; NaN where there was none.
  double noise_norm = std::numeric_limits<double>::quiet_NaN();
  double anchor_distance = std::numeric_limits<double>::quiet_NaN();
  std::optional<KeptEpochStep> epoch;    ///< for the potential
  std::optional<KeptMirrorStep> mirror;  ///< for the key lemma
};

}  // namespace noisy
