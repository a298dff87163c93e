#pragma once

#include <functional>
#include <optional>
#include <utility>

#include "engine/algorithm/frame/filter_rule.h"

namespace noisy {

/// How adaptive descent chooses its releases, from released norms and from what was spent, never
/// from the data (Algorithm 3).
class AdaptiveChoice {
 public:
  struct Rules {
    Release norm;  ///< of a norm, the same for all
    /// Of a gradient, with noise of this standard deviation at most.
    std::function<Release(double deviation)> gradient;
    double noise_share = 0;  ///< sigma_t = noise_share N_t
    double least_noise = 0;  ///< sigma_floor
    Index most_norms = 0;    ///< m
    bool is_cap = false;     ///< on norms, whatever is left of the budget
    /// What norms and gradients may be charged together; a step beyond it is not taken, unless
    /// `takes_last_step`, and then it is the last.
    double budget = 0;
    bool takes_last_step = false;
    /// Costs count for so much less than they are: in the printed listing 2 where a record may be
    /// replaced, and 1/2, so for more, where one is zeroed out; else 1.
    double undercount = 1;
    /// Whether a norm is only asked for where what is left pays for it, as a filter has it; the
    /// printed listing looks after the step.
    bool checks_norms = true;
  };

  /// Where a run stands when it chooses.
  struct Position {
    Index norms = 0;     ///< released so far
    double charged = 0;  ///< zCDP, as the rules count it
    /// The norm that was released last, where no gradient has followed it yet.
    std::optional<double> norm;
  };

  /// What comes next: a release, or why there is none; both for the last step.
  struct Next {
    std::optional<Release> release;
    std::optional<AdaptiveStop> stop;
  };

  explicit AdaptiveChoice(Rules rules) : rules_(std::move(rules)) {}

  const Rules& rules() const { return rules_; }
  Next next(const Position& position) const;
  Position position_of(const History& history) const;

 private:
  Next after_norm(const Position& position) const;

  Rules rules_;
};

}  // namespace noisy
