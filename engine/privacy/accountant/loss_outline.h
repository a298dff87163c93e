#pragma once

#include <span>
#include <vector>

#include "engine/privacy/accountant/composed_losses.h"
#include "engine/privacy/accountant/pld.h"

namespace noisy {

/// A few thousand typical losses of every pair of a composition: from them tilt, window and grid
/// are chosen. Nothing here needs to be exact; the bounds of ComposedLosses hold for every choice.
class LossOutline {
 public:
  /// @param delta  the size of delta that matters, in (0, 1]
  LossOutline(std::span<const PrivacyLossDistribution::Term> terms, double delta);

  struct Tilt {
    double exponent = 0.0;   ///< lambda: losses are weighted by e^{lambda L}
    double epsilon = 0.0;    ///< Chernoff's bound, where delta was asked for
    double log_delta = 0.0;  ///< and where epsilon was
  };

  /// The tilt of the best Renyi bound of epsilon at this delta: minimizes
  /// (ln E e^{lambda S} + lambda ln lambda - (1 + lambda) ln(1 + lambda) - ln delta) / lambda
  /// (Canonne, Kamath, Steinke 2020, Proposition 12, alpha = 1 + lambda).
  Tilt tilt_for_delta(double delta) const;
  Tilt tilt_for_epsilon(double epsilon) const;

  /// The grid for a given gap of epsilon.
  CompositionWindow window(const Tilt& tilt, double epsilon_gap, Index most_points) const;

  const LossRange& range(std::size_t term) const { return outlines_[term].range; }

  /// Whether all losses of all pairs lie on every window's grid.
  bool exact() const { return lattice_ > 0.0; }

 private:
  struct Outline {
    LossRange range;
    std::vector<double> losses;
    std::vector<double> log_masses;
    double count = 1.0;
  };

  /// Mean of term(loss) under the outline tilted by e^(exponent loss); 0 when it has no mass.
  template <typename Term>
  static double tilted_mean(const Outline& outline, double exponent, const Term& term);

  double log_moment(double exponent) const;
  double largest_exponent() const;
  double spread(double exponent) const;
  double added_variance(double exponent, double step) const;
  double step_for(const Tilt& tilt, double epsilon_gap, double width) const;

  std::vector<Outline> outlines_;
  double lattice_ = 0.0;
  double span_ = 0.0;
  double offset_ = 0.0;
  double smallest_ = 0.0;
  double largest_ = 0.0;
};

}  // namespace noisy
