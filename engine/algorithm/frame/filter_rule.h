#pragma once

#include <functional>
#include <string_view>

#include "engine/algorithm/frame/budget_rule.h"
#include "engine/math/error.h"

namespace noisy {

/// Why adaptive descent ended.
enum class AdaptiveStop {
  norm_budget_exhausted,    ///< the budget suffices for no more norms
  gradient_at_noise_floor,  ///< the gradient cannot be told from the least noise
  step_would_overshoot,     ///< the next gradient would cost more than is left
  max_iterations            ///< the cap on norms
};

/// The word of a result, and one sentence for the user.
std::string_view word_of(AdaptiveStop stop);
std::string_view text_of(AdaptiveStop stop);

/// A privacy filter: releases whose number and noise are chosen from what was released before, as
/// long as what is left of the cap suffices (fully adaptive composition).
///
/// The whole run has the cap's guarantee, wherever it ends: epsilon-DP for costs in epsilon, and
/// rho-zCDP for costs in rho (Feldman and Zrnic 2021; Whitehouse et al. 2023, Theorem 1). What was
/// spent has not: it depends on what was released.
class FilterRule final : public BudgetRule {
 public:
  /// The next release, chosen with so much left, in the cap's unit; nothing to end the run.
  using Choice = std::function<std::optional<Release>(const History& history, double left)>;

  /// @param cap    in epsilon or rho
  /// @param kinds  what kinds of release are chosen: all but their noise and cost counts
  /// @error invalid-budget at "privacy" unless the cap is positive and finite; unsupported-option
  ///        for a cap in Renyi divergence, which no statement could convert at another order
  static Result<FilterRule> create(const Cost& cap, const Worth& worth, std::vector<Release> kinds,
                                   Choice choose);

  Cost cap() const override { return cap_; }
  /// What was chosen; nothing where what is left does not suffice for it.
  std::optional<Release> next(const History& history) const override;
  /// The kinds, none of them counted.
  std::vector<PlannedReleases> planned() const override;
  RunLength length() const override { return RunLength::open; }
  double spent(const Cost& cost) const override { return worth_.of(cost); }

 private:
  FilterRule(const Cost& cap, const Worth& worth, std::vector<Release> kinds, Choice choose)
      : cap_(cap), worth_(worth), kinds_(std::move(kinds)), choose_(std::move(choose)) {}

  Cost cap_;
  Worth worth_;
  std::vector<Release> kinds_;
  Choice choose_;
};

}  // namespace noisy
