#pragma once

namespace noisy {

/// The kind of guarantee.
enum class Notion {
  pure,         ///< epsilon-DP
  approximate,  ///< (epsilon, delta)-DP
  zcdp,         ///< rho-zCDP
  none          ///< no noise, nothing claimed
};

/// How far the figures that a plan or a run states may be trusted.
enum class Guarantee {
  proven,      ///< they hold for what runs, or ran
  stopped,     ///< the run ended before its plan: they are those of the whole plan
  leaks,       ///< the data are read outside of what is accounted: nothing is bounded
  not_private  ///< no noise is added
};

/// Whether figures with this guarantee bound what is given away.
constexpr bool promises(Guarantee guarantee) {
  return guarantee == Guarantee::proven || guarantee == Guarantee::stopped;
}

/// Which data sets count as neighbours.
enum class Neighbours {
  replace_one,  ///< the same n, one record exchanged
  zero_out,     ///< one record's contribution set to zero, n public
  add_remove    ///< one record more or less
};

/// The noise of a release: of numbers, or of the scores that a choice is made by.
enum class Mechanism { none, laplace, gaussian, exponential };

/// Which arithmetic adds the noise to a release.
enum class ReleaseKind {
  floating,  ///< doubles: their rounding leaks in principle (Mironov 2012)
  hardened   ///< integers on a power-of-two grid, with exactly the stated probabilities
};

/// How tightly noise is calibrated to the budget.
enum class Calibration {
  tight,             ///< the least noise that is proven
  zcdp,              ///< through zCDP
  advanced,          ///< through advanced composition
  paper,             ///< the paper's own formulas
  published_figures  ///< what the paper's published figures ran; shown with its true cost
};

/// What a ledger counts: epsilon of pure DP, rho of zCDP, or the Renyi divergence of one order that
/// the plan fixes. Each adds up, whatever the earlier releases were.
enum class CostUnit { epsilon, rho, renyi };

/// How a pure-DP budget is spread over the steps of a plan.
enum class Division {
  uniform,           ///< epsilon / T each
  remark_4_2,        ///< proportional to a_t^(1/3): optimal for m = n, approximately so for m < n
  exact_subsampled,  ///< optimal for every m; equal to remark_4_2 for m = n
};

/// Which bound on a record's effect scales the noise.
enum class SensitivityRule { uniform, state_dependent };

}  // namespace noisy
